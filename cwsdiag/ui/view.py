"""What is being looked at, checked against what there is: dataset, A, B and the results they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.attributes import available
from cwsdiag.buckets import ways
from cwsdiag.errors import SettingError
from cwsdiag.ui import cached, state, store
from cwsdiag.ui.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.results import Results
    from cwsdiag.ui.store import Catalogue, Entry

_VIEW = "view of this run"

# Ways of making buckets that can be chosen for all attributes at once, in the notation of cwsdiag.buckets.
OWN_BUCKETS = "own"
BUCKET_WAYS = {
    OWN_BUCKETS: "each attribute's own",
    "classes": "small, medium, large",
    **{f"equal:{number}": f"{number} of equal count" for number in (3, 4, 5, 6, 8, 10)},
}


@dataclass(frozen=True, eq=False)
class View:
    """The selection as every page needs it.

    Attributes:
        catalogue: what could be chosen.
        entry: the chosen dataset; None where nothing is loaded.
        results: of the dataset; None where it has no usable gold file.
        a, b: names of the chosen systems; None where there are not as many.
        missing: the dataset an address asked for that is not there, empty as a rule.
    """

    catalogue: Catalogue
    entry: Entry | None
    results: Results | None
    a: str | None
    b: str | None
    missing: str = ""

    @property
    def presenting(self) -> bool:
        """Whether the page is shown to an audience: large, and without anything to operate."""
        return state.get(Key.PRESENT) is not None

    @property
    def known(self) -> Results:
        """The results, for pages that are only drawn where there are some.

        Raises:
            ValueError: there are none.
        """
        if self.results is None:
            raise ValueError("a page without results asked for them")
        return self.results

    @property
    def roles(self) -> dict[str, str]:
        """The chosen systems by role: ``a``, and ``b`` where there is one."""
        return {role: name for role, name in (("a", self.a), ("b", self.b)) if name is not None}


def current() -> View:
    """Return what is selected in this run."""
    view: View = st.session_state[_VIEW]
    return view


def look() -> View:
    """Check what is selected, once a run: what does not exist is dropped for what does."""
    view = _checked()
    st.session_state[_VIEW] = view
    return view


def _checked() -> View:
    catalogue = store.catalogue()
    asked = state.get(Key.DATASET)
    entries = catalogue.entries
    # The sample stays closed until somebody asks for it, unless it is what the server was started with.
    default = next((id for id, entry in entries.items() if entry.origin != "sample"), None)
    chosen = state.choose(Key.DATASET, list(entries), default=default)
    missing = asked if asked is not None and asked != chosen else ""
    if chosen is None:
        return View(catalogue, None, None, None, None, missing)
    entry = entries[chosen]
    results = cached.results(entry, _buckets())
    systems = results.systems if results is not None else []
    a = state.choose(Key.SYSTEM, systems, default=next(iter(systems), None))
    others = [system for system in systems if system != a]
    b = state.choose(Key.OTHER, others, default=next(iter(others), None))
    return View(catalogue, entry, results, a, b, missing)


def _buckets() -> str | None:
    """Return the selected way of making buckets, in the notation of ``cwsdiag.buckets``; None for each one's own."""
    notation = state.get(Key.BUCKETS)
    if notation is not None:
        try:
            ways(notation, available())
        except SettingError:
            notation = None
            state.put(Key.BUCKETS, None)
    return notation
