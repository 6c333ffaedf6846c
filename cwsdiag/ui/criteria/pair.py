"""The words that training data cuts otherwise than a test text does: how much they take from Ψ, by kind and one by one.

The test text is that of a dataset, or one of the person's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.languages import _, n_, translated
from cwsdiag.study import KINDS, UNSEEN
from cwsdiag.ui.criteria import word
from cwsdiag.ui.criteria.word import cut_text
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.across.criteria import points
from cwsdiag.views.columns import WORD_LOSSES, Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import WordDifference
    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.criteria.word import Side

_HEIGHT = 290
_WIDTHS = {
    "word": 66, "count": 50, "taken": 50, "consistency": 50, "occurs": 56, "own_consistency": 50, "cut": 116,
    "kind": 96,
}  # fmt: skip
ALL = "all"


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
    """Draw the kinds of differences, the words of the chosen one, and the chosen word in sentences."""
    if not words.found:
        widgets.box("info", words.nothing)
        return
    kinds = list(dict.fromkeys(one.kind for one in words.found))
    kind = state.choose(Key.KIND, [ALL, *kinds], default=None) or ALL
    shown = [one for one in words.found if kind in (ALL, one.kind)]
    left, right = st.columns([0.36, 0.64], gap="medium")
    with left:
        _kinds_table(words, kind)
    with right:
        one = _words_table(words, shown)
    said = {
        "words": n_("{n:,} word", "{n:,} words", len(words.found)),
        "points": points(sum(map(words.taken, words.found))),
    }
    if words.found[0].is_chinese:
        note = _(
            "The {words} that take most, {points} together. Rules over the pieces of a word name the kinds; what no "
            "rule names is other.",
            **said,
        )
    else:
        note = _(
            "The {words} that take most, {points} together. Rules name kinds of differences in Chinese alone, so all "
            "are other here.",
            **said,
        )
    widgets.note(note)
    word.draw(one, words.sides)


def label_of(kind: str) -> str:
    """Return what people read of a kind."""
    if kind == ALL:
        return _("all kinds")
    return _("not in the training data") if kind == UNSEEN else translated(KINDS[kind].label)


def kind_rows(words: Words) -> list[dict[str, Any]]:
    """Return a row a kind, and one for all: how many words, and what they take together; costliest first."""
    kinds: dict[str, list[float]] = {ALL: []}
    for one in words.found:
        kinds[ALL].append(words.taken(one))
        kinds.setdefault(one.kind, []).append(words.taken(one))
    rows = [
        {"kind": kind, "label": label_of(kind), "words": len(taken), "taken": sum(taken)}
        for kind, taken in kinds.items()
    ]
    return sorted(rows, key=lambda row: (row["kind"] != ALL, -row["taken"]))


def _kinds_table(words: Words, kind: str) -> None:
    rows = kind_rows(words)
    kinds = [row["kind"] for row in rows]

    def choose(row: int) -> None:
        state.put(Key.KIND, None if kinds[row] == ALL else kinds[row])
        state.put(Key.STRING, None)

    tables.choosing_table(
        pd.DataFrame(rows),
        {
            "label": tables.column(Column(_("kind")), width=146),
            "taken": st.column_config.ProgressColumn(
                translated(_taken(words).label),
                format="%.1f",
                min_value=0,
                max_value=rows[0]["taken"],
                width=84,
                help=_("Points of Ψ that the words of this kind take together."),
            ),
            "words": tables.column(Column(_("words"), _("Different words."), format="count"), width=50),
        },
        key="kinds",
        chosen=kinds.index(kind),
        choose=choose,
        alt=_("Points that words take from Ψ, by kind of difference"),
    )


def _taken(words: Words) -> Column:
    return WORD_LOSSES["loss" if words.has_own else "cost"]


def _words_table(words: Words, shown: Sequence[WordDifference]) -> WordDifference:
    """Draw the words; return the one that is to be shown in sentences."""
    strings = [one.loss.word for one in shown]
    string = state.choose(Key.STRING, strings, default=strings[0]) or strings[0]

    tables.choosing_table(
        pd.DataFrame([_row(words, one) for one in shown]),
        _columns(words),
        key="strings",
        chosen=strings.index(string),
        choose=lambda row: state.put(Key.STRING, strings[row]),
        height=_HEIGHT,
        alt=_("The words that take most from Ψ, and how the training data has them"),
    )
    return shown[strings.index(string)]


def _row(words: Words, one: WordDifference) -> dict[str, Any]:
    loss = one.loss
    other = one.other
    return {
        "word": loss.word,
        "count": loss.count,
        "taken": words.taken(one),
        "consistency": loss.consistency,
        "occurs": f"{loss.as_word:,} / {loss.as_string:,}",
        "own_consistency": loss.own_consistency,
        "cut": None if other is None else f"{cut_text(other[0])} {other[1]:,}×",
        "kind": label_of(one.kind),
    }


def _columns(words: Words) -> dict[str, Any]:
    return {
        key: tables.column(_taken(words) if key == "taken" else WORD_LOSSES[key], width=width)
        for key, width in _WIDTHS.items()
        if words.has_own or key != "own_consistency"
    }
