"""Findings: all that was pinned, in order; one of them large, to be titled, noted, moved, opened and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import made
from cwsdiag.findings import changed_files, standing
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.keeping import finding, proposing, report_button, tray
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.columns import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.findings import Finding
    from cwsdiag.ui.keeping.looks import SessionLooks

# What a row says of a finding whose files are others now, and of one that cannot be made any more.
_CHANGED, _GONE = lazy("changed"), lazy("cannot be shown")
_FEW = 400
_EMPTY = (
    ("overview", lazy("Overview: which system is best")),
    ("self_diagnosis", lazy("One system: where a system fails most")),
    ("compare", lazy("Two systems: where two differ")),
)


def page() -> None:
    """Draw the page."""
    widgets.page_head("findings")
    proposing.add()
    findings = tray.findings()
    if problem := tray.problem():
        widgets.box("warning", problem, title=_("Not kept for another time") if findings else "")
    if not findings:
        _empty()
        _undo()
        return
    ids = [one.id for one in findings]
    chosen = ids.index(state.choose(Key.FINDING, ids, default=ids[0]) or ids[0])
    looks = tray.looks()
    _above(findings, looks)
    report_button.remarks(findings)
    left, right = st.columns([0.4, 0.6], gap="medium")
    with left:
        _list(findings, chosen, looks)
    with right:
        finding.shown(findings, chosen, looks)


def _empty() -> None:
    widgets.lead(
        _("Nothing is pinned yet."),
        _(
            "The pin in the corner of a figure, a table, a sentence or a headline keeps it here, with what it says "
            "now: for the next talk, a report, or another day."
        ),
    )
    with widgets.controls("where to begin"), st.container(horizontal=True, vertical_alignment="center"):
        if current().found is not None:
            proposing.button(first=True)
        for name, label in _EMPTY:
            widgets.next_page(name, label)


def _above(findings: Sequence[Finding], looks: SessionLooks) -> None:
    """Say how many there are and where they lie, and draw what is done with all of them."""
    said = n_("{n:,} finding.", "{n:,} findings.", len(findings))
    kept = "" if tray.problem() else tray.where_kept()
    with st.container(horizontal=True, vertical_alignment="center"):
        widgets.note(f"{said} {kept}".strip())
        with widgets.controls("all findings", in_a_row=True, beside=True):
            _undo()
            proposing.button()
            widgets.next_page("talk", _("Present them"), icon=":material/slideshow:")
            report_button.report_button(findings, looks)


def _undo() -> None:
    """Draw what brings back the finding that was removed last, if there is one."""
    gone = tray.removed()
    if gone is not None:
        st.button(
            _("Bring back “{title}”", title=widgets.plain(_cut(gone.title))),
            key="bring back",
            icon=":material/undo:",
            type="tertiary",
            on_click=tray.restore,
        )


def _cut(title: str, longest: int = 40) -> str:
    return title if len(title) <= longest else f"{title[: longest - 1]}…"


def _list(findings: Sequence[Finding], chosen: int, looks: SessionLooks) -> None:
    rows = pd.DataFrame(
        {
            "number": range(1, len(findings) + 1),
            "title": [_cut(one.title, _FEW) for one in findings],
            "dataset": [one.where.dataset for one in findings],
            "standing": [translated(_standing(one, looks)) for one in findings],
        }
    )
    columns = {
        "number": tables.Shown(Column("", format="count"), width=34),
    }
    if rows["standing"].any():
        columns["standing"] = tables.Shown(
            Column(lazy("now"), lazy("Whether the files it rests on are the same as when it was pinned.")), width=76
        )
    columns["title"] = tables.Shown(Column(lazy("title")), width="large")
    if rows["dataset"].nunique() > 1:
        columns["dataset"] = tables.Shown(Column(lazy("dataset")), width=90)
    tables.choosing_table(
        rows,
        columns,
        key="findings",
        chosen=chosen,
        lead=lambda row: state.put(Key.FINDING, findings[row].id),
        alt=_("Findings in their order"),
    )


def _standing(finding: Finding, looks: SessionLooks) -> str:
    """Say whether a finding says something else because its files are others now; empty where it does not."""
    try:
        exhibit = made(looks.look(finding.where), finding.kind, finding.options)
        # Its numbers may take a test: they are asked for only where a file is another one.
        changed = changed_files(finding, exhibit) and not standing(finding, exhibit).is_same
    except CwsdiagError:
        return _GONE
    return _CHANGED if changed else ""
