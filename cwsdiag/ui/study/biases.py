"""Biases of systems (the paper's Table 3), and of datasets (its figure 2): what F1 depends on, and what words are."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.study_radar import DASHES, Radar, Ring, radars_chart
from cwsdiag.charts.styles import styles
from cwsdiag.exhibits.across import bias_said, biases
from cwsdiag.frames import written
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.study import corpus_sizes
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import navigation, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.study.view import StudyView, chart, of_some, to_system
from cwsdiag.views.across.parts import RHO, SIGMA
from cwsdiag.views.across.systems import small_buckets_sentence, why_undefined
from cwsdiag.views.columns import CORPORA, Column
from cwsdiag.views.wording import UNDEFINED

if TYPE_CHECKING:
    from cwsdiag.ui.shell.tables import Drawn

ALL = "all"
_MEASURES = {RHO: lazy("Rise or fall, ρ"), SIGMA: lazy("Spread, σ")}
_UNIT: str = lazy("unit") + " "
_TEXTS = {"train": lazy("training data"), "test": lazy("test text")}


def measure_of(view: StudyView) -> tuple[str, int | None]:
    """Return the selected measure, and the number of the selected dataset; None for all datasets."""
    measure = state.choose(Key.MEASURE, _MEASURES) or RHO
    dataset = state.choose(Key.OVER, view.ids)
    return measure, None if dataset is None else view.ids.index(dataset)


def systems(view: StudyView) -> None:
    """Draw the biases of all systems, averaged over the datasets or on one of them."""
    study, models = view.study, view.models
    measure, over = measure_of(view)
    dataset = None if over is None else view.ids[over]
    names = {
        ALL: n_("mean over {n:,} dataset", "mean over {n:,} datasets", len(view.ids)),
        **dict(zip(view.ids, view.chosen.names, strict=True)),
    }
    with widgets.controls("biases"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.MEASURE, _MEASURES, measure, label=_("Measure"))
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
    order = [study.models.index(name) for name in models]
    if over is None:
        values, counts = (every[order] for every in (study.rho_by_model if measure == RHO else study.sigma_by_model))
        tests = view.model_tests
    else:
        values = (study.rho if measure == RHO else study.sigma)[order, over]
        # Whatever is said of one dataset is of all systems.
        counts, tests = np.zeros(values.shape, int), [study.dataset_tests[over]] * len(models)
    not_significant = _("n.s.")

    def drawn(row: int, column: str) -> Drawn:
        place = study.keys.index(column)
        value, test = float(values[row, place]), tests[row][place]
        if value != value:
            return UNDEFINED, ""
        text = f"{bias_said(value, measure)}{of_some(int(counts[row, place]), len(view.ids))}"
        if test.is_significant:
            return text, ""
        return f"{text} {'?' if test.undefined else not_significant}", tables.GREYED

    columns = {
        one.key: tables.Shown(Column(translated(one.title), widgets.meaning(one), format="styled"))
        for one in study.attributes
    }
    tables.grid(
        models,
        columns,
        {key: values[:, place].tolist() for place, key in enumerate(study.keys)},
        drawn,
        key="systems table",
        alt=_("{measure} of every system by attribute", measure=measure),
        lead=lambda row, _column: to_system(view, models[row], dataset),
    )
    _legend(view, over, tests)
    widgets.note(small_buckets_sentence(study, over))
    look = tray.looks().look(view.selection.where)
    every = styles(view.colours, view.roles)
    content = replace(
        biases(look, measure, over=over, models={name: every[name] for name in models}), signature=view.signature
    )
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
    if measure == RHO:
        guide = _(
            "From the centre: |S^ρ|, how closely F1 follows the attribute. Full marks: F1 rises with it; hollow "
            "ones: it falls."
        )
    else:
        guide = _("From the centre: S^σ. Far out, F1 depends on the attribute; near the centre, it hardly does.")
    widgets.note(guide)
    widgets.note(_("A click on a cell of the table: where that system fails."))


def _legend(view: StudyView, over: int | None, tests: Any) -> None:
    """Say what greyed cells and counts mean, and why tests are not defined."""
    if over is None:
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
    for attribute, of_attribute in zip(view.study.attributes, zip(*tests, strict=True), strict=True):
        for test in of_attribute:
            why = why_undefined(test, treatments="buckets", blocks="datasets" if over is None else "systems")
            if why:
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


def datasets(view: StudyView) -> None:
    """Draw the datasets over one another, by means and by biases, and the numbers under them."""
    study = view.study
    (rho, rho_counts), (sigma, sigma_counts) = study.rho_by_dataset, study.sigma_by_dataset
    # Where colours come again, dashes differ.
    lines = [
        (theme.OTHERS[place % len(theme.OTHERS)], DASHES[(place + place // len(theme.OTHERS)) % len(DASHES)])
        for place in range(len(study.datasets))
    ]
    labels = [translated(one.label) for one in study.attributes]
    radars = [
        Radar(
            title,
            labels,
            [
                Ring(
                    name=name,
                    values=values[row].tolist(),
                    colour=colour,
                    dash=dash,
                    said=[written(value, 3) for value in said[row]],
                )
                for row, (name, (colour, dash)) in enumerate(zip(study.datasets, lines, strict=True))
            ],
            limit=limit,
        )
        for title, values, said, limit in (
            (_("what words are like"), study.relative_means, study.means, 1.0),
            (_("how F1 follows it"), rho, rho, 1.0),
            (_("how F1 varies with it"), sigma, sigma, None),
        )
    ]
    entries = [Entry(name, colour, dash=dash) for name, (colour, dash) in zip(study.datasets, lines, strict=True)]
    chart(
        view,
        _("Biases of datasets"),
        lambda size: radars_chart(radars, size, legend=entries),
        # Streamlit tells of no clicks on a radar: the cells of the tables lead on.
        key="datasets radars",
        alt=_("Means and biases of the datasets, one axis per attribute; the tables hold the same numbers"),
    )
    widgets.note(
        _(
            "Left: means, each divided by the largest over the datasets, so that one touches the rim. Middle: α^ρ, "
            "from 0 to 1. Right: α^σ. A click on a cell below: the systems on that dataset."
        ),
        small_buckets_sentence(study),
    )
    units = {_UNIT: [translated(one.mean_unit) for one in study.attributes]}
    for key, title, remark, values, counts in (
        ("means", _("What its words are like"), _("α^μ: mean of the attribute over gold words, or characters"),
         study.means, None),
        ("rho", _("How closely F1 follows the attribute"), _("α^ρ: mean of |S^ρ| over the systems"), rho, rho_counts),
        ("sigma", _("How far F1 differs between buckets"), _("α^σ: mean of S^σ over the systems"), sigma, sigma_counts),
    ):  # fmt: skip
        widgets.heading(title, remark)

        def drawn(row: int, column: str, values: Any = values, counts: Any = counts) -> Drawn:
            value, place = float(values[view.ids.index(column), row]), view.ids.index(column)
            some = "" if counts is None else of_some(int(counts[place, row]), len(view.models))
            return (f"{written(value, 3)}{some}", "") if value == value else (UNDEFINED, "")

        tables.grid(
            labels,
            tables.dataset_columns(view.ids, study.datasets),
            {id: values[place].tolist() for place, id in enumerate(view.ids)},
            drawn,
            key=f"{key} table",
            alt=_("{what}, by attribute and dataset", what=title),
            label=lazy("attribute"),
            texts=units if counts is None else {},
            lead=lambda _row, column: navigation.lead_to("overview", dataset=column),
        )
    _corpora(view)


def _corpora(view: StudyView) -> None:
    """Draw training data and test text of every dataset; a click leads to its files."""
    frame = pd.DataFrame(
        [
            {**asdict(size), "id": id, "text": translated(_TEXTS[size.text])}
            for id, one in zip(view.ids, view.study.diagnoses, strict=True)
            for size in corpus_sizes(one.dataset)
        ]
    )
    widgets.heading(_("How large they are"), _("training data and test texts; a click: their files"))
    tables.table(
        frame,
        tables.columns(CORPORA, dataset=220),
        key="corpora sizes",
        lead=lambda row: navigation.lead_to("data", dataset=frame["id"][row]),
        alt=_("Sentences, characters, words and types of every text, with OOV rate and encoding"),
    )
