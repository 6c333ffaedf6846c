"""``cwsdiag psi``: the document is what the library says; tables; what is not loaded; messages."""

import pytest

from tests.cli.conftest import document


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
    for said in ("Ψ of b.txt under a.txt: 16.7", "66.7% of 3 words", "王 · 小明 (1 ×)"):
        assert said in text
    assert "走了" not in text
    both = document(
        run("psi", "--train", "a.txt", "--test", "b.txt", "--normalise", "nfkc", "--normalise", "numbers", "--json")
    )
    assert "nfkc,numbers" in both["signature"] and "0月" in {row["word"] for row in both["words"]}
