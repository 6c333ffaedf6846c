"""What the Committee page shows of a committee that is made: is it large enough, and what of its difficulties?"""

from __future__ import annotations

import math
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.difficulty import growth, mean_change
from cwsdiag.figures.committee import GrowthLine, change_figure, growth_figure
from cwsdiag.signature import signature
from cwsdiag.ui.data import own_weights
from cwsdiag.ui.data.files import File
from cwsdiag.ui.difficulty.committee import settings
from cwsdiag.ui.difficulty.committee.bench import answered, in_use, is_asked
from cwsdiag.ui.shell import leads, widgets
from cwsdiag.ui.work.kept import kept
from cwsdiag.views.wording import counted, number
from cwsdiag.weights import Weights, of_committee, write_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.difficulty import Committee
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.difficulty.committee.bench import Bench

# Below this mean change a committee is taken to be large enough: a fifth of one of the ten intervals of difficulty.
ENOUGH = 0.02
# Characters shown on either side of a word.
_AROUND = 10
_FORMATS = {
    ".csv": ("CSV", "text/csv"),
    ".parquet": ("Parquet", "application/vnd.apache.parquet"),
    ".weight": (".weight", "text/plain"),
    ".weight_c": (".weight_c", "text/plain"),
}


def lead(bench: Bench) -> None:
    """Say whether the committee is large enough, as one may quote it; before there is one, what it would be."""
    made = bench.made
    dataset = bench.view.known.dataset
    words = len(dataset.gold)
    if made is None:
        widgets.lead(
            f"How hard is each of the {counted(words, 'gold words')} of {dataset.name}? Its difficulty is the share "
            "of a committee of segmenters that gets it wrong.",
            f"Each member learns from a random part of {bench.material.training.name}. The scores f_b, p_b and r_b "
            "weight every word by its difficulty.",
        )
        return
    widgets.lead(
        enough_sentence(_changes(bench, made), members=len(made.members), words=words, dataset=dataset.name),
        f"Mean difficulty {number(float(made.difficulty.mean()))}. Committee: {made.name}.",
    )


def changes(made: Committee) -> dict[int, float]:
    """Return the mean change of difficulty from K to 2K by K, up to half of the committee."""
    half = len(made.members) // 2
    return mean_change(made) | (mean_change(made, [half]) if half else {})


def _changes(bench: Bench, made: Committee) -> dict[int, float]:
    return kept("server", "mean changes", bench.stamp, lambda: changes(made))


def enough_sentence(changes: Mapping[int, float], *, members: int, words: int, dataset: str) -> str:
    """Say whether a committee is large enough for a dataset, and what that goes by."""
    if not changes:
        return f"K = {members} is too few for {dataset}: difficulty has two values. Make a larger committee."
    size, change = list(changes.items())[-1]
    if math.isnan(change):
        return f"Gold of {dataset} has no words, so nothing changes as a committee grows."
    verdict, side = ("enough", "under") if change < ENOUGH else ("not enough", "not under")
    return (
        f"K = {members} is {verdict} for {dataset}: from {size} to {2 * size} members difficulty changes by "
        f"{number(change)} on average over {counted(words, 'gold words')}, {side} {number(ENOUGH, 2)}, a fifth of an "
        "interval."
    )


def results(bench: Bench) -> None:
    """Show how difficulty settles as the committee grows, and what can be done with it; nothing before it is made."""
    made = bench.made
    if made is None:
        return
    _use(bench, made)
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        _growth(bench, made)
    with right:
        widgets.heading("Does it still move?", f"large enough below the dashed line, {number(ENOUGH, 2)}")
        found = _changes(bench, made)
        if found:
            widgets.leading_chart(
                change_figure(found, enough=ENOUGH),
                key="mean change",
                lead=lambda data: None,
                alt="Mean change of difficulty from K to 2K members",
            )
        else:
            widgets.box("info", "A committee of one has no smaller committee to be compared with.")
    _onward(bench, made)


def _use(bench: Bench, made: Committee) -> None:
    """Give the dataset the difficulties that this session waited for; then the page is drawn with them."""
    if not is_asked(bench):
        return
    gold = bench.material.words
    data = weights_bytes(made, gold, ".parquet")
    own_weights.keep(bench.entry_id, File.uploaded("gold", f"committee of {len(made.members)}.parquet", data))
    answered(bench)
    st.rerun()


def _growth(bench: Bench, made: Committee) -> None:
    widgets.heading("Difficulty as it grows", "a random word of each interval; a click: its sentence")
    words = sampled_words(made, bench.material.words, seed=settings.remembered("sample"))
    widgets.leading_chart(
        growth_figure(lines(made, bench.material.words, words)),
        key="growth",
        lead=lambda data: leads.to_sentence(int(data[0]) - 1),
        alt="Difficulty of sampled words against the size of the committee",
    )


def _draw_others() -> None:
    settings.set_to("sample", settings.remembered("sample") + 1)


def sampled_words(made: Committee, gold: Segmentation, *, seed: int) -> list[int]:
    """Draw a word of each interval of difficulty that has one, all of different types.

    Most words are easy: drawn from all of them, most lines would lie on the axis.

    Returns:
        Indices of gold words, the least difficult first.
    """
    index, surfaces = _weights(made).intervals(), gold.surfaces()
    drawn: dict[int, int] = {}
    seen: set[str] = set()
    for word in np.random.default_rng(seed).permutation(len(gold)).tolist():
        interval = int(index[word])
        if interval not in drawn and surfaces[word] not in seen:
            drawn[interval] = word
            seen.add(surfaces[word])
    return sorted(drawn.values(), key=lambda word: (float(made.difficulty[word]), word))


def lines(made: Committee, gold: Segmentation, words: list[int]) -> list[GrowthLine]:
    """Return the lines of some gold words, with what stands around them."""
    text, surfaces = gold.text, gold.surfaces()
    found = []
    for word, values in zip(words, growth(made, words).T.tolist(), strict=True):
        sentence, start, end = (int(of[word]) for of in (gold.sentence_ids, gold.word_starts, gold.word_ends))
        first, last = int(text.sentence_starts[sentence]), int(text.sentence_ends[sentence])
        before, after = text.chars[max(first, start - _AROUND) : start], text.chars[end : min(last, end + _AROUND)]
        before = f"…{before}" if start - _AROUND > first else before
        after = f"{after}…" if end + _AROUND < last else after
        found.append(GrowthLine(surfaces[word], sentence + 1, before, after, values))
    return found


def _onward(bench: Bench, made: Committee) -> None:
    """Lead to what the difficulties are for, and offer them as files."""
    with widgets.controls("onward"), st.container(horizontal=True, vertical_alignment="center"):
        if in_use(bench):
            widgets.next_page("difficulty", "See the Difficulty page")
        st.button("Other words", key="other words", icon=":material/casino:", on_click=_draw_others)
        for ending, (label, mime) in _FORMATS.items():
            widgets.download(
                label,
                data=partial(weights_bytes, made, bench.material.words, ending),
                name=f"difficulty{ending}",
                mime=mime,
                key=f"save {ending}",
                help="One row per gold word, with the members that got it wrong."
                if ending in (".csv", ".parquet")
                else f"The difficulty of each {'character' if ending.endswith('_c') else 'word'}, a line per sentence.",
            )
    if in_use(bench):
        widgets.note(f"These are the difficulties of {bench.view.known.dataset.name} on all pages of your session.")


def signature_line(bench: Bench) -> None:
    """Show what the numbers come from: no system has a part in them."""
    widgets.signature_line(signature(replace(bench.view.known.dataset, systems=())))


def _weights(made: Committee) -> Weights:
    return of_committee(made.wrong, committee=made.name)


def weights_bytes(made: Committee, gold: Segmentation, ending: str) -> bytes:
    """Return the difficulties of a committee as a file of the format that an ending names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"difficulty{ending}"
        write_weights(_weights(made), gold, path)
        return path.read_bytes()
