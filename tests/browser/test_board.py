"""The Board page in a browser: submitting, being refused, and the way to the diagnosis pages."""

import pytest
from playwright.sync_api import expect

from cwsdiag.board import Board, Entry, Submitter
from cwsdiag.cli import main
from cwsdiag.files import sample_project
from cwsdiag.formats import Source
from tests.browser.actions import box_at_rest
from tests.browser.address import reaches
from tests.browser.settling import until

NEWS = sample_project().parent / "news" / "first"
ROW_HEIGHT = 35


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A project that names a board, with a task made by the command and two submissions, and the board's file."""
    folder = tmp_path_factory.mktemp("lab")
    command = ["board", "add-task", "news", "--board", str(folder / "lab.sqlite")]
    files = ["--gold", str(NEWS / "test.txt"), "--train", str(NEWS / "train.txt")]
    main([*command, *files, "--few-sentences"], standalone_mode=False)
    board = Board(folder / "lab.sqlite", create=False)
    by = Submitter(signed_in="lab")
    for entry in (Entry("crf", "Li Hua", "closed"), Entry("jieba", "王小明", "open")):
        board.submit("news", entry, Source.from_path(NEWS / f"{entry.system}.txt"), by=by)
    path = folder / "project.toml"
    gold = (NEWS / "test.txt").as_posix()
    path.write_text(f"board = 'lab.sqlite'\n[[dataset]]\nname = 'own'\ngold = '{gold}'\n", "utf-8")
    return path, board.path.read_bytes()


@pytest.fixture
def project(begun):
    """The project, with the board as it was made: nobody has submitted anything else."""
    path, board = begun
    (path.parent / "lab.sqlite").write_bytes(board)
    return path


@pytest.fixture
def lab(visit, project, dashboard):
    return visit(f"{dashboard(project)}/lab")


def rows(page):
    """Return the cells of the table, which its picture holds for screen readers."""
    expect(page.locator(".st-key-board-table canvas td").first).to_be_attached()
    return [row.locator("td").all_inner_texts() for row in page.locator(".st-key-board-table canvas tbody tr").all()]


def shows(page, *systems):
    """Wait until the table has these systems, in this order."""

    def names():
        return [row[1] for row in rows(page) if len(row) > 1]

    until(page, names, lambda found: found == list(systems), wanted=f"a table of {systems}")


def tick(page, settled, *places):
    for place in places:
        box = box_at_rest(page.locator(".st-key-board-table canvas").first)
        page.mouse.click(box["x"] + 16, box["y"] + 36 + (place + 0.5) * ROW_HEIGHT)
        settled(page)


def submit(page, settled, system, key, file):
    page.get_by_label("Name of the system").fill(system)
    page.get_by_role("textbox", name="Key, if you have one").fill(key)
    page.locator(".stForm input[type=file]").first.set_input_files(file)
    settled(page)
    page.get_by_role("button", name="Submit", exact=True).click()
    settled(page)


def test_submission_with_a_key_is_accepted_and_scored(lab, project, settled):
    shows(lab, "crf", "jieba", "TOP", "BASE")
    key = Board(project.parent / "lab.sqlite", create=False).add_key("Me")
    submit(lab, settled, "<b>mine</b>", key, NEWS / "maximum-matching.txt")
    shows(lab, "crf", "<b>mine</b>", "jieba", "TOP", "BASE")
    expect(lab.get_by_text("<b>mine</b> by Me, is in the table of news: F 0.")).to_be_visible()
    expect(lab.get_by_text("You submit with the key of Me.")).to_be_visible()


def test_large_file_is_refused_by_the_browser(lab, settled, tmp_path):
    large = tmp_path / "large.txt"
    large.write_text("很 大 \n" * 3_000_000, "utf-8")
    lab.locator(".stForm input[type=file]").first.set_input_files(large)
    settled(lab)
    expect(lab.locator(".stForm").first).to_contain_text("must be")


@pytest.mark.seldom
def test_rows_open_in_overview_and_the_link_works_on_a_fresh_server(page, lab, project, dashboard, settled):
    # Its gold is private.
    Board(project.parent / "lab.sqlite", create=False).close("news")
    lab.reload()
    settled(lab)
    shows(lab, "crf", "jieba", "TOP", "BASE")
    tick(lab, settled, 0, 1)
    lab.get_by_role("button", name="Open in the diagnosis pages").click()
    reaches(lab, {"dataset": "board:news", "submissions": "3,4"}, at="summary")
    expect(lab.locator(".cw-lead")).to_contain_text("crf leads jieba by 1.5 points")
    link = lab.url.partition("/summary")[2]
    page.goto(f"{dashboard(project, fresh=True)}/summary{link}")
    reaches(page, {"dataset": "board:news", "submissions": "3,4"}, at="summary")
    expect(page.locator(".cw-lead")).to_contain_text("crf leads jieba by 1.5 points")
    page.get_by_role("link", name="Diagnosis", exact=True).click()
    reaches(page, {"dataset": "board:news", "submissions": "3,4"}, at="diagnosis")
    expect(page.locator(".cw-box")).to_contain_text("The gold of news is private")
    expect(page.locator(".cw-ribbon")).to_have_count(0)
