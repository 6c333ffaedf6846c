"""What judges have said so far: scores, what goes with them, agreement."""

from __future__ import annotations

import math
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.rows import people_chart
from cwsdiag.exhibits import Content, Table
from cwsdiag.judging import outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import _, n_, translated
from cwsdiag.memo import memo
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.report.judging_text import MEASURES, agreement_said, correlations_said, has_f_b, judges_said
from cwsdiag.ui.judging import entry, example, new_study
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.columns import JUDGED
from cwsdiag.views.hardness.committee import committee_said, own_kind_sentence
from cwsdiag.views.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.judging import JudgingStudy, Outcome
    from cwsdiag.ui.judging.session import Session
    from cwsdiag.views.look import PrivateLook


def page(session: Session) -> None:
    """Draw the outcome of the study."""
    look = _results(session.known)
    dataset = None if look is None else look.dataset
    found = outcome(session.known, session.judgements, f_b=None if look is None else _f_b(look))
    said, remark = headline(found)
    widgets.lead(_("Example: {said}", said=said) if session.file.is_example else said, remark)
    if session.file.is_example:
        example.mark()
    with widgets.controls("results of judging", in_a_row=True):
        if session.file.is_example:
            entry.choice(session, width=360)
        else:
            st.button(
                _("Back to judging"),
                key="door",
                icon=":material/arrow_back:",
                on_click=state.put,
                args=(Key.RESULTS, None),
            )
        widgets.download(
            _("All marks"),
            data=partial(to_csv, session.known, session.judgements),
            name="marks.csv",
            mime="text/csv",
            key="marks",
            help=_("One row per judge, sentence and system, as CSV."),
        )
    if found.finished:
        frame = pd.DataFrame([asdict(one) for one in found.ranked])
        _chart(found, frame, dataset)
        _table(found, frame, committee=_committee(found, dataset))
    widgets.note(judges_said(found))
    if session.file.is_example:
        new_study.another(session)
    widgets.signature_line(found.study.signature)


def headline(found: Outcome) -> tuple[str, str]:
    """Return what people find best, as one may quote it, and what goes with it."""
    study = found.study
    if not found.finished:
        return (
            _("No judge has finished yet."),
            _(
                "Scores are shown as soon as one judge has judged all sentences: those of unfinished judges depend on "
                "which sentences they have left."
            ),
        )
    best = found.ranked[0]
    alike = [one.name for one in found.ranked if one.people == best.people]
    facts = {
        "score": number(best.people),
        "sentences": n_("{n:,} sentence", "{n:,} sentences", len(study.items)),
        "dataset": study.dataset,
        "judges": n_("{n:,} judge", "{n:,} judges", len(found.finished)),
    }
    if len(alike) == 1:
        said = _(
            "{name} comes first for people: score {score} on {sentences} of {dataset}, by {judges}.",
            name=best.name,
            **facts,
        )
    else:
        names = listed(alike) if len(alike) < 3 else n_("{n:,} system", "{n:,} systems", len(alike))
        said = _(
            "{names} share the first place for people: score {score} on {sentences} of {dataset}, by {judges}.",
            names=names,
            **facts,
        )
    return said, _("{said} {more}", said=correlations_said(found), more=agreement_said(found))


def _results(study: JudgingStudy) -> PrivateLook | None:
    """Return the results of the open dataset if the study was drawn from it."""
    look = current().found
    return look if look is not None and study.fits(look.dataset) else None


@memo
def _f_b(look: PrivateLook) -> dict[str, float] | None:
    """Return f_b as the open dataset has it now: it may have come since the study was made."""
    return balanced_of(look.dataset)


def _chart(found: Outcome, frame: pd.DataFrame, dataset: Dataset | None) -> None:
    titles = {one.measure: f"{translated(MEASURES[one.measure])}{_r(one.r)}" for one in found.correlations}
    panels, colours = {"people": _("people's score"), **titles}, _colours(found, dataset)
    title = _("People's score of each system, beside F1 and balanced F")
    content = Content(
        title,
        headline(found)[0],
        chart=lambda size: people_chart(frame, size, panels=panels, colours=colours),
        table=lambda: Table(frame, {key: JUDGED[key] for key in JUDGED if key in frame}),
        source=found.study.dataset,
        signature=found.study.signature,
    )
    exhibit = show.alone("judge", "judges", content)

    def click(mark: Sequence[Any]) -> None:
        if dataset is not None:
            leads.to_system(mark[0])

    show.chart(exhibit, key="people", title=title, click=click)


def _colours(found: Outcome, dataset: Dataset | None) -> dict[str, str]:
    """Return the colours of the judged systems: those they have on all pages, where their dataset is open."""
    names = [system.name for system in found.study.systems]
    known = {} if dataset is None else current().colours
    return {name: known.get(name, colour) for name, colour in theme.system_colours(names).items()}


def _r(value: float) -> str:
    return "" if math.isnan(value) else f" · r = {number(value)}"


def _committee(found: Outcome, dataset: Dataset | None) -> str:
    """Return whose difficulties f_b comes from."""
    weights = None if dataset is None else dataset.difficulty
    return found.study.committee if weights is None else weights.committee


def _table(found: Outcome, frame: pd.DataFrame, *, committee: str) -> None:
    keys = [key for key in JUDGED if key != "f_b" or has_f_b(found)]
    tables.table(frame, tables.columns(JUDGED, keys), key="scores by people", alt=_("People's scores of the systems"))
    if "f_b" in keys:
        facts = {"balanced": translated(ONE_COMMITTEE), "kind": own_kind_sentence(committee)}
        if committee:
            note = _("Committee: {committee}. {balanced} {kind}", committee=committee_said(committee), **facts)
        else:
            note = _("{balanced} {kind}", **facts)
        widgets.note(note)
