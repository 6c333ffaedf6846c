"""What is shown of people's judgement: their scores of systems, beside F1 and balanced F."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cwsdiag.charts import theme
from cwsdiag.charts.rows import people_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit, to_system
from cwsdiag.judging import Outcome
from cwsdiag.judging.outcome import balanced_of, outcome
from cwsdiag.languages import _, lazy, n_, p_, translated
from cwsdiag.output import Table
from cwsdiag.views.columns import JUDGED
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.wording import in_turn, number, some_of

# To be ``translated`` where they are shown.
MEASURES = {"f1": "F1", "f_b": lazy("balanced F (f_b)")}


@exhibit(
    "judges",
    "people's scores of every system in a study of judges, beside F1 and balanced F",
    page="lab",
    address={"study": "study"},
    place={"part": "judge", "results": "on"},
)
def judges(look: PrivateLook, study: str) -> Content:
    """Return people's scores of every system of a study that was drawn from the dataset."""
    if look.judging is None:
        raise SettingError(lazy("no judgements are known here: cwsdiag figure takes their file as --judgements."))
    judging, judgements = look.judging(study)
    if not judging.fits(look.dataset):
        raise SettingError(lazy("{study} was not drawn from {dataset}.", study=study, dataset=look.name))
    result = outcome(judging, judgements, f_b=balanced_of(look.dataset))
    if not result.finished:
        raise SettingError(lazy("No judge has finished yet."))
    return people(result, look.colours)


def people(result: Outcome, colours: Mapping[str, str]) -> Content:
    """Return people's scores of every system of a study, best first.

    Args:
        result: of the study; somebody has finished it.
        colours: of systems by name, as far as they are known.
    """
    import pandas as pd

    frame = pd.DataFrame(result.ranked)
    panels = {"people": _("people's score")}
    for one in result.correlations:
        r = "" if one.r != one.r else f" · r = {number(one.r)}"
        panels[one.measure] = f"{translated(MEASURES[one.measure])}{r}"
    own = theme.system_colours([system.name for system in result.study.systems]) | dict(colours)
    sentence, remark = headline(result)
    best = result.ranked[0]
    return Content(
        _("People's score of each system, beside F1 and balanced F"),
        sentence,
        remark,
        {"people": best.people, "f1": best.f1},
        chart=lambda size: people_chart(frame, size, panels=panels, colours=own),
        table=partial(judged_table, result),
        click=to_system,
        signature=result.study.signature,
    )


def judged_table(result: Outcome) -> Table:
    """Return the scores of every system as a table, best first."""
    columns = {key: column for key, column in JUDGED.items() if key != "f_b" or has_f_b(result)}
    return Table([vars(one) for one in result.ranked], columns)


def headline(result: Outcome) -> tuple[str, str]:
    """Return what people find best, as one may quote it, and what goes with it."""
    if not result.finished:
        return (
            _("No judge has finished yet."),
            _(
                "Scores are shown as soon as one judge has judged all sentences: those of unfinished judges depend on "
                "which sentences they have left."
            ),
        )
    best = result.ranked[0]
    alike = [one.name for one in result.ranked if one.people == best.people]
    sentence = _(
        "First for people: {names}, score {score} on {sentences} of {dataset}, by {judges}.",
        names=some_of(alike, len(result.ranked)),
        score=number(best.people),
        sentences=n_("{n:,} sentence", "{n:,} sentences", len(result.study.items)),
        dataset=result.study.dataset,
        judges=n_("{n:,} judge", "{n:,} judges", len(result.finished)),
    )
    return sentence, in_turn(correlations_text(result), agreement_text(result))


def has_f_b(outcome: Outcome) -> bool:
    """Return whether a system of the study has a balanced score."""
    return any(one.measure == "f_b" for one in outcome.correlations)


def correlations_text(outcome: Outcome) -> str:
    """Return what goes with people's scores, as one may quote it."""
    if not outcome.finished:
        return _("Correlations are undefined while no judge has finished.")
    clauses = []
    for one in outcome.correlations:
        facts = {"measure": translated(MEASURES[one.measure]), "systems": one.systems}
        r, p = number(one.r), number(one.p)
        clauses.append(_("with {measure} {r} (p = {p}, {systems} systems)", r=r, p=p, **facts))
    return _(
        "Pearson's r of people's scores: {correlations}.", correlations=p_("between correlations", ", ").join(clauses)
    )


def agreement_text(outcome: Outcome) -> str:
    """Return how far judges agree, as one may quote it."""
    if len(outcome.finished) < 2:
        return _("Agreement is undefined with fewer than two judges who have finished.")
    if outcome.kappa != outcome.kappa:
        return _("Agreement is undefined where all marks are the same.")
    return _("Fleiss' kappa of {judges} judges: {kappa}.", judges=len(outcome.finished), kappa=number(outcome.kappa))
