"""The pages, the line of links to them, and the way from one to another with the selection kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

import streamlit as st

from cwsdiag.files import site_folder
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.ui import state
from cwsdiag.ui.state import Key

_TOOL = "cwsdiag"
_DESTINATION = "destination"
# What every page's address says of the selection.
EVERYWHERE = ("recent", "dataset", "submissions", "system", "other", "buckets", "unit", "baselines", "lang")


@dataclass(frozen=True)
class PageSpec:
    """A page.

    Attributes:
        title: as links and the browser name it.
        own: what its address says beside ``shared``.
        names_systems: whether A and B are chosen over it; where people judge without knowing them, they are not.
        shared: what of the selection of all pages its address says.
    """

    title: str
    own: tuple[str, ...] = ()
    names_systems: bool = True
    shared: tuple[str, ...] = EVERYWHERE

    @property
    def keys(self) -> tuple[str, ...]:
        """What of the selection its address says."""
        return self.shared + self.own


# By the name of the file in pages/, and of the address.
PAGES = {
    "files": PageSpec(lazy("Files")),
    "summary": PageSpec(lazy("Summary"), ("part", "measure")),
    "diagnosis": PageSpec(
        lazy("Diagnosis"),
        (
            *("part", "attribute", "bucket", "where", "shape", "cause", "of", "missed", "show", "text", "list"),
            *("columns", "word", "pattern", "form", "place", "first", "field", "sort"),
        ),
    ),
    "sentences": PageSpec(lazy("Sentences"), ("part", "sentence", "order", "text", "more", "place")),
    "talk": PageSpec(lazy("Talk"), ("finding", "slide"), names_systems=False),
    "scores": PageSpec(lazy("Scores"), ("part", "pairs", "references", "costs")),
    "difficulty": PageSpec(lazy("Difficulty"), ("part", "members", "seed", "templates", "ratios", "learner")),
    "datasets": PageSpec(
        lazy("Datasets"),
        ("part", "cut", "measure", "over", "published", "model", "normalise", "train", "test", "string"),
    ),
    "lab": PageSpec(
        lazy("Lab"),
        ("part", "task", "track", "scores", "study", "results"),
        names_systems=False,
        shared=("recent", "dataset", "submissions", "baselines", "lang"),
    ),
}
# What stands in the line of links; the others are behind More.
SCREENS = ("files", "summary", "diagnosis", "sentences", "talk")


def page(name: str) -> Any:
    """Return a page by the name of its file, an object for the caller alone: runs put into it whether it may be run."""
    return copy(_page(name, language()))


# Streamlit looks each up on the disk, part by part of its path: a hundred questions a run that everybody waits for,
# since whoever asks the disk lets all other runs go first.
@cache
def _page(name: str, _language: str) -> Any:
    title = f"{translated(PAGES[name].title)} – {_TOOL}"
    return st.Page(site_folder() / "pages" / f"{name}.py", title=title, url_path=name)


def address(name: str) -> dict[str, str]:
    """Return the selection as the address of a page says it."""
    said = state.address(PAGES[name].keys, page=name)
    state.leads_to(name, said)
    return said


def links(more: Iterable[str], findings: int, at_home: Mapping[str, Any]) -> None:
    """Draw the links to all pages in one line, each with the selection.

    Streamlit would draw them by itself, but its own lead to an empty selection.

    Args:
        more: the pages behind More.
        findings: how many there are.
        at_home: the page at / by the screen that it draws; empty on every other page.
    """
    with st.container(key="navigation", horizontal=True, gap="small", vertical_alignment="center"):
        for name in SCREENS:
            label = translated(PAGES[name].title)
            counted = _("{page} ({n:,})", page=label, n=findings) if name == "talk" and findings else label
            st.page_link(at_home.get(name) or page(name), label=counted, query_params=address(name), width="content")
        label, here = _("More"), state.page()
        if here in PAGES and here not in SCREENS:
            label = _("More: **{page}**", page=translated(PAGES[here].title))
        # Another on each page: it would stay open over the page that its link leads to.
        with st.popover(label, type="tertiary", key=f"more of {here}"):
            for name in more:
                st.page_link(page(name), label=translated(PAGES[name].title), query_params=address(name))


def lead_to(name: str, **changes: str | None) -> None:
    """In a callback: go to a page, with the selection as it is but for ``changes``; None takes something out of it."""
    for key, value in changes.items():
        state.put(Key(key), value, page=name)
    if name != state.page():
        st.session_state[_DESTINATION] = name


def follow() -> None:
    """Go where a callback led, before anything of the page that was left is drawn again."""
    name = st.session_state.pop(_DESTINATION, None)
    if name is not None:
        there = address(name)
        state.passes(there)
        st.switch_page(page(name), query_params=there)
