"""The fourth part of the Criteria page: which further training data to add for a target, and in which order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.criteria_lines import OrderLine, Reference, order_figure
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, lazy, translated
from cwsdiag.signature import segmenter_part
from cwsdiag.study import DEFAULT_SEEDS, curves_part, orders, own_curves, selection_test, way_curves
from cwsdiag.ui.criteria import builtin, work
from cwsdiag.ui.criteria.bench import to_words
from cwsdiag.ui.criteria.making import LEARNER
from cwsdiag.ui.criteria.tables import PAIRS_HEIGHT
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.across.criteria import sources_finding
from cwsdiag.views.across.systems import friedman_sentence
from cwsdiag.views.columns import ORDERS, WAY_CURVES
from cwsdiag.views.wording import listed, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Curve, Order, OwnMeanCurve, WayCurve
    from cwsdiag.ui.criteria.bench import Bench, Say

_WORK = "selection curves"
_PLACES = 16
_TWO = lazy("Two datasets with segmented training text are needed.")
_DEV = lazy("Ψ is that of the target's development text.")
_TEST = lazy(
    "Ψ is that of the target's test text, as there is no development text (dev = … in the project): the result "
    "looks better than it is."
)


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    target = _target(bench)
    if len(bench.trainable) < 2:
        only = _(
            "{name} is the only dataset here with segmented training text, so there is no source to add.", name=target
        )
        say((only, translated(_TWO)))
        return {}
    found = kept(
        bench.chosen.scope,
        "orders",
        (project_data.stamps(bench.chosen), bench.chosen.normalise, target),
        lambda: orders(bench.corpus(target), bench.corpora),
        places=_PLACES,
    )
    say((sources_finding(found[0]), translated(_TEST if bench.corpus(target).dev is None else _DEV)))
    left, right = st.columns(2, gap="medium")
    with left:
        widgets.heading(_("Ψ as sources are added"), _("a click: its words"))
        _chart([_line(order, order.psi) for order in found], target, measure="Ψ", digits=1, key="order psi")
    with right:
        curves = _f1(bench, target, found)
    with left if curves is not None else st.container():
        _table(found)
    widgets.note(
        _(
            "Starting from the target's own training data, the next source is the one with which Ψ of all data so far "
            "is largest (max) or smallest (min), or a random one (random, {seeds} seeds).",
            seeds=DEFAULT_SEEDS,
        )
    )
    given = curves_part([curve for curve in bench.chosen.spec.curves if curve.target == target])
    settings: dict[str, object] = {**given, "target": target, "ways": ",".join(order.name for order in found)}
    if curves is None:
        return settings
    template = builtin.chosen_template()
    made = work.made_curves(bench, template)
    tested = selection_test(made)
    targets = list(dict.fromkeys(curve.order.target for curve in made))
    remark = _steps_said(listed(targets), undefined=bool(tested.undefined))
    said = friedman_sentence(tested, treatments="the three ways", blocks="steps")
    widgets.note(_("{first} {second}", first=said, second=remark))
    segmenter = segmenter_part(f"{LEARNER} {template}", bench.chosen.normalise)
    return {**settings, "segmenter": segmenter, "seed": 0, "seeds": DEFAULT_SEEDS, "tested": ",".join(targets)}


def _f1(bench: Bench, target: str, found: Sequence[Order]) -> list[Curve] | None:
    """Draw F1 as sources are added, of the built-in segmenter and of curves of the project.

    Returns:
        The curves of the built-in segmenter; None before it has learnt.
    """
    widgets.heading(_("F1 as sources are added"), _("on the target's test text; bars: the range over seeds"))
    job = builtin.controls(partial(work.curves_job, bench, target), partial(work.ask_curves, bench, found), key=_WORK)
    curves: list[Curve] | None = builtin.result(job, key=_WORK)
    ways = [] if curves is None else way_curves(curves)
    own = _own(bench, found)
    if ways or own:
        lines = [OrderLine(one.way, one.way, one.sources, one.f1, one.low, one.high) for one in ways]
        lines += [_own_line(one) for one in own]
        _chart(lines, target, measure="F1", digits=3, key="order f1", references=_references(ways, own))
        _curves_table(ways, own)
    return curves


def _steps_said(targets: str, *, undefined: bool) -> str:
    """Say what the blocks of the test are."""
    if undefined:
        return _(
            "The steps are those of {targets}, without the first and the last: curves of other targets add theirs.",
            targets=targets,
        )
    return _(
        "The steps are those of {targets}. Steps of one target build on each other, so they are not independent "
        "blocks: treat p as a rough guide.",
        targets=targets,
    )


def _target(bench: Bench) -> str:
    """Draw what chooses the target; return it."""
    target = state.choose(Key.TEST, bench.trainable, default=bench.trainable[0]) or bench.trainable[0]
    with widgets.controls("target"):
        state.bind(Key.TEST, st.selectbox, value=target, label=_("Target"), options=list(bench.trainable), width=320,
                   help=_("The dataset for which more training data is wanted."))  # fmt: skip
    return target


def _line(order: Order, values: Sequence[float]) -> OrderLine:
    return OrderLine(order.name, order.way, order.sources, tuple(values))


def _own(bench: Bench, found: Sequence[Order]) -> list[OwnMeanCurve]:
    """Return the project's own curves on a target; where they do not fit their orders, say so."""
    try:
        return own_curves(bench.chosen.spec.curves, found)
    except SettingError as error:
        widgets.box("warning", on_page(error))
        return []


def _own_line(one: OwnMeanCurve) -> OrderLine:
    several = one.runs > 1
    return OrderLine(one.name, "own", one.sources, one.f1, one.low if several else (), one.high if several else ())


def _references(ways: Sequence[WayCurve], own: Sequence[OwnMeanCurve]) -> list[Reference]:
    """Return what lines are held against: F1 with the target's own training data alone, and with that of all datasets.

    Of the first of the project's own curves where it has any, else of the built-in segmenter.
    """
    if own:
        alone = Reference(_("{model}: own training data alone", model=own[0].name), own[0].own)
        union = Reference(_("{model}: training data of all", model=own[0].name), own[0].union)
    elif ways:
        alone = Reference(_("own training data alone"), ways[0].f1[0])
        union = Reference(_("training data of all"), ways[0].f1[-1])
    else:
        return []
    return [one for one in (alone, union) if one.value == one.value]


def _chart(
    lines: Sequence[OrderLine],
    target: str,
    *,
    measure: str,
    digits: int,
    key: str,
    references: Sequence[Reference] = (),
) -> None:
    widgets.leading_chart(
        order_figure(lines, measure=measure, digits=digits, references=tuple(references)),
        key=key,
        lead=lambda data: to_words(data[0] or target, target),
        alt=_(
            "{measure} as sources are added, one line per order; the table below holds the same numbers",
            measure=measure,
        ),
    )


def _table(found: Sequence[Order]) -> None:
    """Draw a row a step of each order."""
    rows: list[dict[str, Any]] = [
        {
            "order": order.name,
            "step": step,
            "source": order.sources[step - 1] if step else _("own training data"),
            "psi": psi,
        }
        for order in found
        for step, psi in enumerate(order.psi)
    ]
    shown = tables.columns(ORDERS, order=80, step=60, source=220, psi=58)
    tables.table(
        pd.DataFrame(rows), shown, key="orders", height=PAIRS_HEIGHT, alt=_("Orders of sources, with Ψ after each")
    )


def _curves_table(ways: Sequence[WayCurve], own: Sequence[OwnMeanCurve]) -> None:
    """Draw a row a step of each way, and of each curve of the project."""
    named: list[tuple[str, int, WayCurve | OwnMeanCurve]] = [(one.way, one.seeds, one) for one in ways]
    named += [(one.name, one.runs, one) for one in own]
    rows = [
        {"way": name, "step": step, "f1": f1, "f1_min": low, "f1_max": high, "seeds": seeds}
        for name, seeds, one in named
        for step, (f1, low, high) in enumerate(zip(one.f1, one.low, one.high, strict=True))
    ]
    shown = tables.columns(WAY_CURVES, way=80, step=60, f1=66, f1_min=66, f1_max=66, seeds=58)
    alt = _("F1 by way and number of sources, with the range over seeds")
    tables.table(pd.DataFrame(rows), shown, key="order curves", height=PAIRS_HEIGHT, alt=alt)
