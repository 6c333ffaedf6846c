"""How a system is named in legends: in its own colour, A and B with the marks they have in figures."""

from __future__ import annotations

from cwsdiag.languages import translated
from cwsdiag.languages.visible import escape


def system(role: str, text: str, *, colour: str) -> str:
    """Return the HTML of what is said of a system.

    Args:
        role: ``a``, ``b``, or that of a further row of a ribbon.
        text: what is said; words of files in it are escaped here.
        colour: of the system, from the theme.
    """
    return f'<span class="cw-name-{role} cw-system" style="--c: {colour}">{escape(translated(text))}</span>'
