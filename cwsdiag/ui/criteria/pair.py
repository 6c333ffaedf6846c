"""The words that training data cuts otherwise than a test text does: how much they take from Ψ.

The test text is that of a dataset, or one of the person's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.ui.criteria import word
from cwsdiag.ui.criteria.word import cut_text
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.across.criteria import points
from cwsdiag.views.columns import WORD_LOSSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import WordDifference
    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.criteria.word import Side

_HEIGHT = 290
_WIDTHS = {"word": 120, "count": 80, "taken": 80, "consistency": 80, "occurs": 110, "own_consistency": 80, "cut": 260}


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a pair of training data and test text.

    Attributes:
        found: those that take most from Ψ, costliest first.
        sides: where each is shown in sentences: the training data first.
        has_own: whether they are set against the test text's own training data, so that they have a loss; else a cost.
        nothing: what is said where there is none.
    """

    found: Sequence[WordDifference]
    sides: Sequence[Side]
    has_own: bool
    nothing: str

    def taken(self, one: WordDifference) -> float:
        """Return the points of Ψ that a word takes."""
        return one.loss.loss if self.has_own else one.loss.cost


def of_datasets(bench: Bench, train: str, test: str) -> None:
    """Draw the words of a pair of datasets."""
    if train == test:
        widgets.heading(test, _("how its own training data has the words of its test text"))
    else:
        widgets.heading(f"{train} → {test}", _("how the training data of one has the words of the other's test text"))
    if train not in bench.trainable:
        said = _("{dataset} has no segmented training text, so there is nothing to compare with.", dataset=train)
        widgets.box("info", said)
        return
    with st.spinner(_("Looking up the words …")):
        found = project_data.differences_of(bench.chosen, train, test)
    has_own = train != test and test in bench.trainable
    widgets.said(pair_sentence(bench, train, test))
    draw(Words(found, _sides(bench, train, test, has_own), has_own, _("No word loses anything here.")))


def pair_sentence(bench: Bench, train: str, test: str) -> str:
    """Say how far Ψ of a pair is below that of the test text's own training data."""
    psi, own = bench.psi(train, test), bench.psi(test, test)
    words = n_("{n:,} word", "{n:,} words", len(bench.corpus(test).test))
    if train == test:
        return _(
            "Ψ of {test} under its own training data is {psi:.1f} over {words}: {points} short of 100, because of "
            "words that the training data lacks or does not always cut that way.",
            test=test,
            psi=psi,
            words=words,
            points=points(100 - psi),
        )
    values: dict[str, object] = {"train": train, "test": test, "psi": psi, "words": words}
    if own != own:
        return _(
            "Under the training data of {train}, the {words} of {test} have Ψ {psi:.1f}; {test} has no training text "
            "of its own, so the words are ranked by what each takes from 100.",
            **values,
        )
    values |= {"own": own, "points": points(abs(own - psi))}
    if own >= psi:
        return _(
            "Under the training data of {train}, the {words} of {test} have Ψ {psi:.1f}, {points} below the {own:.1f} "
            "under its own.",
            **values,
        )
    return _(
        "Under the training data of {train}, the {words} of {test} have Ψ {psi:.1f}, {points} above the {own:.1f} "
        "under its own.",
        **values,
    )


def _sides(bench: Bench, train: str, test: str, has_own: bool) -> list[Side]:
    own = [_training_side(bench, test)] if has_own else []
    return [_training_side(bench, train), word.Side(test, _("test text"), bench.corpus(test).test), *own]


def _training_side(bench: Bench, name: str) -> Side:
    return word.Side(name, _("training data"), project_data.training_text(bench.chosen, name))


def draw(words: Words) -> None:
    """Draw the words, and the chosen one in sentences."""
    if not words.found:
        widgets.box("info", words.nothing)
        return
    one = _words_table(words)
    widgets.note(
        _(
            "The {words} that take most, {points} together.",
            words=n_("{n:,} word", "{n:,} words", len(words.found)),
            points=points(sum(map(words.taken, words.found))),
        )
    )
    word.draw(one, words.sides)


def _words_table(words: Words) -> WordDifference:
    """Draw the words; return the one that is to be shown in sentences."""
    strings = [one.loss.word for one in words.found]
    string = state.choose(Key.STRING, strings, default=strings[0]) or strings[0]
    taken = WORD_LOSSES["loss" if words.has_own else "cost"]
    tables.choosing_table(
        pd.DataFrame([_row(words, one) for one in words.found]),
        {
            key: tables.Shown(taken if key == "taken" else WORD_LOSSES[key], width=width)
            for key, width in _WIDTHS.items()
            if words.has_own or key != "own_consistency"
        },
        key="strings",
        chosen=strings.index(string),
        choose=lambda row: state.put(Key.STRING, strings[row]),
        height=_HEIGHT,
        alt=_("The words that take most from Ψ, and how the training data has them"),
    )
    return words.found[strings.index(string)]


def _row(words: Words, one: WordDifference) -> dict[str, Any]:
    loss = one.loss
    cut = _("not in the training data") if loss.is_unseen else None
    if one.other is not None:
        cut = f"{cut_text(one.other[0])} {one.other[1]:,}×"
    return {
        "word": loss.word,
        "count": loss.count,
        "taken": words.taken(one),
        "consistency": loss.consistency,
        "occurs": f"{loss.as_word:,} / {loss.as_string:,}",
        "own_consistency": loss.own_consistency,
        "cut": cut,
    }
