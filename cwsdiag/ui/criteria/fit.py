"""The last part of the Criteria page: which dataset's criterion does a text of one's own follow?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.criteria import fit_of
from cwsdiag.languages import _, lazy, translated
from cwsdiag.report.criteria import text_doubts
from cwsdiag.signature import file_part
from cwsdiag.study import differences, fit
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.criteria.word import Side
from cwsdiag.ui.data import project_data
from cwsdiag.ui.data.file import File
from cwsdiag.ui.data.texts import read_test_of
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.columns import FIT
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.exhibits import Content
    from cwsdiag.study import Corpus
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.criteria.bench import Say

_FILE = "text to be fitted"
_UPLOADER = "fit upload"
RESAMPLES, SEED = 1000, 0
_WANTED = lazy("A segmented text: one sentence per line, blanks between words. It stays in your session.")
_QUESTION = lazy("Which dataset's criterion does a text of your own follow?")
_ASK = lazy("Drop a file on the field above: it is compared with the training data of every dataset.")


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    with widgets.controls("fit"):
        st.file_uploader(_("Your segmented text"), key=_UPLOADER, on_change=_take, help=translated(_WANTED))
    file: File | None = st.session_state.get(_FILE)
    if file is None:
        say(translated(_QUESTION), "")
        widgets.box("info", translated(_ASK))
        return {}
    try:
        normalise = bench.chosen.normalise
        text = kept("session", "text", (file.stamp, normalise), lambda: read_test_of(file, normalise))
        with st.spinner(_("Comparing it with the training data of every dataset …")):
            corpora = tuple(_corpora(bench).values())
            stamp = (file.stamp, *_stamp(bench))
            found = kept("session", "fits", stamp, lambda: fit(text, corpora, resamples=RESAMPLES, seed=SEED))
    except CwsdiagError as error:
        say(translated(_QUESTION), "")
        widgets.box("error", on_page(error), title=_("This file cannot be used"))
        return {}
    settings = {"text": file_part(text), "resamples": RESAMPLES, "seed": SEED}
    content = fit_of(bench, found, file.file_name, len(text), settings)
    say(content.sentence, content.remark)
    for doubt in text_doubts(text):
        widgets.box("warning", translated(doubt))
    _results(bench, content)
    train = state.choose(Key.TRAIN, [one.name for one in found], default=found[0].name) or found[0].name
    _words(bench, file, text, train)
    return settings


def _take() -> None:
    """In a callback: keep the file, which outlives a visit to another page."""
    upload = st.session_state[_UPLOADER]
    if upload is not None:
        st.session_state[_FILE] = File.uploaded("gold", upload.name, upload.getvalue())
        # Begin with the nearest dataset, whichever that will be.
        _look_at("")


def _stamp(bench: Bench) -> tuple[Hashable, ...]:
    return project_data.stamps(bench.chosen), bench.chosen.normalise


def _corpora(bench: Bench) -> dict[str, Corpus]:
    """Return the corpora with a memory of their own for this session: no word of its file stays with the server's."""

    def apart() -> dict[str, Corpus]:
        return {
            one.name: one if one.training is None else replace(one, training=one.training.apart())
            for one in bench.corpora
        }

    return kept("session", "corpora apart", _stamp(bench), apart, places=1)


def _results(bench: Bench, content: Content) -> None:
    """Draw the datasets, nearest first."""
    exhibit = bench.exhibit("fit", content)
    show.chart(
        exhibit,
        key="fit",
        title=_("Nearest first"),
        remark=_("a click: the words that cost most under this training data"),
        click=lambda mark: _look_at(mark[0]),
    )
    names = [] if exhibit.table is None else exhibit.table.frame["name"].tolist()
    widths: dict[str, Any] = {**dict.fromkeys(FIT, 52), "name": 150}
    show.table(exhibit, key="fits", lead=lambda row: _look_at(names[row]), **widths)


def _look_at(train: str) -> None:
    """In a callback: look at the words of the text under the training data of a dataset."""
    choose_pair(train, state.get(Key.TEST) or "")


def _words(bench: Bench, file: File, text: Segmentation, train: str) -> None:
    """Draw the words of the text that cost most under the training data of a dataset."""
    training_text, training = project_data.training_text(bench.chosen, train), _corpora(bench)[train].training
    if training_text is None or training is None:
        return
    widgets.heading(f"{train} → {file.file_name}", _("the words of the text that cost most"))
    stamp = (file.stamp, *_stamp(bench), train)
    with st.spinner(_("Looking up the words …")):
        found = kept("session", "differences", stamp, lambda: differences(training, training_text, text))
    sides = [Side(train, _("training data"), training_text), Side(file.file_name, _("text"), text)]
    nothing = _("No word of the text costs anything: the training data always has all of them as words.")
    pair.draw(pair.Words(found, sides, has_own=False, nothing=nothing))
