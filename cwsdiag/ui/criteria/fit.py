"""The last part of the Criteria page: which dataset's criterion does a text of one's own follow?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.figures.criteria_points import FitPoint, fit_figure
from cwsdiag.report.fit_text import text_doubts
from cwsdiag.signature import file_part
from cwsdiag.study import differences, fit
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair, points
from cwsdiag.ui.criteria.tables import psi_column
from cwsdiag.ui.criteria.word import Side
from cwsdiag.ui.data import project_data
from cwsdiag.ui.data.file import File
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cwsdiag.study import Corpus, Difference, Fit
    from cwsdiag.text import Segmentation

_FILE = "text to be fitted"
_UPLOADER = "fit upload"
RESAMPLES, SEED = 1000, 0
_PLACES = 4
# Points of Ψ over seen words by which another dataset has to be nearer to be named.
_CLEARLY = 1.0
_WANTED = "A segmented text: one sentence per line, blanks between words. It stays in your session."
_ASK = "Drop a file on the field above: it is compared with the training data of every dataset."


def part(bench: Bench) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    with widgets.controls("fit"):
        st.file_uploader("Your segmented text", key=_UPLOADER, on_change=_take, help=_WANTED)
    file: File | None = st.session_state.get(_FILE)
    if file is None:
        widgets.box("info", _ASK)
        return {}
    try:
        text = _text(file.stamp, bench.chosen.normalise, file)
        with st.spinner("Comparing it with the training data of every dataset …"):
            corpora = _corpora(_stamp(bench), bench.corpora)
            found = _fits((file.stamp, *_stamp(bench)), text, tuple(corpora.values()))
    except CwsdiagError as error:
        widgets.box("error", str(error), title="This file cannot be used")
        return {}
    widgets.said(fit_sentence(found, file.file_name, len(text)))
    for doubt in text_doubts(text):
        widgets.box("warning", doubt)
    _results(found)
    train = state.choose(Key.TRAIN, [one.name for one in found], default=found[0].name) or found[0].name
    _words(bench, file, text, train)
    return {"text": file_part(text), "resamples": RESAMPLES, "seed": SEED}


def _take() -> None:
    """In a callback: keep the file, which outlives a visit to another page."""
    upload = st.session_state[_UPLOADER]
    if upload is not None:
        st.session_state[_FILE] = File.uploaded("gold", upload.name, upload.getvalue())
        # Begin with the nearest dataset, whichever that will be.
        _look_at("")


def _stamp(bench: Bench) -> tuple[Hashable, ...]:
    return project_data.stamps(bench.chosen), bench.chosen.normalise


@st.cache_resource(max_entries=_PLACES, scope="session", show_spinner=False)
def _text(stamp: str, normalise: tuple[str, ...], _file: File) -> Segmentation:
    return project_data.read_test_of(_file, normalise)


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _corpora(stamp: Hashable, _corpora: Sequence[Corpus]) -> dict[str, Corpus]:
    """Return the corpora with a memory of their own for this session: no word of its file stays with the server's."""
    return {one.name: one if one.training is None else replace(one, training=one.training.apart()) for one in _corpora}


@st.cache_resource(max_entries=_PLACES, scope="session", show_spinner=False)
def _fits(stamp: Hashable, _text: Segmentation, _corpora: Sequence[Corpus]) -> list[Fit]:
    return fit(_text, _corpora, resamples=RESAMPLES, seed=SEED)


def fit_sentence(found: Sequence[Fit], name: str, words: int) -> str:
    """Say which criterion a text follows, and how sure that is, as one may quote it."""
    nearest = found[0]
    if not nearest.psi:
        return (
            f"No training data here has a word of {name} as a word: is it segmented, and in the script of the datasets?"
        )
    said = (
        f"The criterion of {nearest.name} is nearest to {name}: Ψ {nearest.psi:.1f} "
        f"[{nearest.low:.1f}, {nearest.high:.1f}] over {counted(words, 'words')}"
    )
    if len(found) == 1:
        return f"{said}; no other dataset has segmented training text."
    next = found[1]
    gap = f"{points(next.behind)} [{next.behind_low:z.1f}, {next.behind_high:z.1f}]"
    if next.behind_low > 0:
        return f"{said}, {gap} ahead of {next.name}.{_by_seen(found)}"
    return f"{said}, but its {gap} over {next.name} may be chance: the interval holds 0.{_by_seen(found)}"


def _by_seen(found: Sequence[Fit]) -> str:
    """Say which dataset is nearest without regard to vocabulary, where it is clearly another one; else nothing."""
    nearest = found[0]
    best = max((one for one in found if one.seen_psi == one.seen_psi), key=lambda one: one.seen_psi)
    if best.seen_psi - nearest.seen_psi < _CLEARLY:
        return ""
    return (
        f" Over the words whose strings the training data has, {best.name} is nearest: Ψ {best.seen_psi:.1f} against "
        f"{nearest.seen_psi:.1f}. So this may be a matter of vocabulary, not of criterion."
    )


def _results(found: Sequence[Fit]) -> None:
    names = [one.name for one in found]
    widgets.heading("Nearest first", "a click: the words that cost most under this training data")
    widgets.leading_chart(
        fit_figure([FitPoint(one.name, one.psi, one.low, one.high) for one in found]),
        key="fit",
        lead=lambda data: _look_at(data[0]),
        alt="Ψ of the text under the training data of every dataset; the table below holds the same numbers",
    )
    widgets.leading_table(
        pd.DataFrame([_row(one) for one in found]),
        _columns(),
        key="fits",
        lead=lambda row: _look_at(names[row]),
        alt="Ψ of the text under the training data of every dataset",
    )


def _look_at(train: str) -> None:
    """In a callback: look at the words of the text under the training data of a dataset."""
    choose_pair(train, state.get(Key.TEST) or "")


def _row(one: Fit) -> dict[str, Any]:
    keys = ("name", "psi", "low", "high", "seen", "seen_psi", "own_psi", "behind", "behind_low", "behind_high")
    return {key: getattr(one, key) for key in keys} | {"seen": 100 * one.seen}


def _columns() -> dict[str, Any]:
    help = {
        "psi": ("Ψ", "Ψ × 100 of the text under the training data of the dataset."),
        "low": ("low", "Lower end of its 95 % interval."),
        "high": ("high", "Upper end of its 95 % interval."),
        "behind": ("behind", "Points behind the nearest."),
        "behind_low": ("low", "Lower end of its 95 % interval."),
        "behind_high": ("high", "Upper end of its 95 % interval."),
        "seen": ("seen %", "Per cent of the text's words whose string the training data has at all."),
        "seen_psi": ("Ψ seen", "Ψ × 100 over those words alone: vocabulary has no part in it."),
        "own_psi": ("own Ψ", "Ψ × 100 of the dataset's own test text, to compare with."),
    }
    numbers = {key: psi_column(label, said, width=52) for key, (label, said) in help.items()}
    return {"name": st.column_config.TextColumn("dataset", width=150), **numbers}


def _words(bench: Bench, file: File, text: Segmentation, train: str) -> None:
    """Draw the words of the text that cost most under the training data of a dataset."""
    training_text = project_data.training_text(bench.chosen, train)
    if training_text is None:
        return
    widgets.heading(f"{train} → {file.file_name}", "the words of the text that cost most")
    with st.spinner("Looking up the words …"):
        corpus = _corpora(_stamp(bench), bench.corpora)[train]
        found = _differences((file.stamp, *_stamp(bench), train), corpus, training_text, text)
    sides = [Side(train, "training data", training_text), Side(file.file_name, "text", text)]
    nothing = "No word of the text costs anything: the training data always has all of them as words."
    pair.draw(pair.Words(found, sides, has_own=False, nothing=nothing))


@st.cache_resource(max_entries=_PLACES, scope="session", show_spinner=False)
def _differences(
    stamp: Hashable, _corpus: Corpus, _training_text: Segmentation, _text: Segmentation
) -> list[Difference]:
    if _corpus.training is None:
        return []
    return differences(_corpus.training, _training_text, _text)
