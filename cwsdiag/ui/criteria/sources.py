"""Sources, a part of the Criteria page: which further training data to add for a target, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.criteria import curves_of, sources_of
from cwsdiag.languages import _, lazy
from cwsdiag.signature import segmenter_part
from cwsdiag.study import DEFAULT_SEEDS, curves_part, orders, own_curves, selection_test
from cwsdiag.ui.criteria import learning
from cwsdiag.ui.criteria.bench import PAIRS_HEIGHT, to_words
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.across.systems import friedman_sentence
from cwsdiag.views.wording import listed, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Curve, Order
    from cwsdiag.ui.criteria.bench import Bench

_WORK = "selection curves"
_PLACES = 16
_TWO = lazy("Two datasets with segmented training text are needed.")


def part(bench: Bench) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    target = state.choose(Key.TEST, bench.trainable) or bench.trainable[0]
    with widgets.controls("target"):
        state.bind(Key.TEST, st.selectbox, value=target, label=_("Target"), options=list(bench.trainable), width=320,
                   help=_("The dataset for which more training data is wanted."))  # fmt: skip
    if len(bench.trainable) < 2:
        only = _(
            "{name} is the only dataset here with segmented training text, so there is no source to add.", name=target
        )
        bench.say(only, _TWO)
        return {}
    ways = kept(
        bench.chosen.scope,
        "orders",
        (project_data.stamps(bench.chosen), bench.chosen.normalise, target),
        lambda: orders(bench.corpus(target), bench.corpora),
        places=_PLACES,
    )
    content = sources_of(bench, bench.corpus(target), ways)
    bench.say(content.sentence, content.remark)
    exhibit = bench.exhibit("sources", content, target=target)
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(
            exhibit,
            key="order psi",
            title=_("Ψ as sources are added"),
            remark=_("a click: its words"),
            click=lambda mark: to_words(mark[0] or target, target),
            size=HALF,
        )
    with right:
        curves, settings = _f1(bench, target, ways)
    with left if curves is not None else st.container():
        show.table(exhibit, key="orders", height=PAIRS_HEIGHT, order=80, step=60, source=220, psi=58)
    widgets.note(
        _(
            "Starting from the target's own training data, the next source is the one with which Ψ of all data so far "
            "is largest (max) or smallest (min), or a random one (random, {seeds} seeds).",
            seeds=DEFAULT_SEEDS,
        )
    )
    if curves is None:
        return settings
    made = learning.made_curves(bench)
    tested = selection_test(made)
    targets = list(dict.fromkeys(curve.order.target for curve in made))
    if tested.undefined:
        remark = _(
            "The steps are those of {targets}, without the first and the last: curves of other targets add theirs.",
            targets=listed(targets),
        )
    else:
        remark = _(
            "The steps are those of {targets}. Steps of one target build on each other, so they are not independent "
            "blocks: treat p as a rough guide.",
            targets=listed(targets),
        )
    widgets.note(friedman_sentence(tested, treatments="the three ways", blocks="steps"), remark)
    return {**settings, "tested": ",".join(targets)}


def _f1(bench: Bench, target: str, ways: Sequence[Order]) -> tuple[list[Curve] | None, dict[str, object]]:
    """Draw F1 as sources are added, of the built-in segmenter and of curves of the project.

    Returns:
        The curves of the built-in segmenter, None before it has learnt; and the settings that numbers depend on.
    """
    title, remark = _("F1 as sources are added"), _("on the target's test text; bars: the range over seeds")
    head = st.container()
    curves: list[Curve] | None = learning.result(learning.curves_controls(bench, target, ways, key=_WORK), key=_WORK)
    try:
        own = own_curves(bench.chosen.spec.curves, ways)
    except SettingError as error:
        widgets.box("warning", on_page(error))
        own = []
    named = curves_part([curve for curve in bench.chosen.spec.curves if curve.target == target])
    settings: dict[str, object] = {**named, "target": target, "ways": ",".join(order.name for order in ways)}
    if curves is not None:
        name = f"{learning.LEARNER} {learning.chosen_template()}"
        segmenter = segmenter_part(name, bench.chosen.normalise)
        settings |= {"segmenter": segmenter, "seed": 0, "seeds": DEFAULT_SEEDS}
    if not curves and not own:
        with head:
            widgets.heading(title, remark)
        return curves, settings
    exhibit = bench.exhibit("curves", curves_of(bench, target, curves or [], own, settings))
    with head:
        show.heading(exhibit, key="order f1 head", title=title, remark=remark)
    show.chart(exhibit, key="order f1", click=lambda mark: to_words(mark[0] or target, target), size=HALF)
    widths: dict[str, Any] = {"way": 80, "step": 60, "f1": 66, "f1_min": 66, "f1_max": 66, "seeds": 58}
    show.table(exhibit, key="order curves", height=PAIRS_HEIGHT, **widths)
    return curves, settings
