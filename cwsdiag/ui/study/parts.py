"""The parts of the page Systems: each draws exhibits over all datasets, and says where a click on them leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.exhibits import across
from cwsdiag.exhibits import biases as bias_exhibits
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.shell import leads, navigation, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.ui.study.view import StudyView, grid
from cwsdiag.ui.work.progress import wait_for_answer
from cwsdiag.views.across.parts import RHO, SIGMA
from cwsdiag.views.across.systems import friedman_sentence, gaps_sentence, left_aside_sentence
from cwsdiag.views.columns import KINDS
from cwsdiag.views.rows import kind_shares

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.exhibits.exhibit import Content, Exhibit

_ALL = "all"
_MEASURES = {RHO: lazy("Rise or fall, ρ"), SIGMA: lazy("Spread, σ")}
_DEPENDENT = lazy(
    "Systems on one test set are not independent blocks: this p shows how far they agree on which datasets are hard. "
    "Datasets that share texts are not independent either."
)


def _published(view: StudyView) -> None:
    """Draw the switch that takes published scores among those that are ranked; nothing where there is no choice."""
    rows = view.chosen.spec.published
    if rows and view.study.models:
        with widgets.controls("published"):
            state.bind(
                Key.PUBLISHED,
                st.toggle,
                value=view.counts_published,
                to_text=SWITCH.__getitem__,
                default=False,
                label=_("Count published scores"),
                help=_(
                    "Take scores from papers into ranks, tests and pairs of parts. They have no predictions, and their "
                    "texts and ways of counting may differ from those here."
                ),
            )
    if view.counts_published:
        widgets.note(left_aside_sentence(view.systems.table, rows))


def scores(view: StudyView, exhibit: Exhibit) -> None:
    """Draw F1 of every system on every dataset, and the systems by their mean rank."""
    table = view.systems.table
    _published(view)
    grid(exhibit, key="study scores", lead=view.to_system)
    widgets.note(_("A click on a cell: where that system fails there."), gaps_sentence(table))
    if view.study.models and not view.tested.verdicts:
        wait_for_answer(view.verdicts, _("The paired tests of the systems are under way …"))
    if len(table.datasets) == 1:
        return
    widgets.heading(_("Which systems differ?"), _("ranked on each dataset, then averaged"))
    if exhibit.content.chart is None:
        widgets.box("info", friedman_sentence(table.models_test(), treatments="systems", blocks="datasets"))
    show.chart(exhibit, key="critical difference", click=lambda mark: view.to_system(mark[0]))
    found = "" if table.models_test().is_significant else _("Friedman's test finds no difference between systems.")
    apart = _("Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05).")
    widgets.note(apart if exhibit.content.chart is not None else "", found)
    widgets.note("" if table.datasets_test().undefined else _DEPENDENT)


def components(view: StudyView, exhibit: Exhibit) -> None:
    """Draw what each value of a part brings over another, and the pairs that differ in one."""
    _published(view)
    table, pairs = exhibit.table, view.exhibit("pairs", across.pairs(view.systems))
    if table is None or not len(table):
        return
    show.table(exhibit, key="part gains", pairs=55, gain=70, interval=125, datasets=75, most=165, least=165)

    def to_words(mark: Sequence[Any]) -> None:
        if mark:
            first, second, dataset, attribute, bucket, words = mark
            leads.to_words(attribute, int(bucket), show=words, **view.there(dataset, system=first, other=second))

    show.chart(
        pairs,
        key="part pairs",
        title=pairs.content.title,
        remark=_("F1 of the first and of the second × 100; bars: second minus first in each bucket"),
        click=to_words,
    )
    widgets.note(pairs.content.remark)
    _folded(pairs, key="part pairs table")


def measure_of(view: StudyView) -> tuple[str, int | None]:
    """Return the selected measure, and the number of the selected dataset; None for all datasets."""
    ids = [entry.id for entry in view.chosen.entries]
    dataset = state.choose(Key.OVER, ids)
    return state.choose(Key.MEASURE, _MEASURES) or RHO, None if dataset is None else ids.index(dataset)


def bias_content(view: StudyView) -> Content:
    """Return the selected biases of all systems."""
    measure, over = measure_of(view)
    return bias_exhibits.biases(view.systems, measure, over=over)


def biases(view: StudyView, exhibit: Exhibit) -> None:
    """Draw the biases of all systems, averaged over the datasets or on one of them."""
    measure, over = measure_of(view)
    names = {_ALL: n_("mean over {n:,} dataset", "mean over {n:,} datasets", len(view.chosen.entries))}
    names |= {entry.id: entry.files.name for entry in view.chosen.entries}
    with widgets.controls("biases"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.MEASURE, _MEASURES, measure, label=_("Measure"))
        with right:
            state.bind(
                Key.OVER,
                st.selectbox,
                value=_ALL if over is None else view.chosen.entries[over].id,
                default=_ALL,
                label=_("Over"),
                label_visibility="collapsed",
                options=list(names),
                format_func=names.__getitem__,
            )
    dataset = "" if over is None else view.chosen.names[over]
    grid(exhibit, key="systems table", lead=lambda name, _attribute: view.to_system(name, dataset))
    # Streamlit tells of no clicks on a radar: the cells of the table lead on.
    show.chart(exhibit, key="systems radar", click=lambda mark: None)
    if measure == RHO:
        guide = _(
            "From the centre: |S^ρ|, how closely F1 follows the attribute. Full marks: F1 rises with it; hollow "
            "ones: it falls."
        )
    else:
        guide = _("From the centre: S^σ. Far out, F1 depends on the attribute; near the centre, it hardly does.")
    widgets.note(guide, _("A click on a cell of the table: where that system fails."))


def datasets(view: StudyView, exhibit: Exhibit) -> None:
    """Draw the datasets over one another, by means and by biases, and how large they are; a click leads to one."""
    show.chart(exhibit, key="datasets radars", click=lambda mark: None)
    grid(
        exhibit,
        key="datasets table",
        lead=lambda dataset, _attribute: navigation.lead_to("summary", dataset=view.id(dataset)),
    )
    sizes = view.exhibit("sizes", across.sizes(view.systems))
    show.heading(sizes, key="sizes", title=sizes.content.title, remark=_("a click: their files"))
    table = sizes.table
    if table is not None:
        names = table.frame["dataset"]
        show.table(
            sizes,
            key="corpora sizes",
            lead=lambda row: navigation.lead_to("files", dataset=view.id(names[row])),
            dataset=220,
        )


def tests(view: StudyView, exhibit: Exhibit) -> None:
    """Draw Friedman's tests by dataset and by system; a cell leads to where systems fail."""

    def to_dataset(name: str, _attribute: str = "") -> None:
        leads.to_system(view.selection.a, **view.there(name))

    by_system = view.exhibit("tests", across.tests(view.systems, "system"), by="system")
    for shown, key, remark, lead in (
        (exhibit, "dataset tests", _("do its systems agree on which buckets are hard?"), to_dataset),
        (by_system, "system tests", _("do the datasets agree on which buckets are hard for it?"),
         lambda name, _attribute="": view.to_system(name)),
    ):  # fmt: skip
        show.chart(
            shown,
            key=key,
            title=shown.content.title,
            remark=remark,
            click=lambda mark, lead=lead: lead(*mark) if mark else None,  # type: ignore[misc]
        )
        with widgets.controls(f"{key} table"), st.expander(_("Every test with its numbers")):
            grid(shown, key=f"{key} table", lead=lead)
    widgets.note(
        _(
            "Where ties left datasets with different numbers of buckets, those with another number than most are "
            "dropped; a bucket that is too small on one of the others is left out for all."
        )
    )


def diagnosis_exhibit(view: StudyView) -> Exhibit:
    """Return A and B beside each other; without either all systems."""
    a, b = view.roles.get("a"), view.roles.get("b")
    if a is None or b is None:
        return view.exhibit("fails", bias_exhibits.fails(view.systems))
    return view.exhibit("ahead", bias_exhibits.ahead(view.systems, a, b), system=a, other=b)


def diagnosis(view: StudyView, exhibit: Exhibit) -> None:
    """Draw where A and B are ahead of each other, where every system fails, and A's errors by kind."""
    for role, name in view.selection.roles.items():
        if role not in view.roles:
            missing = _(
                "{name}, system {role} of the side bar, is not among the systems here. Choose another one there.",
                name=name,
                role=role.upper(),
            )
            widgets.box("info", missing)

    def to_bucket(mark: Sequence[Any]) -> None:
        if mark:
            dataset, attribute, bucket, words = mark
            leads.to_words(attribute, int(bucket), show=words, **view.of_both(dataset))

    def to_worst(mark: Sequence[Any]) -> None:
        if mark:
            system, dataset, attribute, bucket = mark
            leads.to_words(attribute, int(bucket), **view.there(dataset, system=system))

    if exhibit.kind.name == "ahead":
        show.chart(
            exhibit,
            key="aided diagnosis",
            title=exhibit.content.title,
            remark=_("▲ where the better one is furthest ahead, ▼ where least, or behind; in points"),
            click=to_bucket,
        )
        widgets.note(
            _("Better minus other with the paired 95 % interval: bold where it does not hold 0."),
            _("Click a cell: the words that only the one ahead gets right."),
        )
        _folded(exhibit, "dataset", "key", "bucket", "words", key="aided diagnosis table", lead=to_bucket)
    fails = view.exhibit("fails", bias_exhibits.fails(view.systems))
    show.chart(
        fails,
        key="self diagnosis",
        title=fails.content.title,
        remark=_(
            "F1 × 100; bars: points from the best bucket of an attribute down to its worst, whose number stands above"
        ),
        click=to_worst,
    )
    if exhibit.kind.name == "ahead":
        widgets.said(fails.content.sentence)
    _folded(fails, "name", "dataset", "key", "bucket", key="self diagnosis table", lead=to_worst)
    if "a" in view.roles:
        _kinds(view, view.roles["a"])


def _folded(exhibit: Exhibit, *names: str, key: str, lead: Callable[[Sequence[Any]], None] | None = None) -> None:
    """Draw the table of an exhibit, folded; a click leads to what is named by some values of its row."""
    table = exhibit.table
    if table is None:
        return
    marks = [tuple(row[name] for name in names) for row in table.frame.to_dict("records")]
    with widgets.controls(key), st.expander(_("Every cell with its numbers")):
        show.table(exhibit, key=key, lead=None if lead is None else lambda row: lead(marks[row]))


def _kinds(view: StudyView, system: str) -> None:
    """Draw the errors of a system by kind, a row a dataset."""
    frame = pd.DataFrame(
        [
            {"dataset": one.dataset.name, **kind_shares(one.kind_counts(system))}
            for one in view.study.diagnoses
            if system in one.systems
        ]
    )
    title = _("Why {system} fails", system=system)
    widgets.heading(title, _("share of the gold words it misses, by kind and by cause"))
    tables.table(
        frame,
        tables.columns(KINDS, [key for key in KINDS if key in frame and frame[key].notna().any()]),
        key="kinds table",
        lead=lambda row: leads.to_words(None, None, of="a", **view.of_both(frame["dataset"][row])),
        alt=title,
    )
