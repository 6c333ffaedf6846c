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
from cwsdiag.align.sentences import differing_stretches
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
from tests.oracles.attributes import CATEGORIES, KEYS, unit_values
from tests.oracles.buckets import default_buckets, edge_buckets, equal_buckets
from tests.oracles.skipping import left_of
from tests.views.worlds import close as near

close = partial(near, tolerance=1e-12)

RESAMPLES = 12
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


@settings(max_examples=60)
@given(cases())
def test_scores_and_those_of_a_bakeoff(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, _, training = case
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
        written = len(words_oracle.words_of(case[1][score.name]))
        assert score.words + one.dropped == written, "what is left out is said"
        assert close(score.system_coverage, score.words / written)
        assert bakeoff.system_coverage == score.system_coverage
        assert close(bakeoff.oov_rate, wanted["oov_rate"])
        assert close(bakeoff.c_r, bakeoff_oracle.half_width(wanted["recall"], wanted["gold_words"]))
        assert close(bakeoff.c_p, bakeoff_oracle.half_width(wanted["precision"], wanted["words"]))
        edits = bakeoff_oracle.edits(gold, one.corpus, one.skipped)
        found = count_edits(match(dataset.gold, system))
        by_sentence = [array.tolist() for array in (found.insertions, found.deletions, found.substitutions)]
        assert list(zip(*by_sentence, strict=True)) == edits
        total = tuple(sum(column) for column in zip(*edits, strict=True))
        assert (bakeoff.insertions, bakeoff.deletions, bakeoff.substitutions) == total


def weights_of(data, gold):
    words = len(words_oracle.words_of(gold))
    values = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), min_size=words, max_size=words))
    return values, Weights(np.array(values), None, None, None, "made up", "0" * 64)


@settings(max_examples=60)
@given(cases(), st.sampled_from([None, 1, 3]), st.integers(0, 3), st.data())
def test_breakdown_by_every_attribute_and_difficulty(case, number, min_size, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    values, weights = weights_of(data, case[0])
    check_diagnosis(with_weights(dataset, weights), left, case[0], case[2], values, number=number, min_size=min_size)


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
            for row, theirs, bounds in zip(rows[name, key], scored, intervals, strict=True):
                assert all(row[count] == theirs[count] for count in ("gold", "predicted", "matched"))
                assert all(close(row[rate], theirs[rate]) for rate in ("precision", "recall", "f1"))
                assert close(row["f1_low"], bounds[0]) and close(row["f1_high"], bounds[1])
        for name, other in permutations(left, 2):
            skipped = [*left[name].skipped, *left[other].skipped]
            counts = paired_oracle.table_of(key, gold, left[name].corpus, units[name], buckets, skipped)
            both = zip(oracle.bucket_scores(counts), sizes, strict=True)
            beside[name, other] = [{**row, "gold": size} for row, size in both]
        check_named(diagnosis, key, wanted, beside, min_size)


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


@settings(max_examples=40)
@given(cases(), st.data())
def test_balanced_scores(case, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    values, weights = weights_of(data, case[0])
    for score in balance(with_weights(dataset, weights), resamples=1).scores:
        one = left[score.name]
        for key, wanted in balanced_oracle.scores(case[0], one.corpus, values, one.skipped).items():
            assert close(getattr(score, key), wanted), key


@settings(max_examples=60)
@given(cases())
def test_separators_against_one_reference_and_several(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold = case[0]
    alone = separator_distances([dataset.gold], dataset.systems)
    for score, system in zip(alone.scores, dataset.systems, strict=True):
        one = left[system.name]
        wanted, found = (separators_oracle.separators(gold, corpus, one.skipped) for corpus in (gold, one.corpus))
        check_separators(score, wanted, found)
        assert count_separators(system) == len(found)
        assert close(score.coverage, words_oracle.scores(gold, one.corpus, None, one.skipped)["coverage"])
        written = len(words_oracle.words_of(case[1][system.name]))
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
            assert close(score.system_coverage, compared / len(words_oracle.words_of(case[1][system.name])))
        check_separators(scores.intersection, separators_oracle.everywhere(gold, references, skipped), found)
        check_separators(scores.union, separators_oracle.anywhere(gold, references, skipped), found)


def check_separators(score, wanted, found):
    theirs = separators_oracle.scores(wanted, found)
    assert (score.sub, score.ins, score.dels) == (theirs["sub"], theirs["ins"], theirs["dels"])
    assert all(close(getattr(score, key), theirs[key]) for key in ("precision", "recall", "f1"))


@pytest.mark.parametrize(
    ("own", "gold", "said"),
    [
        (1.0, 1.0, ""),
        (math.nan, 1.0, ""),
        (0.5, 1.0, "Left out for other characters: a (50.0 % of its words, none of gold's)."),
        (1.0, 0.999999, "Left out for other characters: a (none of its words, less than 0.1 % of gold's)."),
        (0.0001, 0.25, "Left out for other characters: a (99.9 % of its words, 75.0 % of gold's)."),
    ],
)
def test_what_is_left_out_is_said_in_a_sentence(own, gold, said):
    score = SimpleNamespace(name="a", coverage=gold, system_coverage=own)
    assert left_out_sentence([score]) == said
    assert left_out_sentence([score], "d") == said.replace("Left out", "Left out of d")


def test_of_many_systems_the_most_is_said():
    many = [SimpleNamespace(name=str(n), coverage=1 - n / 100, system_coverage=1 - n / 50) for n in range(6)]
    said = "Left out for other characters: 5 systems (up to 10.0 % of their words, up to 5.0 % of gold's)."
    assert left_out_sentence(many) == said
