"""Studies of judgements as documents (JSON) and text for the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from cwsdiag.languages import _, lazy, n_, p_, translated
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table, text_table
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.views.columns import JUDGED
from cwsdiag.views.wording import number, own_kind_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.judging import Correlation, Judgement, JudgingStudy, Outcome
    from cwsdiag.report.documents import Document

# To be ``translated`` where they are shown.
MEASURES = {"f1": "F1", "f_b": lazy("balanced F (f_b)")}
_STUDY_COLUMNS = {
    "name": "study",
    "dataset": "dataset",
    "systems": "systems",
    "sentences": "sentences",
    "to_judge": "to judge",
    "judges": "judges",
    "created": "created",
}


def study_row(study: JudgingStudy, judgements: Sequence[Judgement]) -> Document:
    """Return the facts of a study."""
    return {
        "name": study.name,
        "dataset": study.dataset,
        "created": study.created,
        "seed": study.seed,
        "systems": [system.name for system in study.systems],
        "sentences": len(study.items),
        "to_judge": len(study.to_judge),
        "judges": len({one.judge for one in judgements}),
        "signature": study.signature,
    }


def studies_document(studies: Iterable[tuple[JudgingStudy, Sequence[Judgement]]]) -> Document:
    """Return what ``cwsdiag judge list`` tells."""
    return {"studies": [study_row(*one) for one in studies]}


def studies_lines(studies: Iterable[tuple[JudgingStudy, Sequence[Judgement]]]) -> list[str]:
    """Return the studies as a table."""
    rows = [{**row, "systems": len(row["systems"])} for row in (study_row(*one) for one in studies)]
    if not rows:
        return ["No study yet: `cwsdiag judge new` makes one."]
    return [text_table(rows, _STUDY_COLUMNS)]


def outcome_document(found: Outcome) -> Document:
    """Return what ``cwsdiag judge scores`` tells; undefined numbers are NaN."""
    return {
        "study": found.study.name,
        "sentences": len(found.study.items),
        "to_judge": len(found.study.to_judge),
        "finished": list(found.finished),
        "unfinished": dict(found.unfinished),
        "systems": [asdict(one) for one in found.ranked],
        "correlations": [asdict(one) for one in found.correlations],
        "kappa": found.kappa,
        "committee": found.study.committee,
        "signature": found.study.signature,
    }


def outcome_lines(found: Outcome) -> list[str]:
    """Return the outcome of a study as text."""
    columns = {key: label for key, label in JUDGED.items() if key != "f_b" or has_f_b(found)}
    lines = [printable(judges_said(found)), "", Table([asdict(one) for one in found.ranked], columns).terminal(), ""]
    lines += [f"{ONE_COMMITTEE} {own_kind_note(found.study.committee)}", ""] if has_f_b(found) else []
    return [*lines, correlations_said(found), agreement_said(found), "", found.study.signature]


def has_f_b(found: Outcome) -> bool:
    """Return whether a system of the study has a balanced score."""
    return any(one.measure == "f_b" for one in found.correlations)


def judges_said(found: Outcome) -> str:
    """Return who has judged what, as a sentence or two."""
    study, count = found.study, len(found.study.to_judge)
    work = n_("{study}: {n:,} sentence to judge", "{study}: {n:,} sentences to judge", count, study=study.name)
    if agreed := len(study.items) - count:
        work = _("{work} (all systems agree on {agreed:,} more)", work=work, agreed=agreed)
    if found.finished:
        said = _("{work}; finished by {judges}.", work=work, judges=_(", ").join(found.finished))
    else:
        said = _("{work}; no judge has finished yet.", work=work)
    rest = [
        _("{judge} ({done:,} of {sentences:,})", judge=judge, done=done, sentences=count)
        for judge, done in found.unfinished.items()
    ]
    return said + _(" Not finished, not counted: {judges}.", judges=_(", ").join(rest)) if rest else said


def correlations_said(found: Outcome) -> str:
    """Return what goes with people's scores, as one may quote it."""
    if not found.finished:
        return _("Correlations are undefined while no judge has finished.")
    said = [_correlation_said(one) for one in found.correlations]
    return _(
        "Pearson's r of people's scores: {correlations}.", correlations=p_("between correlations", ", ").join(said)
    )


def _correlation_said(one: Correlation) -> str:
    measure = translated(MEASURES[one.measure])
    if one.r != one.r:
        return _("with {measure} undefined ({systems} systems)", measure=measure, systems=one.systems)
    return _(
        "with {measure} {r} (p = {p}, {systems} systems)",
        measure=measure,
        r=number(one.r),
        p=number(one.p),
        systems=one.systems,
    )


def agreement_said(found: Outcome) -> str:
    """Return how far judges agree, as one may quote it."""
    if len(found.finished) < 2:
        return _("Agreement is undefined with fewer than two judges who have finished.")
    if found.kappa != found.kappa:
        return _("Agreement is undefined where all marks are the same.")
    return _("Fleiss' kappa of {judges} judges: {kappa}.", judges=len(found.finished), kappa=number(found.kappa))
