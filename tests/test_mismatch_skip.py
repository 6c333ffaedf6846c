"""Every score and attribute where characters differ and the stretches are left out, against plain loops."""

import math
from functools import partial
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.align.stretches import differing_stretches
from cwsdiag.bakeoff import count_edits, score_bakeoff
from cwsdiag.balanced import balance
from cwsdiag.dataset import with_weights
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import AlignmentError
from cwsdiag.matching import match
from cwsdiag.resampling import resample_sums
from cwsdiag.separators import count_separators, separator_distances
from cwsdiag.views.rows import breakdown_rows
from cwsdiag.views.wording import left_out_sentence
from cwsdiag.weights import Weights
from tests.corpora import corpora, damaged, resegmented, trainings
from tests.oracles import bakeoff as bakeoff_oracle
from tests.oracles import balanced as balanced_oracle
from tests.oracles import breakdown as oracle
from tests.oracles import paired as paired_oracle
from tests.oracles import separators as separators_oracle
from tests.oracles import words as words_oracle
from tests.oracles.attributes import CATEGORIES, CHAR_KEYS, KEYS, unit_values
from tests.oracles.buckets import default_buckets, edge_buckets, equal_buckets
from tests.oracles.skipping import left_of
from tests.oracles.world import interval
from tests.views.worlds import close as near

close = partial(near, tolerance=1e-12)

RESAMPLES = 12
COSTS = ("cost", "cost_low", "cost_high")
SHARES = ("precision", "recall", "f1", "oov_recall", "iv_recall", "coverage")
OTHERS = (
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences"),
)
TENTHS = [place / 10 for place in range(1, 10)]


@st.composite
def cases(draw, *, min_words=2):
    """Gold, two damaged systems and one with gold's characters, training data."""
    gold = draw(corpora(min_words=min_words))
    systems = {"one": draw(damaged(gold)), "two": draw(damaged(gold)), "whole": draw(resegmented(gold))}
    return gold, systems, draw(trainings)


def loaded(case):
    """The dataset, and of each system what the oracle says is left of it; None where of one nothing is left."""
    gold, systems, training = case
    text = words_oracle.text_of(gold)
    left = {}
    for name, system in systems.items():
        found = differing_stretches(text, words_oracle.text_of(system))
        stretches = [(one.gold_start, one.gold_end, one.system_start, one.system_end) for one in found]
        left[name] = left_of(gold, system, stretches)
    nothing = [
        name for name, one in left.items() if not words_oracle.scores(gold, one.corpus, None, one.skipped)["coverage"]
    ]
    try:
        dataset = cwsdiag.load(gold=gold, systems=systems, training=training, mismatch="skip")
    except AlignmentError as error:
        assert "nothing is left" in str(error)
        assert nothing
        return None, left
    assert not nothing
    return dataset, left


@settings(max_examples=80)
@given(cases(), st.sampled_from([None, 1, 3]), st.integers(0, 3), st.data())
def test_all_numbers_are_of_what_is_left(case, number, min_size, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, systems, training = case
    words = len(words_oracle.words_of(gold))
    values = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), min_size=words, max_size=words))
    check_scores(dataset, left, gold, systems, training)
    check_separators(dataset, left, gold, systems)
    dataset = with_weights(dataset, Weights(np.array(values), None, None, None, "made up", "0" * 64))
    check_diagnosis(dataset, left, gold, training, values, number=number, min_size=min_size)
    for score in balance(dataset, resamples=1).scores:
        one = left[score.name]
        for key, wanted in balanced_oracle.scores(gold, one.corpus, values, one.skipped).items():
            assert close(getattr(score, key), wanted), key


def check_scores(dataset, left, gold, systems, training):
    """Hold the scores of systems, and those of a bakeoff."""
    rows = zip(cwsdiag.score_systems(dataset), score_bakeoff(dataset), dataset.systems, strict=True)
    for score, bakeoff, system in rows:
        one = left[score.name]
        wanted = words_oracle.scores(gold, one.corpus, training, one.skipped)
        counts = (score.words, score.gold_words, score.matched)
        assert counts == (wanted["words"], wanted["gold_words"], wanted["matched"])
        assert (bakeoff.test_words, bakeoff.true_words) == counts[:2]
        for key in SHARES:
            assert close(getattr(score, key), wanted[key]), key
            assert close(getattr(bakeoff, key), wanted[key]), key
        assert all(close(getattr(score, key), wanted[key]) for key in OTHERS)
        assert close(math.nan if score.unseen_sentences is None else score.unseen_sentences, wanted["unseen_sentences"])
        written = len(words_oracle.words_of(systems[score.name]))
        assert score.words + one.dropped == written, "what is left out is said"
        assert bakeoff.system_coverage == score.system_coverage == pytest.approx(score.words / written, abs=1e-12)
        assert close(bakeoff.oov_rate, wanted["oov_rate"])
        assert close(bakeoff.c_r, bakeoff_oracle.half_width(wanted["recall"], wanted["gold_words"]))
        assert close(bakeoff.c_p, bakeoff_oracle.half_width(wanted["precision"], wanted["words"]))
        edits = bakeoff_oracle.edits(gold, one.corpus, one.skipped)
        found = count_edits(match(dataset.gold, system))
        by_sentence = np.stack([found.insertions, found.deletions, found.substitutions], axis=1)
        assert by_sentence.tolist() == [[*row] for row in edits]
        total = (bakeoff.insertions, bakeoff.deletions, bakeoff.substitutions)
        assert total == tuple(by_sentence.sum(axis=0))


def check_diagnosis(dataset, left, gold, training, difficulties=None, *, number=None, min_size=30):
    """Hold values, buckets, counts, scores, intervals and what is named, of each attribute, against loops."""
    diagnosis = diagnose(dataset, buckets=number, resamples=RESAMPLES, min_size=min_size, min_units=0, unit="sentence")
    keys = KEYS if difficulties is None else (*KEYS, "diff")
    assert [one.attribute.key for one in diagnosis.attributes] == [*keys]
    rows = {}
    for row in breakdown_rows(diagnosis):
        rows.setdefault((row["system"], row["attribute"]), []).append(row)
    sentences = len(dataset.gold.text.sentence_ends)
    (drawn,) = resample_sums([np.eye(sentences, dtype=np.int32)], resamples=RESAMPLES, seed=0)
    drawn = drawn.astype(int).tolist()
    for key in keys:
        of_gold = difficulties if key == "diff" else unit_values(key, gold, None, training)
        bucketed = diagnosis.attribute(key)
        if of_gold is None:
            assert bucketed.buckets is None and bucketed.undefined
            continue
        if key in CATEGORIES:
            assert [bucketed.names[int(value)] for value in bucketed.values] == of_gold
            assert math.isnan(bucketed.mean)
        else:
            assert bucketed.values.tolist() == pytest.approx(of_gold, abs=1e-12)
            assert close(bucketed.mean, math.fsum(of_gold) / len(of_gold))
        buckets = edge_buckets(TENTHS) if key == "diff" else default_buckets(key, of_gold)
        if number is not None:
            buckets = equal_buckets(of_gold, number)
        sizes = [sum(bucket.holds(value) for value in of_gold) for bucket in buckets]
        wanted, units, beside = {}, {}, {}
        for name, one in left.items():
            if key == "diff":
                of_system = balanced_oracle.difficulty_of_system_words(gold, one.corpus, difficulties)
            else:
                of_system = unit_values(key, gold, one.corpus, training)
            units[name] = of_gold, of_system
            counts = oracle.counts_of_values(key, gold, one.corpus, of_gold, of_system, buckets, one.skipped)
            columns, mine = diagnosis.columns(key), diagnosis.counts[name]
            for place, array in enumerate((mine.gold, mine.system, mine.matched)):
                assert array[:, columns].tolist() == [[cell[place] for cell in line] for line in counts]
            # A bucket is as large as gold has it, whatever was left out of a system.
            scored = oracle.bucket_scores(counts)
            wanted[name] = [{**row, "gold": size} for row, size in zip(scored, sizes, strict=True)]
            intervals = oracle.bootstrap_interval(counts, drawn)
            costs = costs_of(key, counts, words_oracle.sentence_counts(gold, one.corpus, one.skipped), drawn)
            for row, theirs, bounds, cost in zip(rows[name, key], scored, intervals, costs, strict=True):
                assert all(row[count] == theirs[count] for count in ("gold", "predicted", "matched"))
                assert all(close(row[rate], theirs[rate]) for rate in ("precision", "recall", "f1"))
                assert all(close(row[end], bound) for end, bound in zip(("f1_low", "f1_high"), bounds, strict=True))
                assert all(close(row[one], value) for one, value in zip(COSTS, cost, strict=True))
        for name, other in permutations(left, 2):
            skipped = [*left[name].skipped, *left[other].skipped]
            counts = paired_oracle.table_of(key, gold, left[name].corpus, units[name], buckets, skipped)
            both = zip(oracle.bucket_scores(counts), sizes, strict=True)
            beside[name, other] = [{**row, "gold": size} for row, size in both]
        check_named(diagnosis, key, wanted, beside, min_size)


def costs_of(key, counts, words, drawn):
    """The cost of each bucket, with its interval."""
    weights = [[1] * len(words), *drawn]
    # A share of all words of the text and of the system; characters of undefined value are no part of a text.
    wholes = np.tensordot(weights, words, 1)[:, :2].sum(axis=1).tolist()
    sums = np.tensordot(weights, counts, 1).tolist()
    found = [
        paired_oracle.costs(buckets, None if key in CHAR_KEYS else whole)
        for buckets, whole in zip(sums, wholes, strict=True)
    ]
    for bucket, (cost, *over) in enumerate(zip(*found, strict=True)):
        held = sum(sentence[bucket][0] + sentence[bucket][1] > 0 for sentence in counts)
        yield cost, *interval(over, held)


def check_named(diagnosis, key, rows, beside, min_size):
    for found in diagnosis.self_diagnosis():
        if found.attribute == key:
            theirs = oracle.self_diagnosis(rows[found.system], min_size)
            assert (found.worst, found.best) == (theirs["worst"], theirs["best"])
            assert close(found.gap, math.nan if theirs["gap"] is None else theirs["gap"])
    for found in diagnosis.aided_diagnosis():
        if found.attribute != key:
            continue
        if not any(len(one.left_out) for one in diagnosis.dataset.systems):
            assert diagnosis.f1[found.better][0] >= diagnosis.f1[found.other][0]
        theirs = oracle.aided(beside[found.better, found.other], beside[found.other, found.better], min_size)
        for end, mine in (("lowest", found.lowest), ("highest", found.highest)):
            assert (mine is None) == (theirs[end] is None)
            if mine is not None:
                assert mine.bucket == theirs[end][0]
                assert close(mine.difference, theirs[end][1])


def check_separators(dataset, left, gold, systems):
    """Hold distances to one reference, and to several."""
    alone = separator_distances([dataset.gold], dataset.systems)
    for score, system in zip(alone.scores, dataset.systems, strict=True):
        one = left[system.name]
        wanted, found = (separators_oracle.separators(gold, corpus, one.skipped) for corpus in (gold, one.corpus))
        check_distance(score, wanted, found)
        assert count_separators(system) == len(found)
        assert close(score.coverage, words_oracle.scores(gold, one.corpus, None, one.skipped)["coverage"])
        written = len(words_oracle.words_of(systems[system.name]))
        assert close(score.system_coverage, (written - one.dropped) / written)
    # Gold and the first system, damaged as it is, as two references for the others.
    reference, *judged = dataset.systems
    references = [gold, left[reference.name].corpus]
    both = separator_distances([dataset.gold, reference], judged)
    for scores, system in zip(both.ranges, judged, strict=True):
        one = left[system.name]
        skipped = [*one.skipped, *left[reference.name].skipped]
        found = separators_oracle.separators(gold, one.corpus, skipped)
        silent = {place for start, end in skipped for place in range(start, end)}
        compared = sum(not set(range(*span)) <= silent for span in words_oracle.spans(one.corpus))
        for score in (scores.intersection, scores.union):
            assert close(score.system_coverage, compared / len(words_oracle.words_of(systems[system.name])))
        check_distance(scores.intersection, separators_oracle.everywhere(gold, references, skipped), found)
        check_distance(scores.union, separators_oracle.anywhere(gold, references, skipped), found)


def check_distance(score, wanted, found):
    theirs = separators_oracle.scores(wanted, found)
    assert (score.sub, score.ins, score.dels) == (theirs["sub"], theirs["ins"], theirs["dels"])
    assert all(close(getattr(score, key), theirs[key]) for key in ("precision", "recall", "f1"))


@pytest.mark.parametrize(
    ("coverages", "said"),
    [
        ([(1.0, 1.0)], ""),
        ([(math.nan, 1.0)], ""),
        ([(1.0, 0.999999)], "Left out of d for other characters: s0 (none of its words, less than 0.1 % of gold's)."),
        ([(0.0001, 0.25)], "Left out of d for other characters: s0 (99.9 % of its words, 75.0 % of gold's)."),
        (
            [(1, 1), (0.98, 0.99), (0.9, 0.95)] + [(0.94, 0.97)] * 2,
            "Left out of d for other characters: 4 systems (up to 10.0 % of their words, up to 5.0 % of gold's).",
        ),
    ],
)
def test_what_is_left_out_is_said_in_a_sentence(coverages, said):
    scores = [
        SimpleNamespace(name=f"s{n}", system_coverage=own, coverage=gold) for n, (own, gold) in enumerate(coverages)
    ]
    assert left_out_sentence(scores, "d") == said
    assert left_out_sentence(scores) == said.replace("Left out of d", "Left out")
