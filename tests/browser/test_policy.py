"""The policy that every page comes with. Everywhere ``settle`` holds that the dashboard keeps to it."""

from cwsdiag.files import sample_project
from tests.browser.settling import forbidden, until

# Of what is no part of the dashboard: scripts in the page, pictures and data from elsewhere, pages inside it.
_STRANGE = """async () => {
    const twin = document.createElement("div"), script = document.createElement("script");
    twin.innerHTML = `<img src="data:," onerror="window.ran = 1"><img src="http://127.0.0.2:9/x.png">
        <iframe src="http://127.0.0.2:9/"></iframe><a href="javascript:window.ran = 1">x</a>`;
    script.textContent = "window.ran = 1";
    document.body.append(twin, script);
    twin.querySelector("a").click();
    await fetch("http://127.0.0.2:9/").catch(() => null);
    return window.ran;
}"""
_RULES = {"script-src-attr", "script-src-elem", "img-src", "connect-src", "frame-src"}


def test_what_is_no_part_of_the_dashboard_is_forbidden(page, dashboard, settled):
    page.goto(f"{dashboard(sample_project())}/summary?dataset=microblog")
    settled(page)
    # Charts are saved by a dialog, which tests/browser/test_keeping.py opens; a table by itself.
    table = page.locator(".st-key-scores-table")
    # Where a browser has a dialog to choose a place, a test cannot answer it.
    page.evaluate("delete window.showSaveFilePicker")
    table.hover()
    with page.expect_download() as rows:
        table.get_by_role("button", name="Download as CSV").click()
    assert rows.value.suggested_filename.endswith(".csv")
    settled(page)

    assert page.evaluate(_STRANGE) is None
    until(
        page,
        lambda: {said.partition(" ")[0] for said in forbidden(page)},
        lambda found: found >= _RULES,
        wanted=f"refused by all of {_RULES}",
    )
