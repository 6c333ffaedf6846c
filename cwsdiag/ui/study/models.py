"""Biases of systems: whether F1 rises or falls with an attribute, and how much it varies (the paper's Table 3)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.exhibits.across import bias_said, biases
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.study.seen import StudyView, of_some, to_system
from cwsdiag.views.across.parts import RHO, SIGMA, models_finding
from cwsdiag.views.across.systems import small_buckets_sentence, why_undefined
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import UNDEFINED

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.study import Friedman
    from cwsdiag.ui.shell.tables import Drawn

ALL = "all"
_CALLED = {RHO: lazy("Rise or fall, ρ"), SIGMA: lazy("Spread, σ")}


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    measure, dataset = _chosen(seen)
    return models_finding(seen.study, measure, None if dataset is None else seen.ids.index(dataset))


def part(seen: StudyView) -> None:
    """Draw the biases of all systems, averaged over the datasets or on one of them."""
    measure, dataset = _chosen(seen)
    _controls(seen, measure, dataset)
    values, counts = _values(seen, measure, dataset)
    tests = _tests(seen, dataset)
    _table(seen, measure, dataset, values, counts, tests)
    _legend(seen, dataset, tests)
    over = None if dataset is None else seen.ids.index(dataset)
    small = small_buckets_sentence(seen.study, over)
    if small:
        widgets.note(small)
    look = tray.looks().look(seen.view.where)
    drawn = {name: seen.styles[name] for name in seen.models}
    content = replace(biases(look, measure, over=over, models=drawn), signature=seen.signature)
    show.chart(
        show.exhibit(look, "biases", content, measure=measure)
        if dataset is None
        else show.alone("study", f"biases-{dataset}", content),
        key="systems radar",
        title=content.title,
        # Streamlit tells of no clicks on a radar: the cells of the table lead on.
        click=lambda mark: None,
        alt=_("Biases of the systems, one axis per attribute; the table holds the same numbers"),
    )
    _guide(measure)


def _chosen(seen: StudyView) -> tuple[str, str | None]:
    """Return the selected measure and dataset, None for all datasets."""
    measure = state.choose(Key.MEASURE, _CALLED, default=None) or RHO
    return measure, state.choose(Key.OVER, seen.ids, default=None)


def _controls(seen: StudyView, measure: str, dataset: str | None) -> None:
    """Draw what chooses the measure and the datasets."""
    names = {
        ALL: n_("mean over {n:,} dataset", "mean over {n:,} datasets", len(seen.ids)),
        **dict(zip(seen.ids, seen.chosen.names, strict=True)),
    }
    with widgets.controls("biases"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.MEASURE, _CALLED, measure, label=_("Measure"))
        with right:
            state.bind(
                Key.OVER,
                st.selectbox,
                value=dataset or ALL,
                default=ALL,
                label=_("Over"),
                label_visibility="collapsed",
                options=list(names),
                format_func=names.__getitem__,
            )


def _values(seen: StudyView, measure: str, dataset: str | None) -> tuple[NDArray[np.float64], NDArray[np.int64] | None]:
    """Return the biases with a row a system of ``seen.models``, and over how many datasets each is the mean."""
    study = seen.study
    order = [study.models.index(name) for name in seen.models]
    if dataset is not None:
        return (study.rho if measure == RHO else study.sigma)[order, seen.ids.index(dataset)], None
    values, counts = study.rho_by_model if measure == RHO else study.sigma_by_model
    return values[order], counts[order]


def _tests(seen: StudyView, dataset: str | None) -> dict[tuple[str, str], Friedman]:
    """Return Friedman's test by system and attribute; that of one dataset is the same for all systems."""
    study = seen.study
    rows = seen.model_tests if dataset is None else [study.dataset_tests[seen.ids.index(dataset)]] * len(seen.models)
    return {
        (model, key): test
        for model, row in zip(seen.models, rows, strict=True)
        for key, test in zip(study.keys, row, strict=True)
    }


def _table(
    seen: StudyView,
    measure: str,
    dataset: str | None,
    values: NDArray[np.float64],
    counts: NDArray[np.int64] | None,
    tests: Mapping[tuple[str, str], Friedman],
) -> None:
    keys, models = seen.study.keys, seen.models
    columns: dict[str, Any] = {
        attribute.key: tables.Shown(Column(translated(attribute.title), widgets.meaning(attribute), format="styled"))
        for attribute in seen.study.attributes
    }

    not_significant = _("n.s.")

    def drawn(row: int, column: str) -> Drawn:
        place = keys.index(column)
        value = float(values[row, place])
        if math.isnan(value):
            return UNDEFINED, ""
        some = "" if counts is None else of_some(counts[row, place], len(seen.ids))
        text = f"{bias_said(value, measure)}{some}"
        test = tests[models[row], column]
        if test.is_significant:
            return text, ""
        return f"{text} {'?' if test.undefined else not_significant}", tables.GREYED

    tables.grid(
        models,
        columns,
        {key: values[:, place].tolist() for place, key in enumerate(keys)},
        drawn,
        key="systems table",
        alt=_("{measure} of every system by attribute", measure=measure),
        lead=lambda row, _column: to_system(seen, models[row], dataset),
    )


def _legend(seen: StudyView, dataset: str | None, tests: Mapping[tuple[str, str], Friedman]) -> None:
    """Say what greyed cells and counts mean, and why tests are not defined."""
    blocks = "datasets" if dataset is None else "systems"
    if dataset is None:
        grey = _(
            "grey, n.s.: by Friedman's test over the datasets F1 does not differ significantly between the buckets "
            "(p, adjusted by Holm for all tests of the kind, ≥ 0.05); "
            "?: the test is not defined"
        )
    else:
        grey = _(
            "grey, n.s.: by Friedman's test over the systems F1 does not differ significantly between the buckets "
            "(p, adjusted by Holm for all tests of the kind, ≥ 0.05); "
            "?: the test is not defined"
        )
    st.html(f'<p class="cw-note" style="{tables.GREYED}">{grey}</p>')
    reasons: dict[str, list[str]] = {}
    for attribute in seen.study.attributes:
        for model in seen.models:
            test = tests[model, attribute.key]
            if test.undefined:
                why = why_undefined(test, treatments="buckets", blocks=blocks)
                reasons.setdefault(why, []).append(translated(attribute.label))
    if reasons:
        said = [
            _("{attributes} {reason}", attributes=_(", ").join(dict.fromkeys(labels)), reason=reason)
            for reason, labels in reasons.items()
        ]
        widgets.note(
            _(
                "Not defined: {reasons}. A gap is a bucket without a score, or a number of buckets other than the "
                "usual one.",
                reasons=_("; ").join(said),
            )
        )


def _guide(measure: str) -> None:
    """Explain how the radar is read."""
    if measure == RHO:
        widgets.note(
            _(
                "From the centre: |S^ρ|, how closely F1 follows the attribute. Full marks: F1 rises with it; hollow "
                "ones: it falls."
            )
        )
    else:
        widgets.note(_("From the centre: S^σ. Far out, F1 depends on the attribute; near the centre, it hardly does."))
    widgets.note(_("A click on a cell of the table: where that system fails."))
