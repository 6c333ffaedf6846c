"""What the lab tells, on pages, as text and as documents: tasks and submissions of a board, studies of judgements.

Where the gold of a task is open, also the paired tests of its leaders and of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from cwsdiag.align import Mismatch
from cwsdiag.bakeoff import verdicts
from cwsdiag.board import BoardKey, Receipt, Submission, Task, score_names
from cwsdiag.board.models import KnownBy
from cwsdiag.board.store import Board
from cwsdiag.board.tasks import load, read_file
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.exhibits.judges import agreement_text, correlations_text, has_f_b, judged_table
from cwsdiag.judging import Judgement, JudgingStudy, Outcome
from cwsdiag.languages import _, lazy, n_
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table, text_table
from cwsdiag.report.difficulty import committee_note
from cwsdiag.report.documents import Document
from cwsdiag.views.columns import BAKEOFF_PAIRS, METHODS
from cwsdiag.views.rows import verdict_row
from cwsdiag.views.wording import counted, in_turn

# The method whose scores need the committee's name beside them.
BALANCED = "balanced"
# Of those against both ends of several references, which are shown.
_OF_ENDS = (".precision", ".recall", ".f1")
# What a task does where a submission has other characters than gold.
MISMATCHES: dict[Mismatch, str] = {
    "error": lazy("refuse the submission"),
    "skip": lazy("leave it out on both sides"),
    "count": lazy("count it against the system"),
}
# How the board knows whose a submission is.
KNOWN_BY: dict[KnownBy, str] = {"": "", "key": lazy("a key"), "sign-in": lazy("a sign-in")}
_TASK_COLUMNS = {"name": "task"} | {
    name: name
    for name in ("submissions", "tracks", "gold", "sentences", "words", "difficulties", "created", "opens", "closes")
}
_KEY_COLUMNS = {name: name for name in ("name", "submissions", "created", "revoked")}
_WHO = {"id": "no.", "system": "system"}
_MORE = {"author": "author", "track": "track", "date": "date", "known_by": "known by", "resources": "resources"}


def times_text(task: Task) -> str:
    """Return when systems can be submitted, a sentence; empty where there is no bound."""
    opens, closes = moment_text(task.opens), moment_text(task.closes)
    if task.phase == "closed":
        return _("Closed: systems could be submitted until {closes}.", closes=closes)
    until = _("Systems can be submitted until {closes}.", closes=closes) if closes else ""
    if task.phase == "before":
        return in_turn(_("Not open yet: systems can be submitted from {opens}.", opens=opens), until)
    return until


def size_text(task: Task) -> str:
    """Say how large a task is: in gold words, or in characters while these are not said."""
    if task.words is None:
        return n_("{n:,} character", "{n:,} characters", task.characters)
    return n_("{n:,} gold word", "{n:,} gold words", task.words)


def sealed_text(task: Task) -> str:
    """Say what is known of the submissions to a task until it closes; empty where all is."""
    if not task.sealed:
        return ""
    return _("Gold is private: until the task closes there are the main scores, to three decimals.")


def moment_text(stored: str) -> str:
    """Return a moment as the board stores it as people read it: ``2026-05-01 18:00 UTC``; empty for none."""
    return f"{stored[:10]} {stored[11:16]} UTC" if stored else ""


def task_row(task: Task) -> Document:
    """Return a task, one value a key."""
    return {key: value for key, value in asdict(task).items() if key not in ("phase", "warnings")}


def table_document(task: Task, submissions: Sequence[Submission], pairs: Sequence[PairedComparison]) -> Document:
    """Return what ``cwsdiag board show`` and ``export`` print: the task, its public table, best F1 first, its tests.

    In ``pairs`` the systems ``a`` and ``b`` are the numbers of their submissions.
    """
    return {
        "task": task_row(task),
        "submissions": [asdict(one) for one in submissions],
        "pairs": [{**verdict_row(one), "a": int(one.a), "b": int(one.b)} for one in pairs],
    }


def csv_rows(submissions: Sequence[Submission]) -> list[Document]:
    """Return the public table as flat rows, a column a score; see ``csv_text``."""
    names = score_names(submissions)
    rows = []
    for one in submissions:
        row = asdict(one)
        scores = row.pop("scores")
        rows.append(row | dict.fromkeys(names) | scores)
    return rows


def tasks_lines(tasks: Sequence[Task]) -> list[str]:
    """Return the tasks as a table."""
    if not tasks:
        return ["No task yet: `cwsdiag board add-task` makes one."]
    rows = [
        {
            **vars(task),
            "tracks": ", ".join(task.tracks),
            "gold": _gold(task),
            "difficulties": "known" if task.weights else "none",
            "opens": moment_text(task.opens),
            "closes": moment_text(task.closes),
        }
        for task in tasks
    ]
    return [text_table(rows, _TASK_COLUMNS)]


def keys_lines(keys: Sequence[BoardKey]) -> list[str]:
    """Return the keys of a board as a table."""
    if not keys:
        return ["No key yet: `cwsdiag board key add` makes one."]
    rows = [vars(key) | {"created": moment_text(key.created), "revoked": moment_text(key.revoked)} for key in keys]
    return [text_table(rows, _KEY_COLUMNS)]


def table_lines(task: Task, submissions: Sequence[Submission], pairs: Sequence[Document]) -> list[str]:
    """Return a task with its public table: a table a method, with all of its scores, and its paired tests.

    Args:
        task: the task.
        submissions: its lines.
        pairs: of its ``table_document``.
    """
    words = "" if task.words is None else f"{counted(task.words, 'words')}, "
    lines = [
        f"{printable(task.name)}: {counted(task.sentences, 'sentences')}, {words}"
        f"{counted(task.characters, 'characters')}; tracks: {', '.join(task.tracks)}; gold: {_gold(task)}"
        f"; mismatch: {task.mismatch}"
    ]
    tracks = [f"{track}: {rule}" for track, rule in task.track_rules.items()]
    remarks = (times_text(task), sealed_text(task), task.split, *tracks, *task.rules.split("\n"))
    lines += [printable(line) for line in remarks if line]
    names = [name for name in score_names(submissions) if name.count(".") == 1 or name.endswith(_OF_ENDS)]
    rows = [{**vars(one), "date": one.created[:10], **dict.fromkeys(names), **one.scores} for one in submissions]
    lines += ["", text_table(rows, _WHO | _MORE)]
    for method in dict.fromkeys(name.partition(".")[0] for name in names):
        columns = {name: _heading(name) for name in names if name.startswith(f"{method}.")}
        lines += ["", f"{method}:", text_table(rows, _WHO | columns)]
        if method == BALANCED:
            lines += ["", committee_note(task.committee)]
    return [*lines, *_pair_lines(pairs, submissions), "", task.signature]


def receipt_lines(receipt: Receipt) -> list[str]:
    """Return a receipt as text: the scores, a line each."""
    one = receipt.submission
    return [
        f"submission {one.id} to {printable(one.task)}: {printable(one.system)} by {printable(one.author)}",
        "",
        text_table([{"score": name, "value": value} for name, value in one.scores.items()]),
        "",
        one.signature,
    ]


def _heading(name: str) -> str:
    """Return the heading of a score in the table of its method."""
    method, _dot, score = name.partition(".")
    end, dot, last = score.rpartition(".")
    known = METHODS.get(method, {})
    return f"{end}{dot}{known[last].label if last in known else last}"


def _pair_lines(pairs: Sequence[Document], submissions: Sequence[Submission]) -> list[str]:
    """Return the paired tests as a table with a remark on what they are; nothing without."""
    if not pairs:
        return []
    from cwsdiag.views.pairs import verdict_text

    names = {one.id: f"{one.id} {one.system}" for one in submissions}
    rows = [
        {
            "first": names[pair["a"]],
            "second": names[pair["b"]],
            "f1": 100 * pair["f1"]["difference"],
            "low": 100 * pair["f1"]["low"],
            "high": 100 * pair["f1"]["high"],
            "p": pair["f1"]["p_deciding"],
            "verdict": verdict_text(pair["f1"]["verdict"]),
        }
        for pair in pairs
    ]
    remark = (
        "Points of F, first − second, with paired 95 % intervals; p by swaps, adjusted by Holm for the "
        f"{counted(len(pairs), 'pairs')}: the leader of a track against each, and neighbours, of the best "
        f"{MOST_TESTED} of a track."
    )
    return [
        "",
        Table(
            rows,
            {key: BAKEOFF_PAIRS[key] for key in ("first", "second", "f1", "low", "high", "p", "verdict")},
            caption="paired tests:",
            notes=(remark,),
        ).terminal(),
    ]


def _gold(task: Task) -> str:
    return "open" if task.open_gold else "private"


def study_row(study: JudgingStudy, judgements: Sequence[Judgement]) -> Document:
    """Return the facts of a study."""
    return {
        "name": study.name,
        "dataset": study.dataset,
        "created": study.created,
        "seed": study.seed,
        "systems": [system.name for system in study.systems],
        "sentences": len(study.items),
        "to_judge": len(study.to_judge),
        "judges": len({one.judge for one in judgements}),
        "signature": study.signature,
    }


def studies_lines(rows: Iterable[Document]) -> list[str]:
    """Return studies, of each its ``study_row``, as a table."""
    rows = [{**row, "study": row["name"], "systems": len(row["systems"])} for row in rows]
    if not rows:
        return ["No study yet: `cwsdiag judge new` makes one."]
    columns = {name: name for name in ("study", "dataset", "systems", "sentences", "to_judge", "judges", "created")}
    return [text_table(rows, columns | {"to_judge": "to judge"})]


def outcome_document(outcome: Outcome) -> Document:
    """Return what ``cwsdiag judge scores`` prints; undefined numbers are NaN."""
    return {
        "study": outcome.study.name,
        "sentences": len(outcome.study.items),
        "to_judge": len(outcome.study.to_judge),
        "finished": list(outcome.finished),
        "unfinished": dict(outcome.unfinished),
        "systems": [asdict(one) for one in outcome.ranked],
        "correlations": [asdict(one) for one in outcome.correlations],
        "kappa": outcome.kappa,
        "committee": outcome.study.committee,
        "signature": outcome.study.signature,
    }


def outcome_lines(outcome: Outcome) -> list[str]:
    """Return the outcome of a study as text."""
    lines = [printable(judges_text(outcome)), "", judged_table(outcome).terminal(), ""]
    lines += [committee_note(outcome.study.committee), ""] if has_f_b(outcome) else []
    return [*lines, correlations_text(outcome), agreement_text(outcome), "", outcome.study.signature]


def judges_text(outcome: Outcome) -> str:
    """Return who has judged what, as a sentence or two."""
    study, count = outcome.study, len(outcome.study.to_judge)
    work = n_("{study}: {n:,} sentence to judge", "{study}: {n:,} sentences to judge", count, study=study.name)
    if agreed := len(study.items) - count:
        work = _("{work} (all systems agree on {agreed:,} more)", work=work, agreed=agreed)
    if outcome.finished:
        sentence = _("{work}; finished by {judges}.", work=work, judges=_(", ").join(outcome.finished))
    else:
        sentence = _("{work}; no judge has finished yet.", work=work)
    rest = [
        _("{judge} ({done:,} of {sentences:,})", judge=judge, done=done, sentences=count)
        for judge, done in outcome.unfinished.items()
    ]
    return sentence + _(" Not finished, not counted: {judges}.", judges=_(", ").join(rest)) if rest else sentence


# So many of the best of each track are tested: reading and testing hundreds takes minutes.
MOST_TESTED = 20


def chosen_lines(lines: Sequence[Submission], tracks: Sequence[str]) -> list[Submission]:
    """Return the lines of a public table that are tested: the best of each track, then BASE and TOP.

    Args:
        lines: best F1 first.
        tracks: of the task, in its order.
    """
    best = [line for track in tracks for line in [one for one in lines if one.track == track][:MOST_TESTED]]
    return best + [line for line in lines if line.kind == "baseline"]


def board_verdicts(board: Board, task: str) -> list[PairedComparison]:
    """Test the pairs of a task as ``bakeoff.verdicts`` does, systems called by the numbers of their submissions.

    Nothing where gold is private: no more is said of it than scores.

    Args:
        board: the board.
        task: name of the task.

    Raises:
        BoardError: there is no such task.
    """
    public = board.task(task)
    if not public.open_gold:
        return []
    lines = {str(line.id): line for line in chosen_lines(board.table(task), public.tracks)}
    material = board.material(task, [line.id for line in lines.values()])
    documents = dict(zip(lines, map(read_file, material.systems), strict=True))
    tracks = {name: line.track for name, line in lines.items() if line.track is not None}
    dataset = replace(load(replace(material, references=(), weights=None), documents)[0], tracks=tracks)
    # BASE and TOP are on no track.
    return verdicts(diagnose(dataset, attributes=()), lines=[name for name in lines if name not in tracks])
