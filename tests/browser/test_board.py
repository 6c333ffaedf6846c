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


def test_submission_with_a_key_is_accepted_and_rows_of_a_closed_task_open_in_summary(lab, project, settled):
    shows(lab, "crf", "jieba", "TOP", "BASE")
    board = Board(project.parent / "lab.sqlite", create=False)
    submit(lab, settled, "<b>mine</b>", board.add_key("Me"), NEWS / "maximum-matching.txt")
    shows(lab, "crf", "<b>mine</b>", "jieba", "TOP", "BASE")
    expect(lab.get_by_text("<b>mine</b> by Me, is in the table of news: F 0.")).to_be_visible()
    board.close("news")
    lab.reload()
    settled(lab)
    shows(lab, "crf", "<b>mine</b>", "jieba", "TOP", "BASE")
    tick(lab, settled, 0, 2)
    lab.get_by_role("button", name="Open in the diagnosis pages").click()
    reaches(lab, {"dataset": "board:news", "submissions": "3,4"}, at="summary")
    expect(lab.locator(".cw-lead")).to_contain_text("crf leads jieba by 1.5 points")
