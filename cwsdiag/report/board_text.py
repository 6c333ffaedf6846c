"""Tasks and submissions of a board as documents (JSON), rows (CSV) and text for the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from cwsdiag.board import score_names
from cwsdiag.board.verdicts import MOST_TESTED
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table, text_table
from cwsdiag.report.difficulty import committee_line
from cwsdiag.views.columns import BAKEOFF_PAIRS, METHODS
from cwsdiag.views.pairs.verdicts import verdict_said
from cwsdiag.views.rows import verdict_row
from cwsdiag.views.submissions import (
    RANGE,
    moment_said,
    range_of,
    sealed_said,
    shows_ranges,
    times_said,
    with_ranges,
)
from cwsdiag.views.wording import counted, own_kind_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.board import BoardKey, Receipt, Submission, Task
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.report.documents import Document

# The method whose scores need the committee's name beside them.
BALANCED = "balanced"
_TASK_COLUMNS = {
    "name": "task",
    "submissions": "submissions",
    "tracks": "tracks",
    "gold": "gold",
    "sentences": "sentences",
    "words": "words",
    "weights": "difficulties",
    "created": "created",
}
_TIMES = {"opens": "opens", "closes": "closes"}
_WHO = {"id": "no.", "system": "system"}
_MORE = {"author": "author", "track": "track", "date": "date"}
_VALUES = {"score": "score", "value": "value"}


def task_row(task: Task) -> Document:
    """Return a task, one value a key."""
    left_out = ("phase", "warnings")
    return {key: value for key, value in asdict(task).items() if key not in left_out} | {"tracks": list(task.tracks)}


def submission_row(submission: Submission) -> Document:
    """Return a line of the public table; an undefined score is NaN."""
    return {**asdict(submission), "scores": dict(submission.scores)}


def tasks_document(tasks: Sequence[Task]) -> Document:
    """Return what ``cwsdiag board list`` tells."""
    return {"tasks": [task_row(task) for task in tasks]}


def table_document(task: Task, submissions: Sequence[Submission], pairs: Sequence[PairedComparison]) -> Document:
    """Return what ``cwsdiag board show`` and ``export`` tell: the task, its public table, best F1 first, its tests.

    In ``pairs`` the systems ``a`` and ``b`` are the numbers of their submissions.
    """
    return {
        "task": task_row(task),
        "submissions": [submission_row(one) for one in submissions],
        "pairs": [{**verdict_row(one), "a": int(one.a), "b": int(one.b)} for one in pairs],
    }


def _pair_lines(pairs: Sequence[Document], submissions: Sequence[Submission]) -> list[str]:
    """Return the paired tests as a table with a remark on what they are; nothing without."""
    if not pairs:
        return []
    names = {one.id: f"{one.id} {one.system}" for one in submissions}
    rows = []
    for row in pairs:
        f1 = {key: 100 * row["f1"][score] for key, score in (("f1", "difference"), ("low", "low"), ("high", "high"))}
        test = {"p": row["f1"]["p_deciding"], "verdict": verdict_said(row["f1"]["verdict"])}
        rows.append({"first": names[row["a"]], "second": names[row["b"]], **f1, **test})
    remark = (
        "Points of F, first − second, with paired 95 % intervals; p by swaps, adjusted by Holm for the "
        f"{counted(len(pairs), 'pairs')}: the leader of a track against each, and neighbours, of the best "
        f"{MOST_TESTED} of a track."
    )
    columns = {key: BAKEOFF_PAIRS[key] for key in ("first", "second", "f1", "low", "high", "p", "verdict")}
    return ["", Table(rows, columns, caption="paired tests:", notes=(remark,)).terminal()]


def receipt_document(receipt: Receipt) -> Document:
    """Return what ``cwsdiag board submit`` tells."""
    return {"submission": submission_row(receipt.submission), "warnings": list(receipt.warnings)}


def csv_rows(submissions: Sequence[Submission]) -> list[Document]:
    """Return the public table as flat rows, a column a score; see ``csv_text``."""
    names = score_names(submissions)
    rows = []
    for one in submissions:
        row = {key: value for key, value in asdict(one).items() if key != "scores"}
        rows.append({**row, **{name: one.scores.get(name) for name in names}})
    return rows


def tasks_lines(tasks: Sequence[Task]) -> list[str]:
    """Return the tasks as a table."""
    if not tasks:
        return ["No task yet: `cwsdiag board add-task` makes one."]
    rows = [
        asdict(task)
        | {"tracks": ", ".join(task.tracks), "gold": _gold(task), "weights": "known" if task.weights else "none"}
        | {"opens": moment_said(task.opens), "closes": moment_said(task.closes)}
        for task in tasks
    ]
    bounded = any(task.opens or task.closes for task in tasks)
    return [text_table(rows, _TASK_COLUMNS | _TIMES if bounded else _TASK_COLUMNS)]


def keys_document(keys: Sequence[BoardKey]) -> Document:
    """Return what ``cwsdiag board key list`` tells."""
    return {"keys": [asdict(key) for key in keys]}


def keys_lines(keys: Sequence[BoardKey]) -> list[str]:
    """Return the keys of a board as a table."""
    if not keys:
        return ["No key yet: `cwsdiag board key add` makes one."]
    rows = [asdict(key) | {"created": moment_said(key.created), "revoked": moment_said(key.revoked)} for key in keys]
    return [text_table(rows, {name: name for name in ("name", "submissions", "created", "revoked")})]


def table_lines(task: Task, submissions: Sequence[Submission], pairs: Sequence[Document]) -> list[str]:
    """Return a task with its public table: a table a method, with all of its scores, and its paired tests.

    Args:
        task: the task.
        submissions: its lines.
        pairs: of its ``table_document``.
    """
    sizes = f"{counted(task.sentences, 'sentences')}, {_words(task)}{counted(task.characters, 'characters')}"
    lines = [
        f"{printable(task.name)}: {sizes}; "
        f"tracks: {', '.join(task.tracks)}; gold: {_gold(task)}"
        f"{'' if task.mismatch == 'error' else f'; mismatch: {task.mismatch}'}"
    ]
    tracks = [f"{track}: {rule}" for track, rule in task.track_rules.items()]
    remarks = (times_said(task), sealed_said(task), task.split, *tracks, *task.rules.split("\n"))
    lines += [printable(line) for line in remarks if line]
    names = score_names(submissions)
    names_shown = with_ranges(names) if shows_ranges(task) else names
    ends = [name for name in names_shown if name.startswith(RANGE)]
    rows = [
        {**asdict(one), "date": one.created[:10], **one.scores, **{name: range_of(name, one.scores) for name in ends}}
        for one in submissions
    ]
    told = {"known_by": "known by", "resources": "resources"}
    who = _WHO | _MORE | {key: label for key, label in told.items() if any(row[key] for row in rows)}
    for method, own in _by_method(names_shown).items():
        # One that is older than a method has no score by it.
        filled = [dict.fromkeys(own) | row for row in rows]
        lines += ["", f"{method}:", text_table(filled, who | own)]
        who = _WHO
        if method == BALANCED:
            named = committee_line({"committee": task.committee, "members": None})
            lines += ["", named, own_kind_note(task.committee)]
    return [*lines, *_pair_lines(pairs, submissions), "", task.signature]


def receipt_lines(receipt: Receipt) -> list[str]:
    """Return a receipt as text: the scores, a line each, and the token."""
    one = receipt.submission
    scores = [{"score": name, "value": value} for name, value in one.scores.items()]
    return [
        f"submission {one.id} to {printable(one.task)}: {printable(one.system)} by {printable(one.author)}",
        "",
        text_table(scores, _VALUES),
        "",
        one.signature,
    ]


def _by_method(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the scores of each method with their headings."""
    methods: dict[str, dict[str, str]] = {}
    for name in names:
        method, _, score = name.partition(".")
        end, dot, last = score.rpartition(".")
        known = METHODS.get(method, {})
        label = known[last].label if last in known else last
        methods.setdefault(method, {})[name] = f"{end}{dot}{label}"
    return methods


def _words(task: Task) -> str:
    return "" if task.words is None else f"{counted(task.words, 'words')}, "


def _gold(task: Task) -> str:
    return "open" if task.open_gold else "private"
