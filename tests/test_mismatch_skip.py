"""Every score and attribute where characters differ and the stretches are left out, against plain loops."""

import math
from itertools import combinations, permutations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.align.stretches import differing_stretches
from cwsdiag.bakeoff import count_edits, differences, score_bakeoff
from cwsdiag.balanced import balance
from cwsdiag.dataset import with_weights
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import AlignmentError
from cwsdiag.matching import match
from cwsdiag.output import text_table
from cwsdiag.resampling import resample_sums
from cwsdiag.separators import combined, count_separators, separator_distances
from cwsdiag.views.columns import Column
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
from tests.oracles.attributes import KEYS, unit_values
from tests.oracles.buckets import default_buckets, edge_buckets, equal_buckets
from tests.oracles.skipping import left_of

RESAMPLES = 12
SHARES = ("precision", "recall", "f1", "oov_recall", "iv_recall", "coverage")
OTHERS = (
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences"),
)
TENTHS = [place / 10 for place in range(1, 10)]


def close(mine, theirs):
    return (math.isnan(mine) and math.isnan(theirs)) or abs(mine - theirs) <= 1e-12


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


def drawn_sentences(dataset):
    """How often each sentence stands in each resample."""
    sentences = len(dataset.gold.text.sentence_ends)
    (weights,) = resample_sums([np.eye(sentences, dtype=np.int32)], resamples=RESAMPLES, seed=0)
    return weights.astype(int).tolist()


@settings(max_examples=40)
@given(cases())
def test_what_is_left_out_is_as_the_oracle_has_it(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    for system in dataset.systems:
        one = left[system.name]
        out = np.zeros(len(dataset.gold.text.chars), dtype=bool)
        for start, end in one.skipped:
            out[start:end] = True
        assert system.covered(np.arange(len(out))).tolist() == (~out).tolist()
        kept = system.covered(system.word_starts)
        compared = list(zip(system.word_starts[kept].tolist(), system.word_ends[kept].tolist(), strict=True))
        assert compared == [span for span in words_oracle.spans(one.corpus) if words_oracle.outside(span, one.skipped)]


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


@settings(max_examples=40)
@given(cases())
def test_paired_intervals_of_a_bakeoff(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold = case[0]
    everything = edge_buckets([])
    drawn = drawn_sentences(dataset)
    resampled, plain, held = {}, {}, {}
    for name, one in left.items():
        counts = oracle.sentence_counts("wLen", gold, one.corpus, None, everything, one.skipped)
        (resampled[name],) = oracle.resampled_f1(counts, drawn)
        held[name] = [number for number, ((of_gold, of_system, _),) in enumerate(counts) if of_gold + of_system]
        (plain[name],) = (row["f1"] for row in oracle.bucket_scores(counts))
    found = differences(dataset, resamples=RESAMPLES)
    assert [(one.first, one.second) for one in found] == list(combinations(left, 2))
    for pair in found:
        apart = [a - b for a, b in zip(resampled[pair.first], resampled[pair.second], strict=True)]
        known = [value for value in apart if not math.isnan(value)]
        assert close(pair.f1.value, plain[pair.first] - plain[pair.second])
        enough = len({*held[pair.first], *held[pair.second]}) >= 6
        assert close(pair.f1.low, oracle.percentile(known, 2.5) if enough else math.nan)
        assert close(pair.f1.high, oracle.percentile(known, 97.5) if enough else math.nan)


def weights_of(data, gold):
    words = len(words_oracle.words_of(gold))
    values = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), min_size=words, max_size=words))
    return values, Weights(np.array(values), None, None, None, "made up", "0" * 64)


def counts_of(key, gold, one, training, buckets, values):
    if key == "diff":
        of_system = balanced_oracle.difficulty_of_system_words(gold, one.corpus, values)
        return oracle.counts_of_values(key, gold, one.corpus, values, of_system, buckets, one.skipped)
    return oracle.sentence_counts(key, gold, one.corpus, training, buckets, one.skipped)


@settings(max_examples=60)
@given(cases(), st.sampled_from([None, 1, 3]), st.integers(0, 3), st.data())
def test_breakdown_by_every_attribute_and_difficulty(case, number, min_size, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, _, training = case
    values, weights = weights_of(data, gold)
    diagnosis = diagnose(
        with_weights(dataset, weights), buckets=number, resamples=RESAMPLES, min_size=min_size, min_units=0
    )
    assert [one.attribute.key for one in diagnosis.attributes] == [*KEYS, "diff"]
    rows = {}
    for row in breakdown_rows(diagnosis):
        rows.setdefault((row["system"], row["attribute"]), []).append(row)
    drawn = drawn_sentences(dataset)
    for key in (*KEYS, "diff"):
        of_gold = values if key == "diff" else unit_values(key, gold, None, training)
        if of_gold is None:
            assert diagnosis.attribute(key).undefined
            continue
        buckets = edge_buckets(TENTHS) if key == "diff" else default_buckets(key, of_gold)
        if number is not None:
            buckets = equal_buckets(of_gold, number)
        sizes = [sum(bucket.holds(value) for value in of_gold) for bucket in buckets]
        wanted = {}
        for name, one in left.items():
            counts = counts_of(key, gold, one, training, buckets, values)
            columns, mine = diagnosis.columns(key), diagnosis.counts[name]
            for place, array in enumerate((mine.gold, mine.system, mine.matched)):
                assert array[:, columns].tolist() == [[cell[place] for cell in line] for line in counts]
            # A bucket is as large as gold has it, whatever was left out of a system.
            scored = oracle.bucket_scores(counts)
            wanted[name] = [{**row, "gold": size} for row, size in zip(scored, sizes, strict=True)]
            intervals = oracle.bootstrap_interval(counts, drawn)
            for row, theirs, (low, high) in zip(rows[name, key], scored, intervals, strict=True):
                assert (row["gold"], row["predicted"], row["matched"]) == tuple(
                    theirs[count] for count in ("gold", "predicted", "matched")
                )
                assert all(close(row[rate], theirs[rate]) for rate in ("precision", "recall", "f1"))
                assert close(row["f1_low"], low)
                assert close(row["f1_high"], high)
        of_systems = {name: system_values(key, gold, one, training, values) for name, one in left.items()}
        beside = {}
        for name, other in permutations(left, 2):
            skipped = [*left[name].skipped, *left[other].skipped]
            units = (of_gold, of_systems[name])
            counts = paired_oracle.table_of(key, gold, left[name].corpus, units, buckets, skipped)
            both = zip(oracle.bucket_scores(counts), sizes, strict=True)
            beside[name, other] = [{**row, "gold": size} for row, size in both]
        check_named(diagnosis, key, wanted, beside, min_size)


def system_values(key, gold, one, training, difficulties):
    if key == "diff":
        return balanced_oracle.difficulty_of_system_words(gold, one.corpus, difficulties)
    return unit_values(key, gold, one.corpus, training)


def check_named(diagnosis, key, rows, beside, min_size):
    for found in diagnosis.self_diagnosis():
        if found.attribute == key:
            theirs = oracle.self_diagnosis(rows[found.system], min_size)
            assert (found.worst, found.best) == (theirs["worst"], theirs["best"])
    for found in diagnosis.aided_diagnosis():
        if found.attribute != key:
            continue
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


@settings(max_examples=25)
@given(corpora(min_words=2), st.data())
def test_what_stands_there_twice_or_besides_is_never_left_out_unsaid(gold, data):
    """Gold as the prediction, with sentences of it or others put in anywhere: F1 is 1, and the coverage below."""
    answer = list(gold)
    for _ in range(data.draw(st.integers(1, 3))):
        more = data.draw(st.sampled_from([*filter(None, gold), ["又", "一句"], ["再", "来", "一", "句"]]))
        answer.insert(data.draw(st.integers(0, len(answer))), more)
    (system,) = (dataset := cwsdiag.load(gold=gold, systems={"one": answer}, mismatch="skip")).systems
    (score,) = cwsdiag.score_systems(dataset)
    assert score.words < len(words_oracle.words_of(answer))
    assert score.system_coverage == score.words / len(words_oracle.words_of(answer)) < 1
    (warning,) = dataset.warnings
    out = len(words_oracle.words_of(answer)) - score.words
    assert f"{out:,} of {len(words_oracle.words_of(answer)):,} words of the system" in warning
    assert "1.0000" not in warning or score.coverage == 1
    assert left_out_sentence([score]).startswith("Left out for other characters: one (")
    assert system.differing.words == len(words_oracle.words_of(answer))


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


def test_a_coverage_below_1_never_reads_as_1():
    assert text_table([{"coverage": 0.99999}], {"coverage": Column("c", format="coverage")}).split() == ["c", "0.9999"]
    assert text_table([{"coverage": 1.0}], {"coverage": Column("c", format="coverage")}).split() == ["c", "1.0000"]
    sentences = [["我们", "好"]] * 15_000
    dataset = cwsdiag.load(gold=sentences, systems={"a": [*sentences, ["多"]]}, mismatch="skip")
    assert "1 of 30,001 words of the system (coverage 0.9999)" in dataset.warnings[-1]


def test_damage_by_hand():
    # 北京 and 背景 differ, and with them goes nothing else; 今天 is inserted, and costs no gold word.
    gold = [["我们", "在", "北京"], ["好", "人"]]
    case = (gold, {"one": [["我", "们", "在", "背景"], ["今天", "好人"]]}, None)
    dataset, left = loaded(case)
    assert left["one"].skipped == [(3, 5)]
    (score,) = score_bakeoff(dataset)
    assert (score.true_words, score.test_words, score.coverage) == (4, 4, pytest.approx(4 / 5))
    # 我们 against 我 and 们; 好 and 人 against 好人.
    assert (score.insertions, score.deletions, score.substitutions) == (1, 1, 2)
    # What is left out stands in the system as one word, 北京: its tags are gold's, and no hits.
    assert match(dataset.gold, dataset.systems[0]).char_hit.tolist() == [False, False, True, *[False] * 4]


def test_left_out_stretches_part_what_is_around_them():
    # ab for a and b, then c and d for cd; without the wall that X and Y are, three words for three.
    dataset, _ = loaded(([["a", "b", "X", "cd"]], {"one": [["ab", "Y", "c", "d"]]}, None))
    (score,) = score_bakeoff(dataset)
    assert (score.insertions, score.deletions, score.substitutions) == (1, 1, 2)


def test_intersection_and_union_leave_out_what_a_reference_leaves_out():
    dataset, _ = loaded(([["a", "b", "c"], ["d", "e"]], {"one": [["ab", "X"], ["d", "e"]]}, None))
    (reference,) = dataset.systems
    for end in ("intersection", "union"):
        assert combined(end, [dataset.gold, reference]).left_out.tolist() == [[2, 3]]
