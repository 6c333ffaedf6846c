"""Diagnosis, as people use it: from slices and marks to words and a sentence, in place, by mouse and by keys."""

import re
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Position, expect

from cwsdiag.files import sample_project
from tests.browser.actions import choose_row, click_mark
from tests.browser.address import reaches, selection
from tests.browser.settling import settle, until

PAIR = {"dataset": "microblog", "system": "crf", "other": "jieba"}


@pytest.fixture
def diagnosis(visit, dashboard):
    """``diagnosis(**selection)`` gives the page on the sample's microblog."""

    def go(**wanted):
        return visit(f"{dashboard(sample_project())}/diagnosis?{urlencode({**PAIR, **wanted})}")

    return go


def heading(page):
    """What says which words are looked at."""
    return page.locator(".st-key-diagnosis-words .cw-word").first


def place(page):
    """What says whose places are shown."""
    return page.locator(".places .cw-word")


def chosen(page):
    return str(place(page).evaluate("heading => heading.firstChild.textContent"))


def test_a_slice_shows_its_words_and_a_word_its_places_without_leaving(diagnosis):
    page = diagnosis()
    expect(place(page)).to_be_visible()
    assert selection(page) == PAIR, "what is shown first nobody chose"
    begun, first = page.evaluate("navigation.currentEntry.index"), heading(page).inner_text()
    choose_row(page, "slices", 3)
    expect(heading(page)).not_to_have_text(first)
    settle(page)
    assert {"attribute", "bucket"} <= selection(page).keys()
    before = chosen(page)
    choose_row(page, "words", 2)
    expect(place(page)).not_to_contain_text(before)
    settle(page)
    assert selection(page)["word"] == chosen(page)
    assert set(page.locator(".drawing text[font-weight='700']").all_text_contents()) == {chosen(page)}
    assert page.evaluate("navigation.currentEntry.index") == begun + 2, "one act, one entry"
    page.go_back()
    reaches(page, {"word": None}, at="diagnosis")
    expect(place(page)).to_contain_text(before)
    page.go_back()
    reaches(page, {"bucket": None})
    expect(heading(page)).to_have_text(first)
    page.go_forward()
    expect(place(page)).to_contain_text(before)


# Of the third bucket of word length: the mark of B, and the difference in the column.
MARKS: list[tuple[int, str, Position | None, dict[str, str | None]]] = [
    (1, ".scatterlayer .trace:nth-of-type(2) .point", None, {"of": "b", "show": None}),
    (2, ".barlayer .point path", {"x": 4, "y": 4}, {"of": None}),
]


def test_what_is_clicked_in_a_panel_says_which_words(diagnosis):
    page = diagnosis(part="panels")
    for number, mark, at, wanted in MARKS:
        marks = page.locator(f".st-key-panels .subplot.xy{number if number > 1 else ''}").locator(mark)
        expect(marks).to_have_count(4)
        click_mark(marks.nth(2), at=at)
        reaches(page, {"attribute": "wLen", "bucket": "2", "part": "panels", **wanted}, at="diagnosis")
        expect(heading(page)).to_contain_text("words with word length 3")
    # What is clicked stands under the panels on the same screen.
    page.set_viewport_size({"width": 1280, "height": 720})
    box = heading(page).bounding_box()
    assert box is not None and box["y"] + box["height"] < 720


def test_keys_go_from_slices_to_words_to_places(diagnosis):
    page = diagnosis()
    expect(place(page)).to_be_visible()
    first = heading(page).inner_text()
    page.keyboard.press("j")
    expect(heading(page)).not_to_have_text(first)
    settle(page)
    slice_of, word = selection(page), chosen(page)
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.press("j")
    expect(place(page)).not_to_contain_text(word)
    settle(page)
    assert {key: selection(page)[key] for key in slice_of} == slice_of, "the next word of the same slice"
    page.keyboard.press("Escape")
    settle(page)
    page.keyboard.press("k")
    expect(heading(page)).to_have_text(first)
    page.keyboard.press("/")
    page.keyboard.type("的")
    page.keyboard.press("Enter")
    reaches(page, {"text": "的"})


def test_a_word_of_a_link_is_chosen_wherever_it_stands(diagnosis):
    page = diagnosis(attribute="all", word="的")
    expect(place(page)).to_contain_text("的")
    lines = page.locator(".places li")
    third = lines.nth(2).get_attribute("data-id")
    lines.nth(2).get_by_role("button").click()
    reaches(page, {"place": third})
    expect(lines.nth(2).get_by_role("button")).to_have_attribute("aria-current", "true")
    # The sentence of another place than the chosen one, whose word is marked there.
    link = page.get_by_role("link", name=re.compile("^sentence [0-9,]+$")).nth(1)
    second, number = lines.nth(1).get_attribute("data-id"), link.inner_text().replace(",", "")
    expect(link).to_have_attribute("href", re.compile(rf"^sentences\?.*sentence={number}&place={second}$"))
    link.click()
    reaches(page, {**PAIR, "sentence": number, "place": second}, at="sentences")
    expect(page.locator('.st-key-ribbon svg text[font-weight="700"]').first).to_have_text("的")


# What moves over the places while eight frames are drawn; forms of which a part is not seen; how many are seen.
_FORMS = """async () => {
    const root = [...document.querySelectorAll(".st-key-diagnosis-places *")].find(
        part => part.shadowRoot?.querySelector(".places")).shadowRoot;
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
def test_forms_are_whole_or_counted_at_every_width(page, dashboard, settled, tmp_path):
    word, around = "中华人民共和国", "在这座非常古老而又美丽的大城市里"
    cuts = [f"{word[:place]} {word[place:]}" for place in range(1, len(word))]
    (tmp_path / "gold.txt").write_text(f"{around} {word} 。\n" * 12, "utf-8")
    (tmp_path / "a.txt").write_text("".join(f"{around} {cut} 。\n" for cut in cuts) * 2, "utf-8")
    (tmp_path / "b.txt").write_text("".join(f"{around}{cut} 。\n" for cut in cuts) * 2, "utf-8")
    systems = "".join(f"[[dataset.system]]\nname = 'system-{name}'\nprediction = '{name}.txt'\n" for name in "ab")
    (tmp_path / "project.toml").write_text(f"[[dataset]]\nname = 'own'\ngold = 'gold.txt'\n{systems}", "utf-8")

    def seen(width, height):
        page.set_viewport_size({"width": width, "height": height})
        found = until(
            page, lambda: page.evaluate(_FORMS), lambda now: now["moves"] == 0, wanted="forms that stand still"
        )
        assert found["cut"] == [], width
        return int(found["seen"])

    page.goto(f"{dashboard(tmp_path / 'project.toml')}/diagnosis?word={quote(word)}")
    settled(page)
    expect(page.locator(".places .form").first).to_be_visible()
    most = {width: seen(width, height) for width, height in ((1920, 1080), (1280, 720), (700, 900), (330, 800))}
    assert most[1920] >= most[330] >= 2, "at least one of each system"
    assert seen(1920, 1080) == most[1920], "again, once there is room again"


def test_rows_are_put_in_order_and_chosen_by_keys(diagnosis):
    page = diagnosis(attribute="all")
    rows, head = page.locator(".st-key-words tbody tr"), page.locator(".st-key-words th").nth(1)
    counts = rows.locator("td:nth-of-type(2)")
    first = rows.first.inner_text()

    def numbers():
        return [int(text.replace(",", "")) for text in counts.all_inner_texts()]

    head.click()
    expect(head).to_have_attribute("aria-sort", "descending")
    assert numbers() == sorted(numbers(), reverse=True) != sorted(numbers())
    head.click()
    assert numbers() == sorted(numbers())
    head.click()
    assert rows.first.inner_text() == first
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    second = rows.nth(1)
    expect(second).to_have_attribute("aria-selected", "true")
    expect(second).to_be_focused()
    expect(place(page)).to_contain_text(second.locator("td").first.inner_text())
    reaches(page, {"word": second.locator("td").first.inner_text()})
