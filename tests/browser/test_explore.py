"""Explore, as people use it: filters, conditions, order, a copied link, and the way on to a sentence."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from tests.browser.actions import click_row
from tests.browser.address import reaches, selection
from tests.browser.settling import until

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]
Explore = Callable[..., Page]

SYSTEMS = {"dataset": "news", "system": "jieba", "other": "crf"}
NOTHING = "No word passes the filters."


@pytest.fixture
def explore(visit: Visit, dashboard: Dashboard) -> Explore:
    """``explore(**selection)`` gives the page on the sample's news."""

    def go(**wanted: str) -> Page:
        page = visit(f"{dashboard(sample_project())}/explore?{urlencode({**SYSTEMS, **wanted})}")
        expect(page.locator(".cw-lead")).to_be_visible()
        return page

    return go


def cells(page: Page) -> list[str]:
    """Return the words of the table: the cells that its picture holds for screen readers, which begin with a mark."""
    expect(page.locator(".st-key-words canvas td").first).to_be_attached()
    return page.locator(".st-key-words canvas tbody tr td:nth-of-type(2)").all_inner_texts()[:5]


def choose(page: Page, settled: Settled, box: str, option: str, *, within: str = "") -> None:
    page.locator(f"{within} .st-key-{box} input").click()
    page.get_by_role("option", name=re.compile(option)).first.click()
    settled(page)


def test_filters_are_one_click_and_say_what_they_leave(explore: Explore) -> None:
    page = explore(attribute="wLen", bucket="1")
    note = page.locator(".cw-note").first
    whole = re.search(r"of ([\d,]+) different words", note.inner_text())
    assert whole is not None
    every = f"{whole[1]} of {whole[1]} different words"
    expect(note).to_contain_text(every)
    for label, show in (("only B right", "only_b"), ("wrong in all", "all_wrong")):
        page.get_by_text(label, exact=True).click()
        reaches(page, {"show": show})
        expect(note).not_to_contain_text(every)
    page.get_by_text("all", exact=True).last.click()
    reaches(page, {"show": None})
    expect(note).to_contain_text(every)


@pytest.mark.seldom
def test_several_attributes_are_added_and_removed(explore: Explore, settled: Settled) -> None:
    page = explore(attribute="wLen", bucket="1")
    lead = page.locator(".cw-lead")
    choose(page, settled, "choose-where", "^word frequency 0 ")
    page.keyboard.press("Escape")
    expect(lead).to_contain_text("with word length 2 and word frequency 0:")
    reaches(page, {"where": "wFre:0"})
    # The first click after a choice only closes the list.
    lead.click()
    page.locator(".st-key-choose-where").get_by_role("button", name=re.compile("^Remove word frequency")).click()
    reaches(page, {"where": None})
    expect(lead).not_to_contain_text("word frequency")


def test_link_restores_everything(explore: Explore) -> None:
    wanted = {
        "attribute": "wLen", "bucket": "1", "where": "wFre:0,sLen:3", "show": "only_b",
        "text": "钻", "word": "钻出",
    }  # fmt: skip
    page = explore(**wanted)
    assert selection(page) == {**SYSTEMS, **wanted}
    expect(page.locator(".st-key-choose-where [data-tag-index]")).to_have_count(2)
    expect(page.get_by_placeholder("a word, or a part of it")).to_have_value("钻")
    expect(page.locator(".cw-word")).to_contain_text("钻出")
    expect(page.locator(".drawing text[font-weight='700']").first).to_have_text("钻出")


def test_hostile_search_text_is_a_text(explore: Explore, settled: Settled) -> None:
    page = explore()
    text = '<img src=x onerror="window.hacked=1"> **x** [l](http://elsewhere.example) | .*\\'
    page.get_by_placeholder("a word, or a part of it").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_text(NOTHING)).to_be_visible()
    reaches(page, {"text": text})
    assert page.evaluate("window.hacked") is None
    page.reload()
    expect(page.get_by_text(NOTHING)).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Show all words of the bucket").click()
    reaches(page, {"text": None})
    expect(page.locator(".cw-word")).to_be_visible()


def test_hostile_words_are_found_and_shown_as_they_are(
    page: Page, dashboard: Dashboard, settled: Settled, tmp_path: Path
) -> None:
    word = "<img/src=x/onerror=window.hacked=1>"
    (tmp_path / "gold.txt").write_text(f"{word} 词 语\n" * 40, "utf-8")
    (tmp_path / "system.txt").write_text(f"{word} 词语\n" * 40, "utf-8")
    (tmp_path / "project.toml").write_text(
        "[[dataset]]\nname = 'own'\ngold = 'gold.txt'\n[[dataset.system]]\nname = 's'\nprediction = 'system.txt'\n",
        "utf-8",
    )
    page.goto(f"{dashboard(tmp_path / 'project.toml')}/explore?text={quote(word)}")
    settled(page)
    expect(page.locator(".cw-word")).to_contain_text(word)
    expect(page.locator(".cw-note").first).to_contain_text("1 of 3 different words")
    assert page.evaluate("window.hacked") is None


# How many lines of places are whole on the screen.
_LINES = """() => {
    const root = [...document.querySelectorAll(".st-key-places *")].find(part => part.shadowRoot).shadowRoot;
    const box = document.querySelector(".st-key-places").getBoundingClientRect();
    const end = Math.min(box.bottom, innerHeight);
    return [...root.querySelectorAll("li")].filter(line => line.getBoundingClientRect().bottom <= end + 0.5).length;
}"""


def test_places_are_lines_of_which_one_is_chosen(explore: Explore) -> None:
    page = explore(word="的")
    expect(page.locator(".places li button").first).to_be_visible()
    until(page, lambda: page.evaluate(_LINES), lambda lines: lines >= 24, wanted="24 places on a screen")
    lines, ribbon = page.locator(".places li"), page.locator(".st-key-sentence-of-the-place .drawing")
    third = lines.nth(2).get_attribute("data-id")
    lines.nth(2).get_by_role("button").click()
    reaches(page, {"place": third})
    expect(lines.nth(2).get_by_role("button")).to_have_attribute("aria-current", "true")
    expect(ribbon.locator("text[font-weight='700']")).to_have_text("的")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    reaches(page, {"place": lines.nth(3).get_attribute("data-id")})
    page.keyboard.press("p")
    reaches(page, {"place": third})


@pytest.mark.seldom
def test_a_form_shows_its_places_and_a_place_leads_to_its_sentence(explore: Explore) -> None:
    page = explore(attribute="wLen", bucket="1", word="滨河")
    form = page.locator(".places").get_by_role("button", name=re.compile("^滨河公园"))
    form.click()
    reaches(page, {"form": "a:滨河公园"})
    expect(form).to_have_attribute("aria-pressed", "true")
    form.click()
    reaches(page, {"form": None})
    link = page.get_by_role("link", name=re.compile("^sentence [0-9,]+$")).first
    number = link.inner_text().replace(",", "")
    expect(link).to_have_attribute("href", re.compile(rf"^sentence\?.*sentence={number}$"))
    link.click()
    reaches(page, {**SYSTEMS, "sentence": number}, at="sentences")


@pytest.mark.seldom
def test_patterns_of_a_kind_of_error_are_two_clicks_away(explore: Explore, settled: Settled) -> None:
    page = explore()
    page.get_by_role("button", name="Kind of error").click()
    choose(page, settled, "choose-shape", "^crossed ")
    page.keyboard.press("Escape")
    reaches(page, {"shape": "crossed"})
    page.get_by_text("patterns", exact=True).click()
    reaches(page, {"list": "patterns"})
    expect(page.locator(".cw-word")).to_contain_text("江 | 海波")
    click_row(page, "patterns", 2, height=26)
    reaches(page, {"pattern": "积分 榜首 → 积分榜 首"})
    expect(page.locator(".cw-word")).to_contain_text("积分 | 榜首")
    expect(page.locator(".drawing text[font-weight='700']")).to_have_text(["积分", "榜首"])
    line = page.locator(".places li button").first
    expect(line).to_have_attribute("title", re.compile(r"^A: 积分榜 \| 首 \(.*crossed, OOV\); B: not wrong$"))


# What moves over the places while eight frames are drawn; forms of which a part is not seen; how many are seen.
_FORMS = """async () => {
    const root = [...document.querySelectorAll(".st-key-places *")].find(part => part.shadowRoot).shadowRoot;
    const places = root.querySelector(".places");
    let moves = 0;
    const watch = new MutationObserver(found => moves += found.length);
    watch.observe(places, {attributes: true, childList: true, characterData: true, subtree: true});
    for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame);
    watch.disconnect();
    const seen = [...root.querySelectorAll(".form:not([hidden])")];
    const cut = seen.filter(form => {
        const text = document.createRange();
        text.selectNodeContents(form);
        const [own, inside, box] = [form, text, places].map(one => one.getBoundingClientRect());
        return inside.left < own.left - 0.6 || inside.right > own.right + 0.6 || own.right > box.right + 0.6;
    });
    return {moves, cut: cut.map(form => form.textContent), seen: seen.length};
}"""


@pytest.mark.seldom
def test_forms_are_whole_or_counted_at_every_width(
    page: Page, dashboard: Dashboard, settled: Settled, tmp_path: Path
) -> None:
    word, around = "中华人民共和国", "在这座非常古老而又美丽的大城市里"
    cuts = [f"{word[:place]} {word[place:]}" for place in range(1, len(word))]
    (tmp_path / "gold.txt").write_text(f"{around} {word} 。\n" * 12, "utf-8")
    (tmp_path / "a.txt").write_text("".join(f"{around} {cut} 。\n" for cut in cuts) * 2, "utf-8")
    (tmp_path / "b.txt").write_text("".join(f"{around}{cut} 。\n" for cut in cuts) * 2, "utf-8")
    systems = "".join(f"[[dataset.system]]\nname = 'system-{name}'\nprediction = '{name}.txt'\n" for name in "ab")
    (tmp_path / "project.toml").write_text(f"[[dataset]]\nname = 'own'\ngold = 'gold.txt'\n{systems}", "utf-8")
    address = f"{dashboard(tmp_path / 'project.toml')}/explore?word={quote(word)}"

    def seen(width: int, height: int) -> int:
        page.set_viewport_size({"width": width, "height": height})
        found = until(
            page, lambda: page.evaluate(_FORMS), lambda now: now["moves"] == 0, wanted="forms that stand still"
        )
        assert found["cut"] == [], width
        return int(found["seen"])

    page.goto(address)
    settled(page)
    expect(page.locator(".places .form").first).to_be_visible()
    most = {width: seen(width, height) for width, height in ((1920, 1080), (1280, 720), (700, 900), (330, 800))}
    assert most[1920] > most[330] >= 2, "at least one of each system, and more where there is room"
    assert seen(1920, 1080) == most[1920], "again, once there is room again"


def test_table_is_saved_whole_and_in_chinese(explore: Explore) -> None:
    page = explore(sort="word")
    # Without the dialog, in which nobody would choose a file here.
    page.evaluate("delete window.showSaveFilePicker")
    cells(page)
    page.locator(".st-key-words").hover()
    with page.expect_download() as saved:
        page.locator(".st-key-words").get_by_role("button", name=re.compile("Download")).first.click()
    data = Path(saved.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    lines = data.decode("utf-8-sig").splitlines()
    count = re.search(r"of ([\d,]+) different words", page.locator(".cw-note").first.inner_text())
    assert count is not None
    assert len(lines) == int(count[1].replace(",", "")) + 1
    assert any(line.split(",")[0] == "钻出" for line in lines), lines[:3]
