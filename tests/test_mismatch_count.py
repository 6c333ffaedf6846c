"""Every score and attribute where characters differ and all of them count, against plain loops."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.align.sentences import aligned, count_aligned, match_sentences
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.balanced.scoring import word_counts
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.error_kinds import agreement, kind_counts
from cwsdiag.diagnosis.patterns import error_patterns
from cwsdiag.errors import SettingError
from cwsdiag.judging.models import usable_sentences
from cwsdiag.matching import match
from cwsdiag.separators import score_separators
from tests.corpora import corpora, damaged, resegmented, trainings
from tests.oracles import counting as oracle
from tests.oracles import words as words_oracle
from tests.views.worlds import close as near

close = partial(near, tolerance=1e-12)

SHORT = st.text("abc", max_size=6)
GOLD = [["我们", "在", "北京"], ["今天", "晴"], ["明天", "下雨"]]


@st.composite
def cases(draw):
    """Gold, training data, and lines in which characters and words are lost and added, some lines lost, repeated,
    added, or in another order."""
    gold = draw(corpora(min_words=2))
    lines = [list(line) for line in draw(st.one_of(st.just(gold), resegmented(gold), damaged(gold))) if line]
    for _ in range(draw(st.integers(0, 3))):
        at, to = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        what = draw(st.sampled_from(["lose", "repeat", "add", "move", "change"]))
        if what in ("lose", "move") and len(lines) > 1:
            moved = lines.pop(at)
            lines[to:to] = [moved] if what == "move" else []
        elif what == "repeat":
            lines.insert(to, list(lines[at]))
        elif what == "add":
            lines.insert(at, draw(st.sampled_from([["好"], ["结果", "："], ["中", "b"]])))
        else:
            lines[at] = [*lines[at][: len(lines[at]) // 2], draw(st.sampled_from(["中", "乙", "Xb"]))]
    return gold, lines, draw(trainings)


def loaded(gold, system, training=None):
    return cwsdiag.load(gold=gold, systems={"s": system}, training=training, mismatch="count")


@settings(max_examples=60)
@given(SHORT, SHORT)
def test_characters_of_short_strings_against_all_alignments(gold, system):
    wanted = oracle.enumerated(gold, system)
    assert tuple(map(tuple, aligned(gold, system))) == wanted == oracle.alignment(gold, system)
    assert count_aligned(gold, system) == len(wanted[0])


def test_long_strings_are_cut_where_they_differ(monkeypatch):
    rng = np.random.default_rng(1)
    gold = "".join(map(chr, rng.integers(0x4E00, 0x5E00, 4000).tolist()))
    changed = gold[:700] + "x" + gold[701:2500] + gold[2510:] + "yz"
    whole = aligned(gold, changed)
    monkeypatch.setattr("cwsdiag.align.sentences._LARGEST_TABLE", 2_000_000)
    assert aligned(gold, changed) == whole
    assert count_aligned(gold, changed) == len(whole[0]) == 4000 - 11
    assert len(aligned("a" * 3000, "ba" * 1500)[0]) == 1500
    assert aligned("a" * 3000, "b" * 3000) == ([], []), "nothing to cut at, and too large to align"


@settings(max_examples=50)
@given(cases())
def test_scores_edits_fidelity_and_values_of_words(case):
    gold, system, training = case
    dataset = loaded(gold, system, training)
    (segmentation,) = dataset.systems
    (score,) = cwsdiag.score_systems(dataset)
    sentences = ["".join(one) for one in gold if one]
    if segmentation.own is None:
        assert score.fidelity.exact_sentences == len(sentences)
        return
    wanted = oracle.counted(gold, system)
    lines = oracle.broken(sentences, ["".join(one) for one in system if one])
    pairs = [(list(range(*pair.gold)), list(range(*pair.lines))) for pair in match_sentences(sentences, lines)]
    assert pairs == wanted.pairs
    hits = {word.hit for word in wanted.words if word.hit}
    # Of each sentence its gold words, the words of the system and those that are right.
    counts = [[0, 0, 0] for _ in sentences]
    for span, number in zip(words_oracle.spans(gold), sentence_of(gold), strict=True):
        counts[number][0] += 1
        counts[number][2] += span in hits
    for word in wanted.words:
        counts[word.sentence][1] += 1
    check_score(score, dataset, case, wanted, hits, counts)
    found = score.fidelity
    assert (found.omitted, found.added, found.replaced) == (wanted.omitted, wanted.added, wanted.replaced)
    assert found.exact_sentences == wanted.exact
    assert found.strange_words == sum(None in word.places for word in wanted.words)
    (bakeoff,) = score_bakeoff(dataset)
    assert (bakeoff.test_words, bakeoff.true_words) == (score.words, score.gold_words)
    missed, wrong = len(dataset.gold) - len(hits), len(wanted.words) - len(hits)
    assert bakeoff.deletions + bakeoff.substitutions == missed
    assert bakeoff.insertions + bakeoff.substitutions == wrong
    on_gold = word_counts(match(dataset.gold, segmentation))
    assert on_gold.sum(axis=0).tolist() == [len(hits), len(dataset.gold), len(wanted.words)]
    check_words(dataset, wanted, hits, counts)


def check_score(score, dataset, case, wanted, hits, counts):
    gold, _system, training = case
    ratio = words_oracle.ratio
    assert (score.words, score.gold_words, score.matched) == (len(wanted.words), len(dataset.gold), len(hits))
    assert (score.coverage, score.system_coverage) == (1.0, 1.0)
    spoken = [word.hit for word in wanted.words if not words_oracle.is_punctuation(word.text)]
    spoken_hits = sum(hit is not None for hit in spoken)
    spoken_gold = sum(not words_oracle.is_punctuation(word) for word in words_oracle.words_of(gold))
    assert close(score.f1_no_punctuation, ratio(2 * spoken_hits, spoken_gold + len(spoken)))
    right = words_oracle.right_sentences([tuple(one) for one in counts])
    assert close(score.sentence_accuracy, sum(right) / len(right))
    unseen = words_oracle.unseen_sentences(gold, training)
    assert score.unseen_sentences == (None if unseen is None else sum(unseen))
    new = [one for one, is_new in zip(counts, unseen or [], strict=False) if is_new]
    f1 = ratio(2 * sum(one[2] for one in new), sum(one[0] + one[1] for one in new))
    assert close(score.f1_unseen_sentences, f1)
    if dataset.oov is not None:
        oov = {span for span, new in zip(words_oracle.spans(gold), dataset.oov.tolist(), strict=True) if new}
        assert close(score.oov_recall, ratio(len(oov & hits), len(oov)))


def sentence_of(gold):
    """The sentence of each gold word."""
    return [number for number, one in enumerate(filter(None, gold)) for _ in one]


def check_words(dataset, wanted, hits, counts):
    """Hold that words stand in their sentences, with their values."""
    (segmentation,) = dataset.systems
    there = segmentation.written.tolist()
    mine = zip(segmentation.surfaces(), segmentation.sentence_ids.tolist(), there, strict=True)
    words = sorted((word.text, word.sentence) for word in wanted.words)
    assert sorted((word, sentence) for word, sentence, written in mine if written) == words
    diagnosis = diagnose(dataset, resamples=10, min_size=1)
    gold = dataset.gold.surfaces()
    ends = [0, *dataset.gold.text.sentence_ends.tolist()]
    lengths, sentences = (diagnosis.system_values("s")[key][segmentation.written].tolist() for key in ("wLen", "sLen"))
    pairs = sorted((len(word), ends[sentence + 1] - ends[sentence]) for word, sentence in words)
    assert sorted(zip(lengths, sentences, strict=True)) == pairs
    mine = diagnosis.counts["s"]
    gold_tags, own_tags = (
        [tag for word in of for tag in tags(word)] for of in (gold, [word.text for word in wanted.words])
    )
    alike = sum(
        place is not None and gold_tags[place] == tag for place, tag in zip(wanted.places, own_tags, strict=True)
    )
    for bucketed in diagnosis.attributes:
        if bucketed.buckets is None:
            continue
        columns = diagnosis.columns(bucketed.attribute.key)
        own = diagnosis.system_values("s")[bucketed.attribute.key]
        of_words = bucketed.attribute.unit == "word"
        own = own[segmentation.written] if of_words else own
        assert mine.matched[:, columns].sum() == (len(hits) if of_words else alike)
        assert mine.system[:, columns].sum() == len(own) - np.isnan(own).sum()
    assert mine.system[:, 0].tolist() == [system for _gold, system, _hits in counts]


def tags(word):
    return "S" if len(word) == 1 else "B" + "M" * (len(word) - 2) + "E"


def test_an_answer_with_a_preamble_and_a_sentence_lost():
    dataset = loaded(GOLD, [["好的", "：", "以下"], ["我们", "在", "北平"], ["明天", "下", "雨"]])
    (warning,) = dataset.warnings
    assert "the system has 6 characters in 4 words that gold has not" in warning
    assert "no line for sentence 2, not in gold: line 1" in warning
    (segmentation,) = dataset.systems
    assert usable_sentences(dataset) == [2]
    kinds = kind_counts(dataset, "s")
    # 下雨 is split; 北京, 今天 and 晴 have other characters or none.
    assert (kinds.missed, kinds.differing, kinds.shapes.tolist()) == (1, 3, [1, 0, 0])
    assert [(one.gold, one.made) for one in error_patterns(dataset, "s").patterns] == [(("下雨",), ("下", "雨"))]
    with pytest.raises(SettingError, match="separators are compared over one text"):
        score_separators(dataset.gold, segmentation)


def test_lines_that_are_lost_repeated_and_moved_are_named():
    answer = [["明天", "下雨"], ["今天", "晴"], ["今天", "晴"]]
    (score,) = cwsdiag.score_systems(loaded(GOLD, answer))
    assert (score.matched, score.words, score.fidelity.exact_sentences) == (4, 6, 2)
    found = score.fidelity
    assert (found.lost, found.extra, found.repeated, found.moved) == ((0,), (2,), (2,), (0,))


def test_replaced_characters_are_told_by_what_they_are():
    gold, system = (
        [line.split() for line in lines.split("\n")]
        for lines in (
            "有 ２０ 個 國家 參加 了\n在 台灣 島 裏 面 的\n有 爲 沢 呢 了",
            "有 20 个 国家 參加 了\n在 臺灣 島 裡 亩 的\n有 為 澤 呢 了",
        )
    )
    found = cwsdiag.score_systems(loaded(gold, system))[0].fidelity
    # 亩 is another character; forms of one character in Taiwan, Hong Kong and Japan are variants.
    assert (found.replaced, found.width, found.script, found.variant) == (9, 2, 3, 3)


def test_two_systems_that_write_the_same_other_word_are_wrong_alike():
    systems = {name: [["我们", "在", word], *GOLD[1:]] for name, word in (("a", "北平"), ("b", "北平"), ("c", "北方"))}
    dataset = cwsdiag.load(gold=GOLD, systems=systems, mismatch="count")
    assert agreement(dataset, "a", "b").both_wrong_alike == 1
    assert agreement(dataset, "a", "c").both_wrong_differently == 1
