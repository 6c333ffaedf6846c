"""The files of the second bakeoff: a folder of them is a project, whatever its copies are like."""

import shutil

import pytest

import cwsdiag
from cwsdiag.errors import EncodingError, ProjectError
from cwsdiag.project.icwb2 import corpora
from tests.icwb2_files import NAMES, OTHER, UTF8, build, made


def flat(sentences):
    return [word for sentence in sentences for word in sentence]


def loaded(folder, name, **systems):
    """The dataset of a corpus with systems, as the project of a folder beside it has it."""
    lines = ['icwb2 = "icwb2-data"', "[[dataset]]", f'corpus = "{name}"']
    for system, text in systems.items():
        (folder.parent / f"{system}.txt").write_text(text, encoding="utf-8")
        lines += ["[[dataset.system]]", f'name = "{system}"', f'prediction = "{system}.txt"']
    (spec,) = project(folder.parent, "\n".join(lines)).datasets
    return cwsdiag.load_dataset(spec)


def project(folder, text):
    path = folder / "project.toml"
    path.write_text(text, encoding="utf-8")
    return cwsdiag.read_project(path)


@pytest.fixture
def icwb2(tmp_path):
    return build(tmp_path)


@pytest.mark.parametrize("suffix", [UTF8, OTHER])
@pytest.mark.parametrize("name", NAMES)
def test_every_corpus_has_its_words_in_either_encoding(tmp_path, name, suffix):
    (spec,) = cwsdiag.read_project(build(tmp_path, suffixes=(suffix,), names=(name,))).datasets
    assert spec.gold.path.suffix == f".{suffix}"
    dataset, corpus = cwsdiag.load_dataset(spec), made(name)
    assert dataset.gold.surfaces() == flat(corpus.gold)
    assert dataset.training.words == len(flat(corpus.training))
    assert sorted(dataset.training.word_counts) == corpus.training_words
    assert dataset.warnings == ()


def test_characters_of_hong_kong_after_the_beginning_of_a_file(tmp_path):
    folder = build(tmp_path, suffixes=(OTHER,), names=("cityu",))
    path = folder / "training" / "cityu_training.txt"
    lines = [" ".join(sentence) + "\r\n" for sentence in made("as").training]
    path.write_bytes("".join(lines).encode("big5hkscs") * 60 + "佢 喺 屋企\r\n".encode("big5hkscs"))
    assert path.stat().st_size > 1 << 20
    with pytest.raises(EncodingError, match=r"not Big5 \(CP950\)"):
        cwsdiag.load(gold=folder / "gold" / "cityu_test_gold.txt", training=path)
    (spec,) = cwsdiag.read_project(folder).datasets
    assert cwsdiag.load_dataset(spec).training.word_counts["喺"] == 1


def test_lines_of_the_msr_test_file_break_elsewhere(icwb2):
    corpus = made("msr")
    perfect = " ".join(flat(corpus.gold)) + "\n"
    dataset = loaded(icwb2, "msr", perfect=perfect)
    assert dataset.mismatch == "error"
    (warning,) = dataset.warnings
    assert "perfect.txt: the whole file is one sentence" in warning
    assert [(one.coverage, one.f1) for one in cwsdiag.score_systems(dataset)] == [(1.0, 1.0)]


def test_the_half_width_letter_of_as_is_left_out_alone(icwb2):
    corpus = made("as")
    perfect = "".join(" ".join(sentence) + "\n" for sentence in corpus.gold).replace("維他命 c", "維他命 ｃ")
    dataset = loaded(icwb2, "as", perfect=perfect)
    assert dataset.mismatch == "skip"
    words = len(flat(corpus.gold))
    (best,) = cwsdiag.score_systems(dataset)
    assert (best.gold_words, best.f1, best.coverage) == (words - 1, 1.0, (words - 1) / words)
    assert "coverage" in dataset.warnings[0]


def test_missing_parts(icwb2):
    (icwb2 / "gold" / "pku_test_gold.utf8").unlink()
    (icwb2 / "gold" / "msr_test_gold.utf8").unlink()
    (icwb2 / "gold" / "msr_test_gold.txt").unlink()
    shutil.rmtree(icwb2 / "testing")
    for name in ("as_training.*", "cityu_training*"):
        for path in icwb2.rglob(name):
            path.unlink()
    found = corpora(icwb2)
    assert list(found) == ["as", "cityu", "pku"]
    assert found["as"].training.path.name == "as_training_words.utf8"
    assert [file.options.encoding for file in found["pku"].files] == ["gb18030", "utf-8"]
    by_name = {spec.name: cwsdiag.load_dataset(spec) for spec in cwsdiag.read_project(icwb2).datasets}
    assert by_name["as"].training.kind == "list"
    assert by_name["cityu"].training is None
    assert by_name["pku"].gold.surfaces() == flat(made("pku").gold)


def test_a_project_file_in_the_folder_comes_first(icwb2):
    found = project(icwb2, 'icwb2 = "."\n[[dataset]]\ncorpus = "msr"')
    assert cwsdiag.read_project(icwb2) == found
    assert [dataset.name for dataset in found.datasets] == ["msr"]


def test_a_folder_without_gold_says_what_is_missing(icwb2):
    shutil.rmtree(icwb2 / "gold")
    with pytest.raises(ProjectError, match="icwb2-data: no gold file of .* gold/as_testing_gold.utf8"):
        cwsdiag.read_project(icwb2)
