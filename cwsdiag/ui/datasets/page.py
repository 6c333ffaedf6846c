"""Datasets: what holds across them, and do they agree on what a word is?

The views about systems are exhibits over all datasets, and where a click on them leads.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import across
from cwsdiag.exhibits import biases as bias_exhibits
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.languages import _, lazy, n_
from cwsdiag.project.reader import CLASSES
from cwsdiag.ui import state
from cwsdiag.ui.data.project_data import AS_THEY_ARE, NOT_OF_A_PROJECT, STUDY_BUCKETS, Studied, studied
from cwsdiag.ui.datasets import criteria
from cwsdiag.ui.datasets.room import Room, draw
from cwsdiag.ui.shell import empty, leads, navigation, tables, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import wait_for_answer
from cwsdiag.ui.shell.view import BUCKET_WAYS, SWITCH, current
from cwsdiag.ui.state import Key
from cwsdiag.views.across import RHO, SIGMA, friedman_sentence, gaps_sentence, headline, left_aside_sentence
from cwsdiag.views.columns import KINDS
from cwsdiag.views.rows import kind_shares
from cwsdiag.views.wording import listed, on_page

_ALL = "all"
_MEASURES = {RHO: lazy("Rise or fall, ρ"), SIGMA: lazy("Spread, σ")}


def _published(room: Room) -> str:
    """Draw the switch that takes published scores among those that are ranked; return which of them are left out."""
    rows = room.chosen.spec.published
    if rows and room.study.models:
        with room.row:
            widgets.toggle(
                Key.PUBLISHED,
                SWITCH[True],
                label=_("Count published scores"),
                help=_(
                    "Take scores from papers into ranks, tests and pairs of parts. They have no predictions, and their "
                    "texts and ways of counting may differ from those here."
                ),
            )
    return left_aside_sentence(room.systems.table, rows) if room.counts_published else ""


def scores(room: Room) -> None:
    """Draw F1 of every system on every dataset, and the systems by their mean rank."""
    left_aside, table = _published(room), room.systems.table
    exhibit, about = room.of_systems("across", across.across(room.tested)), [gaps_sentence(table), left_aside]
    if len(table.datasets) > 1:
        if exhibit.content.chart is None:
            about.append(friedman_sentence(table.models_test(), treatments="systems", blocks="datasets"))
        else:
            about.append(_("Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05)."))
        if not table.datasets_test().undefined:
            about.append(
                _(
                    "Systems on one test set are not independent blocks: this p shows how far they agree on which "
                    "datasets are hard. Datasets that share texts are not independent either."
                )
            )
    draw(exhibit, key="scores", click=room.to_system, cells=True, about=about)
    if room.study.models and not room.tested.verdicts:
        wait_for_answer(room.verdicts, _("The paired tests of the systems are under way …"))


def components(room: Room) -> None:
    """Draw what each value of a part brings over another, and the pairs that differ in one."""
    about = _published(room)
    brings = room.of_systems("components", across.components(room.systems))
    draw(brings, key="part gains", about=[about], pairs=55, gain=70, interval=125, datasets=75, most=240, least=240)
    if brings.table is None or not len(brings.table):
        return

    def to_words(first: str, second: str, dataset: str, attribute: str, bucket: int, words: str) -> None:
        leads.to_words(attribute, int(bucket), show=words, **room.there(dataset, system=first, other=second))

    about = _("F1 of the first and of the second × 100; bars: second minus first in each bucket")
    pairs = room.of_systems("pairs", across.pairs(room.systems))
    draw(pairs, key="part pairs", title=pairs.content.title, click=to_words, about=[about], fold=True)


def biases(room: Room) -> None:
    """Draw the biases of all systems, averaged over the datasets or on one of them."""
    ids = [entry.id for entry in room.chosen.entries]
    chosen = state.choose(Key.OVER, ids)
    over = None if chosen is None else ids.index(chosen)
    names = {_ALL: n_("mean over {n:,} dataset", "mean over {n:,} datasets", len(ids))}
    names |= dict(zip(ids, room.chosen.names, strict=True))
    with room.row:
        measure = widgets.segments(Key.MEASURE, _MEASURES, label=_("Measure"))
        widgets.select(
            Key.OVER, names, chosen or _ALL, default=_ALL, label=_("Over"), label_visibility="collapsed", width=210
        )
    guide = (
        _("From the centre: |S^ρ|, how closely F1 follows the attribute. Full marks: F1 rises with it; hollow ones: it "
          "falls.")
        if measure == RHO
        else _("From the centre: S^σ. Far out, F1 depends on the attribute; near the centre, it hardly does.")
    )  # fmt: skip
    content = bias_exhibits.biases(room.systems, measure, over=over)

    def to_system(name: str, *_attribute: str) -> None:
        room.to_system(name, "" if over is None else room.chosen.names[over])

    exhibit = room.of_systems("biases", content, measure=measure)
    draw(exhibit, key="biases", click=to_system, cells=True, about=[guide])


def datasets(room: Room) -> None:
    """Draw the datasets over one another, by means and by biases, and how large they are; a click leads to one."""
    shown = room.of_systems("datasets", bias_exhibits.datasets(room.systems))

    def to_page(name: str) -> None:
        navigation.lead_to("files", dataset=room.id(name))

    draw(
        shown,
        key="datasets",
        click=lambda name, *_attribute: navigation.lead_to("summary", dataset=room.id(name)),
        cells=True,
        fold=True,
    )
    sizes = room.of_systems("sizes", across.sizes(room.systems))
    draw(sizes, key="sizes", title=sizes.content.title, click=to_page, names=["dataset"], dataset=220)


def tests(room: Room) -> None:
    """Draw Friedman's tests by dataset and by system; a cell leads to where systems fail."""
    by_dataset = room.of_systems("tests", across.tests(room.systems))
    by_system = room.of_systems("tests", across.tests(room.systems, "system"), by="system")
    about = _(
        "Where ties left datasets with different numbers of buckets, those with another number than most are dropped; "
        "a bucket that is too small on one of the others is left out for all."
    )

    def to_dataset(name: str, *_attribute: str) -> None:
        leads.to_system(room.selection.a, **room.there(name))

    draw(by_dataset, key="dataset tests", click=to_dataset, cells=True, fold=True, about=[about])
    draw(
        by_system,
        key="system tests",
        title=_("Do the datasets agree on which buckets are hard for a system?"),
        click=lambda name, *_attribute: room.to_system(name),
        cells=True,
        fold=True,
    )


def diagnosis(room: Room) -> None:
    """Draw where A and B are ahead of each other, where every system fails, and A's errors by kind."""
    for role, name in room.selection.roles.items():
        if role not in room.roles:
            missing = _(
                "{name} (system {role}) is not among the systems here. Choose another one above.",
                name=name,
                role=role.upper(),
            )
            widgets.box("info", missing)

    def to_bucket(dataset: str, attribute: str, bucket: int, words: str) -> None:
        leads.to_words(attribute, int(bucket), show=words, **room.of_both(dataset))

    def to_worst(system: str, dataset: str, attribute: str, bucket: int) -> None:
        leads.to_words(attribute, int(bucket), **room.there(dataset, system=system))

    a, b = room.roles.get("a"), room.roles.get("b")
    if a is not None and b is not None:
        ahead = room.of_systems("ahead", bias_exhibits.ahead(room.systems, a, b), system=a, other=b)
        about = [
            _("▲ where the better one is furthest ahead, ▼ where least, or behind; in points"),
            _("Better minus other with the paired 95 % interval: bold where it does not hold 0."),
        ]
        names = ("dataset", "key", "bucket", "words")
        draw(ahead, key="aided diagnosis", click=to_bucket, names=names, fold=True, about=about)
    fails = room.of_systems("fails", bias_exhibits.fails(room.systems))
    about = [_("Points from the best bucket of an attribute down to its worst, whose number stands above the bar.")]
    names = ("name", "dataset", "key", "bucket")
    title = fails.content.sentence if a and b else ""
    draw(fails, key="self diagnosis", title=title, click=to_worst, names=names, fold=True, about=about)
    if a is not None:
        _kinds(room, a)


def _kinds(room: Room, system: str) -> None:
    """Draw the errors of a system by kind, a row a dataset."""
    frame = pd.DataFrame(
        [
            {"dataset": one.dataset.name, **kind_shares(one.kind_counts(system))}
            for one in room.study.diagnoses
            if system in one.systems
        ]
    )
    title = _("Why {system} fails", system=system)
    widgets.heading(title, about=_("share of the gold words it misses, by kind and by cause"))
    tables.table(
        frame,
        tables.columns(KINDS, [key for key in KINDS if key in frame and frame[key].notna().any()]),
        key="kinds table",
        lead=lambda row: leads.to_words(None, None, of="a", **room.of_both(frame["dataset"][row])),
        alt=title,
    )


# By the name of a view in the address: what it is called, what draws it. Those of scores need no texts.
SCORES = {
    "scores": (lazy("Scores on all datasets"), scores),
    "components": (lazy("What parts of systems bring"), components),
}
SYSTEMS = {
    **SCORES,
    "models": (lazy("Biases of systems"), biases),
    "datasets": (lazy("Biases of datasets"), datasets),
    "tests": (lazy("Tests over buckets"), tests),
    "diagnosis": (lazy("Where systems fail"), diagnosis),
}
CRITERIA = {
    "consistency": (lazy("Criteria: consistency"), criteria.consistency),
    "transfer": (lazy("Criteria: transfer"), criteria.transfer),
    "maps": (lazy("Criteria: maps"), criteria.maps),
    "sources": (lazy("Criteria: sources"), criteria.sources),
    "fit": (lazy("Criteria: my own text"), criteria.own_text),
}
VIEWS = SYSTEMS | CRITERIA


@in_place
def page() -> None:
    """Draw the page."""
    selection = current()
    chosen = studied(selection.catalogue, selection.entry)
    if chosen is None:
        alone = empty.to_page("summary", lazy("Look at this dataset alone"))
        other = alone if selection.a else empty.to_files(lazy("Add your own files"))
        empty.empty_state(NOT_OF_A_PROJECT, empty.open_sample(selection), other)
        return
    views = VIEWS if chosen.entries else SCORES
    part = state.choose(Key.PART, views) or "scores"
    row = widgets.controls("views", in_a_row=True)
    with row:
        names = {key: name for key, (name, _draw) in views.items()}
        widgets.select(
            Key.PART, names, part, default="scores", label=_("View"), label_visibility="collapsed", width=260
        )
        if part in CRITERIA:
            _normalisation(chosen)
        elif part not in SCORES:
            _buckets(chosen)
    room = Room(selection, chosen, row)
    try:
        lacks = _lacks(room, part)
        if lacks:
            ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample(selection))
            empty.empty_state(lacks, *ways)
            return
        views[part][1](room)
    except CwsdiagError as error:  # with the choices in reach: another normalisation may do
        widgets.box("error", on_page(error), title=_("These texts cannot be compared"))
        return
    if len(chosen.entries) == 1:
        empty.buttons(empty.open_sample(selection))
    _sources(room, part)


def _lacks(room: Room, part: str) -> str:
    """Return what a view lacks; empty where it can be drawn."""
    if part in SYSTEMS:
        return "" if room.study.models or (room.chosen.spec.published and part in SCORES) else headline(room.study)[0]
    if room.criteria.trainable:
        return ""
    return _(
        "No dataset here has segmented training text, and criteria are read off training text. Name it in the project: "
        "train = …, one sentence per line, blanks between words."
    )


def _buckets(chosen: Studied) -> None:
    """Draw how every attribute is cut on each dataset."""
    numbers = sorted({*STUDY_BUCKETS, chosen.buckets, chosen.spec.buckets} - {CLASSES})
    names = {number: _("{count} buckets of equal count", count=number) for number in numbers}
    widgets.select(
        Key.CUT,
        {**names, CLASSES: BUCKET_WAYS[CLASSES]},
        chosen.buckets,
        default=chosen.spec.buckets,
        label=_("Buckets"),
        label_visibility="collapsed",
        width=230,
    )


def _normalisation(chosen: Studied) -> None:
    """Draw what is done to all texts alike."""
    done = _(", ").join(chosen.normalise) or _("as they are")
    with st.popover(_("Texts: {normalisations}", normalisations=done), icon=":material/spellcheck:"):
        widgets.select(
            Key.NORMALISE,
            {key: one.label for key, one in NORMALISATIONS.items()},
            [key for key in NORMALISATIONS if key in chosen.normalise],
            draw=st.pills,
            to_text=lambda keys: normalise_text(keys, chosen.spec.normalise),
            label=_("Done to the texts of all datasets alike, before anything is counted"),
            selection_mode="multi",
        )


def normalise_text(keys: Sequence[str], usual: Sequence[str]) -> str | None:
    """Return a choice of normalisations as the address has it; None for what the project says anyway."""
    chosen = [key for key in NORMALISATIONS if key in keys]
    return None if set(chosen) == set(usual) else ",".join(chosen) or AS_THEY_ARE


def _sources(room: Room, part: str) -> None:
    """Say what is looked at where that is not what is chosen above, and what had to be left out."""
    chosen, entry = room.chosen, room.selection.entry
    if not chosen.entries:
        widgets.note(_("This project holds published scores and no texts, so nothing here is measured."))
        return
    # What is of the same project and not among them was left out, which is said below.
    if entry is None or entry.origin != chosen.entries[0].origin or not entry.files.name:
        widgets.note(
            _("Only datasets of a project are compared here, not uploaded files: these are of the server's project.")
        )
    if chosen.left_out:
        left_out = listed(list(chosen.left_out))
        widgets.note(_("Left out, because they cannot be used: {datasets}. Files says why.", datasets=left_out))
    if part in CRITERIA and (without := [one.name for one in room.criteria.corpora if one.running is None]):
        widgets.note(
            _(
                "{datasets}: there is no training text to count in, so Ψ under it is undefined.",
                datasets=listed(without),
            )
        )
