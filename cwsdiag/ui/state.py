"""The selection: what the person is looking at, in the page's address and in the session.

The address says what was chosen, and nothing that is so by default: a link can be copied, and Back and Forward walk
through what the person did. Each act makes one entry in the browser's history, and nothing else makes any; where it
leads to another page by itself Streamlit makes one more before, which shows what the page that was left showed:

- An act changes the session's selection, by ``put``; the address is written once, at the end of the run that the act
  began. Links to pages carry the whole selection of the page they lead to, so that it has nothing left to write.
- An address that is not the one written last comes from a link, from Back, Forward or somebody's hand: the run takes
  it over whole, and what it does not say is not selected. What it says and the page must not say is taken out of it.

A value is checked where its options are known, by ``choose``. What an address asks for and is not there is not used;
``missed`` says so, until the next act.

A widget never holds a selection of its own: it is given the value before it is drawn, and puts what was chosen back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from cwsdiag.languages import LANGUAGES, _, language, speak, understood

# What is selected, by its name in the address.
Selected = dict[str, str]

P = ParamSpec("P")
_HISTORY = "selection"
_WIDGET = "choose "

# What can be selected, each by its name in the address, which is in small letters.
Key = StrEnum(
    "Key",
    "RECENT DATASET SYSTEM OTHER BUCKETS BASELINES UNIT ATTRIBUTE BUCKET SHOW TEXT WORD FORM PLACE WHERE SHAPE "
    "CAUSE OF LIST PATTERN SENTENCE SORT COLUMNS FIRST FIELD MISSED ORDER MORE REFERENCES COSTS SUBMISSIONS TASK "
    "TRACK SCORES PAIRS STUDY RESULTS PART CUT MEASURE OVER PUBLISHED MODEL NORMALISE TRAIN TEST STRING MEMBERS "
    "SEED TEMPLATES RATIOS LEARNER FINDING SLIDE LANG",
)

# What stands for other things on other pages: each has its own.
_OF_A_PAGE = frozenset({Key.PART, Key.MEASURE})


@dataclass
class _History:
    """What a session remembers of its selection.

    Attributes:
        selected: what is selected, by its name in the address; also what pages other than the present one say.
        page: the page that was shown last; None before the first.
        elsewhere: of what stands for other things on other pages, what was selected there last.
        address: what the address of the page said then.
        acted: whether an act changed the selection since the address was written.
        foreign: whether the address came from outside: a link, Back, somebody's hand.
        missed: what such an address asked for and is not there.
        passed: by page and address of the entries that Streamlit makes on the way to another page, the address that the
            page had.
    """

    selected: Selected = field(default_factory=dict)
    page: str | None = None
    elsewhere: dict[str | None, Selected] = field(default_factory=dict)
    address: Selected = field(default_factory=dict)
    acted: bool = False
    foreign: bool = False
    missed: dict[Key, str] = field(default_factory=dict)
    passed: dict[tuple[str | None, frozenset[tuple[str, str]]], Selected] = field(default_factory=dict)


def read_address(page: str, keys: Collection[str]) -> None:
    """Take over what the address says, unless it is the session that knows better; once, at the start of every run.

    Args:
        page: the one that is to be drawn.
        keys: what its address can say.
    """
    history = _history()
    if history.page != page:
        of_page = _OF_A_PAGE & history.selected.keys()
        history.elsewhere[history.page] = {str(key): history.selected.pop(key) for key in of_page}
        history.selected |= history.elsewhere.pop(page, {})
    said = _said()
    said = history.passed.get((page, frozenset(said.items())), said)
    if history.page == page and history.acted:
        # The address that the browser sent along with the act can be older than the last one written.
        history.foreign, history.missed = False, {}
        return
    if history.page == page and said == history.address:
        return
    # Links of the dashboard carry the selection along, which may fit another dataset: nobody asked for it by name.
    history.foreign = history.page is None or said != address(keys)
    history.page, history.address, history.missed = page, said, {}
    # What the page must not say leaves the address, though that makes an entry: who judges must not read names there.
    history.acted = not said.keys() <= set(keys)
    for key in keys:
        _select(history.selected, key, said.get(key))


def write_address(keys: Iterable[str]) -> None:
    """Make the address say ``keys`` and nothing else of the selection, if an act changed it; at the end of every run.

    Without an act nothing is written: the browser would make an entry of it.
    """
    history = _history()
    if not history.acted:
        return
    history.acted, history.address = False, address(keys)
    leads_to(history.page, history.address)
    if _said() != history.address:
        st.query_params.from_dict(history.address)


def passes(address: Selected) -> None:
    """Remember the entry that Streamlit makes of the present page with the address of the one that it goes to."""
    history = _history()
    history.passed[history.page, frozenset(address.items())] = history.address


def leads_to(page: str | None, address: Selected) -> None:
    """Have an address of a page mean what it says from now on, whatever page was left with the same."""
    _history().passed.pop((page, frozenset(address.items())), None)


def _said() -> Selected:
    given = st.query_params.to_dict()
    return {key: given[key] for key in Key if key in given}


def get(key: Key) -> str | None:
    """Return what is selected, None for nothing."""
    return _history().selected.get(key)


def put(key: Key, value: str | None, *, page: str | None = None) -> None:
    """Select ``value``, None for nothing: what a person did, in a callback or before the page is run again.

    Args:
        key: what is selected.
        value: as the address says it.
        page: the one on which it is selected, where that is another than the present one.
    """
    history = _history()
    history.acted = True
    if key in _OF_A_PAGE and page not in (None, history.page):
        _select(history.elsewhere.setdefault(page, {}), key, value)
    else:
        _select(history.selected, key, value)


def follow(key: Key, value: str) -> None:
    """Select what the browser made the address say by itself: nothing is written, and no entry made."""
    _select(_history().selected, key, value)


def correct(key: Key, value: str | None) -> None:
    """Select ``value`` for one that cannot be used, None for nothing: nobody did that, so it makes no entry."""
    history = _history()
    asked = history.selected.get(key)
    if history.foreign and asked is not None and asked != value:
        history.missed[key] = asked
    _select(history.selected, key, value)


def _select(selected: Selected, key: str, value: str | None) -> None:
    if value:
        selected[key] = value
    else:
        selected.pop(key, None)


def choose(key: Key, options: Iterable[str], *, default: str | None = None) -> str | None:
    """Return what is selected if it is one of ``options``; otherwise ``default``, and nothing is selected then."""
    value = get(key)
    if value is None:
        return default
    if value not in options:
        correct(key, None)
        return default
    return value


def missed() -> Mapping[Key, str]:
    """Return what the address asked for and is not there, as far as this run has looked for it."""
    return _history().missed


def address(keys: Iterable[str], *, page: str | None = None) -> Selected:
    """Return what is selected of ``keys``, as parameters of an address.

    Args:
        keys: what it can say.
        page: whose address it is to be; the page that is shown without it.
    """
    history = _history()
    selected: Mapping[str, str] = history.selected
    if page not in (None, history.page):
        carried = {key: value for key, value in selected.items() if key not in _OF_A_PAGE}
        selected = carried | history.elsewhere.get(page, {})
    return {str(key): selected[key] for key in keys if key in selected}


def page() -> str:
    """Return the name of the page that is shown."""
    return _history().page or ""


def bind(
    key: Key,
    draw: Callable[..., Any],
    *,
    value: Any,
    to_text: Callable[[Any], str | None] = str,
    default: Any = None,
    **options: Any,
) -> None:
    """Draw an input widget that shows ``value`` and selects what the person chooses.

    Args:
        key: what it selects.
        draw: a Streamlit widget function with ``key`` and ``on_change``.
        value: what it shows.
        to_text: turns what the widget gives into the text that is selected.
        default: the choice for which nothing is selected.
        options: of the widget function.
    """

    def changed(given: Any) -> None:
        put(key, None if given is None or given == default else to_text(given))

    draw_input(_WIDGET + key, draw, value=value, changed=changed, **options)


def draw_input(
    name: str, draw: Callable[..., Any], *, value: Any, changed: Callable[[Any], object], **options: Any
) -> None:
    """Draw an input widget that shows ``value``, whatever was chosen in it before.

    Args:
        name: of the widget.
        draw: a Streamlit widget function with ``key`` and ``on_change``.
        value: what it shows.
        changed: called back with what the person chooses, None where the widget was emptied.
        options: of the widget function.
    """
    if draw is st.selectbox:
        # While its text is deleted to type another; Streamlit's own words for it are English.
        options.setdefault("placeholder", _("Choose one"))
    # Set before every run: the widget shows the selection, wherever that was changed.
    st.session_state[name] = value
    draw(key=name, on_change=lambda: changed(st.session_state[name]), **options)


def _history() -> _History:
    history: _History = st.session_state.setdefault(_HISTORY, _History())
    return history


def speak_language() -> None:
    """Speak the language of this session from here on: what is chosen, else what the browser asks for.

    Once, at the start of every run, before the address is read and anything is said.
    """
    history = _history()
    asked = history.selected.get(Key.LANG) if history.acted else st.query_params.get(Key.LANG)
    speak(asked if asked in LANGUAGES else understood(st.context.locale))


def spoken(callback: Callable[P, None]) -> Callable[P, None]:
    """Have what a callback says, or keeps, said in the language of this session: it is called before the run begins."""

    @wraps(callback)
    def called(*given: P.args, **named: P.kwargs) -> None:
        speak_language()
        callback(*given, **named)

    return called


def language_button() -> None:
    """Draw the button that leads to the other language, named as that calls itself."""
    choose(Key.LANG, LANGUAGES)
    other = next(code for code in LANGUAGES if code != language())

    def change() -> None:
        put(Key.LANG, None if other == understood(st.context.locale) else other)
        # What the callbacks after this one say is said in it too.
        speak(other)

    st.button(LANGUAGES[other], key="language", icon=":material/translate:", type="tertiary", on_click=change)
