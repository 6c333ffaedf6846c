"""Reading corpora: one pass over training data, all texts normalised alike, and what is wrong with files."""

import pytest

from cwsdiag.errors import InputError
from cwsdiag.study import psi_matrix, read_corpora
from tests.study.helpers import corpus_files, tables_close


def written(folder, **files):
    paths = {}
    for name, content in files.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_text(content, encoding="utf-8")
    return paths


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
        assert words(corpus.test) == words(corpus.target) == [wanted]
        assert set(corpus.training.word_counts) == set(wanted)
    raw = read_corpora(files, normalise=())
    assert tables_close(psi_matrix(raw).values, [[100 * 4 / 7, 100], [100, 100 * 4 / 7]])
    assert words(raw[0].dev) == [FIRST.split()]
    # Unless told, each file has its own.
    own, other = read_corpora(files)
    assert words(own.test) == words(own.dev) == [["他", "有", "１２３", "台", "ＩＢＭ", "电脑", "。"]]
    assert set(own.training.word_counts) == set(SECOND.split())
    assert words(other.test) == [SECOND.split()] and "123" in other.training.word_counts


@pytest.mark.parametrize("role", ["gold", "training", "dev"])
def test_a_file_without_a_word_or_that_is_not_there_is_named(tmp_path, role):
    paths = written(tmp_path, full="a b\n", empty="\n \n")
    for bad in (paths["empty"], tmp_path / "gone.txt"):
        files = {"gold": paths["full"], "training": paths["full"], "dev": paths["full"], role: bad}
        with pytest.raises(InputError, match=bad.name):
            read_corpora([corpus_files("a", **files)])
