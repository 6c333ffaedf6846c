"""What judges have said so far: scores, what goes with them, agreement."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag import examples
from cwsdiag.exhibits.judges import has_f_b, headline, people
from cwsdiag.judging import outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import _, translated
from cwsdiag.report.difficulty import committee_note
from cwsdiag.report.judging_text import judges_said
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.ui.lab.session import Session


def page(session: Session, row: Any) -> None:
    """Draw the outcome of the study.

    Args:
        session: with the study.
        row: where the page has its choices.
    """
    study, is_example, look = session.study, session.file.is_example, current().found
    if look is not None and not study.fits(look.dataset):
        look = None
    result = outcome(study, session.judgements, f_b=None if look is None else balanced_of(look.dataset))
    with row:
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
    sentence, remark = headline(result)
    weights = None if look is None else look.dataset.difficulty
    about = [remark, judges_said(result)]
    if has_f_b(result):
        about.append(committee_note(study.committee if weights is None else weights.committee))
    if is_example:
        sentence, about = _("Example: {said}", said=sentence), [translated(examples.MARKED_BY_RULE), *about]
    widgets.lead(sentence, widgets.joined(*about))
    if not result.finished:
        return
    # Systems have the colours of all pages, where their dataset is open.
    content = people(result, {} if look is None else current().colours)
    if look is None:
        content = replace(content, source=study.dataset, click=None)
        exhibit = show.alone("lab", "judges", content)
    else:
        exhibit = show.exhibit(look, "judges", content, study=study.name)
    show.chart(exhibit, key="people", title=content.title)
    show.table(exhibit, key="scores by people")
