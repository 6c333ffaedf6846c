"""Studies of judgements as documents (JSON) and text for the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from cwsdiag.exhibits.judges import agreement_said, correlations_said, has_f_b, judged_table
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import text_table
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.views.wording import own_kind_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.judging import Judgement, JudgingStudy, Outcome
    from cwsdiag.report.documents import Document


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


def studies_lines(rows: Iterable[Document]) -> list[str]:
    """Return studies, of each its ``study_row``, as a table."""
    rows = [{**row, "study": row["name"], "systems": len(row["systems"])} for row in rows]
    if not rows:
        return ["No study yet: `cwsdiag judge new` makes one."]
    columns = {name: name for name in ("study", "dataset", "systems", "sentences", "to_judge", "judges", "created")}
    return [text_table(rows, columns | {"to_judge": "to judge"})]


def outcome_document(outcome: Outcome) -> Document:
    """Return what ``cwsdiag judge scores`` prints; undefined numbers are NaN."""
    return {
        "study": outcome.study.name,
        "sentences": len(outcome.study.items),
        "to_judge": len(outcome.study.to_judge),
        "finished": list(outcome.finished),
        "unfinished": dict(outcome.unfinished),
        "systems": [asdict(one) for one in outcome.ranked],
        "correlations": [asdict(one) for one in outcome.correlations],
        "kappa": outcome.kappa,
        "committee": outcome.study.committee,
        "signature": outcome.study.signature,
    }


def outcome_lines(outcome: Outcome) -> list[str]:
    """Return the outcome of a study as text."""
    lines = [printable(judges_said(outcome)), "", judged_table(outcome).terminal(), ""]
    lines += [f"{ONE_COMMITTEE} {own_kind_note(outcome.study.committee)}", ""] if has_f_b(outcome) else []
    return [*lines, correlations_said(outcome), agreement_said(outcome), "", outcome.study.signature]


def judges_said(outcome: Outcome) -> str:
    """Return who has judged what, as a sentence or two."""
    study, count = outcome.study, len(outcome.study.to_judge)
    work = n_("{study}: {n:,} sentence to judge", "{study}: {n:,} sentences to judge", count, study=study.name)
    if agreed := len(study.items) - count:
        work = _("{work} (all systems agree on {agreed:,} more)", work=work, agreed=agreed)
    if outcome.finished:
        sentence = _("{work}; finished by {judges}.", work=work, judges=_(", ").join(outcome.finished))
    else:
        sentence = _("{work}; no judge has finished yet.", work=work)
    rest = [
        _("{judge} ({done:,} of {sentences:,})", judge=judge, done=done, sentences=count)
        for judge, done in outcome.unfinished.items()
    ]
    return sentence + _(" Not finished, not counted: {judges}.", judges=_(", ").join(rest)) if rest else sentence
