"""The legend of the figures of the Study page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Mapping


def colour_key(colours: Mapping[str, str], *, dashes: Mapping[str, str] | None = None) -> None:
    """Explain the colours of a chart's lines."""
    styles = {"solid": "solid", "dash": "dashed", "dot": "dotted"}
    entries = "".join(
        f'<span><span class="cw-key" style="height:0;vertical-align:.28em;border-top:3px '
        f'{styles.get((dashes or {}).get(name, "solid"), "dashed")} {colour}"></span>{escape(name)}</span>'
        for name, colour in colours.items()
    )
    st.html(f'<div class="cw-legend">{entries}</div>')
