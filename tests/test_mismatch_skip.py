"""Every score and attribute where characters differ and the stretches are left out, against plain loops."""

import math
from functools import partial
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
from cwsdiag.separators import count_separators, separator_distances
from cwsdiag.views.rows import breakdown_rows
from cwsdiag.views.wording import left_out_sentence
from cwsdiag.weights import of_committee
from tests.corpora import corpora, damaged, resegmented, trainings
from tests.oracles import bakeoff as bakeoff_oracle
from tests.oracles import breakdown as oracle
from tests.oracles import findings, hardness
from tests.oracles import paired as paired_oracle
from tests.oracles import separators as separators_oracle
from tests.oracles import words as words_oracle
from tests.oracles import world as worlds
from tests.oracles.attributes import CATEGORIES, CHAR_KEYS
from tests.oracles.skipping import left_of
from tests.views.worlds import RESAMPLES, drawn
from tests.views.worlds import close as near

close = partial(near, tolerance=1e-12)

COSTS = ("cost", "cost_low", "cost_high")
SHARES = ("precision", "recall", "f1", "oov_recall", "iv_recall", "coverage")
OTHERS = (
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences"),
)


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


@settings(max_examples=50)
@given(cases(), st.sampled_from([None, 1, 3]), st.integers(0, 3), st.data())
def test_all_numbers_are_of_what_is_left(case, number, min_size, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, systems, training = case
    words = len(words_oracle.words_of(gold))
    member = st.lists(st.booleans(), min_size=words, max_size=words)
    wrong = data.draw(st.lists(member, min_size=1, max_size=4))
    check_scores(dataset, left, gold, systems, training)
    check_separators(dataset, left, gold, systems)
    dataset = with_weights(dataset, of_committee(np.array(wrong), committee="made up"))
    world = check_diagnosis(dataset, left, gold, training, wrong, number=number, min_size=min_size)
    for score in balance(dataset, resamples=1).scores:
        for key, wanted in hardness.scores(world, score.name).items():
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


def check_diagnosis(dataset, left, gold, training, wrong=None, *, number=None, min_size=30):
    """Hold values, buckets, counts, scores, intervals and what is named, of each attribute, against loops."""
    diagnosis = diagnose(dataset, buckets=number, resamples=RESAMPLES, min_size=min_size, min_units=0, unit="sentence")
    systems = {name: worlds.Cut(one.corpus, tuple(one.skipped)) for name, one in left.items()}
    draws = drawn(len(dataset.gold.text.sentence_ends))
    world = worlds.World(gold, systems, training, draws, wrong, number=number, min_size=min_size)
    keys = worlds.KEYS if wrong else worlds.WITHOUT_DIFFICULTY
    assert [one.attribute.key for one in diagnosis.attributes] == [*keys]
    rows = {}
    for row in breakdown_rows(diagnosis):
        rows.setdefault((row["system"], row["attribute"]), []).append(row)
    for key in keys:
        of_gold, bucketed = worlds.values(world, key, None), diagnosis.attribute(key)
        if of_gold is None:
            assert bucketed.buckets is None and bucketed.undefined
            continue
        if key in CATEGORIES:
            assert [bucketed.names[int(value)] for value in bucketed.values] == of_gold
            assert math.isnan(bucketed.mean)
        else:
            assert bucketed.values.tolist() == pytest.approx(of_gold, abs=1e-12)
            assert close(bucketed.mean, math.fsum(of_gold) / len(of_gold))
        columns = diagnosis.columns(key)
        for name in systems:
            counts, mine = worlds.tally(world, name, key), diagnosis.counts[name]
            for place, array in enumerate((mine.gold, mine.system, mine.matched)):
                assert array[:, columns].tolist() == [[cell[place] for cell in line] for line in counts]
            scored, intervals = oracle.bucket_scores(counts), worlds.intervals(world, name, key)
            for row, theirs, bounds, cost in zip(
                rows[name, key], scored, intervals, costs_of(world, name, key), strict=True
            ):
                assert all(row[count] == theirs[count] for count in ("gold", "predicted", "matched"))
                assert all(close(row[rate], theirs[rate]) for rate in ("precision", "recall", "f1"))
                assert all(close(row[end], bound) for end, bound in zip(("f1_low", "f1_high"), bounds, strict=True))
                assert all(close(row[one], value) for one, value in zip(COSTS, cost, strict=True))
        check_named(diagnosis, world, key)
    return world


def costs_of(world, name, key):
    """The cost of each bucket, with its interval."""
    counts, words = worlds.tally(world, name, key), worlds.tally(world, name, None)
    weights = [[1] * len(words), *world.draws]
    sums = np.tensordot(weights, counts, 1).tolist()
    # A share of all words of the text and of the system; of characters, of those that have a value.
    wholes = [None if key in CHAR_KEYS else gold + system for ((gold, system, _),) in np.tensordot(weights, words, 1)]
    found = [paired_oracle.costs(buckets, whole) for buckets, whole in zip(sums, wholes, strict=True)]
    for (cost, *over), held in zip(zip(*found, strict=True), worlds.holding(world, [name], key), strict=True):
        yield cost, *worlds.interval(over, held)


def check_named(diagnosis, world, key):
    def as_large_as_in_gold(counts):
        # A bucket is as large as gold has it, whatever was left out of a system.
        return [
            {**row, "gold": size}
            for row, size in zip(oracle.bucket_scores(counts), worlds.sizes(world, key), strict=True)
        ]

    for found in diagnosis.self_diagnosis():
        if found.attribute == key:
            rows = as_large_as_in_gold(worlds.tally(world, found.system, key))
            theirs = oracle.self_diagnosis(rows, world.min_size)
            assert (found.worst, found.best) == (theirs["worst"], theirs["best"])
            assert close(found.gap, math.nan if theirs["gap"] is None else theirs["gap"])
    for found in diagnosis.aided_diagnosis():
        if found.attribute != key:
            continue
        better, other = found.better, found.other
        if not world.systems[better].skipped + world.systems[other].skipped:
            assert diagnosis.f1[better][0] >= diagnosis.f1[other][0]
        tables = (findings.joint_table(world, *names, key) for names in ((better, other), (other, better)))
        theirs = oracle.aided(*map(as_large_as_in_gold, tables), world.min_size)
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
