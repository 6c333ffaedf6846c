"""What is being looked at, checked against what there is: dataset, A, B and the results they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import streamlit as st

from cwsdiag.attributes import available
from cwsdiag.attributes.numeric import FEWEST
from cwsdiag.baselines import BASE, TOP
from cwsdiag.diagnosis.counting import ways_of
from cwsdiag.diagnosis.diagnosis import others
from cwsdiag.errors import BoardError, SettingError
from cwsdiag.exhibits.exhibit import BESIDE
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import plain
from cwsdiag.resampling import AUTO
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import Catalogue, DatasetEntry
from cwsdiag.ui.state import Key
from cwsdiag.views.look import Look, LookKey, PrivateLook
from cwsdiag.views.wording import on_page, units_offered

# What the address says of a switch; without a word of it, a project's own wish holds.
SWITCH = ("off", "on")
_VIEW = "view of this run"
# Over private gold, edges of one's own could be drawn around a single word.
_COARSE = re.compile(r"(?:\w+=)?(?:classes|equal:(?:1?[0-9]|20))")
_NO_EDGES = lazy("Your own edges are not used on private gold: they could reveal single words.")

# Ways of making buckets that can be chosen for all attributes at once, in the notation of cwsdiag.buckets.
OWN_BUCKETS = "own"
BUCKET_WAYS = {
    OWN_BUCKETS: lazy("each attribute's own"),
    "classes": lazy("small, medium, large"),
    **{f"equal:{number}": lazy("{n} of equal count", n=number) for number in range(1, 21)},
}


@dataclass(frozen=True, eq=False)
class View:
    """The selection as every page needs it.

    Attributes:
        catalogue: what could be chosen.
        entry: the chosen dataset; None where nothing is loaded.
        found: the dataset as it is looked at; None where it has no usable gold file.
        a, b: names of the chosen systems; None where there are not as many.
        where: the dataset and how it is looked at, as findings say it.
    """

    catalogue: Catalogue
    entry: DatasetEntry | None
    found: PrivateLook | None
    a: str | None
    b: str | None
    where: LookKey = field(default_factory=LookKey)

    @property
    def withholds_gold(self) -> bool:
        """Whether gold is private: figures may be shown, no word or boundary of gold, and no file with them."""
        return self.entry is not None and self.entry.withholds_gold

    @property
    def opened(self) -> DatasetEntry:
        """The dataset, for pages that are only drawn where there is one.

        Raises:
            ValueError: there is none.
        """
        if self.entry is None:
            raise ValueError("a page without a dataset asked for it")
        return self.entry

    @property
    def roles(self) -> dict[str, str]:
        """The chosen systems by role: ``a``, and ``b`` where there is one."""
        return {role: name for role, name in (("a", self.a), ("b", self.b)) if name is not None}

    @property
    def pair(self) -> dict[str, str]:
        """A, and B where there is one, by the names of the options of exhibits."""
        return dict(zip(("system", "other"), self.roles.values(), strict=False))

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each system of the project, shown or hidden, by what this session calls it."""
        return {} if self.entry is None else self.catalogue.colours(self.entry)

    @cached_property
    def look(self) -> PrivateLook:
        """What exhibits are made from, for pages that are only drawn where there is something to look at."""
        assert self.found is not None
        return replace(self.found, where=self.where, colours=self.colours, roles=self.roles)

    @property
    def open(self) -> Look:
        """The same with its words, for what is only drawn where gold is not private.

        Raises:
            ValueError: it is.
        """
        if not isinstance(self.look, Look):
            raise ValueError("words of a private gold were asked for")
        return self.look

    @property
    def has_others(self) -> bool:
        """Whether there are two systems at least beside A and B, whose misses may be counted."""
        own = [self.look.dataset.system(name) for name in self.roles.values()]
        return not self.withholds_gold and len(others(self.look.dataset, own)) >= FEWEST

    def beside(self) -> View:
        """Return the view in which how many of the others miss a word is an attribute, where that is selected."""
        if state.choose(Key.MISSED, BESIDE) is None or not self.has_others:
            return self
        state.correct(Key.MISSED, "".join(self.roles))
        return replace(self, found=self.open.beside(*self.roles.values()))

    def systems_at(self, key: Key) -> list[str]:
        """Return the systems that the address names under a key, by their places in the dataset, from 1."""
        places = (state.get(key) or "").split(",")
        return [name for place, name in enumerate(self.look.systems, start=1) if str(place) in places]

    def places_of(self, names: Iterable[str]) -> str:
        """Return systems as the address names them; see ``systems_at``."""
        return ",".join(str(self.look.systems.index(name) + 1) for name in names)


def current() -> View:
    """Return what is selected in this run."""
    view: View = st.session_state[_VIEW]
    return view


def select() -> View:
    """Check what is selected, once a run: what does not exist is dropped for what does."""
    view = st.session_state[_VIEW] = _checked()
    return view


def _checked() -> View:
    offered = catalogue.catalogue()
    asked = state.get(Key.DATASET)
    entries = offered.entries
    # The sample stays closed until somebody asks for it, unless it is what the server was started with.
    default = next((id for id, entry in entries.items() if entry.origin != "sample"), None)
    chosen = state.choose(Key.DATASET, entries, default=default)
    if asked is not None and asked != chosen and asked.startswith(catalogue.BOARD_PREFIX):
        raise BoardError(offered.board_problem)
    if chosen is None:
        return View(offered, None, None, None, None)
    entry = entries[chosen]
    wanted = state.choose(Key.BASELINES, SWITCH) or SWITCH[entry.files.baselines]
    unit = None
    if state.get(Key.UNIT) is not None:
        dataset = catalogue.loaded(entry).dataset
        unit = state.choose(Key.UNIT, [] if dataset is None else units_offered(dataset))
    baselines = wanted == "on" and entry.takes_baselines
    where = LookKey(entry.called, _buckets(entry), "" if unit in (None, AUTO) else unit, baselines)
    look = catalogue.look(entry, where)
    if entry.origin == "board" and not {BASE, TOP}.isdisjoint(file.name for file in entry.files.systems):
        where = replace(where, baselines=True)
    # Where nobody chose: the best, and its runner-up.
    systems = look.best_first if look is not None else []
    a = state.choose(Key.SYSTEM, systems, default=next(iter(systems), None))
    b = state.choose(Key.OTHER, systems)
    if b in (None, a):
        b = next((system for system in systems if system != a), None)
    return View(offered, entry, look, a, b, where)


def check_cut(entry: DatasetEntry, notation: str) -> None:
    """Check whether a dataset may be cut so, in the notation of ``cwsdiag.buckets``; private gold not at any edge.

    Raises:
        SettingError: it may not, or nothing can be cut so.
    """
    ways_of(list(available().values()), notation, ())
    if entry.withholds_gold and not all(map(_COARSE.fullmatch, notation.split(";"))):
        raise SettingError(_NO_EDGES)


def _buckets(entry: DatasetEntry) -> str:
    """Return the selected way of making buckets, in the notation of ``cwsdiag.buckets``; empty for each one's own."""
    notation = state.get(Key.BUCKETS)
    if notation is None:
        return ""
    try:
        check_cut(entry, notation)
    except SettingError as error:
        st.toast(plain(on_page(error)), icon=":material/warning:")
        state.correct(Key.BUCKETS, None)
        return ""
    return notation
