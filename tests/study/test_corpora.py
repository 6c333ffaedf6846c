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
    raw = read_corpora(files, normalise=())
    assert tables_close(psi_matrix(raw).values, [[100 * 4 / 7, 100], [100, 100 * 4 / 7]])
    assert words(raw[0].dev) == [FIRST.split()]
    # Unless told, each file has its own.
    own, other = read_corpora(files)
    assert words(own.test) == words(own.dev) == [["他", "有", "１２３", "台", "ＩＢＭ", "电脑", "。"]]
    assert set(own.training.word_counts) == set(SECOND.split())
    assert words(other.test) == [SECOND.split()] and "123" in other.training.word_counts


@pytest.mark.parametrize("role", ["gold", "training", "dev"])
def test_a_file_without_a_word_or_that_is_not_there_is_named(tmp_path, monkeypatch, role):
    monkeypatch.setattr("cwsdiag.study.corpora.starmap_unordered", sent_elsewhere)
    paths = written(tmp_path, full="a b\n", empty="\n \n")
    for bad in (paths["empty"], tmp_path / "gone.txt"):
        files = {"gold": paths["full"], "training": paths["full"], "dev": paths["full"], role: bad}
        for where in (Where(), Where(scheduler="tcp://a:1")):
            with pytest.raises(InputError, match=bad.name):
                read_corpora([corpus_files("a", **files)], where=where)


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
    told = []
    here = read_corpora(files, normalise=("numbers",))
    elsewhere = read_corpora(
        files, normalise=("numbers",), where=Where(scheduler="tcp://a:1"), progress=lambda *said: told.append(said)
    )
    for one, other in zip(here, elsewhere, strict=True):
        for each in fields(one.training):
            if each.name not in ("_source", "char_tag_counts"):
                assert getattr(one.training, each.name) == getattr(other.training, each.name), each.name
        if one.training.has_text:
            # Later strings cost another pass, here.
            asked = [corpus.training.string_counts(["ab", "b 1", "0", "𠮷"]).tolist() for corpus in (one, other)]
            assert asked[0] == asked[1]
    assert tables_close(psi_matrix(here).values, psi_matrix(elsewhere).values, 0)
    assert told == [(n, 10) for n in range(1, 11)]
