"""How difficulties come to a dataset on the Difficulty page: a committee, or a file of one's own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.balanced import read_idioms
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats.source import Source
from cwsdiag.languages import _, lazy, translated
from cwsdiag.site import sample_project
from cwsdiag.ui.data import cached, catalogue, own_weights
from cwsdiag.ui.data.files import File
from cwsdiag.ui.difficulty.committee import results
from cwsdiag.ui.difficulty.committee import settings as committee_settings
from cwsdiag.ui.difficulty.committee.part import part as committee_part
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import private_gold, widgets
from cwsdiag.ui.work.results import kept
from cwsdiag.views.wording import on_page
from cwsdiag.weights import read_weights

if TYPE_CHECKING:
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.difficulty.committee.bench import Bench
    from cwsdiag.ui.shell.view import View

_UPLOAD, _GENERATION, _PROBLEM = "upload weights", "weights uploaded so far", "weights refused"
_IDIOMS, _IDIOMS_PROBLEM = "idioms of one's own", "idioms refused"
_ENDINGS = ["weight", "weight_c", "csv", "gz"]
_PRIVATE = lazy(
    "The balanced scores on the page Leaderboard are all that is shown of how hard its words are. Your own "
    "difficulties are not accepted here: if they gave weight to a single word, they would reveal which systems got it "
    "right."
)
_FILE = lazy(
    "Difficulties that are known elsewhere can be given as a file, here or in the project file: "
    'weights = "difficulty.csv". On the command line, cwsdiag difficulty --gold GOLD --train TRAINING --out '
    "difficulty.csv makes one."
)


def without_difficulty(view: View, bench: Bench | None) -> None:
    """Say what the page answers once difficulties are known, and let a committee or a file say them.

    Args:
        view: what is selected.
        bench: what makes a committee; None over private gold.
    """
    if bench is None:
        private_gold.page(view, what=_("The difficulties of words"))
        widgets.note(translated(_PRIVATE))
        return
    results.lead(bench)
    problem = _refused(view.entry)
    if problem:
        widgets.box("error", problem, title=_("The file of difficulties cannot be used"))
    committee_part(bench)
    with widgets.controls("file of difficulties"):
        widgets.heading(_("From a file"))
        widgets.note(translated(_FILE))
        _uploader(view.entry)


def weights_control(view: View) -> None:
    """Draw where another file of difficulties is given, and the way back to what was there before."""
    given = view.look.dataset.difficulty
    if given is None or view.withholds_gold:
        return
    with st.popover(_("Difficulties"), icon=":material/scale:", type="tertiary"):
        widgets.note(_("In use: {name}", name=given.name))
        _uploader(view.entry)


def _refused(entry: Entry | None) -> str:
    """Return why the difficulties that a dataset is to have cannot be used, empty where they can, or there are none."""
    if entry is None or entry.files.weights is None:
        return ""
    return translated(cached.loaded(entry).problems.get(entry.files.weights.stamp, ""))


def _uploader(entry: Entry | None) -> None:
    if entry is None:
        return
    key = f"{_UPLOAD} {st.session_state.get(_GENERATION, 0)}"

    def dropped() -> None:
        given = st.session_state[key]
        if given is not None:
            _take(entry, File.uploaded("gold", given.name, given.getvalue()))
            # Another key, so that the place is empty again.
            st.session_state[_GENERATION] = st.session_state.get(_GENERATION, 0) + 1

    formats = _(
        ".weight: a number for each gold word; .weight_c: one for each character; .csv: a table, as `cwsdiag "
        "difficulty` writes it."
    )
    kept = (
        _("It is kept with your files: see Files.") if entry.id == catalogue.UPLOAD else _("It stays in your session.")
    )
    st.file_uploader(
        _("File of difficulties"),
        type=_ENDINGS,
        key=key,
        on_change=dropped,
        help=_("{first} {second}", first=formats, second=kept),
    )
    problem: CwsdiagError | None = st.session_state.pop(_PROBLEM, None)
    if problem is not None:
        widgets.box("error", on_page(problem), title=_("This file does not fit: nothing was changed"))
    if own_weights.of(entry) is not None:
        st.button(
            _("Take back what this session gave"),
            key="forget weights",
            icon=":material/undo:",
            on_click=_take_back,
            args=(entry,),
        )


def _take_back(entry: Entry) -> None:
    """In a callback: let what was there before the upload count again."""
    own_weights.forget(entry)
    committee_settings.forget()


def _take(entry: Entry, file: File) -> None:
    """Make a file the difficulties of a dataset if it fits gold; else remember why it does not."""
    dataset = cached.loaded(entry).dataset
    if dataset is None:
        return
    try:
        read_weights(file.source(), dataset.gold)
    except CwsdiagError as error:
        st.session_state[_PROBLEM] = error
    else:
        if entry.id == catalogue.UPLOAD:
            own_weights.forget(entry)
            uploads.give_difficulties(file)
        else:
            own_weights.keep(entry, file)
        # A committee that the address asks for would stand before it.
        committee_settings.forget()


def idioms(view: View) -> tuple[frozenset[str], str]:
    """Return the idioms to look for, and whose list it is, as a sentence says it."""
    own: tuple[frozenset[str], str] | None = st.session_state.get(_IDIOMS)
    # Over private gold a list of a single word would tell whether gold has it.
    if view.withholds_gold:
        return _shipped(), _("the list that comes with cwsdiag")
    if own is not None:
        return own[0], _("your list {name}", name=own[1])
    given = None if view.entry is None else view.entry.files.idioms
    if given is not None:
        try:
            words = kept("server", "idioms", given.stamp, lambda: read_idioms(given.source()))
        except CwsdiagError as error:
            widgets.box("error", on_page(error), title=_("The list of idioms of this project cannot be used"))
        else:
            return words, _("the list {name} of this project", name=given.file_name)
    return _shipped(), _("the list that comes with cwsdiag")


def idioms_control(view: View) -> None:
    """Draw where a list of idioms of one's own is given."""
    if view.withholds_gold:
        return

    def dropped() -> None:
        given = st.session_state["upload idioms"]
        if given is None:
            st.session_state.pop(_IDIOMS, None)
            return
        try:
            st.session_state[_IDIOMS] = (read_idioms(Source.from_bytes(given.name, given.getvalue())), given.name)
        except CwsdiagError as error:
            st.session_state[_IDIOMS_PROBLEM] = error

    with widgets.controls("idioms"), st.popover(_("Idioms"), icon=":material/list:", type="tertiary"):
        st.file_uploader(
            _("Your list of idioms"),
            type=["txt", "gz"],
            key="upload idioms",
            on_change=dropped,
            help=_("Words between blanks or line ends. Only those of four characters count. It stays in your session."),
        )
        problem: CwsdiagError | None = st.session_state.pop(_IDIOMS_PROBLEM, None)
        if problem is not None:
            widgets.box("error", on_page(problem))


@lru_cache(maxsize=1)
def _shipped() -> frozenset[str]:
    return read_idioms(Source.from_path(sample_project().parent / "idioms.txt"))
