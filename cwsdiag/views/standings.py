"""Systems in order, as frames and sentences: by bakeoff scores, by separators, over several runs; and who leads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.baselines import LINES
from cwsdiag.diagnosis.paired import SCORES, PairedComparison
from cwsdiag.diagnosis.runs import RunsComparison, compare_runs, contestants
from cwsdiag.frames import ENDS, MEASURES, records, span, track_name, tracks_of
from cwsdiag.languages import _, n_, p_, translated
from cwsdiag.memo import memo
from cwsdiag.scores import score_runs, score_systems
from cwsdiag.separators import SeparatorDistances, SeparatorScore, count_separators
from cwsdiag.views.columns import SEPARATORS, Column, column
from cwsdiag.views.rows import Row, runs_row
from cwsdiag.views.wording import in_turn, listed, number, some_of, units_text

if TYPE_CHECKING:
    from cwsdiag.bakeoff import OovRecall
    from cwsdiag.views.look import PrivateLook

_POINTS = 100


@dataclass(frozen=True, eq=False)
class Leader:
    """The best system of a track, or of all where no track is said.

    Attributes:
        best: its row of the standings.
        names: of the systems with the highest F, as a rule one.
        others: the other systems of the track, those of ``names`` but the first too.
        alike_by_rule: those of them that the bakeoff's rule does not tell from the first.
        alike_by_test: those over which the paired test finds no significant lead.
    """

    best: Mapping[str, Any]
    names: tuple[str, ...]
    others: tuple[str, ...]
    alike_by_rule: tuple[str, ...]
    alike_by_test: tuple[str, ...]


def standings(scores: pd.DataFrame, *, lines: Sequence[str]) -> pd.DataFrame:
    """Return bakeoff scores in the order of the page: closed, open, other tracks, none said, BASE and TOP.

    Args:
        scores: see ``look.bakeoff_table``.
        lines: names of what is no system of its own: BASE and TOP, where they are there.

    Returns:
        The scores with ``line``, whether it is one of these, and ``group``, the number of its track from 0.
    """
    tracks = tracks_of(scores["track"])
    line = scores["name"].isin(list(lines))
    track = [one if isinstance(one, str) else None for one in scores["track"]]
    # Once more for BASE and TOP: they are on no track.
    group = [len(tracks) if own else tracks.index(one) for one, own in zip(track, line, strict=True)]
    frame = scores.assign(track=pd.Series(track, dtype=object), line=line, group=group)
    ordered = frame.sort_values("f1", ascending=False, kind="stable")
    return ordered.sort_values("group", kind="stable", ignore_index=True)


def oov_table(recalls: Sequence[OovRecall]) -> pd.DataFrame:
    """Return a row a system, best OOV recall first and undefined ones last.

    Args:
        recalls: of every system.

    Returns:
        name, oov_words, found, oov_recall, oov_recall_low, oov_recall_high; empty without training data, and where no
        system was compared on an OOV word.
    """
    if not any(one.words for one in recalls):
        return pd.DataFrame()
    frame = pd.DataFrame(
        [(one.name, one.words, one.found, one.recall.value, one.recall.low, one.recall.high) for one in recalls],
        columns=["name", "oov_words", "found", "oov_recall", "oov_recall_low", "oov_recall_high"],
    )
    return frame.sort_values("oov_recall", ascending=False, kind="stable", ignore_index=True)


def pairs(look: PrivateLook, ranked: pd.DataFrame, comparisons: Sequence[PairedComparison]) -> pd.DataFrame:
    """Return a row for each two systems in either order, in the order of the standings.

    Differences are first − second, in points. ``recall_reach`` and ``precision_reach`` are c + c of the two, beyond
    which the bakeoff calls them different; ``differ`` is what its rule says. ``tested`` says whether the paired test
    was made; then ``f1``, ``f1_low`` and ``f1_high`` are its difference and interval, ``p`` is adjusted for the pairs
    tested, ``verdict`` is that of F and ``significant`` whether it says so. Of every score over all words
    ``SCORE_difference`` and ``SCORE_significant`` are the same; without a test NaN and False, and the verdict is empty.

    Args:
        look: of a dataset.
        ranked: its standings.
        comparisons: the pairs that were tested; none where that is still to come.
    """
    scores, place = {row["name"]: row for row in records(ranked)}, ranked["name"].tolist().index
    tests = {(one.a, one.b): one for test in comparisons for one in (test, test.turned)}
    rows = []
    for pair in look.differences:
        for first, second, sign in ((pair.first, pair.second, _POINTS), (pair.second, pair.first, -_POINTS)):
            tested = tests[first, second].scores if (first, second) in tests else {}
            f1 = tested.get("f1")
            verdict = "" if f1 is None else f1.verdict or ""
            interval = f1.interval if f1 is not None else pair.f1 if sign > 0 else pair.f1.turned
            row = {
                "first": first,
                "second": second,
                "by_recall": pair.by_recall,
                "by_precision": pair.by_precision,
                "differ": pair.differ,
                "recall": sign * pair.recall.value,
                "recall_reach": _POINTS * (scores[first]["c_r"] + scores[second]["c_r"]),
                "precision": sign * pair.precision.value,
                "precision_reach": _POINTS * (scores[first]["c_p"] + scores[second]["c_p"]),
                "f1": _POINTS * interval.value,
                "f1_low": _POINTS * interval.low,
                "f1_high": _POINTS * interval.high,
                "tested": bool(tested),
                "p": math.nan if f1 is None else f1.p_deciding,
                "verdict": verdict,
                "significant": verdict == "significant",
            }
            for name in SCORES:
                row[f"{name}_difference"] = _POINTS * tested[name].difference if tested else math.nan
                row[f"{name}_significant"] = bool(tested) and tested[name].verdict == "significant"
            rows.append(row)
    rows.sort(key=lambda row: (place(row["first"]), place(row["second"])))
    return pd.DataFrame(rows)


def leaders(ranked: pd.DataFrame, pairs: pd.DataFrame) -> list[Leader]:
    """Return the best system of each track that has one with a defined F, BASE and TOP left aside."""
    own = records(ranked[~ranked["line"] & ranked["f1"].notna()])
    pair = {(row["first"], row["second"]): row for row in records(pairs)}
    leading = []
    for _group, rows in groupby(own, key=lambda row: int(row["group"])):
        best, *others = rows
        level = (row["name"] for row in others if row["f1"] == best["f1"])
        names = tuple(row["name"] for row in others)
        by_rule, by_test = (
            tuple(name for name in names if not pair[best["name"], name][verdict])
            for verdict in ("differ", "significant")
        )
        leading.append(Leader(best, (best["name"], *level), names, by_rule, by_test))
    return leading


def bakeoff_sentence(leaders: Sequence[Leader], *, dataset: str) -> str:
    """Say who leads a dataset, or each track of it."""
    return in_turn(_leads(leaders[0], dataset), *map(_leads, leaders[1:]))


def _leads(leader: Leader, dataset: str = "") -> str:
    """Return who leads what; the dataset is named once, and systems without a track come last."""
    track, f1 = leader.best["track"], number(leader.best["f1"])
    if not track:
        place = dataset or _("the systems without a track")
    elif dataset:
        place = _("the {track} track of {dataset}", track=track_name(track), dataset=dataset)
    else:
        place = _("the {track} track", track=track_name(track))
    names = some_of(leader.names, len(leader.others) + 1)
    if not leader.others:
        return _("{name} has F {f1} on {place}.", name=names, f1=f1, place=place)
    if len(leader.names) > 1:
        return _("{names} share the highest F on {place}, {f1}.", names=names, f1=f1, place=place)
    return _("{name} leads {place} with F {f1}.", name=names, f1=f1, place=place)


def oov_sentence(table: pd.DataFrame, *, lines: Sequence[str], dataset: str) -> str:
    """Say who finds most OOV words, as one may quote it.

    Args:
        table: see ``oov_table``; not empty.
        lines: names of what is no system of its own: BASE and TOP.
        dataset: its name.
    """
    own = [row for row in records(table) if row["name"] not in lines and row["oov_words"]]
    if not own:
        return ""
    best = own[0]
    facts = {
        "names": some_of([row["name"] for row in own if row["oov_recall"] == best["oov_recall"]], len(own)),
        "dataset": dataset,
        "recall": number(best["oov_recall"]),
        "low": number(best["oov_recall_low"]),
        "high": number(best["oov_recall_high"]),
        "found": best["found"],
        "words": best["oov_words"],
    }
    if math.isnan(best["oov_recall_low"]):
        return _("Highest OOV recall on {dataset}: {names}, {recall} ({found:,} of {words:,} OOV words).", **facts)
    return _(
        "Highest OOV recall on {dataset}: {names}, {recall} (95 % interval {low} to {high}; {found:,} of {words:,} OOV "
        "words).",
        **facts,
    )


def bakeoff_verdict(leader: Leader, *, tested: bool = True) -> str:
    """Say from which systems of its track a leader is told by the bakeoff's rule and, where made, the paired test."""
    alike, by_test, every = leader.alike_by_rule, leader.alike_by_test, len(leader.others)
    if not every:
        return ""
    names = {"name": leader.names[0], "others": some_of(alike or by_test or leader.others, every)}
    if not tested:
        if alike:
            return _("The bakeoff's rule does not tell {name} from {others}.", **names)
        return _("The bakeoff's rule tells {name} from {others}.", **names)
    if not alike and not by_test:
        return _("The bakeoff's rule and the paired test tell {name} from {others}.", **names)
    if set(alike) == set(by_test):
        return _("Neither the bakeoff's rule nor the paired test tells {name} from {others}.", **names)
    if not by_test:
        return _("The paired test tells {name} from {others}, the bakeoff's rule does not.", **names)
    if not alike:
        return _("The bakeoff's rule tells {name} from {others}, the paired test does not.", **names)
    return _(
        "The bakeoff's rule does not tell {name} from {others}, the paired test not from {more}.",
        more=some_of(by_test, every),
        **names,
    )


def rules_sentence(pairs: int, apart: int) -> str:
    """Say how often the bakeoff's rule and the paired test come to the same end, over the pairs that were tested."""
    if not apart:
        if pairs == 1:
            return _("Here the two agree on the only pair tested.")
        return _("Here the two agree on all {pairs:,} pairs tested.", pairs=pairs)
    if pairs == 1:
        return _("Here they disagree: the cells are framed.")
    return _(
        "Here they disagree on {apart:,} of {pairs:,} pairs tested: those cells are framed.", apart=apart, pairs=pairs
    )


# So many references are named.
_NAMED_REFERENCES = 3


def best_first(distances: SeparatorDistances) -> SeparatorDistances:
    """Return distances with the system of the highest F against gold first; undefined ones come last."""
    f1 = [score.f1 for score in distances.scores]
    order = sorted(range(len(f1)), key=lambda place: (f1[place] != f1[place], -f1[place]))
    return replace(
        distances,
        scores=tuple(distances.scores[place] for place in order),
        ranges=tuple(distances.ranges[place] for place in order if distances.ranges),
    )


_KEYS = ("name", "sub", "ins", "del", "distance", "precision", "recall", "f1", "coverage", "system_coverage")


def score_row(score: SeparatorScore) -> Row:
    """Return the scores of a system, one value a key."""
    return {key: getattr(score, "dels" if key == "del" else key) for key in _KEYS}


def range_rows(distances: SeparatorDistances) -> list[Row]:
    """Return a row a system: each score and count against the intersection and the union, such as ``f1_union``.

    Both are gold where gold is the only reference.
    """
    pairs = distances.ranges or [(score, score) for score in distances.scores]
    return [
        {"name": pair[0].name}
        | {f"{key}_{end}": value for end, one in zip(ENDS, pair, strict=True) for key, value in score_row(one).items()}
        for pair in pairs
    ]


def range_columns() -> dict[str, Column]:
    """Return the columns of ``range_rows``: scores against all and any of the references, then counts."""
    keys = [(key, end) for key in ("precision", "recall", "f1") for end in ENDS]
    keys += [(key, end) for end in ENDS for key in ("sub", "ins", "del")]
    columns = {"name": column("system")}
    for key, end in keys:
        label = translated(SEPARATORS[key].label)
        label = _("{column} all", column=label) if end == ENDS[0] else _("{column} any", column=label)
        columns[f"{key}_{end}"] = SEPARATORS[key].called(label)
    return columns


def headline(distances: SeparatorDistances, *, dataset: str, systems: int) -> tuple[str, str]:
    """Return what the page shows as one may quote it, and how it is to be taken."""
    inner, outer = count_separators(distances.intersection), count_separators(distances.union)
    shared = _("{inner:,} separators in all of them, {outer:,} in any", inner=inner, outer=outer)
    if not systems:
        return _("No system of {dataset} can be compared by separators.", dataset=dataset), ""
    if not distances.scores:
        sentence = _(
            "Gold and all systems of {dataset} are references: {shared}. No system is left to score.",
            dataset=dataset,
            shared=shared,
        )
        return sentence, _("Take one out of the references to see how far it is from the others.")
    best, ranked = distances.scores[0], len(distances.scores)
    if best.f1 != best.f1:
        return _(
            "No F is defined on {dataset}: where a side has no separator there is nothing to divide by.",
            dataset=dataset,
        ), ""
    level = [score.name for score in distances.scores if score.f1 == best.f1]
    values = {"name": some_of(level, ranked), "dataset": dataset, "f1": number(best.f1)}
    if len(level) > 1:
        sentence = _("{name} share the best F by separators on {dataset}: {f1}.", **values)
    elif ranked == 1:
        sentence = _("{name} has F {f1} by separators on {dataset}.", **values)
    else:
        sentence = _("{name} has the highest F by separators on {dataset}: {f1}.", **values)
    if not distances.ranges:
        return sentence, _(
            "Of {separators} {name} lacks {missing:,}, and it has {extra:,} that gold lacks.",
            separators=n_("{n:,} gold separator", "{n:,} gold separators", best.sub + best.ins),
            name=best.name,
            missing=best.ins,
            extra=best.dels,
        )
    references = [_("gold"), *(reference.name for reference in distances.references[1:])]
    several = n_("{n:,} reference", "{n:,} references", len(references))
    between = p_("between the ends of a range", " to ")
    spans = {measure: span([getattr(end, measure) for end in distances.ranges[0]], between) for measure in MEASURES}
    return sentence, _(
        "Against {references} ({shared}): {scores}.",
        references=listed(references) if len(references) <= _NAMED_REFERENCES else several,
        shared=shared,
        scores=_("precision {precision}, recall {recall}, F {f1}", **spans),
    )


@dataclass(frozen=True, eq=False)
class Runs:
    """What there is to say of the models of one dataset that were run several times.

    Attributes:
        table: a row a model, see ``runs_row``, the highest mean F1 first, undefined ones last.
        pairs: the highest mean F1 against each other model or system, where one of the two has several runs: first,
            second; f1, low and high in points; share of the variance, in per cent.
        compared: the same as they were compared.
    """

    table: list[Row]
    pairs: list[Row]
    compared: list[RunsComparison]


@memo
def runs_of(look: PrivateLook) -> Runs:
    """Return what there is to say of models of several runs, of which there is one at least; computed once."""
    scores, several = score_systems(look.dataset), look.dataset.runs
    models = [runs_row(score) for score in score_runs(several, scores)]
    means = {score.name: score.f1 for score in scores} | {row["name"]: row["f1"] for row in models}
    known = [name for name in contestants(look.dataset) if name not in LINES and not math.isnan(means[name])]
    known.sort(key=lambda name: -means[name])
    pairs, compared = [], []
    for other in known[1:]:
        if known[0] in several or other in several:
            one = compare_runs(look.diagnosis, known[0], other)
            compared.append(one)
            values = {"f1": one.difference, "low": one.low, "high": one.high, "share": one.share_of_runs}
            pairs.append({"first": one.a, "second": one.b, **{key: 100 * value for key, value in values.items()}})
    return Runs(sorted(models, key=lambda row: (math.isnan(row["f1"]), -row["f1"])), pairs, compared)


def best_run_sentence(look: PrivateLook) -> str:
    """Say that the system which leads is the best of several runs, where it is one; else nothing."""
    lead = look.lead
    group = None if lead is None else look.dataset.run_of.get(lead.best)
    if lead is None or group is None:
        return ""
    row = next(row for row in runs_of(look).table if row["name"] == group)
    if row["runs"] == 1:
        return ""
    return _(
        "{run} is the best of {runs} runs of {model}, whose F1 is {f1} on average: chosen after looking.",
        run=lead.best,
        runs=row["runs"],
        model=group,
        f1=number(row["f1"]),
    )


def resampling_sentence(compared: Iterable[RunsComparison]) -> str:
    """Say what the intervals of models of several runs, one pair at least, draw, and that they are no test."""
    resampled = listed([*dict.fromkeys(units_text(one.units, one.unit) for one in compared)], "or")
    return _(
        "Intervals draw {units}, the same for all runs, and runs together; the share is what runs make of the "
        "variance. They are no test: that is one of two outputs, as single runs are.",
        units=resampled,
    )
