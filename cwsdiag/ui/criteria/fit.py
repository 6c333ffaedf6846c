"""The last part of the Criteria page: which dataset's criterion does a text of one's own follow?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.criteria import fit_of
from cwsdiag.languages import _, lazy, translated
from cwsdiag.project import File
from cwsdiag.report.criteria import text_doubts
from cwsdiag.signature import file_part
from cwsdiag.study import differences, fit
from cwsdiag.ui.criteria import words
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.columns import FIT
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from cwsdiag.study import Corpus

_FILE = "text to be fitted"
_UPLOADER = "fit upload"
_RESAMPLES, _SEED = 1000, 0
_WANTED = lazy("A segmented text: one sentence per line, blanks between words. It stays in your session.")
_QUESTION = lazy("Which dataset's criterion does a text of your own follow?")
_ASK = lazy("Drop a file on the field above: it is compared with the training data of every dataset.")


def part(bench: Bench) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    with widgets.controls("fit"):
        st.file_uploader(_("Your segmented text"), key=_UPLOADER, on_change=_take, help=translated(_WANTED))
    file: File | None = st.session_state.get(_FILE)
    if file is None:
        bench.say(_QUESTION)
        widgets.box("info", _ASK)
        return {}
    normalise = bench.chosen.normalise
    stamp = (file.stamp, project_data.stamps(bench.chosen), normalise)
    try:
        text = kept("session", "text", (file.stamp, normalise), lambda: file.test_text(normalise))
        with st.spinner(_("Comparing it with the training data of every dataset …")):
            # With a memory of their own for this session: no word of its file stays with the server's.
            corpora = kept(
                "session", "corpora apart", stamp[1:], lambda: [_apart(one) for one in bench.corpora], places=1
            )
            fits = kept("session", "fits", stamp, lambda: fit(text, corpora, resamples=_RESAMPLES, seed=_SEED))
    except CwsdiagError as error:
        bench.say(_QUESTION)
        widgets.box("error", on_page(error), title=_("This file cannot be used"))
        return {}
    settings = {"text": file_part(text), "resamples": _RESAMPLES, "seed": _SEED}
    content = fit_of(bench, fits, file.file_name, len(text), settings)
    bench.say(content.sentence, content.remark)
    for doubt in text_doubts(text):
        widgets.box("warning", doubt)
    exhibit, names = bench.exhibit("fit", content), [one.name for one in fits]
    show.chart(
        exhibit,
        key="fit",
        title=_("Nearest first"),
        remark=_("a click: the words that cost most under this training data"),
        click=lambda mark: _look_at(mark[0]),
    )
    widths: dict[str, Any] = {**dict.fromkeys(FIT, 52), "name": 150}
    show.table(exhibit, key="fits", lead=lambda row: _look_at(names[row]), **widths)

    train = state.choose(Key.TRAIN, names) or names[0]
    training_text = project_data.training_text(bench.chosen, train)
    training = next(one.training for one in corpora if one.name == train)
    if training_text is not None and training is not None:
        widgets.heading(f"{train} → {file.file_name}", _("the words of the text that cost most"))
        with st.spinner(_("Looking up the words …")):
            costliest = kept(
                "session", "differences", (*stamp, train), lambda: differences(training, training_text, text)
            )
        words.draw(
            costliest,
            [(train, _("training data"), training_text), (file.file_name, _("text"), text)],
            has_own=False,
            nothing=_("No word of the text costs anything: the training data always has all of them as words."),
        )
    return settings


def _take() -> None:
    """In a callback: keep the file, which outlives a visit to another page."""
    upload = st.session_state[_UPLOADER]
    if upload is not None:
        st.session_state[_FILE] = File.uploaded("gold", upload.name, upload.getvalue())
        # Begin with the nearest dataset, whichever that will be.
        _look_at("")


def _apart(corpus: Corpus) -> Corpus:
    return corpus if corpus.training is None else replace(corpus, training=corpus.training.apart())


def _look_at(train: str) -> None:
    """In a callback: look at the words of the text under the training data of a dataset."""
    choose_pair(train, state.get(Key.TEST) or "")
