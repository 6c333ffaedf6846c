"""Summary: who is best, is it real, and what should one look at?"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.baselines import LINES, no_vote_text
from cwsdiag.charts import theme
from cwsdiag.charts.theme import Style, styles
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.exhibits import overview
from cwsdiag.findings.proposals import Proposal, proposals
from cwsdiag.frames import records, tracks_of
from cwsdiag.inputs import speed
from cwsdiag.languages import _, language, lazy, n_, speaking
from cwsdiag.languages.visible import escape
from cwsdiag.output import Table
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import leads, pins, show, tables, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import answer, wait_for_answer
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import ask
from cwsdiag.views.columns import (
    BAKEOFF,
    COSTLIEST,
    FIDELITY,
    RUN_PAIRS,
    RUNS_TABLE,
    SCORES,
    TO_BEST,
    Column,
    column,
    idle,
)
from cwsdiag.views.findings import copies_of_gold, copies_text, unsegmented_text
from cwsdiag.views.pairs import beside_best
from cwsdiag.views.runs import best_run_sentence, resampling_sentence, runs_of
from cwsdiag.views.wording import differing_text, few_remark, in_turn

_REPRODUCED = {key: FIDELITY[key] for key in ("exact_sentences", "omitted", "added", "replaced")}
_SPEED = column("characters/s", "Of systems that `cwsdiag run` ran, their start included.", "count")
_WORDS = {"": lazy("all words"), "spoken": lazy("without punctuation")}
_ACROSS = 3
# Pixels of the picture of an interval; a browser draws it larger where a screen is finer.
_WIDE, _HIGH, _FINER = 330, 26, 3
_FORMS = {"a": "●", "b": "■"}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    look = view.look
    # The ranking stands on the diagnosis: what follows takes it from there.
    work = ask(look, "verdicts", look.verdicts)
    verdicts = answer(work)
    exhibit = show.exhibit(look, "scores", overview.scores(look, tested=verdicts is not None))
    copies = copies_of_gold(look.dataset)
    # The first of those that change how all is read stands open, all else behind the i.
    unit = look.diagnosis.unit_of()
    grave = [
        *(unsegmented_text(look.dataset) or "", copies_text(copies) if copies else ""),
        *differing_text(look.dataset, look.systems),
        *(few_remark(len(look.diagnosis.starts(unit)), unit), best_run_sentence(look) if look.dataset.runs else ""),
    ]
    first, *others = filter(None, grave) if any(grave) else [""]
    # Those of a board are the board's own, and no vote is among them.
    others.append(no_vote_text(look.dataset) if look.where.baselines else "")
    with show.beside(exhibit, "lead", apart=True):
        widgets.lead(exhibit.content.sentence, in_turn(exhibit.content.remark, *others))
        if first:
            widgets.box("warning", first)
    _systems(view, verdicts or [])
    if verdicts is None:
        wait_for_answer(work, _("The paired tests of the systems are under way …"))
    _cards(view)


@in_place
def _systems(view: View, verdicts: Sequence[PairedComparison]) -> None:
    """Draw the systems with their scores, best first, and the choice of words and columns over them."""
    look = view.look
    hidden = [file for file in view.opened.files.systems if file.hidden]
    with widgets.controls("scores", in_a_row=True):
        words = widgets.segments(Key.PART, _WORDS, label=_("F1 over"))
        every = widgets.toggle(
            Key.MEASURE,
            "all",
            label=_("All scores"),
            help=_("Precision, recall of new and known words, sentences right, runs."),
        )
        if hidden:
            label = n_("Show {n:,} hidden system", "Show {n:,} hidden systems", len(hidden))
            if st.button(label, key="show hidden", type="tertiary", icon=":material/visibility:"):
                for file in hidden:
                    catalogue.edit(view.opened.id, file, hidden=False)
                st.rerun()
    _table(view, verdicts, spoken=bool(words), every=every)
    if every and look.dataset.runs:
        _runs(view)


@dataclass(frozen=True)
class _Picture(tables.TableHead):
    """A column of pictures."""

    def config(self, values: pd.Series, *, written: bool) -> Any:
        return st.column_config.ImageColumn(self.column.label, width=_WIDE + 24)


def _table(view: View, verdicts: Sequence[PairedComparison], *, spoken: bool, every: bool) -> None:
    """Draw the table; a click leads to where a system fails, one on what it loses most at to these words."""
    look = view.look
    score = "f1_no_punctuation" if spoken else "f1"
    ranking, names = look.ranking, look.ranking["name"].tolist()
    costs = {name: look.costliest(name) for name in names}
    lows, highs = ranking["f1_low"].tolist(), ranking["f1_high"].tolist()
    if spoken:
        intervals = [look.diagnosis.f1_no_punctuation[name] for name in names]
        lows, highs = [one.low for one in intervals], [one.high for one in intervals]
    scale = theme.axis_limits([*lows, *highs, *ranking[score]])
    by_name = styles(look.colours, look.roles)
    differing = {one.name: one.differing for one in look.dataset.systems}
    tracks = [look.dataset.tracks.get(name) for name in names]
    files = view.opened.files.systems
    speeds = {file.name: np.round(speed(file.path)) for file in files if file.run and file.path}
    more: dict[str, list[Any]] = {
        "mark": [f"{role.upper()} {_FORMS[role]}" if role else "" for role in (by_name[name].role for name in names)],
        "interval": [
            _picture(value, low, high, scale, by_name[name])
            for value, low, high, name in zip(ranking[score], lows, highs, names, strict=True)
        ],
        "costliest": ["" if one is None else one.name for one in costs.values()],
        "cost": [math.nan if one is None else 100 * one.row["cost"] for one in costs.values()],
        "track": tracks,
        "place": [tracks_of(tracks).index(track) for track in tracks],
        **{key: [getattr(differing[name], key, math.nan) for name in names] for key in _REPRODUCED},
        "speed": [speeds.get(name, math.nan) for name in names],
    }
    frame = beside_best(ranking, verdicts, score).assign(**more)
    frame = frame.sort_values(["place", score], ascending=[True, False], kind="stable", ignore_index=True)
    columns = {key for key in frame if frame[key].notna().any()} - idle(records(ranking)) - {"matched"}
    columns -= set() if verdicts else {"to_best", "verdict"}
    low, high = (f"{end:.2f}" for end in scale)
    interval = Column(_("95 % interval, {low} to {high}", low=low, high=high))
    first = {"track": BAKEOFF["track"], score: SCORES[score], "interval": interval, **TO_BEST, **COSTLIEST}
    # Unasked where a system has other characters than gold.
    first |= {key: SCORES[key] for key in ("coverage", "system_coverage")} | _REPRODUCED | {"speed": _SPEED}
    chosen = {key: one for key, one in ({**first, **SCORES} if every else first).items() if key in columns}
    shown = tables.columns(chosen, verdict=96, costliest=210, f1_no_punctuation=172)
    shown["interval"] = _Picture(interval)
    best = Table(frame, {"name": Column("system"), **chosen}).with_best(aside=LINES)
    cut, heads = tables.named(frame, shown, tables.OF_SYSTEM)
    colours = [f"color: {by_name[name].colour}; font-weight: bold" for name in frame["name"]]

    def clicked(row: int, key: str = "") -> None:
        name = frame["name"][row]
        cost = costs[name] if key in COSTLIEST else None
        if cost is None:
            leads.to_system(name, attribute=None, bucket=None)
        else:
            leads.to_words(cost.panel.key, cost.row["bucket"], system=name)

    tables.table(
        cut,
        {"mark": tables.TableHead(Column(""), width=46), **heads},
        key="scores table",
        lead=clicked,
        lead_cell=clicked,
        alt=_("Scores of every system"),
        styled=lambda rows: tables.bold(rows, best.emphasis).apply(lambda _: colours, subset=["mark"]),
        row_height=36,
    )


def _picture(value: float, low: float, high: float, scale: Sequence[float], style: Style) -> str:
    """Return a score with its interval on a scale, as the address of a picture."""

    def x(score: float) -> float:
        return 8 + (_WIDE - 16) * (score - scale[0]) / (scale[1] - scale[0])

    middle, marks = _HIGH / 2, [f'<path d="M8 {_HIGH / 2}H{_WIDE - 8}" stroke="{theme.FAINT}"/>']
    if not math.isnan(low):
        d = f"M{x(low):.1f} {middle}H{x(high):.1f}M{x(low):.1f} 8v10M{x(high):.1f} 8v10"
        marks.append(f'<path d="{d}" stroke="{style.colour}" stroke-width="3"/>')
    if not math.isnan(value):
        round = 1 if style.symbol == "square" else 6
        at = f'x="{x(value) - 6:.1f}" y="{middle - 6}" width="12" height="12" rx="{round}"'
        marks.append(f'<rect {at} fill="{style.colour}"/>')
    size = f'width="{_FINER * _WIDE}" height="{_FINER * _HIGH}" viewBox="0 0 {_WIDE} {_HIGH}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(marks)}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _runs(view: View) -> None:
    """Draw models of several runs, a row each, and the best of them beside the others."""
    look, runs = view.look, runs_of(view.look)
    table = pd.DataFrame(runs.table)
    title = _("Several runs of a model")
    widgets.heading(title, _("means over its runs, with their standard deviation (SD)"))

    def first_run(name: str) -> str:
        return look.dataset.runs.get(name, (name,))[0]

    tables.names_table(
        table,
        tables.columns(RUNS_TABLE, [key for key in RUNS_TABLE if key != "name" and table[key].notna().any()]),
        tables.OF_SYSTEM,
        key="runs table",
        lead=lambda name: leads.to_system(first_run(name)),
        alt=title,
    )
    if runs.pairs:
        tables.names_table(
            pd.DataFrame(runs.pairs),
            tables.columns(RUN_PAIRS, ("f1", "low", "high", "share")),
            tables.OF_PAIR,
            key="run pairs",
            lead=lambda first, second: leads.to_pair(first_run(first), first_run(second)),
            alt=_("The difference in mean F1 of the best and every other"),
        )
        widgets.note(resampling_sentence(runs.compared))


@in_place
def _cards(view: View) -> None:
    """Draw what the rules propose as cards: an assertion, which leads to where it stands, a pin, and what shows it."""
    look, code = view.look, language()

    def find() -> list[Proposal]:
        with speaking(code):
            return proposals(look)

    work = ask(look, ("proposals", code, look.where), find)
    result = answer(work)
    if result is None:
        wait_for_answer(work, _("Looking for findings …"))
        return
    pinned = pins.findings()
    # What the table says needs no card.
    cards = [one for one in result if one.finding.kind != "scores"]
    for number, (finding, glance) in enumerate(cards):
        if not number % _ACROSS:
            columns = st.columns(_ACROSS)
        with columns[number % _ACROSS], st.container(border=True, key=f"card {number}", gap="small"):
            twins = [one for one in pinned if one.is_twin(finding)]
            title, pin = st.columns([0.88, 0.12], gap="small")
            title.button(
                f"**{widgets.plain(finding.title)}**",
                key=f"card {number} title",
                type="tertiary",
                on_click=leads.to_target,
                args=(look, (finding.kind, dict(finding.options))),
            )
            st.html(f'<p class="cw-glance">{"".join(f"<span>{escape(one)}</span>" for one in glance)}</p>')
            if pin.button(
                "",
                key=f"card {number} pin",
                icon=":material/push_pin:",
                type="primary" if twins else "tertiary",
                help=_("Unpin") if twins else _("Pin"),
            ):
                show.pin(finding)
                # How many there are stands over the page.
                st.rerun()
