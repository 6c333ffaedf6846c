"""The pages, and the way from one to another with the selection kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.site import site_folder
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

_DESTINATION = "destination"
_WORDS = (Key.ATTRIBUTE, Key.BUCKET, Key.WHERE)
_COMMITTEE = (Key.MEMBERS, Key.SEED, Key.TEMPLATES, Key.RATIOS, Key.LEARNER)
_EVERYWHERE = (Key.DATASET, Key.SUBMISSIONS, Key.SYSTEM, Key.OTHER, Key.BUCKETS, Key.BASELINES, Key.PRESENT)


@dataclass(frozen=True)
class PageSpec:
    """A page: its title, its icon, and what of the selection its address says."""

    title: str
    icon: str
    keys: tuple[Key, ...] = _EVERYWHERE
    # Whether the side bar names systems; where people are to judge without knowing them, it does not.
    names_systems: bool = True


# By the name of the file in pages/; the first is the page at /.
PAGES = {
    "data": PageSpec("Data", ":material/upload_file:"),
    "overview": PageSpec("Overview", ":material/leaderboard:"),
    "self_diagnosis": PageSpec("Self-diagnosis", ":material/troubleshoot:"),
    "compare": PageSpec("Compare", ":material/compare_arrows:"),
    "study": PageSpec("Study", ":material/grid_on:", (*_EVERYWHERE, Key.PART, Key.CUT, Key.MEASURE, Key.OVER)),
    "criteria": PageSpec(
        "Criteria",
        ":material/hub:",
        (
            *_EVERYWHERE,
            *(Key.PART, Key.MEASURE, Key.MODEL, Key.NORMALISE),
            *(Key.TRAIN, Key.TEST, Key.STRING, Key.KIND),
        ),
    ),
    "bakeoff": PageSpec("Bakeoff", ":material/emoji_events:"),
    "committee": PageSpec("Committee", ":material/groups:", (*_EVERYWHERE, Key.PART, Key.SENTENCE, *_COMMITTEE)),
    "difficulty": PageSpec("Difficulty", ":material/scale:", (*_EVERYWHERE, Key.PART, Key.SENTENCE, *_COMMITTEE)),
    "explore": PageSpec(
        "Explore",
        ":material/search:",
        (*_EVERYWHERE, *_WORDS, Key.SHOW, Key.TEXT, Key.SORT, Key.COLUMNS, Key.WORD),
    ),
    "sentence": PageSpec(
        "Sentence",
        ":material/short_text:",
        (*_EVERYWHERE, Key.SENTENCE, Key.ORDER, Key.TEXT, Key.MORE),
    ),
    "separators": PageSpec("Separators", ":material/horizontal_distribute:", (*_EVERYWHERE, Key.REFERENCES)),
    "judge": PageSpec(
        "Judge",
        ":material/how_to_vote:",
        (Key.DATASET, Key.SUBMISSIONS, Key.BASELINES, Key.PRESENT, Key.STUDY, Key.RESULTS),
        names_systems=False,
    ),
    "board": PageSpec("Board", ":material/scoreboard:", (*_EVERYWHERE, Key.TASK, Key.TRACK, Key.SCORES)),
}


def page(name: str) -> StreamlitPage:
    """Return a page by the name of its file."""
    spec = PAGES[name]
    return st.Page(
        site_folder() / "pages" / f"{name}.py",
        title=spec.title,
        icon=spec.icon,
        url_path=name.replace("_", "-"),
        default=name == next(iter(PAGES)),
    )


def lead_to(name: str, **changes: str | None) -> None:
    """In a callback: go to a page, with the selection as it is but for ``changes``; None takes something out of it."""
    for key, value in changes.items():
        state.put(Key(key), value)
    st.session_state[_DESTINATION] = name


def follow() -> None:
    """Go where a callback led, before anything of the page that was left is drawn again."""
    name = st.session_state.pop(_DESTINATION, None)
    if name is not None:
        st.switch_page(page(name), query_params=state.address(PAGES[name].keys))
