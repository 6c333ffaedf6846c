"""What is kept by clicks: pinned into the tray, and saved as files in which Chinese is read again."""

from io import BytesIO
from xml.etree import ElementTree

from playwright.sync_api import expect
from pypdf import PdfReader

from cwsdiag.findings import read_findings
from tests.browser.actions import FIRST, GOLD, SECOND, go_on
from tests.browser.settling import settle


def opened_menu(page, key):
    """Open the ⋯ of an exhibit, and return what it holds."""
    page.locator(f".st-key-{key}-menu button").first.click()
    menu = page.get_by_test_id("stPopoverBody")
    expect(menu).to_be_visible()
    return menu


def saved(menu, format):
    """Choose a format, and return the file and its name."""
    menu.get_by_role("radio", name=format, exact=True).click()
    settle(menu.page)
    with menu.page.expect_download() as download:
        menu.get_by_role("button", name="Save").click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_pinned_and_saved_by_clicks(visit, dashboard, settled, tmp_path):
    texts = {"gold": GOLD, "甲": FIRST, "乙": SECOND}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    systems = "".join(f'[[dataset.system]]\nname = "{name}"\nprediction = "{name}.txt"\n' for name in ("甲", "乙"))
    (tmp_path / "project.toml").write_text(f'[[dataset]]\nname = "长句"\ngold = "gold.txt"\n{systems}', "utf-8")
    page = visit(f"{dashboard(tmp_path / 'project.toml')}/summary")
    settled(page)
    menu = opened_menu(page, "lead")
    menu.get_by_role("button", name="Pin", exact=True).click()
    link = page.get_by_role("link", name="Talk (1)")
    expect(link).to_be_visible()
    (kept,) = read_findings((tmp_path / "findings.toml").read_text("utf-8"))
    assert kept.where.dataset == "长句"
    settled(page)
    expect(menu.get_by_role("button", name="Unpin")).to_be_visible()
    name, svg = saved(menu, "SVG")
    assert name == "长句-scores-column.svg"
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "321"
    assert "长句" in "".join(root.itertext())
    page.keyboard.press("Escape")
    go_on(page, page.url.replace("/summary", "/sentences"))
    settled(page)
    name, pdf = saved(opened_menu(page, "lead"), "PDF")
    assert name == "长句-甲-乙-sentence-1-column.pdf"
    assert "北京" in PdfReader(BytesIO(pdf)).pages[0].extract_text().replace("\n", "").replace(" ", "")
    page.keyboard.press("Escape")
    link.click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value(kept.title)
