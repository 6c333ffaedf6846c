"""Scores: who is best by the rules of the bakeoffs, by boundaries, and where hard words count more.

Scores of words as the bakeoffs have them: who is best, which systems differ, F over all corpora.

Scores of boundaries: which segmentations count as right beside gold, and how far the systems are from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.charts.matrices import MOST_BESIDE
from cwsdiag.charts.rows import CorpusScores
from cwsdiag.charts.theme import HALF, PAGE
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.exhibits import bakeoff as exhibits
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table
from cwsdiag.report.bakeoff import OFFICIAL_SCRIPT, TWO_RULES, sighan_lines
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.report.separators import separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, SeparatorDistances, comparable, separator_distances
from cwsdiag.signature import signature
from cwsdiag.text import Segmentation
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.shell import empty, leads, private_gold, show, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import answer, wait_for_answer
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import Job, ask
from cwsdiag.views import standings
from cwsdiag.views.columns import BALANCED_PAIRS, MOVERS
from cwsdiag.views.committee import COMMON_WORDS, F_B, committee_name, differences_sentence
from cwsdiag.views.hardness import ALL_EQUAL, Hardness, hardness, pair_table
from cwsdiag.views.separators import best_first, range_columns, range_rows
from cwsdiag.views.wording import differing_text, in_turn, without_separators_text

_NO_DIFFICULTY = lazy("How hard each word is must be known for this.")


def _balanced(view: View) -> None:
    """Draw what f_b is worth, both rankings and all scores; differences; weighted scores; halves of the text."""
    look = view.look
    if look.dataset.difficulty is None:
        empty.empty_state(_NO_DIFFICULTY, empty.to_page("difficulty", lazy("Make difficulties")))
        return
    hard, weights = hardness(look), look.dataset.difficulty
    committee = _("Committee: {name}.", name=committee_name(weights.committee, weights.members))
    worth, weighed = show.exhibit(look, "balanced"), show.exhibit(look, "weighed")
    widgets.lead(worth.content.sentence, in_turn(F_B, committee, ONE_COMMITTEE))
    if hard.all_equal:
        widgets.box("warning", ALL_EQUAL)
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(worth, key="worth", title=_("F1 and balanced F"), size=HALF)
    with right:
        show.chart(show.exhibit(look, "places"), key="places", title=_("From F1 to balanced F"), size=HALF)
    show.names_table(worth, key="balanced scores", lead=leads.to_system)
    if not hard.pairs.empty:
        _differences(view, hard)
    show.chart(weighed, key="weighed", title=_("Precision and recall, weighted"))
    show.names_table(weighed, key="weighed scores", lead=leads.to_system)
    if hard.halves is not None:
        show.chart(show.exhibit(look, "halves"), key="halves", title=_("Two random halves of the text"))


def _differences(view: View, hard: Hardness) -> None:
    """Draw what every two systems differ by, and the words behind those that change places."""
    left, right = st.columns([0.58, 0.42], gap="medium")
    with left:
        balanced, title = hard.balanced, _("Differences in balanced F")
        common = COMMON_WORDS if any(pair.common for pair in balanced.differences) else ""
        about = in_turn(differences_sentence(drawn=balanced.draws_members), common)
        content = Content(title, about, table=lambda: Table(pair_table(hard), BALANCED_PAIRS))
        pairs = show.alone("scores", "balanced-pairs", content, view.look)
        show.heading(pairs, key="balanced pairs head", title=title, about=about)
        show.names_table(pairs, key="balanced pairs", lead=leads.to_pair)
    with right:
        title = _("Words behind the changes of order")
        if view.withholds_gold:
            private_gold.part(view, what=_("Words"))
        elif hard.swaps:
            content = Content(title, "", table=lambda: Table(hard.movers, MOVERS))
            movers = show.alone("scores", "movers", content, view.look)
            show.heading(movers, key="movers head", title=title)
            words = hard.movers["word"]

            def lead(row: int) -> None:
                leads.to_words("diff", word=words[row])

            show.table(movers, key="movers", lead=lead, word=64, right=118, wrong=118, tokens=52, weight=56)


@in_place
def _scores(view: View) -> None:
    with widgets.controls("scores", in_a_row=True):
        names = {key: name for key, (name, _draw) in _PARTS.items()}
        part = widgets.segments(Key.PART, names, label=_("View"))
        if part == "bakeoff":
            bakeoff_controls(view)
        elif part == "separators":
            separators_controls(view)
    _PARTS[part][1](view)


_NO_SYSTEMS = lazy("This dataset has no prediction that can be used. Add the output of at least one segmenter.")
_FILES = {"score.txt": lazy("Summary"), "score-wording.txt": lazy("With every sentence")}
_ALL_PAIRS = "all"
# With more systems than this not every pair is tested unasked.
_ALL_TESTED = 3


def bakeoff_controls(view: View) -> None:
    """Draw what has every pair tested, and the scores in the official layout as files."""
    if len(view.look.systems) > _ALL_TESTED:
        widgets.toggle(
            Key.PAIRS,
            _ALL_PAIRS,
            label=_("Test every pair"),
            help=_("Each pair more makes all p-values larger: they are adjusted for the pairs tested."),
        )
    with st.popover(
        _("Official layout"), icon=":material/download:", type="tertiary", help=translated(OFFICIAL_SCRIPT)
    ):
        for name, label in list(_FILES.items())[: 1 if view.withholds_gold else 2]:
            data = partial(official, view.look.dataset, sentences=name != "score.txt")
            widgets.download(label, data=data, name=name, key=f"save {name}")


def official(dataset: Dataset, *, sentences: bool) -> str:
    """Return the scores in the layout of the official script, systems by their names."""
    names = [printable(system.name) for system in dataset.systems]
    lines = sighan_lines(dataset, sentences=sentences, gold_name=printable(dataset.name), test_names=names)
    return "".join(f"{line}\n" for line in lines)


def bakeoff_part(view: View) -> None:
    """Draw the scores, which systems differ, F over all corpora, and OOV recall."""
    look, all_pairs = view.look, state.choose(Key.PAIRS, [_ALL_PAIRS]) is not None
    ranked = standings.ranked(look)
    # For whoever looks at the same results.
    question = "bakeoff", look.lines, all_pairs
    job: Job[Sequence[PairedComparison]] = ask(look, question, lambda: look.bakeoff_verdicts(all_pairs=all_pairs))
    tests = answer(job)
    pairs = standings.pairs(look, ranked, tests or ())
    exhibit = show.exhibit(look, "bakeoff", exhibits.bakeoff(look, pairs=pairs))
    show.lead(exhibit)
    widgets.note(*differing_text(look.dataset, list(ranked["name"])))
    show.names_table(exhibit, key="bakeoff scores", lead=leads.to_system)
    _significance(view, pairs)
    if tests is None:
        wait_for_answer(job, "" if pairs.empty else _("The paired tests are under way …"))
    _corpora(view)
    if not standings.oov_table(look.oov_recalls).empty:
        show.chart(show.exhibit(look, "oov"), key="oov recall", title=_("OOV recall"))


def _significance(view: View, pairs: pd.DataFrame) -> None:
    """Draw which systems differ, as the bakeoff has it and by the paired test, and how the two rules differ."""
    look = view.look
    if pairs.empty:
        only = _("{system} is the only system, so there is nothing to compare it with.", system=look.systems[0])
        widgets.box("info", only)
        return
    beside = len(pairs["first"].unique()) <= MOST_BESIDE
    left, right = st.columns(2, gap="medium") if beside else (st.container(), st.container())
    size = HALF if beside else PAGE
    tested = int(pairs["tested"].sum()) // 2
    adjusted = _("p is adjusted for the pairs tested, {tested:,} of {pairs:,}.", tested=tested, pairs=len(pairs) // 2)
    with left:
        rule = show.exhibit(look, "bakeoff-rule", exhibits.by_rule(look, pairs=pairs))
        show.chart(rule, key="rule matrix", title=_("By the bakeoff's rule"), about=TWO_RULES, size=size)
    with right:
        test = show.exhibit(look, "bakeoff-test", exhibits.by_test(look, pairs=pairs))
        about = adjusted if tested else ""
        show.chart(test, key="paired matrix", title=_("By the paired test, in points of F"), about=about, size=size)
    show.names_table(test, key="pairs table", lead=leads.to_pair)


def _corpora(view: View) -> None:
    """Draw F of all systems by corpus and track; a point leads to where the system fails there.

    The corpora are all datasets of the project that is open, of uploads their own, with BASE and TOP in each.
    """
    entry = view.opened
    entries = [entry] if entry.origin == "upload" else view.catalogue.beside(entry)
    corpora = [_corpus(one, among=len(entries)) for one in entries]
    exhibit = show.exhibit(view.look, "corpora", exhibits.corpora(view.look, scores=corpora))
    lines = _("BASE and TOP are maximum matching with the words of the training data and with those of gold.")
    show.chart(
        exhibit,
        key="corpora",
        title=exhibit.content.title,
        about=lines,
        click=lambda mark: to_system(*mark),
    )


def _corpus(entry: DatasetEntry, *, among: int) -> CorpusScores:
    scores = catalogue.bakeoff(entry, among=among)
    if scores is None:
        return CorpusScores(entry.id, entry.files.name, pd.DataFrame(), translated(NO_GOLD))
    return CorpusScores(entry.id, entry.files.name, scores, "" if len(scores) else translated(_NO_SYSTEMS))


def to_system(dataset: str, name: str, line: bool) -> None:
    """In a callback: lead to where a system fails on a dataset; BASE and TOP become systems for that."""
    leads.to_system(name, dataset=dataset, **{"baselines": "on"} if line else {})


def separators_controls(view: View) -> None:
    """Draw what chooses the references and the costs."""
    state.bind(
        Key.REFERENCES,
        st.multiselect,
        value=_references(view),
        to_text=view.places_of,
        label=_("References beside gold"),
        label_visibility="collapsed",
        options=_known(view),
        format_func=lambda name: _("also right: {name}", name=name),
        placeholder=_("References beside gold"),
        help=_("A system that is a reference is not scored. Another gold file can be given as a prediction."),
    )
    costs = _costs()
    with st.popover(_("Costs"), type="tertiary"):
        for kind, label in (("insertion", _("Adding a separator")), ("deletion", _("Removing a separator"))):

            def changed(cost: float | None, kind: str = kind) -> None:
                if cost is not None:
                    now = replace(costs, **{kind: cost})
                    state.put(Key.COSTS, None if now == EQUAL_COSTS else now.text)

            state.draw_input(
                f"cost of {kind}",
                st.number_input,
                value=float(getattr(costs, kind)),
                changed=changed,
                label=label,
                min_value=0.0,
                max_value=bounds.COST,
                step=0.5,
                format="%g",
            )


def _known(view: View) -> list[str]:
    return [system.name for system in comparable(view.look.dataset.systems)]


def _references(view: View) -> list[str]:
    """Return the systems that count as right; places that no system has, or none to compare, leave the address."""
    known = _known(view)
    chosen = [name for name in view.systems_at(Key.REFERENCES) if name in known]
    state.correct(Key.REFERENCES, view.places_of(chosen))
    return chosen


def _costs() -> Costs:
    """Return what adding and removing a separator cost; what the address says and is none is corrected."""
    try:
        return Costs.of_text(state.get(Key.COSTS) or EQUAL_COSTS.text)
    except SettingError:
        state.correct(Key.COSTS, None)
        return EQUAL_COSTS


def separators_part(view: View) -> None:
    """Draw how far the systems are from gold, and from all references."""
    look, dataset, chosen, costs = view.look, view.look.dataset, _references(view), _costs()
    systems = [system for system in comparable(dataset.systems) if system.name not in chosen]
    references = [dataset.gold, *map(dataset.system, chosen)]
    distances = best_first(separator_distances(references, systems, costs=costs))
    # No buckets or resamples have a part in the numbers, but the references have.
    stamp = signature(dataset, {"references": ",".join(["gold", *chosen])} | separator_settings(costs))
    content = replace(exhibits.separators(look, scores=distances), signature=stamp)
    exhibit = show.exhibit(look, "separators", content)
    show.lead(exhibit)
    if left_out := [name for name in look.systems if name not in _known(view)]:
        widgets.note(without_separators_text(left_out))
    if distances.scores:
        show.chart(exhibit, key="separator scores", click=lambda mark: _to_sentences(str(mark[0])))
        show.names_table(exhibit, key="separator counts", lead=_to_sentences)
    if chosen:
        _ranges(view, distances, stamp)


def _ranges(view: View, distances: SeparatorDistances, stamp: str) -> None:
    """Draw the scores against all references, and their intersection and union as files."""
    title, gold = _("Against all references"), view.look.dataset.gold
    about = _("all: their intersection, any: their union")
    table = partial(Table, pd.DataFrame(range_rows(distances)), range_columns())
    if distances.scores:
        exhibit = show.alone("scores", "ranges", Content(title, "", table=table, signature=stamp), view.look)
        show.heading(exhibit, key="ranges", title=title, about=about)
        show.names_table(exhibit, key="separator ranges", lead=_to_sentences)
    # What gold is part of tells gold's boundaries.
    if view.withholds_gold:
        return
    help = _("As a segmented text, in the encoding of the gold file.")
    with widgets.controls("references", in_a_row=True):
        for end, label in (("intersection", _("Intersection")), ("union", _("Union"))):
            data = partial(_file, getattr(distances, end), gold)
            widgets.download(label, data=data, name=f"{end}.txt", key=f"save {end}", help=help)


def _file(words: Segmentation, gold: Segmentation) -> bytes:
    """Return a segmentation as a file in the encoding of gold's; in UTF-8 where normalisation left that one behind."""
    try:
        return words_file(words, gold)
    except EncodingError:
        return words_text(words).encode("utf-8", "surrogatepass")


def _to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order="errors")


# By the name of a part in the address: what it is called, and what draws it.
_PARTS = {
    "bakeoff": (lazy("Bakeoff"), bakeoff_part),
    "separators": (lazy("Boundaries"), separators_part),
    "balanced": (lazy("Balanced F"), _balanced),
}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is not None:
        _scores(view)
