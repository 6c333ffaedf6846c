"""Results as rows of plain values: what every table, document and frame is made from.

What only a diagnosis needs is imported by its functions: ``cwsdiag score`` is run in loops and must start at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag import scores
from cwsdiag.dataset import Dataset
from cwsdiag.scores import RunsScore, SystemScore

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.balanced import Balanced
    from cwsdiag.diagnosis import BucketDifference, Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.error_kinds import KindCounts
    from cwsdiag.diagnosis.paired import Difference, PairedComparison
    from cwsdiag.diagnosis.patterns import Conventions
    from cwsdiag.diagnosis.runs import RunsComparison
    from cwsdiag.diagnosis.words import Condition, GoldUnits

Row = dict[str, Any]


def score_row(score: SystemScore) -> Row:
    """Return the scores of a system, one value a key; ``fidelity`` is how its text differs from gold's.

    That is counts, and the numbers of sentences and lines, from 1.
    """
    row = asdict(score)
    fidelity = row["fidelity"]
    for key, kind in (("lost", "sentences"), ("extra", "lines"), ("repeated", "lines"), ("moved", "lines")):
        fidelity[f"{key}_{kind}"] = [number + 1 for number in fidelity.pop(key)]
    return row


def tag_row(score: scores.TagScore) -> Row:
    """Return the scores of a system over words with their parts of speech; undefined without them."""
    pairs = score.tag_confusion
    confusion = None if pairs is None else [dict(zip(("gold", "system", "count"), pair, strict=True)) for pair in pairs]
    return {**asdict(score), "tag_confusion": confusion}


def fidelity_shares(row: Row) -> Row:
    """Return the share of exact sentences, and what was changed for each 1,000 characters of gold, of such a row."""
    kinds = ("omitted", "added", "replaced", "width", "script", "variant")
    return {
        "exact_share": scores.share(row["exact_sentences"], row["sentences"]),
        **{kind: scores.share(1000 * row[kind], row["characters"]) for kind in kinds},
    }


def runs_row(score: RunsScore) -> Row:
    """Return a model of several runs: mean, standard deviation, lowest and highest of each score over them."""
    row: Row = {"name": score.name, "runs": len(score.systems), "systems": list(score.systems)}
    for key in ("precision", "recall", "f1", "oov_recall", "iv_recall"):
        over = getattr(score, key)
        row |= {key: over.mean, f"{key}_sd": over.sd, f"{key}_min": over.low, f"{key}_max": over.high}
    return row


def runs_comparison_row(comparison: RunsComparison) -> Row:
    """Return two models over their runs, in the keys of ``cwsdiag compare --json``."""
    return {
        "a": comparison.a,
        "b": comparison.b,
        "unit": comparison.unit,
        "units": comparison.units,
        "block_factor": comparison.block_factor,
        "runs": {
            "a": comparison.f1_a.runs,
            "b": comparison.f1_b.runs,
            "systems_a": list(comparison.systems_a),
            "systems_b": list(comparison.systems_b),
            "mean_a": comparison.f1_a.mean,
            "mean_b": comparison.f1_b.mean,
            "sd_a": comparison.f1_a.sd,
            "sd_b": comparison.f1_b.sd,
            "mean_difference": comparison.difference,
            "low": comparison.low,
            "high": comparison.high,
            "share_of_runs": comparison.share_of_runs,
        },
    }


def attribute_row(bucketed: BucketedAttribute) -> Row:
    """Return an attribute with its buckets; open bounds are None."""
    buckets = bucketed.buckets
    return {
        "key": bucketed.attribute.key,
        "unit": bucketed.attribute.unit,
        "mean": bucketed.mean,
        "undefined": bucketed.undefined or None,
        "note": (buckets.note if buckets is not None else "") or None,
        "buckets": []
        if buckets is None
        else [
            {
                "index": index,
                "label": label,
                "lower": _bound(buckets.lowers[index]),
                "upper": _bound(buckets.uppers[index]),
                "gold": int(bucketed.gold[index]),
            }
            for index, label in enumerate(buckets.labels)
        ],
    }


BREAKDOWN_COLUMNS = (
    "system",
    "attribute",
    "bucket",
    "label",
    "gold",
    "predicted",
    "matched",
    "precision",
    "recall",
    "f1",
    "f1_low",
    "f1_high",
    "undefined_resamples",
    "units",
    "cost",
    "cost_low",
    "cost_high",
)


def breakdown_rows(diagnosis: Diagnosis, systems: Iterable[str] | None = None) -> list[Row]:
    """Return one row for each system (all by default), attribute and bucket, empty buckets too.

    ``same_as`` is the attribute and index of an earlier bucket with the same words, None without one.
    """
    rows = []
    for system in diagnosis.counts if systems is None else systems:
        gold, predicted, matched = diagnosis.counts[system].sums()
        f1, cost = diagnosis.intervals[system], diagnosis.costs[system]
        numbers = (
            gold,
            predicted,
            matched,
            scores.ratio(matched, predicted),
            scores.ratio(matched, gold),
            f1.values,
            f1.low,
            f1.high,
            f1.undefined_resamples,
            diagnosis.units_holding(system),
            cost.values,
            cost.low,
            cost.high,
        )
        values = zip(*(one[1:].tolist() for one in numbers), strict=True)
        for (key, bucket, label), of_bucket in zip(diagnosis.buckets, values, strict=True):
            row = dict(zip(BREAKDOWN_COLUMNS, (system, key, bucket, label, *of_bucket), strict=True))
            rows.append(row | {"same_as": _same_as(diagnosis.same_as.get((key, bucket)))})
    return rows


def breakdown_frame(diagnosis: Diagnosis) -> pd.DataFrame:
    """Return ``breakdown_rows`` as a frame; undefined is NaN."""
    import pandas as pd

    return pd.DataFrame(breakdown_rows(diagnosis), columns=list(BREAKDOWN_COLUMNS))


def self_diagnosis_rows(diagnosis: Diagnosis) -> list[Row]:
    """Return the weakest and the best bucket of every system under every attribute."""
    return [asdict(found) for found in diagnosis.self_diagnosis()]


def aided_diagnosis_rows(diagnosis: Diagnosis, *, all_pairs: bool = False) -> list[Row]:
    """Return both extremes of pairs of systems, see ``reported_pairs``, under every attribute."""
    from cwsdiag.diagnosis.paired import reported_pairs

    return [
        asdict(extremes)
        | {
            "unit": diagnosis.unit_of(extremes.better, extremes.other),
            "block_factor": diagnosis.block_factor(extremes.better, extremes.other),
            "lowest": _end_row(extremes.lowest),
            "highest": _end_row(extremes.highest),
        }
        for extremes in diagnosis.aided_diagnosis(reported_pairs(diagnosis, all_pairs=all_pairs))
    ]


def slice_rows(diagnosis: Diagnosis, names: Iterable[str]) -> list[Row]:
    """Return the slices of two of some systems, at most ten a system, see ``slices``."""
    from cwsdiag.diagnosis.slices import slices

    rows = []
    for name in names:
        result = slices(diagnosis, name)
        for one in result.rows:
            excess = {"excess": one.excess.value, "low": one.excess.low, "high": one.excess.high}
            of = {"system": name, "attributes": _conditions(diagnosis, one.buckets)}
            rows.append(of | vars(one) | excess | {"looked_at": result.looked_at})
            del rows[-1]["buckets"]
    return rows


def slice_difference_rows(diagnosis: Diagnosis, a: str, b: str) -> list[Row]:
    """Return where two systems differ most in F1 of pairs of buckets, at most ten, see ``slice_differences``."""
    from cwsdiag.diagnosis.slices import slice_differences

    result = slice_differences(diagnosis, a, b)
    rows = []
    for one in result.rows:
        f1 = difference_row(one.f1)
        scores = {"f1_a": f1.pop("a"), "f1_b": f1.pop("b"), **f1}
        both = _conditions(diagnosis, one.buckets)
        rows.append({"attributes": both, "gold": one.gold, **scores, "looked_at": result.looked_at})
    return rows


def _conditions(diagnosis: Diagnosis, conditions: Iterable[Condition]) -> list[Row]:
    return [
        {"key": key, "bucket": bucket, "label": diagnosis.attribute(key).labels[bucket]} for key, bucket in conditions
    ]


def kinds_row(counts: KindCounts) -> Row:
    """Return how many gold words a system misses by shape, and by cause; causes are None without training data.

    ``differing`` is how many more it misses because it has other characters there: these have no kind.
    """
    from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES

    causes = None if counts.causes is None else dict(zip(CAUSES, counts.causes.tolist(), strict=True))
    return {
        **dict(zip(SHAPES, counts.shapes.tolist(), strict=True)),
        "causes": causes,
        "differing": counts.differing,
    }


def kind_list(counts: KindCounts) -> list[tuple[str, str, int]]:
    """Return what a kind is of, ``shape`` or ``cause``, its name, and how many gold words a system misses so.

    Shapes come before causes, which are left out without training data.
    """
    known = kinds_row(counts)
    causes = known.pop("causes") or {}
    del known["differing"]
    return [(of, kind, count) for of, kinds in (("shape", known), ("cause", causes)) for kind, count in kinds.items()]


def kind_shares(counts: KindCounts) -> Row:
    """Return ``missed``, how many gold words a system misses, and the percentage of each shape and cause in them.

    NaN where nothing is missed; without training data there are no causes.
    """
    missed = counts.missed
    shares = {kind: 100 * count / missed if missed else math.nan for _of, kind, count in kind_list(counts)}
    return {"missed": missed, **shares}


def comparison_row(comparison: PairedComparison) -> Row:
    """Return two systems compared: scores over all words by their names, and ``buckets``, a row a bucket."""
    buckets = []
    for one in comparison.buckets:
        f1 = difference_row(one.f1)
        of = {"attribute": one.attribute, "bucket": one.bucket, "label": one.label, "gold": one.gold}
        costs = {"q": one.q, "cost_a": one.cost_a, "cost_b": one.cost_b, "same_as": _same_as(one.same_as)}
        buckets.append({**of, "f1_a": f1.pop("a"), "f1_b": f1.pop("b"), **f1, **costs})
    return {
        **{key: value for key, value in vars(comparison).items() if key not in ("scores", "buckets")},
        **{name: difference_row(score) for name, score in comparison.scores.items()},
        "buckets": buckets,
    }


def verdict_row(comparison: PairedComparison) -> Row:
    """Return two systems compared over all words: ``comparison_row`` without what is of buckets."""
    row = comparison_row(comparison)
    del row["tested"], row["buckets"]
    return row


def difference_row(difference: Difference) -> Row:
    """Return a tested difference, with the p-value that decides and the verdict."""
    row = asdict(difference) | {"p_deciding": difference.p_deciding, "verdict": difference.verdict}
    # These two say no more than the verdict and the p-value it rests on.
    del row["enough"], row["blocks_matter"]
    return row


def _same_as(first: tuple[str, int] | None) -> Row | None:
    """Return the bucket that has the same words as one, None without any."""
    return None if first is None else dict(zip(("attribute", "bucket"), first, strict=True))


def word_rows(units: GoldUnits, diagnosis: Diagnosis) -> Iterator[Row]:
    """Yield one row for each gold unit: the word, where it stands, what each system made of it.

    ``sentence`` counts from 1, ``offset`` is where the word begins in the characters of its sentence, from 0;
    ``start`` and ``end`` are its span in the whole text (METHODS 1). ``right`` and ``words`` are None where the system
    was not compared, ``kind`` and ``cause`` (METHODS 12) where it does not miss the word, ``cause`` without training
    data too.
    """
    from cwsdiag.diagnosis.words import pieces

    gold = units.gold
    sentence_starts = gold.text.sentence_starts
    surfaces = gold.surfaces()
    errors = {name: diagnosis.error_kinds(name) for name in diagnosis.systems}
    for row, word in enumerate(units.words.tolist()):
        start, end = int(gold.word_starts[word]), int(gold.word_ends[word])
        sentence = int(gold.sentence_ids[word])
        character = {} if units.characters is None else {"character": gold.text.chars[units.characters[row]]}
        yield {
            "word": surfaces[word],
            **character,
            "sentence": sentence + 1,
            "offset": start - int(sentence_starts[sentence]),
            "start": start,
            "end": end,
            "systems": [
                {
                    "name": system.name,
                    "right": bool(units.right[system.name][row]) if units.scored[system.name][row] else None,
                    "words": pieces(system, start, end) if units.scored[system.name][row] else None,
                    "kind": errors[system.name].shape_of(word),
                    "cause": errors[system.name].cause_of(word),
                }
                for system in diagnosis.dataset.systems
            ],
        }


def pattern_rows(conventions: Conventions, words: NDArray[np.intp], dataset: Dataset) -> dict[str, list[Row]]:
    """Return a row for each pattern of a system's errors that has one of these gold words, the most costly first.

    ``patterns`` are the literal ones. ``gold`` and ``made`` are the words of gold and of the system, ``places`` counts
    where they stand so, ``missed`` and ``wrong`` the gold words and the system words of all places; ``cost`` is what
    these are of 1 - F1, to which the costs of all patterns sum. ``training`` has each way in which the training text
    cuts the same characters, the most frequent first, none where it does not have them; ``opens`` and ``closes`` say
    whether its words begin and end where they do. It is None without such a text. ``where`` has sentence and offset of
    each place, as ``word_rows`` has them.

    ``generalised`` are those with classes, whose words may be the name of one: their ``training`` has how often it cuts
    the characters of all literal ones as ``gold`` and as ``made``, and ``patterns`` the literal ones with their places.

    Whatever words were asked for, ``gold_places``, ``same``, ``share`` and its bounds, ``convention`` and ``points`` of
    both are over the whole text: see ``diagnosis.conventions``.
    """
    from cwsdiag.diagnosis.patterns import whose

    gold, literal = dataset.gold, conventions.errors.patterns
    text = dataset.training if dataset.training is not None and dataset.training.has_text else None
    numbers, all_places = conventions.errors.counted(words)[0].tolist(), conventions.errors.all_places(words)
    under: dict[int, list[int]] = {}
    for number in numbers:
        if conventions.above[number] >= 0:
            under.setdefault(int(conventions.above[number]), []).append(number)
    asked = {*numbers, *(number for one in under for number in conventions.literal(one).tolist())}
    ways = {} if text is None else text.ways(literal[number].string for number in asked)
    points = conventions.points(conventions.missed, conventions.wrong).tolist()

    def row(number: int, places: int, missed: int, wrong: int) -> Row:
        as_gold, as_made = conventions.training(number, ways)
        return {
            "gold": list(conventions.patterns[number].gold),
            "made": list(conventions.patterns[number].made),
            "places": places,
            "missed": missed,
            "wrong": wrong,
            "cost": (missed + wrong) / conventions.errors.compared,
            "training": None if text is None else {"gold": as_gold, "made": as_made},
            "classes": number >= len(literal),
            "gold_places": int(conventions.gold_places[number]),
            "same": int(conventions.same[number]),
            "share": float(conventions.share[number]),
            "low": float(conventions.bounds[0][number]),
            "high": float(conventions.bounds[1][number]),
            "convention": whose(as_gold, as_made) if conventions.regular[number] else None,
            "points": points[number],
        }

    patterns = {}
    for number in numbers:
        one, firsts = literal[number], all_places[number]
        sentences, places = gold.sentence_ids[firsts], len(firsts)
        offsets = gold.word_starts[firsts] - gold.text.sentence_starts[sentences]
        cuts = [
            {"words": list(way.pieces), "opens": way.opens, "closes": way.closes, "count": way.count}
            for way in ways.get(one.string, ())
        ]
        patterns[number] = row(number, places, places * len(one.gold), places * len(one.made)) | {
            "training": None if text is None else cuts,
            "where": [
                {"sentence": sentence + 1, "offset": offset}
                for sentence, offset in zip(sentences.tolist(), offsets.tolist(), strict=True)
            ],
        }
    generalised = []
    for number, literals in under.items():
        rows = [patterns[one] for one in literals]
        places, missed, wrong = (sum(one[key] for one in rows) for key in ("places", "missed", "wrong"))
        of = [{key: one[key] for key in ("gold", "made", "places")} for one in rows]
        generalised.append(row(number, places, missed, wrong) | {"patterns": of})
    generalised.sort(key=lambda one: -one["cost"])
    return {"patterns": list(patterns.values()), "generalised": generalised}


def _end_row(end: BucketDifference | None) -> Row:
    from cwsdiag.diagnosis import BucketDifference

    return dict.fromkeys(field.name for field in fields(BucketDifference)) if end is None else asdict(end)


def _bound(value: float) -> float | None:
    return value if math.isfinite(value) else None


def bakeoff_rows(dataset: Dataset) -> list[dict[str, Any]]:
    """Return a row a system: the fields of ``BakeoffScore``, and ``track``, None where it is not said."""
    from cwsdiag.bakeoff import score_bakeoff

    return [{**asdict(score), "track": dataset.tracks.get(score.name)} for score in score_bakeoff(dataset)]


def balanced_rows(balanced: Balanced) -> list[dict[str, Any]]:
    """Return a row a system: the fields of ``BalancedScore``, the interval of f_b, and the committee's own error."""
    rows = []
    for score in balanced.scores:
        interval, error = balanced.intervals[score.name], balanced.committee_errors[score.name]
        rows.append(
            {
                **asdict(score),
                "f_b_low": interval.low,
                "f_b_high": interval.high,
                "f_b_committee_se": error.se,
                "f_b_committee_low": error.low,
                "f_b_committee_high": error.high,
            }
        )
    return rows
