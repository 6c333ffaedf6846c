"""Reading corpora: one pass over training data, all texts normalised alike, and what is wrong with files."""

import gzip
import pickle
from dataclasses import fields

import pytest

from cwsdiag.errors import InputError
from cwsdiag.parallel import Shared, Where
from cwsdiag.study import psi_matrix, read_corpora
from tests.oracles import study as oracle
from tests.study.helpers import corpus_files, read_words, tables_close


def written(folder, **files):
    paths = {}
    for name, content in files.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_text(content, encoding="utf-8")
    return paths


def sent_elsewhere(function, calls, *, total, where):
    """Do tasks as workers elsewhere do: they and their results are sent, and come in another order."""
    assert where.scheduler and total
    found = []
    for number, call in enumerate(calls):
        arguments = pickle.loads(pickle.dumps([one.value if isinstance(one, Shared) else one for one in call]))
        found.append((number, pickle.dumps(function(*arguments))))
    for number, result in reversed(found):
        yield number, pickle.loads(result)


def words(segmented):
    return [segmented.sentence_words(number) for number in range(len(segmented.text.sentence_ends))]


def test_training_test_and_development_text(tmp_path):
    paths = written(tmp_path, train="ab c\na b\n", test="ab\n\nc a\n", dev="b\n")
    both, bare = read_corpora(
        [corpus_files("both", paths["test"], paths["train"], paths["dev"]), corpus_files("bare", paths["dev"])]
    )
    assert (both.name, bare.name) == ("both", "bare")
    assert words(both.test) == [["ab"], ["c", "a"]]
    assert words(both.dev) == words(both.target) == [["b"]]
    assert (both.training.words, both.training.sentences) == (4, 2)
    assert (bare.training, bare.dev) == (None, None)
    assert bare.target is bare.test


# Full width in one file, half width in another; traditional characters; numbers and letters.
FIRST = "他 有 １２３ 台 ＩＢＭ 電腦 。\n"
SECOND = "他 有 45 台 Apple 电脑 。\n"


def test_all_files_are_normalised_alike(tmp_path):
    paths = written(tmp_path, first=FIRST, second=SECOND)
    files = [
        corpus_files("a", paths["first"], paths["second"], paths["first"], normalise=("t2s",)),
        corpus_files("b", paths["second"], paths["first"], training_normalise=("nfkc",)),
    ]
    for corpus in read_corpora(files, normalise=("nfkc", "t2s", "numbers", "latin")):
        wanted = ["他", "有", "0", "台", "X", "电脑", "。"]
        assert words(corpus.test) == [wanted]
        assert corpus.dev is None or words(corpus.dev) == [wanted]
        assert set(corpus.training.word_counts) == set(wanted)
    found = psi_matrix(read_corpora(files, normalise=("nfkc", "t2s", "numbers", "latin")))
    assert found.values.ravel().tolist() == pytest.approx([100] * 4)
    raw = psi_matrix(read_corpora(files, normalise=())).values
    assert tables_close(raw, [[100 * 4 / 7, 100], [100, 100 * 4 / 7]])


def test_each_file_has_its_own_options_unless_told(tmp_path):
    paths = written(tmp_path, first=FIRST, second=SECOND)
    files = corpus_files(
        "a",
        paths["first"],
        paths["first"],
        paths["first"],
        normalise=("nfkc",),
        training_normalise=("t2s",),
    )
    (corpus,) = read_corpora([files])
    assert words(corpus.test) == words(corpus.dev) == [["他", "有", "123", "台", "IBM", "電腦", "。"]]
    assert set(corpus.training.word_counts) == {"他", "有", "１２３", "台", "ＩＢＭ", "电脑", "。"}
    (alike,) = read_corpora([corpus_files("a", paths["first"], paths["first"], normalise=("nfkc",))])
    assert "IBM" in alike.training.word_counts
    (raw,) = read_corpora([files], normalise=())
    assert words(raw.test) == [FIRST.split()]
    assert set(raw.training.word_counts) == set(FIRST.split())


@pytest.mark.parametrize("role", ["gold", "training", "dev"])
def test_a_file_without_a_word_or_that_is_not_there_is_named(tmp_path, role):
    paths = written(tmp_path, full="a b\n", empty="\n \n")
    for bad in (paths["empty"], tmp_path / "gone.txt"):
        files = {"gold": paths["full"], "training": paths["full"], "dev": paths["full"], role: bad}
        with pytest.raises(InputError, match=bad.name):
            read_corpora([corpus_files("a", **files)])


@pytest.mark.real_data
def test_real_text_with_numbers_and_letters_to_one_symbol(real_data):
    raw, symbols = (
        read_corpora([corpus_files("gsd", real_data / "test.txt", real_data / "train.txt")], normalise=keys)
        for keys in ((), ("nfkc", "t2s", "numbers", "latin"))
    )
    wanted = oracle.psi(read_words(real_data / "train.txt"), read_words(real_data / "test.txt"))
    assert psi_matrix(raw).values[0, 0] == pytest.approx(wanted)
    # METHODS 10: this moves each cell by a point or two.
    assert 0 < abs(psi_matrix(symbols).values[0, 0] - wanted) < 5


def test_training_data_read_elsewhere_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr("cwsdiag.study.corpora.starmap_unordered", sent_elsewhere)
    paths = written(tmp_path, first="ab c\na b 12\n", list="ab\nb\n", test="ab\n\nc a 34\n")
    (tmp_path / "packed.gz").write_bytes(gzip.compress("𠮷 ab\na b\n".encode()))
    trainings = [paths["first"], paths["list"], tmp_path / "packed.gz", [["ab", "c"], ["a"]], {"ab": 3, "b": 1}]
    files = [corpus_files(f"{n}", paths["test"], one) for n, one in enumerate(trainings)]
    files.append(corpus_files("none", paths["test"]))
    told = []
    for normalise in (None, ("numbers",)):
        here = read_corpora(files, normalise=normalise)
        elsewhere = read_corpora(
            files, normalise=normalise, where=Where(scheduler="tcp://a:1"), progress=lambda *said: told.append(said)
        )
        for one, other in zip(here, elsewhere, strict=True):
            if one.training is None:
                assert other.training is None
                continue
            for each in fields(one.training):
                if each.name not in ("_source", "char_tag_counts"):
                    assert getattr(one.training, each.name) == getattr(other.training, each.name), each.name
            if one.training.has_text:
                # Later strings cost another pass, here.
                for wanted in (["ab", "b 1", "0", "b"], ["a", "𠮷"]):
                    asked = [corpus.training.string_counts(wanted).tolist() for corpus in (one, other)]
                    assert asked[0] == asked[1]
        assert tables_close(psi_matrix(here).values, psi_matrix(elsewhere).values, 0)
    assert told == [(n, 11) for n in range(1, 12)] * 2


def test_what_is_wrong_with_training_data_is_said_from_elsewhere_too(tmp_path, monkeypatch):
    monkeypatch.setattr("cwsdiag.study.corpora.starmap_unordered", sent_elsewhere)
    paths = written(tmp_path, train="\n \n", test="ab\n")
    for training in (paths["train"], tmp_path / "missing.txt"):
        said = []
        for where in (Where(), Where(scheduler="tcp://a:1")):
            with pytest.raises(InputError) as caught:
                read_corpora([corpus_files("a", paths["test"], training)], where=where)
            said.append(str(caught.value))
        assert said[0] == said[1]
