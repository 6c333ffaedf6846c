"""The pages, their groups, and the way from one to another with the selection kept."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.site import site_folder
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Mapping


_TOOL = "cwsdiag"
_DESTINATION = "destination"
_WORDS = (Key.MISSED, Key.ATTRIBUTE, Key.BUCKET, Key.WHERE, Key.SHAPE, Key.CAUSE, Key.OF)
_HARD = (Key.PART, Key.SENTENCE, Key.BY, Key.FROM, Key.TEXT)
_COMMITTEE = (Key.MEMBERS, Key.SEED, Key.TEMPLATES, Key.RATIOS, Key.LEARNER)
EVERYWHERE = (
    *(Key.RECENT, Key.DATASET, Key.SUBMISSIONS, Key.SYSTEM, Key.OTHER),
    *(Key.BUCKETS, Key.UNIT, Key.BASELINES, Key.LANGUAGE),
)


@dataclass(frozen=True)
class PageSpec:
    """A page: its title, its icon, and what of the selection its address says.

    Attributes:
        title: as links and the browser name it.
        icon: of Streamlit's names.
        keys: what of the selection its address says.
        door: the page whose link leads here too; empty where that is its own.
        names_systems: whether the side bar names systems; where people are to judge without knowing them, it does not.
        chooses_unit: whether its head lets one choose what the resamples behind its intervals draw.
    """

    title: str
    icon: str
    keys: tuple[Key, ...] = EVERYWHERE
    door: str = ""
    names_systems: bool = True
    chooses_unit: bool = False


# By the name of the file in pages/; the first is the page at /, which draws Overview once something is open.
PAGES = {
    "home": PageSpec(_TOOL, ":material/home:", door="overview"),
    "data": PageSpec(lazy("Files"), ":material/upload_file:"),
    "findings": PageSpec(lazy("Findings"), ":material/push_pin:", (*EVERYWHERE, Key.FINDING), names_systems=False),
    "overview": PageSpec(lazy("Overview"), ":material/leaderboard:", chooses_unit=True),
    "self_diagnosis": PageSpec(
        lazy("One system"),
        ":material/troubleshoot:",
        (*EVERYWHERE, Key.FIRST, Key.FIELD, Key.MISSED),
        chooses_unit=True,
    ),
    "compare": PageSpec(
        lazy("Two systems"),
        ":material/compare_arrows:",
        (*EVERYWHERE, Key.PART, Key.SORT, Key.MISSED),
        chooses_unit=True,
    ),
    "explore": PageSpec(
        lazy("Words"),
        ":material/search:",
        (
            *(*EVERYWHERE, *_WORDS, Key.SHOW, Key.TEXT, Key.LIST, Key.COLUMNS),
            *(Key.WORD, Key.PATTERN, Key.FORM, Key.PLACE),
        ),
    ),
    "sentence": PageSpec(
        lazy("Sentences"),
        ":material/short_text:",
        (*EVERYWHERE, Key.SENTENCE, Key.ORDER, Key.TEXT, Key.MORE),
    ),
    "difficulty": PageSpec(lazy("Difficulty"), ":material/scale:", (*EVERYWHERE, *_HARD, *_COMMITTEE)),
    "committee": PageSpec(
        lazy("Difficulty"), ":material/groups:", (*EVERYWHERE, *_HARD, *_COMMITTEE), door="difficulty"
    ),
    "bakeoff": PageSpec(lazy("Bakeoff"), ":material/emoji_events:", (*EVERYWHERE, Key.PAIRS)),
    "separators": PageSpec(
        lazy("Bakeoff"),
        ":material/horizontal_distribute:",
        (*EVERYWHERE, Key.REFERENCES, Key.COSTS),
        door="bakeoff",
    ),
    "study": PageSpec(
        lazy("Systems"),
        ":material/grid_on:",
        (*EVERYWHERE, *(Key.PART, Key.CUT, Key.MEASURE, Key.OVER, Key.PUBLISHED)),
    ),
    "criteria": PageSpec(
        lazy("Criteria"),
        ":material/hub:",
        (
            *EVERYWHERE,
            *(Key.PART, Key.MEASURE, Key.MODEL, Key.NORMALISE),
            *(Key.TRAIN, Key.TEST, Key.STRING),
        ),
    ),
    "board": PageSpec(lazy("Leaderboard"), ":material/scoreboard:", (*EVERYWHERE, Key.TASK, Key.TRACK, Key.SCORES)),
    "judge": PageSpec(
        lazy("Judging"),
        ":material/how_to_vote:",
        (
            *(Key.RECENT, Key.DATASET, Key.SUBMISSIONS, Key.BASELINES),
            *(Key.LANGUAGE, Key.STUDY, Key.RESULTS),
        ),
        names_systems=False,
    ),
    "talk": PageSpec(lazy("Talk"), ":material/slideshow:", (*EVERYWHERE, Key.SLIDE)),
}
# The doors, in the order in which one comes to need them: what one has, what it says, why, and what it is worth.
GROUPS = {
    "": ("data", "findings"),
    lazy("Diagnose"): ("overview", "self_diagnosis", "compare"),
    lazy("Look closer"): ("explore", "sentence", "difficulty"),
    lazy("Scoring"): ("bakeoff",),
    lazy("Across datasets"): ("study", "criteria"),
    lazy("Lab"): ("board", "judge"),
}


def page(name: str) -> Any:
    """Return a page by the name of its file, an object for the caller alone: runs put into it whether it may be run."""
    return copy(_made(name, language()))


# Streamlit looks each up on the disk, part by part of its path: a hundred questions a run that everybody waits for,
# since whoever asks the disk lets all other runs go first.
@cache
def _made(name: str, _language: str) -> Any:
    spec, title = PAGES[name], translated(PAGES[name].title)
    return st.Page(
        site_folder() / "pages" / f"{name}.py",
        # As the browser's tab and its history call it.
        title=title if title == _TOOL else f"{title} – {_TOOL}",
        icon=spec.icon,
        url_path=name.replace("_", "-"),
        default=name == next(iter(PAGES)),
    )


def address(name: str) -> dict[str, str]:
    """Return the selection as the address of a page says it."""
    spec = PAGES[name]
    return state.address(spec.keys, door=spec.door or name)


def links(current: str, *, counts: Mapping[str, int] = MappingProxyType({})) -> None:
    """Draw the links to all pages, in their groups, each with the selection.

    Streamlit would draw them by itself, but its own lead to an empty selection.

    Args:
        current: the page that is shown. Its door, whichever page that is of, leads to itself, and is marked so.
        counts: how many things a page lists, where its link says so; nothing of none.
    """
    door = PAGES[current].door or current
    with st.container(key="doors", gap=None):
        for title, names in GROUPS.items():
            if title:
                st.html(f'<p class="cw-group">{translated(title)}</p>')
            for name in names:
                target = current if name == door else name
                title, number, icon = translated(PAGES[name].title), counts.get(name, 0), PAGES[name].icon
                label = _("{page} ({n:,})", page=title, n=number) if number else title
                st.page_link(page(target), label=label, icon=icon, query_params=address(target))


def lead_to(name: str, **changes: str | None) -> None:
    """In a callback: go to a page, with the selection as it is but for ``changes``; None takes something out of it."""
    for key, value in changes.items():
        state.put(Key(key), value)
    st.session_state[_DESTINATION] = name


def follow() -> None:
    """Go where a callback led, before anything of the page that was left is drawn again."""
    name = st.session_state.pop(_DESTINATION, None)
    if name is not None:
        st.switch_page(page(name), query_params=address(name))
