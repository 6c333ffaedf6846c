"""``report.html`` in a browser without a network: charts are drawn, a bucket is clicked, Chinese is readable."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings import kept
from cwsdiag.project import read_project
from cwsdiag.report.contents import contents_of
from cwsdiag.report.html.page import report_html
from cwsdiag.views.look import LookKey
from tests.browser.actions import click_mark


@pytest.fixture
def report(tmp_path):
    """Two findings of the sample as a page on the disk."""
    project = read_project(sample_project())
    looks = ProjectLooks(replace(project, datasets=project.datasets[:1]))
    asked = {"scores": {}, "self": {"system": "crf", "attribute": "wLen"}}
    look = looks.look(LookKey("news"))
    findings = [kept(made(look, kind, options), note="记得问训练数据。") for kind, options in asked.items()]
    path = tmp_path / "report.html"
    path.write_text(report_html(contents_of("给周四的报告", findings, looks)), encoding="utf-8")
    return path


def test_a_report_lives_without_a_network(report, new_context):
    page = new_context(offline=True, color_scheme="dark").new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    expect(page.locator("html")).to_have_attribute("data-charts", "2")
    assert page.locator(".chart .main-svg").count() >= 2
    expect(page.get_by_role("heading", name="给周四的报告")).to_be_visible()
    # The ink of the dark ground, and one of the two drawings of the sentence.
    assert page.locator(".chart .xtick text").first.evaluate("e => getComputedStyle(e).fill") == "rgb(230, 237, 243)"
    expect(page.locator(".ribbon svg[lang=zh]:visible")).to_have_count(1)
    words = page.locator("#finding-2 .words")
    expect(words).to_be_hidden()
    # The whole column of a bucket is what a click aims at.
    click_mark(page.locator("#finding-2 .barlayer .point path").nth(1))
    expect(words.locator("h4")).to_have_text("word length: 2")
    expect(words.locator("tbody tr").first).to_contain_text("没有")
    page.locator("#finding-2 button.opens").nth(2).click()
    expect(words.locator("h4")).to_have_text("word length: 3")
    expect(words.locator("tbody tr").first.get_by_role("cell").first).not_to_have_text("没有")
    words.get_by_role("button", name="Close").click()
    expect(words).to_be_hidden()
    # A table sorts: numbers from the largest, then from the smallest.
    head = page.locator("#finding-1 th", has_text=re.compile("^F1(?! without)"))
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    first = page.locator("#finding-1 tbody tr").first
    expect(first).to_contain_text("maximum matching")
    assert asked == [report.as_uri()]
    assert not complaints
