"""Single pages before an audience: what a page is about, as one slide over the whole window.

Pages without an exhibit of their own, and selections that no exhibit says, are drawn as they are, only larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from cwsdiag.diagnosis.word_types import SHOWS
from cwsdiag.errors import SettingError
from cwsdiag.exhibits import made
from cwsdiag.findings.slide import Slide
from cwsdiag.ui.sentence.page import walk
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.talk.stage import Play, stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.exhibits import Scene
    from cwsdiag.ui.shell.view import View

    # Slides of a page, and the place of the one that is selected.
    Shown = tuple[Sequence[Slide], int]

# What narrows a page down to what its exhibit does not say.
_NARROWED = {
    "explore": (Key.WHERE, Key.SHAPE, Key.CAUSE, Key.OF, Key.LIST, Key.TEXT, Key.WORD, Key.PATTERN, Key.FORM),
    "compare": (Key.PART,),
    "self_diagnosis": (Key.FIELD,),
}


def presented(page: str, view: View) -> bool:
    """Draw what a page is about as a slide, where it is shown to an audience; return whether that was done.

    Args:
        page: its name.
        view: what is selected.
    """
    page = "overview" if page == "home" else page
    if not view.presenting or view.results is None or view.a is None or page not in _SLIDES:
        return False
    if any(state.get(key) for key in _NARROWED.get(page, ())):
        return False
    try:
        shown = _SLIDES[page](view)
    except SettingError:
        # Of private gold, or of what an address asks for and is not there: the page says so.
        return False
    if shown is None:
        return False
    slides, at = shown
    address = slides.address if isinstance(slides, _Walk) else None
    stage(Play(slides, at, leave=lambda: state.put(Key.PRESENT, None), address=address))
    return True


def _one(view: View, kind: str, **options: str | None) -> Shown:
    given = {name: value for name, value in options.items() if value is not None}
    slide = Slide(made(view.scene, kind, given))
    # What keeps it from being made is found out here, where the page can still be drawn as it is.
    _ = slide.sentence, slide.large
    return [slide], 0


def _overview(view: View) -> Shown:
    return _one(view, "scores")


def _self_diagnosis(view: View) -> Shown:
    order = state.choose(Key.FIRST, ("f1", "cost"))
    return _one(view, "self", system=view.a, order=order)


def _compare(view: View) -> Shown | None:
    return None if view.b is None else _one(view, "compare", system=view.a, other=view.b)


def _explore(view: View) -> Shown:
    which = state.choose(Key.SHOW, SHOWS)
    bucket = state.get(Key.BUCKET)
    attribute = state.get(Key.ATTRIBUTE) if bucket else None
    return _one(view, "words", system=view.a, other=view.b, which=which, attribute=attribute, bucket=bucket)


def _sentence(view: View) -> Shown | None:
    way = walk(view)
    return None if way.chosen is None else (_Walk(view.scene, view.roles, way.sentences), way.rank)


def _difficulty(view: View) -> Shown | None:
    kind = {None: "balanced", "words": "hard-words"}.get(state.get(Key.PART))
    return None if kind is None or view.known.dataset.difficulty is None else _one(view, kind)


class _Walk(Sequence[Slide]):
    """Sentences in the order of their page, each a slide once it is asked for."""

    def __init__(self, scene: Scene, roles: dict[str, str], sentences: tuple[int, ...]) -> None:
        self.sentences = sentences
        names = {"a": "system", "b": "other"}
        self._scene, self._systems = scene, {names[role]: name for role, name in roles.items()}

    def __len__(self) -> int:
        return len(self.sentences)

    @overload
    def __getitem__(self, place: int) -> Slide: ...
    @overload
    def __getitem__(self, place: slice) -> list[Slide]: ...
    def __getitem__(self, place: int | slice) -> Slide | list[Slide]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        number = str(self.sentences[place] + 1)
        return Slide(made(self._scene, "sentence", {**self._systems, "sentence": number}))

    def address(self, place: int) -> dict[str, str | None]:
        """Return what the address says of a slide."""
        return {Key.SENTENCE: str(self.sentences[place] + 1)}


_SLIDES: dict[str, Callable[[View], Shown | None]] = {
    "overview": _overview,
    "self_diagnosis": _self_diagnosis,
    "compare": _compare,
    "explore": _explore,
    "sentence": _sentence,
    "difficulty": _difficulty,
}
