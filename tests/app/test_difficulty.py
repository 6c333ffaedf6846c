"""Difficulty in the dashboard: an attribute more on every page, once the project names weights."""

from tests.app.conftest import FIRST, GOLD, frames, html

# A line for each of gold's 40 sentences of six words.
WEIGHTS = "0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20


def weighed(path, weights=WEIGHTS):
    """The project with weights of its dataset."""
    (path.parent / "gold.weight").write_text(weights, "utf-8")
    text = path.read_text("utf-8")
    path.write_text(text.replace('gold = "gold.txt"', 'gold = "gold.txt"\nweights = "gold.weight"'), "utf-8")
    return path


def test_idioms_are_looked_for_in_chinese_alone(opened, project):
    kana = {code: 0x3041 + code % 80 for code in range(0x4E00, 0xA000)}
    texts = [text.translate(kana) for text in (GOLD, FIRST)]
    app = opened("difficulty", project=weighed(project(gold=texts[0], systems={"first": texts[1]})), part="words")
    assert "Idioms of four characters are a kind of Chinese words, and this text is not Chinese." in html(app)
    assert not any("idioms" in frame for frame in frames(app))
