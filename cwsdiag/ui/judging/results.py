"""What judges have said so far: scores, what goes with them, agreement."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag import examples
from cwsdiag.charts import theme
from cwsdiag.charts.rows import people_chart
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.judging import outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import _, n_, translated
from cwsdiag.memo import memo
from cwsdiag.output.table import Table
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.report.judging_text import MEASURES, agreement_said, correlations_said, has_f_b, judges_said
from cwsdiag.ui.judging import entry
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.columns import JUDGED
from cwsdiag.views.committee import committee_said, own_kind_sentence
from cwsdiag.views.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.judging import Outcome
    from cwsdiag.ui.judging.session import Session
    from cwsdiag.views.look import PrivateLook


def page(session: Session) -> None:
    """Draw the outcome of the study."""
    study, is_example, look = session.study, session.file.is_example, current().found
    if look is not None and not study.fits(look.dataset):
        look = None
    result = outcome(study, session.judgements, f_b=None if look is None else _f_b(look))
    sentence, remark = headline(result)
    widgets.lead(_("Example: {said}", said=sentence) if is_example else sentence, remark)
    if is_example:
        widgets.box("info", translated(examples.MARKED_BY_RULE), title=_("An example"))
    with widgets.controls("results of judging", in_a_row=True):
        if not is_example:
            back, icon = partial(state.put, Key.RESULTS, None), ":material/arrow_back:"
            st.button(_("Back to judging"), key="door", icon=icon, on_click=back)
        widgets.download(
            _("All marks"),
            data=partial(to_csv, study, session.judgements),
            name="marks.csv",
            mime="text/csv",
            key="marks",
            help=_("One row per judge, sentence and system, as CSV."),
        )
    if result.finished:
        frame = pd.DataFrame([asdict(one) for one in result.ranked])
        _chart(result, frame, look)
        keys = [key for key in JUDGED if key != "f_b" or has_f_b(result)]
        alt = _("People's scores of the systems")
        tables.table(frame, tables.columns(JUDGED, keys), key="scores by people", alt=alt)
        if has_f_b(result):
            widgets.note(_committee_note(result, look))
    widgets.note(judges_said(result))
    if is_example:
        entry.another_study(session)
    widgets.signature_line(study.signature)


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
    facts = {
        "score": number(best.people),
        "sentences": n_("{n:,} sentence", "{n:,} sentences", len(result.study.items)),
        "dataset": result.study.dataset,
        "judges": n_("{n:,} judge", "{n:,} judges", len(result.finished)),
    }
    if len(alike) == 1:
        sentence = _(
            "{name} comes first for people: score {score} on {sentences} of {dataset}, by {judges}.",
            name=best.name,
            **facts,
        )
    else:
        names = listed(alike) if len(alike) < 3 else n_("{n:,} system", "{n:,} systems", len(alike))
        sentence = _(
            "{names} share the first place for people: score {score} on {sentences} of {dataset}, by {judges}.",
            names=names,
            **facts,
        )
    return sentence, _("{said} {more}", said=correlations_said(result), more=agreement_said(result))


@memo
def _f_b(look: PrivateLook) -> dict[str, float] | None:
    """Return f_b as the open dataset has it now: it may have come since the study was made."""
    return balanced_of(look.dataset)


def _chart(result: Outcome, frame: pd.DataFrame, look: PrivateLook | None) -> None:
    panels = {"people": _("people's score")}
    for one in result.correlations:
        r = "" if one.r != one.r else f" · r = {number(one.r)}"
        panels[one.measure] = f"{translated(MEASURES[one.measure])}{r}"
    # Systems have the colours of all pages, where their dataset is open.
    known = {} if look is None else current().colours
    own = theme.system_colours([system.name for system in result.study.systems])
    colours = {name: known.get(name, colour) for name, colour in own.items()}
    title = _("People's score of each system, beside F1 and balanced F")
    content = Content(
        title,
        headline(result)[0],
        chart=lambda size: people_chart(frame, size, panels=panels, colours=colours),
        table=lambda: Table(frame, {key: JUDGED[key] for key in JUDGED if key in frame}),
        source=result.study.dataset,
        signature=result.study.signature,
    )

    def click(mark: Sequence[Any]) -> None:
        if look is not None:
            leads.to_system(mark[0])

    show.chart(show.alone("judge", "judges", content), key="people", title=title, click=click)


def _committee_note(result: Outcome, look: PrivateLook | None) -> str:
    """Return whose difficulties f_b comes from."""
    weights = None if look is None else look.dataset.difficulty
    committee = result.study.committee if weights is None else weights.committee
    facts = {"balanced": translated(ONE_COMMITTEE), "kind": own_kind_sentence(committee)}
    if committee:
        return _("Committee: {committee}. {balanced} {kind}", committee=committee_said(committee), **facts)
    return _("{balanced} {kind}", **facts)
