"""Ways in: a first visit, an address of an earlier version, and texts and names that would run something."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import go_on
from tests.browser.address import reaches
from tests.browser.settling import let_scripts_run


def test_first_visit_without_a_project_opens_the_sample_by_one_click(page, dashboard, settled):
    page.goto(dashboard())
    settled(page)
    page.get_by_role("button", name="Open the sample").click()
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("crf leads jieba by ")


def test_addresses_of_earlier_versions_lead_on_with_what_they_asked_for(page, dashboard, settled):
    page.goto(f"{dashboard(sample_project())}/explore?dataset=microblog&attribute=wLen&bucket=1")
    settled(page)
    reaches(page, {"attribute": "wLen", "bucket": "1"}, at="diagnosis")


HOSTILE = (
    '<img src=x onerror="window.hacked=1"> <iframe srcdoc="<script>parent.hacked=1</script>"> '
    "[link](http://elsewhere.example) **fat** :red[x] $x^2$ 词 语"
)


def test_hostile_texts_run_nothing_and_are_shown_literally(page, dashboard, settled, tmp_path):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name = '**x**">[l](http://elsewhere.example)<img src=x onerror=window.hacked=1>'
    (tmp_path / "gold.txt").write_text((HOSTILE + "\n") * 40, "utf-8")
    (tmp_path / "system.txt").write_text((HOSTILE.replace("词 语", "词语") + "\n") * 40, "utf-8")
    (tmp_path / "project.toml").write_text(
        "[[dataset]]\nname = 'a<b>b</b>'\ngold = 'gold.txt'\ntrain = 'gold.txt'\n"
        f"[[dataset.system]]\nname = '{name}'\nprediction = 'system.txt'\n",
        "utf-8",
    )
    address = dashboard(tmp_path / "project.toml")
    page.goto(f"{address}/files")
    for path in ("files", "summary", "diagnosis", "sentences"):
        if path != "files":
            go_on(page, f"{address}/{path}")
        settled(page)
        main = page.get_by_test_id("stMain")
        expect(main.get_by_text(name).first if path != "files" else main.get_by_text("<img").first).to_be_visible()
        let_scripts_run(page)
        assert page.evaluate("window.hacked") is None
        assert main.locator("iframe, .cw-lead a, .cw-preview a, strong:has-text('fat')").count() == 0
    assert {urlsplit(url).hostname for url in asked} - {None} == {"127.0.0.1"}
