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


# Full width in one file, half width in another; traditional characters; numbers and letters.
FIRST = "他 有 １２３ 台 ＩＢＭ 電腦 。\n"
SECOND = "他 有 45 台 Apple 电脑 。\n"


DEV = "他 有 電腦 。\n"
SIMPLIFIED = ["他", "有", "电脑", "。"]


def test_all_files_are_normalised_alike(tmp_path):
    paths = written(tmp_path, first=FIRST, second=SECOND, dev=DEV)
    files = [
        corpus_files("a", paths["first"], paths["second"], paths["dev"], normalise=("t2s",)),
        corpus_files("b", paths["second"], paths["first"], training_normalise=("nfkc",)),
    ]
    alike = read_corpora(files, normalise=("nfkc", "t2s", "numbers", "latin"))
    for corpus in alike:
        wanted = ["他", "有", "0", "台", "X", "电脑", "。"]
        assert words(corpus.test) == [wanted]
        assert set(corpus.training.word_counts) == set(wanted)
    assert words(alike[0].target) == [SIMPLIFIED]
    raw = read_corpora(files, normalise=())
    assert tables_close(psi_matrix(raw).values, [[100 * 4 / 7, 100], [100, 100 * 4 / 7]])
    assert words(raw[0].dev) == [DEV.split()]
    # Unless told, each file has its own.
    own, other = read_corpora(files)
    assert words(own.test) == [["他", "有", "１２３", "台", "ＩＢＭ", "电脑", "。"]]
    assert words(own.dev) == [SIMPLIFIED]
    assert set(own.training.word_counts) == set(SECOND.split())
    assert words(other.test) == [SECOND.split()] and "123" in other.training.word_counts
    # Neither need be there.
    (bare,) = read_corpora([corpus_files("bare", paths["first"])])
    assert (bare.training, bare.dev) == (None, None)
    assert bare.target is bare.test


@pytest.mark.parametrize("role", ["gold", "training", "dev"])
def test_a_file_without_a_word_or_that_is_not_there_is_named(tmp_path, role):
    paths = written(tmp_path, full="a b\n", empty="\n \n")
    for bad in (paths["empty"], tmp_path / "gone.txt"):
        files = {"gold": paths["full"], "training": paths["full"], "dev": paths["full"], role: bad}
        with pytest.raises(InputError, match=bad.name):
            read_corpora([corpus_files("a", **files)])
