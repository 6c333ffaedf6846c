"""What the page shows of the committee behind the difficulties in use: is it large enough, and how does d settle?

It need not have been made here: a table of difficulties says which members were wrong.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.difficulty import half_correlations
from cwsdiag.exhibits import committee
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.signature import signature
from cwsdiag.ui.difficulty.committee import settings
from cwsdiag.ui.difficulty.committee.files import downloads
from cwsdiag.ui.difficulty.committee.members import members
from cwsdiag.ui.shell import leads, show, widgets
from cwsdiag.ui.work.results import kept
from cwsdiag.views.hardness.committee import ENOUGH, committee_said, enough_sentence
from cwsdiag.views.wording import UNDEFINED, number

if TYPE_CHECKING:
    from cwsdiag.text import Bools
    from cwsdiag.ui.difficulty.committee.bench import Bench
    from cwsdiag.weights import Weights

_NO_MEMBERS = lazy(
    "Whether these difficulties would still move with a larger committee is not known: their file does not say which "
    "members were wrong. A committee of one's own shows it."
)


def lead(bench: Bench) -> None:
    """Say whether the committee is large enough, as one may quote it; before there is one, what it would be."""
    dataset = bench.view.look.dataset
    words = len(dataset.gold)
    weights = dataset.difficulty
    if weights is None:
        source = _("segmented text") if bench.material is None else bench.material.training.name
        widgets.lead(
            _(
                "How hard is each of the {words} of {dataset}? Its difficulty is the share of a committee of "
                "segmenters that gets it wrong.",
                words=n_("{n:,} gold word", "{n:,} gold words", words),
                dataset=dataset.name,
            ),
            _(
                "Each member learns from a random part of {source}. Balanced F (f_b), p_b and r_b weight every word "
                "by its difficulty.",
                source=source,
            ),
        )
        return
    remark = _(
        "Mean difficulty {mean}. Committee: {name}.",
        mean=number(float(weights.values.mean())) if words else UNDEFINED,
        name=committee_said(weights.committee),
    )
    if weights.wrong is None:
        widgets.lead(translated(_NO_MEMBERS), remark)
        return
    found = _changes(weights, weights.wrong)
    widgets.lead(enough_sentence(found, members=len(weights.wrong), words=words, dataset=dataset.name), remark)


def _changes(weights: Weights, wrong: Bools) -> dict[int, float]:
    return kept("server", "mean changes", weights.digest, lambda: committee.changes(wrong))


def results(bench: Bench) -> None:
    """Show how difficulty settles as the committee grows, and what can be done with it; nothing before it is made."""
    weights = bench.view.look.dataset.difficulty
    if weights is None or weights.wrong is None:
        return
    look, wrong = bench.view.look, weights.wrong
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        show.chart(
            show.exhibit(look, "growth", seed=str(settings.remembered("sample"))),
            key="growth",
            title=_("Difficulty as it grows"),
            remark=_("a random word of each interval; a click: its sentence"),
            click=lambda mark: leads.to_sentence(int(mark[0]) - 1),
            size=HALF,
        )
    with right:
        title = _("Does it still move?")
        if found := _changes(weights, wrong):
            halves = kept("server", "halves of committees", weights.digest, lambda: half_correlations(wrong))
            content = committee.change(look, found=found, halves=halves)
            remark = _("large enough below the dashed line, {least}", least=number(ENOUGH, 2))
            exhibit = show.exhibit(look, "change", content)
            show.chart(exhibit, key="mean change", title=title, remark=remark, size=HALF)
            widgets.note(content.remark)
        else:
            widgets.heading(title)
            widgets.box("info", _("A committee of one has no smaller committee to be compared with."))
    members(bench)
    _onward(bench, weights)


def _draw_others() -> None:
    settings.set_to("sample", settings.remembered("sample") + 1)


def _onward(bench: Bench, weights: Weights) -> None:
    """Offer other words, and the difficulties as files."""
    dataset = bench.view.look.dataset
    with widgets.controls("onward"), st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Other words"), key="other words", icon=":material/casino:", on_click=_draw_others)
        downloads(weights, dataset.gold)
    if bench.made is not None:
        widgets.note(_("These are the difficulties of {dataset} on all pages of your session.", dataset=dataset.name))


def signature_line(bench: Bench) -> None:
    """Show what the numbers come from: no system has a part in them."""
    widgets.signature_line(signature(replace(bench.view.look.dataset, systems=())))
