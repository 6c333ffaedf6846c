"""``cwsdiag psi``: the document is what the library says; tables; what is not loaded; messages."""

import pytest

from cwsdiag.dataset import ReadOptions
from cwsdiag.files import sample_project
from cwsdiag.study import read_text
from tests.cli.conftest import document
from tests.study.helpers import training as training_of

SAMPLE = sample_project().parent
TEST = SAMPLE / "news" / "first" / "test.txt"
OWN = SAMPLE / "news" / "first" / "train.txt"
OTHER = SAMPLE / "news" / "second" / "train.txt"


def library(path):
    test = read_text(TEST, options=ReadOptions())
    return training_of(path, test.surfaces()), test


def test_by_hand(run, files):
    (files / "a.txt").write_text("3月 5 日\n王 小明\n3 月\n", encoding="utf-8")
    (files / "b.txt").write_text("3月 王小明 走了\n", encoding="utf-8")
    found = document(run("psi", "--train", "a.txt", "--test", "b.txt", "--json"))
    assert found["psi"] == pytest.approx(100 * (1 / 2 + 0 + 0) / 3)
    assert found["seen"] == pytest.approx(2 / 3)
    words = {row["word"]: row for row in found["words"]}
    assert [words[word]["as_string"] for word in ("3月", "王小明", "走了")] == [2, 1, 0]
    assert words["王小明"]["cuts"] == [{"words": ["王", "小明"], "before": 0, "manner": "split", "count": 1}]
    text = run("psi", "--train", "a.txt", "--test", "b.txt", "--limit", 1).stdout
    assert "Ψ of b.txt under a.txt: 16.7" in text
    assert "66.7% of 3 words" in text
    assert "王 · 小明 (1 ×)" in text
    assert "走了" not in text
    assert text.strip().split("\n")[-1].startswith("cwsdiag ")


def test_normalisation(run, files):
    (files / "a.txt").write_text("１２ 天 ＧＤＰ\n", encoding="utf-8")
    (files / "b.txt").write_text("3 天 GDP\n", encoding="utf-8")
    files = ("psi", "--train", "a.txt", "--test", "b.txt", "--json")
    assert document(run(*files, "--normalise", "nfkc"))["psi"] == pytest.approx(200 / 3)
    both = document(run(*files, "--normalise", "nfkc", "--normalise", "numbers"))
    assert both["psi"] == pytest.approx(100)
    assert both["words"] == []
    assert "nfkc,numbers" in both["signature"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--train", "train.txt", "--test", "gold.txt", "--own", "missing.txt"), "missing.txt"),
        (("--train", "list.txt", "--test", "gold.txt"), "list.txt: this is a word list. Ψ needs segmented text"),
        (("--train", "train.txt", "--test", "gold.txt", "--own", "list.txt"), "Ψ needs segmented text"),
    ],
)
def test_bad_input_ends_with_one_short_message(run, files, arguments, named):
    (files / "list.txt").write_text("我们\n北京\n喜欢\n学习\n分词\n", encoding="utf-8")
    result = run("psi", *arguments, code=2)
    assert result.stdout == ""
    assert named in result.stderr
    assert len(result.stderr.strip().split("\n")) <= 10
