"""``cwsdiag fit``: the fits are those of the library; tables; messages."""

from dataclasses import asdict

from cwsdiag.dataset import ReadOptions, read
from cwsdiag.files import sample_project
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_corpora
from cwsdiag.study import fit
from tests.cli.conftest import document

SAMPLE = sample_project()
TEXT = SAMPLE.parent / "microblog" / "first" / "test.txt"


def test_fits_are_those_of_the_library(run):
    found = document(run("fit", SAMPLE, TEXT, "--resamples", 50, "--seed", 2, "--json"))
    text = read(TEXT, role="gold", options=ReadOptions())
    expected = fit(text, load_corpora(read_project(SAMPLE)), resamples=50, seed=2)
    assert found["fits"] == [asdict(one) for one in expected]
    assert (found["text"]["words"], found["warnings"]) == (len(text), [])
    assert found["signature"].endswith(" | resamples:50 | seed:2")
    assert f"text[gold:{text.digest[:12]}(words,utf-8)" in found["signature"]


def test_a_text_that_says_little_is_doubted(run, files):
    for text, doubt in (
        ("我们喜欢北京的秋天。\n你好吗你好吗你好吗。\n", "a word has 10.0 characters on average"),
        ("我们\n喜欢\n北京\n", "each line has one word, as in a word list"),
        ("我们 喜欢 北京\n", "with 1 sentence they say little"),
    ):
        (files / "mine.txt").write_text(text, encoding="utf-8")
        result = run("fit", SAMPLE, "mine.txt", "--resamples", 5, "--json")
        assert doubt in result.stderr
        assert any(doubt in warning for warning in document(result)["warnings"])
