"""What judges have said so far: scores, what goes with them, agreement."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag import examples
from cwsdiag.exhibits.judges import has_f_b, headline, people
from cwsdiag.judging import outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import _, translated
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.report.judging_text import judges_said
from cwsdiag.ui.judging import entry
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.columns import JUDGED
from cwsdiag.views.committee import committee_said, own_kind_sentence

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
    result = outcome(study, session.judgements, f_b=None if look is None else balanced_of(look.dataset))
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
        _people(result, look)
    widgets.note(judges_said(result))
    if is_example:
        entry.another_study(session)


def _people(result: Outcome, look: PrivateLook | None) -> None:
    """Draw what people's scores are, as a chart and a table."""
    # Systems have the colours of all pages, where their dataset is open.
    content = people(result, {} if look is None else current().colours)
    if look is None:
        shown = show.alone("judge", "judges", replace(content, source=result.study.dataset))
    else:
        shown = show.exhibit(look, "judges", content, study=result.study.name)

    def click(mark: Sequence[Any]) -> None:
        if look is not None:
            leads.to_system(mark[0])

    show.chart(shown, key="people", title=content.title, click=click)
    frame = pd.DataFrame([asdict(one) for one in result.ranked])
    keys = [key for key in JUDGED if key != "f_b" or has_f_b(result)]
    tables.table(frame, tables.columns(JUDGED, keys), key="scores by people", alt=_("People's scores of the systems"))
    if has_f_b(result):
        widgets.note(_committee_note(result, look))


def _committee_note(result: Outcome, look: PrivateLook | None) -> str:
    """Return whose difficulties f_b comes from."""
    weights = None if look is None else look.dataset.difficulty
    committee = result.study.committee if weights is None else weights.committee
    facts = {"balanced": translated(ONE_COMMITTEE), "kind": own_kind_sentence(committee)}
    if committee:
        return _("Committee: {committee}. {balanced} {kind}", committee=committee_said(committee), **facts)
    return _("{balanced} {kind}", **facts)
