"""The parts of the Explore page: choosing a bucket, its words, and the sentences they stand in."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.ui import ribbon, sentences, state, widgets
from cwsdiag.ui.results import UNITS
from cwsdiag.ui.state import Key
from cwsdiag.ui.words_table import SHOWS

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.counting import BucketedAttribute
    from cwsdiag.ui.view import View
    from cwsdiag.ui.words_table import WordsTable

ALL = "all"
PLACES_SHOWN = 8
TABLE_HEIGHT = 470


def selected_bucket(view: View) -> tuple[BucketedAttribute | None, int | None]:
    """Return the selected attribute and bucket; None for all words, and for all buckets."""
    diagnosis = view.known.diagnosis
    defined = [one.attribute.key for one in diagnosis.attributes if not one.undefined]
    key = state.choose(Key.ATTRIBUTE, defined)
    if key is None:
        state.choose(Key.BUCKET, ())
        return None, None
    bucketed = diagnosis.attribute(key)
    bucket = state.choose(Key.BUCKET, [str(index) for index in range(bucketed.size)])
    return bucketed, None if bucket is None else int(bucket)


def selected_filter() -> tuple[str, str]:
    """Return which units are shown, and the text they must hold."""
    return state.choose(Key.SHOW, SHOWS, default=None) or ALL, state.get(Key.TEXT) or ""


def controls(view: View, attribute: BucketedAttribute | None, bucket: int | None) -> None:
    """Draw what chooses the words of the page."""
    first, second, third, fourth = st.columns([0.24, 0.2, 0.33, 0.23], vertical_alignment="bottom")
    known = {one.attribute.key: one for one in view.known.diagnosis.attributes if not one.undefined}
    with first:
        state.bind(
            Key.ATTRIBUTE,
            st.selectbox,
            value=ALL if attribute is None else attribute.attribute.key,
            to_text=_unless_all,
            label="Attribute",
            options=[ALL, *known],
            format_func=lambda key: "all words" if key == ALL else known[key].attribute.label,
            help=None if attribute is None else widgets.meaning(attribute.attribute),
        )
    with second:
        state.bind(
            Key.BUCKET,
            st.selectbox,
            value=ALL if bucket is None else str(bucket),
            to_text=_unless_all,
            label="Bucket",
            options=[ALL, *(str(index) for index in range(attribute.size if attribute else 0))],
            format_func=lambda index: _bucket_name(attribute, index),
            disabled=attribute is None,
        )
    with third:
        state.bind(
            Key.SHOW,
            st.segmented_control,
            value=selected_filter()[0],
            to_text=_unless_all,
            label="Show",
            options=list(SHOWS),
            format_func=SHOWS.__getitem__,
            required=True,
        )
    with fourth:
        state.bind(
            Key.TEXT,
            st.text_input,
            value=selected_filter()[1],
            label="Search",
            placeholder="a word, or a part of it",
            icon=":material/search:",
        )


def summary(view: View, words: WordsTable, attribute: BucketedAttribute | None, bucket: int | None) -> str:
    """Say how many words there are and how many each system gets wrong."""
    unit = "word" if attribute is None else attribute.attribute.unit
    where = ""
    if attribute is not None:
        label = "" if bucket is None else f" {_labels(attribute)[bucket]}"
        where = f" with {attribute.attribute.label}{label}" if label else ""
    errors = ", ".join(f"{view.roles[role]} gets {int(words.wrong(role).sum()):,} wrong" for role in view.roles)
    return f"{sentences.counted(len(words.units), f'gold {UNITS[unit]}')}{where}: {errors}."


def words_table(view: View, table: pd.DataFrame) -> str | None:
    """Draw the words, those with most errors first; return the one whose places are to be shown."""
    if table.empty:
        widgets.note("No word answers to this selection.")
        return None
    words = table["word"].tolist()
    word = state.choose(Key.WORD, words, default=words[0])

    def chosen() -> None:
        row = widgets.picked_row(st.session_state["words"])
        if row is not None:
            state.put(Key.WORD, words[row])

    st.session_state["words"] = {"selection": {"rows": [words.index(word)], "columns": [], "cells": []}}
    columns: dict[str, Any] = {
        "word": st.column_config.TextColumn("gold word", width=84),
        "count": widgets.count_column("count", "How often it is among the words shown.", width=50),
    }
    for role in view.roles:
        side = role.upper()
        columns[f"wrong_{role}"] = widgets.count_column(f"{side} wrong", f"Errors of {side}.", width=60)
        columns[f"made_{role}"] = st.column_config.TextColumn(
            f"{side} made of it", help=f"What {side} made of the word most often where it was wrong.", width=97
        )
    st.dataframe(
        table[list(columns)],
        column_config=columns,
        hide_index=True,
        key="words",
        on_select=chosen,
        selection_mode=["single-row-required", "single-cell"],
        height=TABLE_HEIGHT,
        row_height=30,
        alt="Words of the selection, most errors first",
    )
    return word


def places(view: View, words: WordsTable, word: str | None, *, show: str) -> None:
    """Draw the sentences a word stands in, as ribbons."""
    if word is None:
        return
    found = words.places(word, show=show)
    gold = words.units.gold
    systems = {role: view.known.dataset.system(name) for role, name in view.roles.items()}
    shown = found[: st.session_state.get("places shown", PLACES_SHOWN)]
    parts = [
        f'<h2 class="cw-word">{escape(word)}<small>{sentences.counted(len(found), "places")}</small></h2>',
        ribbon.legend(systems),
    ]
    for index in shown:
        sentence = int(gold.sentence_ids[index])
        aim = int(gold.word_starts[index]), int(gold.word_ends[index])
        parts.append(f'<p class="cw-place">sentence {sentence + 1:,}</p>')
        parts.append(ribbon.ribbon(gold, systems, sentence, aim=aim))
    with st.container(height=TABLE_HEIGHT, border=False):
        st.html("".join(parts))
        if len(found) > len(shown):
            st.button("Show more places", on_click=_show_more)


def _show_more() -> None:
    st.session_state["places shown"] = st.session_state.get("places shown", PLACES_SHOWN) + 2 * PLACES_SHOWN


def _unless_all(value: str) -> str | None:
    return None if value == ALL else value


def _labels(bucketed: BucketedAttribute) -> tuple[str, ...]:
    return () if bucketed.buckets is None else bucketed.buckets.labels


def _bucket_name(bucketed: BucketedAttribute | None, index: str) -> str:
    if index == ALL or bucketed is None:
        return "all"
    return f"{_labels(bucketed)[int(index)]}  ·  {bucketed.gold[int(index)]:,}"
