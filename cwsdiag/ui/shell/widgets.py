"""What pages are built from.

Texts that come from files are shown escaped by ``st.html``, and by tables: never as Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import streamlit as st

from cwsdiag.attributes import Attribute
from cwsdiag.attributes.base import LABEL, SLICE
from cwsdiag.languages import _, translated
from cwsdiag.languages.visible import escape
from cwsdiag.languages.visible import plain as plain
from cwsdiag.ui import state
from cwsdiag.ui.shell import empty, navigation
from cwsdiag.ui.shell.view import View, current
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import prepared
from cwsdiag.views.buckets import low_score_sentence
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.wording import in_turn, listed

Manner = Literal["error", "warning", "info"]


def missed() -> None:
    """Say what the address asks for and is not here, if anything."""
    names = state.missed()
    if not names:
        return
    pairs = listed([f"{key}={value}" for key, value in names.items()])
    text = _("This address asks for what is not here: {named}.", named=pairs)
    if current().entry is not None:
        text += _(" What you see was chosen instead.")
    if Key.DATASET in names:
        text += _(" Uploaded files are seen in the browser that they were uploaded with, and by its link for another.")
    box("warning", text)


def view_with_systems() -> View | None:
    """Return what is selected; where there is no system to look at, say what to do, and return None."""
    view = current()
    if view.a is None:
        empty.without_systems(view)
        return None
    prepared(view.look)
    return view


def controls(name: str, *, in_a_row: bool = False) -> Any:
    """Return a container for what is operated, not read: it is not printed.

    Args:
        name: of the container, on its page.
        in_a_row: whether what it holds stands side by side.
    """
    return st.container(key=f"controls {name}", horizontal=in_a_row, vertical_alignment="center")


def next_page(name: str, label: str, *, icon: str | None = ":material/arrow_forward:", **changes: str | None) -> None:
    """Link to a page, with the selection as it is but for ``changes``; None takes something out of it."""
    address = navigation.address(name) | changes
    st.page_link(
        navigation.page(name),
        label=translated(label),
        icon=icon,
        query_params={key: value for key, value in address.items() if value is not None},
    )


def download(
    label: str,
    *,
    data: str | bytes | Callable[[], str | bytes],
    name: str,
    key: str,
    help: str = "",
) -> None:
    """Draw a button that saves a file, which no browser opens; a click does not run the page again.

    Args:
        label: what the button says; Markdown.
        data: what is saved, or what makes it once the button is clicked.
        name: of the file.
        key: of the button.
        help: what is said when the pointer is on it.
    """
    st.download_button(
        translated(label),
        data=data,
        file_name=name,
        mime="application/octet-stream",
        key=key,
        help=translated(help),
        icon=":material/download:",
        on_click="ignore",
    )


def box(manner: Manner, message: str, *, title: str = "") -> None:
    """Show a message, whatever it holds, as plain text."""
    role = "alert" if manner == "error" else "note"
    heading = f"<b>{escape(translated(title))}</b>" if title else ""
    st.html(f'<div class="cw-box cw-{manner}" role="{role}">{heading}{escape(translated(message))}</div>')


def lead(sentence: str, remark: str = "") -> None:
    """Draw what a page says first, and how it is to be taken.

    Args:
        sentence: any text.
        remark: behind an i, which opens it; any text.
    """
    st.html(f'<div class="cw-lead">{escape(translated(sentence))}{_about(remark)}</div>')


def _about(text: str) -> str:
    """Return a text behind an i, which opens it; empty for none."""
    if not text:
        return ""
    about = escape(_("How this is to be taken"))
    summary = f'<summary aria-label="{about}" title="{about}">ⓘ</summary>'
    return f"<details>{summary}{escape(translated(text))}</details>"


def said(sentence: str) -> None:
    """Show a sentence one may quote from a part of a page."""
    st.html(f'<p class="cw-said">{escape(translated(sentence))}</p>')


def note(*texts: str) -> None:
    """Show remarks in small type, one after the other; those that are empty are left out."""
    if said := in_turn(*texts):
        st.html(f'<p class="cw-note">{escape(said)}</p>')


def toggle(key: Key, text: str, *, label: str, help: str) -> bool:
    """Draw the switch that selects a text, or nothing; return whether it is on."""
    is_on = state.choose(key, [text]) is not None
    state.bind(key, st.toggle, value=is_on, to_text=lambda _on: text, default=False, label=label, help=help)
    return is_on


def segments(key: Key, names: Mapping[str, str], *, label: str) -> str:
    """Draw the choice of one among few, side by side, which selects it; return what is chosen, else the first.

    Args:
        key: what it selects.
        names: what people read, by what the address says; of the first it says nothing.
        label: for screen readers.
    """
    first = next(iter(names))
    value = state.choose(key, names) or first
    options = {"default": first, "required": True, "label_visibility": "collapsed"}
    select(key, names, value, draw=st.segmented_control, label=label, **options)
    return value


def select(
    key: Key, names: Mapping[Any, str], value: Any, *, draw: Callable[..., Any] = st.selectbox, **options: Any
) -> None:
    """Draw the choice of one among many, or of several with ``st.multiselect``, which selects it.

    Args:
        key: what it selects.
        names: what people read, by what the address says.
        value: what is chosen.
        draw: the widget.
        options: of ``state.bind`` and the widget.
    """
    state.bind(
        key,
        draw,
        value=value,
        options=list(names),
        format_func=lambda name: translated(names[name]),
        **options,
    )


def heading(title: str, remark: str = "", *, about: str = "") -> None:
    """Draw the title of a part of a page, with a remark in small type beside it, and what is behind an i."""
    text = escape(translated(title))
    st.html(f'<h2 class="cw-word">{text}<small>{escape(translated(remark))}</small>{_about(about)}</h2>')


def attribute_meanings(look: PrivateLook) -> None:
    """Offer what each attribute means, with its formula, where it is defined, and how a low score is read."""
    with st.popover(_("Attributes"), icon=":material/function:"):
        for bucketed in look.diagnosis.attributes:
            attribute = bucketed.attribute
            told = _("{label}: {meaning}", label=translated(attribute.label), meaning=_described(attribute))
            low_score = translated(low_score_sentence(attribute.low_score))
            st.html(f"<b>{escape(attribute.key)}</b> {escape(told + low_score)}")
            if attribute.formula:
                st.code(translated(attribute.formula), language=None, wrap_lines=True)


def meaning(attribute: Attribute) -> str:
    """Return an attribute's sentence, source, reading of a low score and formula as a help text."""
    # The formula is set as code: elsewhere Markdown would read its stars and bars.
    formula = f"\n\n`{translated(attribute.formula)}`" if attribute.formula else ""
    described = _described(attribute)
    # They have names of labels, which come from a file.
    described = plain(described) if attribute.key.startswith((LABEL, SLICE)) else described
    return f"{described}{translated(low_score_sentence(attribute.low_score))}{formula}"


def _described(attribute: Attribute) -> str:
    """Return an attribute's sentence with where it is defined."""
    described = translated(attribute.description)
    source = translated(attribute.source)
    return _("{described} ({source})", described=described, source=source) if source else described
