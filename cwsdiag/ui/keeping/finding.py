"""One finding of the tray: what it shows, what it said when it was pinned and says now, and what is done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import made
from cwsdiag.findings import kept, standing
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import navigation, show, state, tongue, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.wording import listed, number, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits import Exhibit
    from cwsdiag.findings import Finding, Standing
    from cwsdiag.ui.keeping.looks import SessionLooks

# What the files are called that a finding rests on; a prediction by its system.
_FILES = {"gold": lazy("gold"), "training": lazy("training data"), "weights": lazy("difficulties")}
_LONGEST_TITLE, _LONGEST_NOTE = 300, 5_000
# What the numbers of headlines are called.
_NUMBERS = {
    "f1": lazy("F1"),
    "f1_low": lazy("F1, lower end of the interval"),
    "f1_high": lazy("F1, upper end of the interval"),
    "ahead": lazy("lead"),
    "ahead_low": lazy("lead, lower end of the interval"),
    "ahead_high": lazy("lead, upper end of the interval"),
    "cost": lazy("cost"),
    "cost_low": lazy("cost, lower end of the interval"),
    "cost_high": lazy("cost, upper end of the interval"),
    "difference": lazy("difference"),
    "low": lazy("lower end of the interval"),
    "high": lazy("upper end of the interval"),
    "p": lazy("p"),
    "f_b": lazy("balanced F (f_b)"),
    "f_b_low": lazy("balanced F (f_b), lower end of the interval"),
    "f_b_high": lazy("balanced F (f_b), upper end of the interval"),
    "mean_f1": lazy("mean F1"),
    "swaps": lazy("pairs of systems that change places"),
    "missed": lazy("missed words"),
    "most": lazy("of the most frequent kind"),
    "wrong": lazy("places that are wrong"),
    "words": lazy("words"),
    "wrong_a": lazy("words that A gets wrong"),
    "wrong_b": lazy("words that B gets wrong"),
}


def shown(findings: Sequence[Finding], place: int, looks: SessionLooks) -> None:
    """Draw one finding.

    Args:
        findings: all of them.
        place: of the one.
        looks: what it is made from.
    """
    one = findings[place]
    _title(one)
    try:
        exhibit = made(looks.look(one.where), one.kind, one.options)
        with st.spinner(_("Reading what it rests on …")):
            now, said = standing(one, exhibit), exhibit.content.sentence
    except CwsdiagError as error:
        widgets.box("warning", on_page(error), title=_("This finding cannot be shown now"))
        if one.headline:
            widgets.said(_("As pinned: {headline}", headline=one.headline))
        _acts(findings, place, None, looks)
        return
    _acts(findings, place, exhibit, looks)
    _drawn(one, exhibit)
    widgets.said(said)
    if not now.is_same:
        _changed(one, exhibit, now)
    _note(one)
    widgets.signature_line(exhibit.signature)


def _title(one: Finding) -> None:
    state.draw_input(
        f"title of {one.id}",
        st.text_input,
        value=one.title,
        changed=lambda given: tray.change(one.id, title=given),
        label=_("Title"),
        max_chars=max(_LONGEST_TITLE, len(one.title)),
    )


def _note(one: Finding) -> None:
    state.draw_input(
        f"note of {one.id}",
        st.text_area,
        value=one.note,
        changed=lambda given: tray.change(one.id, note=given),
        label=_("Note"),
        max_chars=max(_LONGEST_NOTE, len(one.note)),
        height=90,
        placeholder=_("what to say about it"),
    )


def _acts(findings: Sequence[Finding], place: int, exhibit: Exhibit | None, looks: SessionLooks) -> None:
    """Draw what moves a finding, opens where it stands, and removes it."""
    one = findings[place]
    with widgets.controls("finding"), st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if exhibit is not None:
            _open(one, exhibit, looks)
        steps = (("up", _("Up"), ":material/arrow_upward:", -1), ("down", _("Down"), ":material/arrow_downward:", 1))
        for key, label, icon, by in steps:
            st.button(
                label,
                key=f"finding {key}",
                icon=icon,
                type="tertiary",
                disabled=not 0 <= place + by < len(findings),
                on_click=_move,
                args=(one.id, by),
            )
        st.button(
            _("Remove"),
            key="finding remove",
            icon=":material/delete:",
            type="tertiary",
            on_click=_remove,
            args=(findings, place),
        )


def _move(id: str, by: int) -> None:
    """In a callback: move a finding, which stays the one that is shown: the first is that without being chosen."""
    state.put(Key.FINDING, id)
    tray.move(id, by)


def _remove(findings: Sequence[Finding], place: int) -> None:
    """In a callback: take a finding away, and choose the one that follows it."""
    left = [one.id for one in findings if one.id != findings[place].id]
    state.put(Key.FINDING, left[min(place, len(left) - 1)] if left else None)
    tray.remove(findings[place].id)


def _open(one: Finding, exhibit: Exhibit, looks: SessionLooks) -> None:
    """Link to where a finding stands, with what was selected there."""
    entry = looks.entry(one.where.dataset)
    if entry is None:
        return
    spec = navigation.PAGES[exhibit.kind.page]
    # Whatever was selected since has no part in it.
    stays = {Key.RECENT, Key.LANGUAGE, Key.SUBMISSIONS}
    changes: dict[str, str | None] = {str(key): None for key in spec.keys if key not in stays}
    changes |= {key: value for key, value in {**one.address, **exhibit.address}.items() if key in changes}
    changes[Key.BASELINES] = None if one.where.baselines == entry.files.baselines else SWITCH[one.where.baselines]
    changes[Key.DATASET] = entry.id
    widgets.next_page(exhibit.kind.page, _("Open on {page}", page=translated(spec.title)), **changes)


def _drawn(one: Finding, exhibit: Exhibit) -> None:
    """Draw what is shown large, or else what there is."""
    content = exhibit.content
    if one.show == "table" and content.table is not None:
        show.table(exhibit, key="finding table")
    elif one.show != "headline" and content.chart is not None:
        show.chart(exhibit, key="finding figure", size=HALF)
    elif one.show == "ribbon" or (content.chart is None and content.table is None):
        show.sentence(exhibit, key="finding ribbon")


def _changed(one: Finding, exhibit: Exhibit, now: Standing) -> None:
    """Say that a finding says something else now, with both numbers, and offer to keep what it says now."""
    with st.container(key="finding changed"):
        if now.changed:
            said = _(
                "The files it rests on have changed: {names}.", names=listed([_file(name) for name in now.changed])
            )
        else:
            said = _("It rests on the same files, and says something else.")
        told = f"{said}\n{_('As pinned: {headline}', headline=one.headline)}" if one.headline else said
        widgets.box("warning", told, title=_("Not as it was pinned"))
        if now.numbers:
            st.html(_both(now))
        st.button(
            _("Keep what it says now"),
            key="finding renew",
            icon=":material/update:",
            type="tertiary",
            on_click=lambda: _renew(one, exhibit),
        )


def _file(name: str) -> str:
    """Return what people call a file, by the name of its digest."""
    return translated(_FILES[name]) if name in _FILES else name.removeprefix("system ")


def _both(now: Standing) -> str:
    """Return the numbers that differ as a table of HTML: as pinned and now."""
    heads = (_("number"), _("as pinned"), _("now"))
    rows = [
        (translated(_NUMBERS.get(name, name.replace("_", " "))), _written(before), _written(after))
        for name, (before, after) in now.numbers.items()
    ]
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f'<table class="cw-both"><tr>{head}</tr>{body}</table>'


def _written(value: float) -> str:
    """Return a count, or a score to four decimals; a dash where it is not defined."""
    return f"{value:,.0f}" if value > 1 and value.is_integer() else number(value, 4)


@tongue.spoken
def _renew(one: Finding, exhibit: Exhibit) -> None:
    """In a callback: keep what a finding says now, under the same title and note."""
    renewed = kept(exhibit, title=one.title, note=one.note, show=one.show, address=one.address, id=one.id)
    tray.keep([renewed if other.id == one.id else other for other in tray.findings()])
