"""What a page shows that lacks something: its question, a picture of its answer, and what gets it going here."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.baselines import clash
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.ui.data import opened, renaming
from cwsdiag.ui.shell import navigation, state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View

# Made from the sample by tools/pictures.py, in every language, in light and in dark.
PICTURES = Path(__file__).parent / "pictures"
_STYLE = """<style>
.st-key-door img { border: 1px solid rgba(128, 128, 128, 0.35); border-radius: 0.5rem; }
.st-key-door .cw-lacks { max-width: 60ch; margin: 0; }
</style>"""


SCORES_ALONE = lazy(
    "The open project holds published scores and no texts, so there is nothing to look at here. Systems shows the "
    "scores."
)


@dataclass(frozen=True)
class Door:
    """What a page is for.

    Attributes:
        question: that it answers.
        shown: what its picture shows, for who cannot see it.
    """

    question: str
    shown: str


# By the name of the page.
DOORS = {
    "overview": Door(
        lazy("Who is best, by how much, and is it real?"),
        lazy("F1 of each system as a point with its interval, best first, over a table of scores."),
    ),
    "self_diagnosis": Door(
        lazy("Where does this system lose most, and where is it weakest?"),
        lazy("A sentence that names the costliest words, over a panel of F1 for each attribute."),
    ),
    "compare": Door(
        lazy("Where do two systems differ, and what of that is significant?"),
        lazy("A and B in each bucket of each attribute, with their difference below."),
    ),
    "explore": Door(
        lazy("Which words are these, and what was made of them?"),
        lazy("A table of words, most frequent errors first, beside the places where they stand."),
    ),
    "sentence": Door(
        lazy("What happened in this sentence?"),
        lazy("Gold, A and B as rows of words under the same characters, wrong words hatched."),
    ),
    "difficulty": Door(
        lazy("Which words are hard for every system, and who masters them?"),
        lazy("Scores of the systems by how hard words are for a committee of segmenters."),
    ),
    "bakeoff": Door(
        lazy("How would these systems rank in a bakeoff, and which differences are significant?"),
        lazy("The table of a bakeoff, with who differs significantly from whom."),
    ),
    "separators": Door(
        lazy("How many boundaries would have to be set or removed to reach gold?"),
        lazy("A table of boundaries kept, to add and to remove, for each system."),
    ),
    "study": Door(
        lazy("What holds across systems and datasets?"),
        lazy("Scores of all systems on all datasets."),
    ),
    "criteria": Door(
        lazy("Do these datasets agree on what a word is?"),
        lazy("A square of Ψ for each pair of training data and test text."),
    ),
    "board": Door(
        lazy("Who segments best what nobody has seen?"),
        lazy("A table of submissions by two tracks, best first, with BASE and TOP below."),
    ),
    "judge": Door(
        lazy("What do people find best?"),
        lazy("People's scores of the systems beside their F1."),
    ),
}


@dataclass(frozen=True)
class Way:
    """A button that gets a page going.

    Attributes:
        label: what it says; Markdown, so no word of a file. Its English is the key of the button: best a ``lazy`` one.
        icon: of the button.
        act: what a click does, a callback.
        help: what is said when the pointer is on it.
    """

    label: str
    icon: str
    act: Callable[[], None]
    help: str = ""


def dead_end(page: str, lacks: str, *ways: Way | None) -> None:
    """Draw a page that lacks something.

    Args:
        page: its name, a key of ``DOORS``.
        lacks: what is missing, in plain text.
        ways: what gets it going, the best first; None for one that is not there now.
    """
    door = DOORS[page]
    st.html(_STYLE)
    with st.container(key="door"):
        left, right = st.columns([0.42, 0.58], gap="large")
        with left:
            question = escape(translated(door.question))
            st.html(f'<p class="cw-lead">{question}</p><p class="cw-lacks">{escape(translated(lacks))}</p>')
            buttons(page, *ways)
        picture = picture_of(page, language(), dark=st.context.theme.type == "dark")
        if picture.is_file():
            right.image(_address(picture), caption=_("From the sample"), alt=translated(door.shown))


def picture_of(page: str, spoken: str, *, dark: bool) -> Path:
    """Return the picture of a page in a language and a theme."""
    return PICTURES / f"{page}-{spoken}{'-dark' if dark else ''}.webp"


@cache
def _address(picture: Path) -> str:
    """Return an address that holds the picture: from a file Streamlit would make it anew whenever the page is drawn."""
    return f"data:image/webp;base64,{b64encode(picture.read_bytes()).decode()}"


def buttons(page: str, *ways: Way | None) -> None:
    """Draw the buttons of ways that are there, the first one as the one to press.

    Args:
        page: the name of the page they stand on.
        ways: the best first; None for one that is not there now.
    """
    there = [way for way in ways if way is not None]
    if not there:
        return
    with st.container(horizontal=True, key=f"ways of {page}"):
        for place, way in enumerate(there):
            st.button(
                translated(way.label),
                key=f"way {way.label}",
                icon=way.icon,
                type="secondary" if place else "primary",
                on_click=way.act,
                help=translated(way.help) or None,
            )


def without_dataset(page: str, view: View) -> None:
    """Draw a page where no dataset is chosen."""
    lacks = translated(SCORES_ALONE) if view.catalogue.alone else _("No data is open.")
    dead_end(page, lacks, to_scores(view), open_sample(page, view), to_files(lazy("Add your own files")))


def without_gold(page: str, view: View) -> None:
    """Draw a page where gold is missing or cannot be read."""
    there = view.entry is not None and view.entry.files.gold is not None
    lacks = (
        _("The gold file of this dataset cannot be used, so there is nothing to compare with.")
        if there
        else _("This dataset has no gold file yet, so there is nothing to compare with.")
    )
    label = lazy("See what is wrong with it") if there else lazy("Add a gold file")
    dead_end(page, lacks, to_files(label), open_sample(page, view))


def without_systems(page: str, view: View) -> None:
    """Draw a page where there is no system to look at."""
    hidden = view.entry is not None and bool(view.entry.files.hidden)
    lacks = (
        _("All systems of this dataset are hidden.")
        if hidden
        else _(
            "This dataset has no prediction that can be used. Add the output of at least one segmenter, or begin with "
            "maximum matching."
        )
    )
    first = show_hidden(view) if hidden else to_files(lazy("Add predictions"))
    dead_end(page, lacks, first, baselines(view), open_sample(page, view))


def without_project(page: str, lacks: str, view: View) -> None:
    """Draw a page about the datasets of a project where no project is open."""
    one = None if view.a is None else to_page("overview", lazy("Look at this dataset alone"))
    lacks = translated(SCORES_ALONE) if view.catalogue.alone else lacks
    dead_end(page, lacks, to_scores(view), open_sample(page, view), one or to_files(lazy("Add your own files")))


def open_sample(page: str, view: View) -> Way | None:
    """Return what opens the sample on a page, beside what is open; None where it is open already."""
    found = _sample(view)
    if found is None or (view.entry is not None and view.entry.origin == found.origin):
        return None
    # What belongs to the dataset that is left is not looked for in the sample.
    taken_out = dict.fromkeys(("submissions", "system", "other", "baselines"))
    return Way(
        lazy("Open the sample"),
        ":material/play_circle:",
        lambda: navigation.lead_to(page, dataset=found.id, **taken_out),
        help=_("What is open stays: choose it again under Dataset.")
        if view.entry is not None
        else _("Two small texts, news and microblog, under two criteria, with the output of three segmenters."),
    )


def _sample(view: View) -> Entry | None:
    """Return the first dataset of the sample, which may be what the server was started with."""
    origin = "project" if opened.is_sample(opened.project()) else "sample"
    return next((entry for entry in view.catalogue.entries.values() if entry.origin == origin), None)


def to_files(label: str) -> Way:
    """Return what leads to where files are added and mended."""
    return Way(label, ":material/upload_file:", lambda: navigation.lead_to("data"))


def to_page(page: str, label: str) -> Way:
    """Return what leads to another page."""
    return Way(label, ":material/arrow_forward:", lambda: navigation.lead_to(page))


def to_scores(view: View) -> Way | None:
    """Return what leads to the scores of a project that has no texts; None where another is open, or none."""
    return to_page("study", lazy("See the published scores")) if view.catalogue.alone else None


def baselines(view: View) -> Way | None:
    """Return what makes BASE and TOP two more systems; None where they are there, or cannot be."""
    entry = view.entry
    if entry is None or view.results is None or view.baselines or entry.withholds_gold:
        return None
    if clash(file.name for file in entry.files.systems):
        return None
    return Way(
        lazy("Show BASE and TOP"),
        ":material/straighten:",
        lambda: state.put(Key.BASELINES, "on"),
        help=_("Maximum matching with the words of the training data (BASE), and with those of gold (TOP)."),
    )


def show_hidden(view: View) -> Way | None:
    """Return what shows all hidden systems of the dataset; None where none is hidden."""
    entry = view.entry
    if entry is None or not entry.files.hidden:
        return None

    def show() -> None:
        for file in entry.files.systems:
            if file.hidden:
                renaming.hide(entry.id, file, False)

    return Way(lazy("Show all systems"), ":material/visibility:", show)


def here(page: str, lacks: str, *ways: Way | None) -> None:
    """Draw what a part of a page lacks, under what the page shows already: without its question and picture."""
    st.html(f'<div class="cw-box cw-info" role="note">{escape(translated(lacks))}</div>')
    buttons(page, *ways)
