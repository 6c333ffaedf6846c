"""The Judge page in a browser: judging by keys, and no name of a system in what is seen."""

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from cwsdiag.judging import Judgements
from cwsdiag.project import load_dataset, read_project
from tests.browser.settling import settle

NAMES = ("crf", "jieba", "maximum matching", "wapic")
SENTENCES = 2


@pytest.mark.seldom
def test_one_judges_by_keys(visit, dashboard, tmp_path):
    kept = Judgements(tmp_path / "people.sqlite")
    news = load_dataset(read_project(sample_project()).dataset("news"))
    assert len(kept.new("study", news, sentences=SENTENCES, seed=1).to_judge) == SENTENCES
    page = visit(f"{dashboard(sample_project(), judgements=kept.path)}/lab?part=judge&dataset=news&system=jieba")
    judge = page.get_by_role("textbox", name="Your name")
    judge.fill("Zhao <b>")
    judge.press("Enter")
    lead = page.locator(".cw-lead")
    for place in range(1, SENTENCES + 1):
        expect(lead).to_contain_text(f"Which is best? {place} of {SENTENCES}")
        settle(page)
        assert not any(name in page.content() for name in NAMES)
        assert "system=" not in page.url
        for key in ("2", "1", "1", "n"):
            page.keyboard.press(key)
            settle(page)
    expect(lead).to_contain_text(f"Thank you, Zhao <b>: you have judged all {SENTENCES} sentences.")
    found = kept.look("study")[1]
    assert [sorted(one.marks.values()) for one in found] == [["best", "second"]] * SENTENCES
