"""The Sentence page in a browser: the way through the sentences, and a ribbon that holds in hard cases."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from cwsdiag.site import sample_project
from tests.browser.address import reaches
from tests.browser.settling import let_scripts_run, until

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]

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
def hard(dashboard: Dashboard, tmp_path_factory: pytest.TempPathFactory) -> str:
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
def sample(dashboard: Dashboard) -> str:
    return dashboard(sample_project())


def centres(page: Page) -> list[list[tuple[float, float]]]:
    """Return the middle of every character's box, row by row, downwards from its row's place in the line."""
    rows: list[list[tuple[float, float]]] = page.evaluate(
        """() => [...document.querySelector('.cw-lanes').children].map(
            lane => [...lane.querySelectorAll('i')].map(cell => {
                const box = cell.getBoundingClientRect();
                return [(box.left + box.right) / 2, box.top - lane.offsetTop];
            }))"""
    )
    return rows


def test_next_previous_and_their_keys(visit: Visit, sample: str, settled: Settled) -> None:
    page = visit(f"{sample}/sentence?dataset=news&system=jieba&other=crf")

    def shows(place: str) -> str:
        """Return the sentence once it is shown. Streamlit takes two clicks before one run for one: wait for each."""
        expect(page.get_by_text(f"{place} of 100 sentences by errors of jieba.")).to_be_visible()
        settled(page)
        return page.get_by_role("spinbutton", name="Sentence").input_value()

    first = shows("1st")
    page.get_by_role("button", name="Next").click()
    second = shows("2nd")
    assert second != first
    page.keyboard.press("n")
    assert shows("3rd") not in (first, second)
    page.keyboard.press("p")
    assert shows("2nd") == second
    page.get_by_role("button", name="Previous").click()
    assert shows("1st") == first


@pytest.mark.seldom
def test_search_and_the_link_to_it(visit: Visit, sample: str) -> None:
    page = visit(f"{sample}/sentence?dataset=news&system=jieba&order=disagreement&text={quote('着')}")
    expect(page.get_by_text("1st of 4 sentences that hold “着” by disagreement of jieba and crf.")).to_be_visible()
    assert set(page.locator(".cw-gold i.h").all_inner_texts()) == {"着"}
    page.get_by_placeholder("sentences that hold").fill("人")
    page.keyboard.press("Enter")
    expect(page.get_by_text("sentences that hold “人”")).to_be_visible()
    reaches(page, {"text": "人"})
    visit(link := page.url)
    expect(page.get_by_text("sentences that hold “人”")).to_be_visible()
    assert page.url == link


def test_hard_characters_keep_equal_columns(visit: Visit, hard: str) -> None:
    page = visit(f"{hard}/sentence?sentence=1&order=text")
    expect(page.locator(".cw-lanes")).to_be_visible()
    rows = centres(page)
    assert len(rows) == 3
    assert {len(row) for row in rows} == {len(HARD.replace(" ", ""))}
    for row in rows[1:]:
        # Boxes are drawn a little narrower where words begin and end.
        assert max(abs(one[0] - other[0]) for one, other in zip(rows[0], row, strict=True)) < 2
    steps = [right[0] - left[0] for left, right in zip(rows[0], rows[0][1:], strict=False) if right[1] == left[1]]
    assert max(steps) - min(steps) < 4


def test_labels_stand_beside_their_rows_on_every_line(visit: Visit, hard: str) -> None:
    page = visit(f"{hard}/sentence?sentence=3&order=text")
    expect(page.locator(".cw-lanes")).to_be_visible()
    apart: list[float] = page.evaluate(
        """() => {
            const labels = [...document.querySelectorAll('.cw-names .cw-name-b')].map(one => {
                const box = one.getBoundingClientRect();
                return (box.top + box.bottom) / 2;
            });
            const lines = new Set([...document.querySelectorAll('.cw-lane.cw-b i')].map(one => {
                const box = one.getBoundingClientRect();
                return (box.top + box.bottom) / 2;
            }));
            return [...lines].map((line, number) => Math.abs(line - labels[number]));
        }"""
    )
    assert len(apart) > 5
    assert max(apart) < 2


def test_ten_systems_are_copied_row_by_row(visit: Visit, hard: str, settled: Settled) -> None:
    page = visit(f"{hard}/sentence?sentence=1&order=text")
    page.get_by_role("combobox", name="More systems").click()
    page.get_by_text("Select all").first.click()
    expect(page.locator(".cw-lane")).to_have_count(11)
    page.keyboard.press("Escape")
    settled(page)
    copied: str = page.evaluate(
        """() => {
            getSelection().selectAllChildren(document.querySelector('.cw-ribbon'));
            return getSelection().toString();
        }"""
    )
    assert copied.strip().split("\n") == [HARD, *[HARD_CUT] * 10]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_words_and_names_are_shown_literally(visit: Visit, hard: str) -> None:
    page = visit(f"{hard}/sentence?sentence=2&order=text")
    expect(page.locator(".cw-lanes")).to_be_visible()
    assert "".join(page.locator(".cw-gold i").all_inner_texts()) == HOSTILE.replace(" ", "")
    expect(page.locator(".cw-legend")).to_contain_text(f"A = 0 {EVIL}")
    let_scripts_run(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator(".cw-ribbon img, .cw-ribbon script, .cw-legend img").count() == 0


def test_words_tell_their_values_under_the_pointer_and_on_the_keyboard(visit: Visit, hard: str) -> None:
    page = visit(f"{hard}/sentence?sentence=1&order=text")
    told = "word => getComputedStyle(word, '::after').content"

    def tells(word: Locator, value: str) -> None:
        until(page, lambda: str(word.evaluate(told)), lambda text: value in text, wanted=value)

    wrong = page.locator(".cw-a .bad").first
    assert wrong.evaluate(told) == "none"
    wrong.locator("i").first.hover()
    tells(wrong, "word length")
    # Under the word, and no lower than the next row.
    below: float = wrong.evaluate(
        """word => parseFloat(getComputedStyle(word, '::after').top)
            - word.querySelector('i').getBoundingClientRect().bottom"""
    )
    assert 0 <= below < 6
    page.mouse.move(0, 0)
    first = page.locator(".cw-gold [role=listitem]").first
    first.focus()
    page.keyboard.press("Tab")
    second = page.locator(".cw-gold [role=listitem]").nth(1)
    expect(second).to_be_focused()
    tells(second, "character consistency")
    expect(first).to_have_attribute("aria-label", "𠮷野家")
