"""What has the built-in segmenter learn, on the Criteria page: its template, the button, how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from cwsdiag.difficulty import TEMPLATES
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.criteria.work import DEFAULT_TEMPLATE
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.work import progress
from cwsdiag.views.wording import template_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.difficulty import Template
    from cwsdiag.ui.work.jobs import Job

Result = TypeVar("Result")
_TEMPLATE = "template of the built-in segmenter"
_LABEL = lazy("Let the built-in segmenter learn")
_HELP = lazy("Models are kept in the server's cache folder: what was learnt once is not learnt again.")


def chosen_template() -> Template:
    """Return the template that was chosen; it outlives a visit to other pages."""
    template: Template = st.session_state.get(_TEMPLATE, DEFAULT_TEMPLATE)
    return template


def controls(
    find: Callable[[Template], Job[Result] | None], ask: Callable[[Template], None], *, key: str
) -> Job[Result] | None:
    """Draw what chooses the template and has segmenters learnt; return the work, None where nobody asked for it.

    Args:
        find: gives the work under a template.
        ask: in a callback: begins it.
        key: of what is drawn.
    """
    job = find(chosen_template())
    with widgets.controls(key), st.container(horizontal=True, vertical_alignment="center", key=f"{key} settings"):
        _choose(key)
        if job is None or job.state in ("stopped", "failed"):
            st.button(translated(_LABEL), key=f"ask for {key}", icon=":material/school:", help=translated(_HELP),
                      on_click=ask, args=(chosen_template(),))  # fmt: skip
    return job


def result(job: Job[Result] | None, *, key: str) -> Result | None:
    """Return what came of the work; before that draw how far it is, or why it is over that is not done."""
    if job is None or job.state == "done":
        return None if job is None else job.result()
    if job.done():
        progress.ended(job, "segmenters")
    else:
        progress.progress(job, "segmenters", key=key)
    return None


def _choose(key: str) -> None:
    def changed(template: Template) -> None:
        st.session_state[_TEMPLATE] = template

    state.draw_input(
        f"choose template for {key}",
        st.segmented_control,
        value=chosen_template(),
        changed=changed,
        label=_("Template of the built-in segmenter"),
        options=TEMPLATES,
        format_func=template_said,
        required=True,
        label_visibility="collapsed",
        help=_("The features: template 1 looks at three characters, 2 at five, 3 at five and more of their pairs."),
    )
