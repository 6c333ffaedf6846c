"""The rankings of the Difficulty page: all scores, what f_b is worth, who changes places on which words, halves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.difficulty_halves import halves_figure
from cwsdiag.figures.difficulty_ranks import Standing, slope_figure, worth_figure
from cwsdiag.figures.names import short_names
from cwsdiag.ui.difficulty.words import to_word
from cwsdiag.ui.shell import navigation, private_gold, widgets
from cwsdiag.views import standings
from cwsdiag.views.columns import BALANCED
from cwsdiag.views.difficulty import committee_sentence, correlation_sentence, halves_sentence, swaps_sentence

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.difficulty import Hardness

_LONGEST_NAME = 26
_MEANINGS = {
    "p_reward": ("Precision where hard words count.", "Σ d·m / Σ d′"),
    "p_punishment": ("Precision where easy words count.", "Σ (1−d)·m / Σ (1−d′)"),
    "p_b": ("Harmonic mean of p reward and p punishment.", ""),
    "r_reward": ("Recall where hard words count.", "Σ d·m / Σ d"),
    "r_punishment": ("Recall where easy words count.", "Σ (1−d)·m / Σ (1−d)"),
    "r_b": ("Harmonic mean of r reward and r punishment.", ""),
    "f_b": ("Harmonic mean of p_b and r_b, under this committee.", ""),
    "f_b_low": ("Lower end of the 95 % interval of f_b over sentences.", ""),
    "f_b_high": ("Upper end of the 95 % interval of f_b over sentences.", ""),
    "f_b_committee_se": ("Standard error of f_b over committees of this kind and size: members are drawn anew.", ""),
}
_LABELS = {**BALANCED, "f_b_low": "low", "f_b_high": "high", "f_b_committee_se": "SE comm."}
_LEGEND = (
    '<div class="cw-legend"><span><span class="cw-key mark">○</span> F1</span>'
    '<span><span class="cw-key mark">●</span> f_b, with its 95 % interval over sentences</span>'
    f'<span><span class="cw-key" style="height:3px;vertical-align:.25em;background:{theme.GOLD}"></span> the same over '
    "committees of this kind and size</span><span>Click a row: where that system fails.</span></div>"
)


def part(view: View, hard: Hardness) -> None:
    """Draw what f_b is worth, both rankings, and all scores."""
    found = _standings(view, hard)
    left, right = st.columns(2, gap="medium")
    with left:
        widgets.heading("F1 and f_b", "and how far f_b may move")
        widgets.leading_chart(
            worth_figure(found),
            key="worth",
            lead=_to_system,
            alt="F1 and f_b of every system with intervals; the table below holds the same numbers",
        )
        st.html(_LEGEND)
    with right:
        widgets.heading("From F1 to f_b", "places; systems that move are drawn thick")
        widgets.leading_chart(
            slope_figure(found),
            key="places",
            lead=_to_system,
            alt="The ranking by F1 beside that by f_b; the table below holds the same numbers",
        )
        widgets.note(correlation_sentence(hard.correlation))
    widgets.note(committee_sentence(hard.scores, hard.weights))
    _scores_table(hard)


def _standings(view: View, hard: Hardness) -> list[Standing]:
    colours = theme.system_colours(view.known.systems, a=view.a, b=view.b)
    roles = {name: role for role, name in view.roles.items()}
    return [
        Standing(
            name=row["name"],
            colour=colours[row["name"]],
            role=roles.get(row["name"], ""),
            f1=row["f1"],
            f_b=row["f_b"],
            low=row["f_b_low"],
            high=row["f_b_high"],
            committee_low=row["f_b_committee_low"],
            committee_high=row["f_b_committee_high"],
            by_f1=_place(row["by_f1"]),
            by_f_b=_place(row["by_f_b"]),
        )
        for row in standings.records(hard.scores)
    ]


def _place(value: Any) -> int | None:
    """Return a place as a number; in a frame, what is undefined is neither a number nor None."""
    return int(value) if isinstance(value, int | np.integer) else None


def _scores_table(hard: Hardness) -> None:
    scores = hard.scores
    columns: dict[str, Any] = {
        "short": st.column_config.TextColumn("system", width=_width(scores["name"]), pinned=True),
        "f_b": _score_column("f_b"),
        "f_b_low": _score_column("f_b_low"),
        "f_b_high": _score_column("f_b_high"),
        "f_b_committee_se": _score_column("f_b_committee_se"),
        "f1": _score_column("f1"),
        "by_f1": widgets.count_column("by F1", "Place by F1.", width=60),
        "by_f_b": widgets.count_column("by f_b", "Place by f_b.", width=60),
        "moved": st.column_config.NumberColumn("moved", format="%+d", help="Places up from F1 to f_b.", width=60),
    }
    columns |= {key: _score_column(key) for key in BALANCED if key != "name" and key not in columns}
    columns |= _full_names(scores["name"], "name")
    widgets.leading_table(
        scores.assign(short=scores["name"].map(_short_names(hard))),
        columns,
        key="balanced scores",
        lead=lambda row: navigation.lead_to("self_diagnosis", system=scores["name"][row]),
        alt="Plain and balanced scores of every system",
    )


def _score_column(key: str) -> Any:
    sentence, formula = _MEANINGS.get(key, ("", ""))
    help = f"{sentence}\n\n`{formula}`" if formula else sentence or None
    return st.column_config.NumberColumn(_LABELS[key], format="%.3f", help=help, width=66)


def _full_names(names: pd.Series[str], key: str) -> dict[str, Any]:
    """Return a column with whole names where some are cut: saved, too, tables say which systems they are about."""
    cut = names.str.len().max() > _LONGEST_NAME
    return {key: st.column_config.TextColumn("full name", width="large")} if cut else {}


def _short_names(hard: Hardness) -> dict[str, str]:
    """Return what systems are called in tables."""
    names = hard.scores["name"].tolist()
    return dict(zip(names, short_names(names, _LONGEST_NAME), strict=True))


def _width(names: pd.Series[str]) -> int:
    return max(90, 24 + 7 * min(_LONGEST_NAME, int(names.str.len().max())))


def differences(view: View, hard: Hardness) -> None:
    """Draw what every two systems differ by, and the words behind those that change places."""
    if hard.pairs.empty:
        widgets.note(f"{view.known.systems[0]} is the only system, so there is nothing to compare it with.")
        return
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        widgets.heading("Differences of f_b", "in points, with paired 95 % intervals")
        _pairs_table(hard)
    with right:
        widgets.heading("Words that moved it", "")
        _movers_table(view, hard)


def _pairs_table(hard: Hardness) -> None:
    pairs = hard.pairs
    names = _short_names(hard)
    points = partial(st.column_config.NumberColumn, format="%+.1f", width=52)
    columns = {
        "ahead": st.column_config.TextColumn("system", width=_width(hard.scores["name"])),
        "behind": st.column_config.TextColumn("other", width=_width(hard.scores["name"])),
        "difference": points("f_b −", help="f_b of the system minus f_b of the other, in points."),
        "low": points("low"),
        "high": points("high"),
        "verdict": st.column_config.TextColumn("bootstrap", width=104),
        **_full_names(pairs["first"], "first"),
        **_full_names(pairs["second"], "second"),
    }
    widgets.leading_table(
        pairs.assign(
            ahead=pairs["first"].map(names),
            behind=pairs["second"].map(names),
            verdict=pairs["sure"].map({True: "sure", False: "may be chance"}).where(pairs["low"].notna(), None),
        ),
        columns,
        key="balanced pairs",
        lead=lambda row: navigation.lead_to("compare", system=pairs["first"][row], other=pairs["second"][row]),
        alt="Every pair of systems, and their difference in f_b",
    )


def _movers_table(view: View, hard: Hardness) -> None:
    if not hard.swaps:
        widgets.note("No two systems change their order from F1 to f_b.")
        return
    if view.withholds_gold:
        private_gold.part(view, what="Words")
        return
    widgets.note(swaps_sentence(hard.swaps))
    movers = hard.movers
    names = _short_names(hard)
    narrow = max(95, 7 * max(map(len, names.values())))
    columns = {
        "word": st.column_config.TextColumn("word", width=70),
        "right": st.column_config.TextColumn("right in", width=narrow),
        "wrong": st.column_config.TextColumn("wrong in", width=narrow),
        "tokens": widgets.count_column("times", width=52),
        "weight": st.column_config.NumberColumn("Σ d", format="%.2f", width=56, help="Sum of their difficulties."),
    }
    widgets.leading_table(
        movers.assign(right=movers["right"].map(names), wrong=movers["wrong"].map(names)),
        columns,
        key="movers",
        lead=lambda row: to_word(movers["word"][row]),
        alt="Words that one of two systems alone gets right, where the two change places",
    )


def _to_system(data: list[str]) -> None:
    """In a callback: lead to where a system fails; what is no system leads nowhere."""
    if data[0]:
        navigation.lead_to("self_diagnosis", system=data[0])


def halves(view: View, hard: Hardness) -> None:
    """Draw f_b on random halves of the text, and how well they agree."""
    widgets.heading("Two random halves", "does f_b rank systems alike on both?")
    found = hard.halves
    if found is None:
        widgets.note("A text of one sentence has no halves.")
        return
    by_name = {one.name: one for one in _standings(view, hard)}
    widgets.leading_chart(
        halves_figure([by_name[name] for name in found.systems], found.first, found.second, found.r),
        key="halves",
        lead=_to_system,
        alt="f_b of every system on two random halves of the sentences, for many splits",
    )
    widgets.note(halves_sentence(found.r, len(found.systems)))
