"""The page Sentences in a browser: the way through the sentences, and a ribbon that holds in hard cases."""

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import choose_row
from tests.browser.address import reaches
from tests.browser.settling import let_scripts_run

HARD = "𠮷野家 在 𡈽地 上 賣 👨\u200d👩\u200d👧 的 ｉＰｈｏｎｅ 和 iPhone15 ｱｲｳ が e\u0301 ❤\ufe0f 。"
HARD_CUT = "𠮷 野家 在𡈽 地 上 賣 👨\u200d👩 \u200d👧 的ｉ Ｐｈｏｎｅ 和iPhone 15ｱ ｲｳ がe \u0301 ❤\ufe0f 。"
HOSTILE = '<img src=x onerror="window.hacked=1"> </span></div><script>window.hacked=1</script> &amp; "\' **x** :red[y]'
HOSTILE_CUT = HOSTILE.replace("&amp; ", "&amp;")
LONG = "我们 在 北京 學習 語言學 他 喜歡 秋天 的 葉子 " * 25 + "完"
LONG_CUT = LONG.replace("學習 語言學", "學 習語 言學")
GOLD = f"{HARD}\n{HOSTILE}\n{LONG}\n" + "我们 在 北京 。\n" * 40
SYSTEM = f"{HARD_CUT}\n{HOSTILE_CUT}\n{LONG_CUT}\n" + "我们 在 北京 。\n" * 40
EVIL = '"><img src=x onerror=window.hacked=1>' + "x" * 30


@pytest.fixture(scope="module")
def hard(dashboard, tmp_path_factory):
    """The address of a dashboard with hard sentences and ten systems."""
    folder = tmp_path_factory.mktemp("hard")
    (folder / "gold.txt").write_text(GOLD, "utf-8")
    (folder / "system.txt").write_text(SYSTEM, "utf-8")
    lines = ["[[dataset]]", "name = 'hard'", "gold = 'gold.txt'", "train = 'gold.txt'"]
    for number in range(10):
        lines += ["[[dataset.system]]", f"name = '{number} {EVIL}'", "prediction = 'system.txt'"]
    (folder / "project.toml").write_text("\n".join(lines), "utf-8")
    return dashboard(folder / "project.toml")


@pytest.fixture
def sample(dashboard):
    return dashboard(sample_project())


def words(page, state=""):
    """Return the words of the drawing, those of gold first in each line."""
    return page.locator(f".drawing g.word{state}")


def test_next_previous_and_their_keys_run_no_page(visit, sample, settled):
    page = visit(f"{sample}/sentences?dataset=news&system=jieba&other=crf")

    def shows(place):
        """Return the sentence once it is shown. Streamlit takes two clicks before one run for one: wait for each."""
        expect(page.get_by_text(f"{place} of 1,014 sentences.")).to_be_visible()
        settled(page)
        return page.get_by_role("spinbutton", name="Sentence").input_value()

    first = shows("1")
    # What the page draws outside of what is run in place stays the same part.
    page.locator(".st-key-navigation").evaluate("part => part.dataset.same = 1")
    page.get_by_role("button", name="Next", exact=False).first.click()
    second = shows("2")
    assert second != first
    page.keyboard.press("j")
    assert shows("3") not in (first, second)
    page.keyboard.press("k")
    assert shows("2") == second
    choose_row(page, "sentences-hardest", 4)
    shows("5")
    assert page.locator(".st-key-navigation[data-same='1']").count() == 1
    page.go_back()
    assert shows("2") == second


def test_a_word_leads_to_its_places_by_click_and_by_keys(visit, sample, settled):
    page = visit(f"{sample}/sentences?dataset=news&system=jieba&other=crf&sentence=781")
    word = page.locator(".drawing g[data-word]").nth(4)
    word.click()
    reaches(page, {"word": "现在"}, at="diagnosis")
    page.go_back()
    expect(word).to_be_visible()
    settled(page)
    page.locator(".drawing g[data-word]").first.focus()
    for _step in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    reaches(page, {"word": "现在"}, at="diagnosis")


def test_labels_stand_beside_their_rows_on_every_line(visit, hard):
    page = visit(f"{hard}/sentences?sentence=3&order=text")
    expect(words(page).first).to_be_visible()
    apart: list[float] = page.locator(".drawing").evaluate(
        """root => {
            const middle = part => {
                const box = part.getBoundingClientRect();
                return (box.top + box.bottom) / 2;
            };
            const labels = [...root.querySelectorAll("svg > g > g:not(.word) > text")].map(middle);
            const lines = new Set([...root.querySelectorAll("g.word > path:last-of-type")].map(middle));
            return [...lines].map(line => Math.min(...labels.map(label => Math.abs(line - label))));
        }"""
    )
    assert len(apart) > 15
    assert max(apart) < 6


def test_ten_systems_are_copied_row_by_row(visit, hard, settled):
    page = visit(f"{hard}/sentences?sentence=1&order=text")
    page.get_by_role("combobox", name="More systems").click()
    page.get_by_text("Select all").first.click()
    expect(page.locator(".drawing svg > g > g:not(.word)").filter(has_text="J").first).to_be_visible()
    page.keyboard.press("Escape")
    settled(page)
    copied: str = page.locator(".drawing").evaluate(
        """root => {
            (root.getRootNode().getSelection?.() ?? getSelection()).selectAllChildren(root.querySelector("svg"));
            const clipboardData = new DataTransfer();
            root.dispatchEvent(new ClipboardEvent("copy", { clipboardData, cancelable: true }));
            return clipboardData.getData("text/plain");
        }"""
    )

    def seen(text):
        return text.replace("\u200d", "")

    assert copied.split("\n") == [seen(HARD), *[seen(HARD_CUT)] * 10]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_words_and_names_are_shown_literally(visit, hard):
    page = visit(f"{hard}/sentences?sentence=2&order=text")
    expect(words(page).first).to_be_visible()
    shown = "".join(page.locator(".drawing g[data-word] text").all_text_contents())
    assert shown == HOSTILE.replace(" ", "")
    expect(page.locator(".drawing svg > g").filter(has_text="A = ")).to_contain_text(f"0 {EVIL}"[:12])
    let_scripts_run(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator(".drawing img, .drawing script").count() == 0
