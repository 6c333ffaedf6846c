"""The built-in segmenter, its learning curve, and what it can be learnt from."""

import pytest

import cwsdiag
from cwsdiag.dataset import ReadOptions
from cwsdiag.difficulty import (
    Crf,
    Perceptron,
    curve_seeds,
    learning_curve,
    read_training_text,
    train_segmenter,
)
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.formats.source import Source
from cwsdiag.matching import match
from tests.difficulty.corpus import many, segmentation, stored


@pytest.mark.parametrize("learner", [Perceptron(), Crf()])
def test_it_learns(training, gold, learner):
    cut, again = train_segmenter(training, [training.text, gold.text], learner=learner)
    assert cut.text is training.text
    assert again.text is gold.text
    assert cut.name == f"{learner} F2"
    # The text is random words: what was seen can be learnt by heart, the rest hardly.
    assert match(training, cut).gold_hit.mean() > 0.9
    assert match(gold, again).gold_hit.mean() > 0.5


def test_it_takes_the_first_sentences(training, gold):
    part = segmentation(many(60)[:15])
    for sentences in (15, 0.25):
        (cut,) = train_segmenter(training, [gold.text], sentences=sentences)
        (expected,) = train_segmenter(part, [gold.text])
        assert cut.word_ends.tolist() == expected.word_ends.tolist()
    assert train_segmenter(training, []) == ()


def test_seeds_of_a_curve(training, gold):
    assert curve_seeds(Crf(), seed=2, seeds=5) == range(2, 3), "it draws nothing"
    assert curve_seeds(Perceptron(), seed=2, seeds=5) == range(2, 7)
    for seed, seeds in ((-1, 5), (0, 0)):
        with pytest.raises(SettingError, match="give a whole number from"):
            learning_curve(training, gold, seed=seed, seeds=seeds)


def test_shares_that_make_no_sense(training, gold):
    for sentences in (0, 61, 0.0, 1.5):
        with pytest.raises(SettingError, match="Give"):
            train_segmenter(training, [gold.text], sentences=sentences)


def test_training_text_is_read(tmp_path):
    path = tmp_path / "train.txt"
    path.write_text("我们 喜欢\n\n学习\n", encoding="utf-8")
    training = read_training_text(path, options=ReadOptions())
    expected = cwsdiag.load(gold=path).gold
    assert training.word_ends.tolist() == expected.word_ends.tolist()
    assert training.text.sentence_ends.tolist() == [4, 6]
    assert (training.digest, training.reading) == (expected.digest, expected.reading)


def test_word_lists_teach_nothing():
    for content in ("我们\t3\n喜欢\t2\n", "我们\n喜欢\n"):
        source = Source.from_bytes("words.txt", content.encode())
        with pytest.raises(FormatError, match=r"words\.txt.*segmented text"):
            read_training_text(source, options=ReadOptions())
    with pytest.raises(FormatError, match="word list"):
        read_training_text({"我们", "喜欢"}, options=ReadOptions())


def never(*args, **kwargs):
    raise AssertionError("learnt again")


@pytest.mark.parametrize("learner", [Perceptron(), Crf(c2=2)])
def test_a_kept_model_cuts_alike(training, gold, learner, tmp_path, monkeypatch):
    asked = {"learner": learner, "cache": tmp_path}
    bare = train_segmenter(training, [training.text, gold.text], learner=learner)
    first = train_segmenter(training, [training.text, gold.text], **asked, name="first")
    files = stored(tmp_path)
    monkeypatch.setattr(type(learner), "learn", never)
    second = train_segmenter(training, [training.text, gold.text], **asked)
    for one, wanted in zip((*first, *second), (*bare, *bare), strict=True):
        assert one.word_ends.tolist() == wanted.word_ends.tolist()
        assert one.text is wanted.text
    assert [one.name for one in (*first, *second)] == ["first", "first", f"{learner} F2", f"{learner} F2"]
    assert (len(files), stored(tmp_path)) == (1, files)


def test_other_settings_have_another_model(training, gold, tmp_path):
    settings = [{}, {"template": "F1"}, {"seed": 1}, {"sentences": 30}, {"learner": Crf()}, {"learner": Crf(c2=2)}]
    for number, chosen in enumerate(settings, start=1):
        train_segmenter(training, [gold.text], cache=tmp_path, **chosen)
        assert len(stored(tmp_path)) == number
    train_segmenter(segmentation(many(59)), [gold.text], cache=tmp_path)
    assert len(stored(tmp_path)) == 7
    # The same words, and as many of them as a share that is asked for.
    train_segmenter(segmentation(many(60), "other.txt"), [gold.text], cache=tmp_path, sentences=0.5)
    assert len(stored(tmp_path)) == 7
