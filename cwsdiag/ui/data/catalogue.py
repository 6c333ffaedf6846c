"""What there is to look at: the server's project, the sample, what this session uploaded, and opened from the board.

Uploads are those of the browser's workspace, or of the session: no others ever see them. Projects are read for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import streamlit as st

from cwsdiag.errors import BoardError, ProjectError
from cwsdiag.languages import lazy
from cwsdiag.site import sample_project
from cwsdiag.ui.data import board_entry, boards, opened, own_weights, projects
from cwsdiag.ui.data.files import Edit, FileSet
from cwsdiag.ui.host import server
from cwsdiag.ui.own import workspace
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.project import StudySpec
    from cwsdiag.ui.data.files import File
    from cwsdiag.ui.data.projects import OpenProject

Origin = Literal["project", "sample", "upload", "board"]

SAMPLE_PREFIX = "sample:"
UPLOAD = "upload"
BOARD_PREFIX = "board:"
_EDITS = "systems renamed or hidden"
_TASK = "task opened last"
NO_BOARD = lazy("This server has no board. Ask whoever runs it to start it with --board FILE.")


@dataclass(frozen=True)
class Entry:
    """A dataset one can choose.

    Attributes:
        id: its name in the address.
        label: its name for people, which says in their language where it comes from.
        origin: where it comes from.
        files: what it consists of; systems of a project under the names that this session gave them.
        own: whether ``files`` are like that for this session alone: uploads, renamed systems, its own difficulties.
        withholds_gold: whether gold is private: sums over many words may be shown, no word or boundary of it.
    """

    id: str
    label: str
    origin: Origin
    files: FileSet
    own: bool = False
    withholds_gold: bool = False


@dataclass(frozen=True)
class Catalogue:
    """Everything that can be chosen.

    Attributes:
        entries: by id.
        problems: why projects could not be read.
        alone: what the open project says of studies where it has no dataset, only published scores; else None.
        board_problem: why a task of the board could not be opened; empty where it could, or none was asked for.
    """

    entries: dict[str, Entry]
    problems: tuple[str, ...]
    board_problem: str = ""
    alone: StudySpec | None = None


def catalogue() -> Catalogue:
    """Return what there is: the project's datasets, uploads, what was opened from the board, then the sample's."""
    path = opened.project()
    problems: list[str] = []
    project = None if path is None else _project(path, problems)
    found = [] if project is None else _of_project(project, "project")
    found += _of_session(_own())
    board_problem = ""
    try:
        found += _of_board()
    except BoardError as error:
        board_problem = str(error)
    if not opened.is_sample(path) and (sample := _project(sample_project(), problems)):
        found += _of_project(sample, "sample")
    alone = None if project is None or project.datasets else project.study
    return Catalogue({entry.id: _weighed(entry) for entry in found}, tuple(problems), board_problem, alone)


def _weighed(entry: Entry) -> Entry:
    """Return a dataset with the difficulties that this session gave it.

    Over private gold none are taken: chosen so that a single word weighs something, they would tell who got it right.
    """
    files = entry.files if entry.withholds_gold else own_weights.overlaid(entry)
    return entry if files == entry.files else replace(entry, files=files, own=True)


def uploads() -> FileSet:
    """Return what this session uploaded; of several datasets the one that files are added to."""
    return _own()[0]


def all_uploads() -> tuple[File, ...]:
    """Return all files of all datasets of one's own."""
    return tuple(file for files in _own() for file in files.all_files)


def keep(uploaded: FileSet) -> None:
    """Make ``uploaded`` the dataset of one's own that files are added to."""
    keep_all((uploaded, *_own()[1:]))


def keep_all(datasets: tuple[FileSet, ...]) -> None:
    """Make these the datasets of one's own; at least one, which may be empty."""
    workspace.keep(replace(workspace.content(), datasets=datasets))


def is_taken(id: str, name: str) -> bool:
    """Tell whether another dataset of this session has a name."""
    own = _own()
    return any(name_of(files) == name for number, files in enumerate(own) if upload_id(number, files) != id)


def remove() -> None:
    """Remove all files of one's own, from the server too.

    Raises:
        WorkspaceError: the disk refuses.
    """
    workspace.remove()
    if (state.get(Key.DATASET) or "").split(":")[0] == UPLOAD:
        state.put(Key.DATASET, None)


def _own() -> tuple[FileSet, ...]:
    return tuple(files.renewed() for files in workspace.content().datasets)


def _of_session(own: tuple[FileSet, ...]) -> list[Entry]:
    """Return the datasets of this session that have gold: the one that files are added to, then those of a zip."""
    entries = []
    for number, files in enumerate(own):
        if files.gold is not None:
            name = name_of(files)
            label = lazy("{name} (opened)", name=name) if files.gold.root else lazy("{name} (uploaded)", name=name)
            entries.append(Entry(upload_id(number, files), label, "upload", files, own=True))
    return entries


def upload_id(number: int, files: FileSet) -> str:
    """Return the name in the address of a dataset of a session, by its place there."""
    return UPLOAD if number == 0 else f"{UPLOAD}:{files.name}"


def _project(path: Path, problems: list[str]) -> OpenProject | None:
    try:
        return projects.opened(path)
    except ProjectError as error:
        problems.append(str(error))
        return None


def _of_project(project: OpenProject, origin: Origin) -> list[Entry]:
    is_sample = origin == "sample"
    return [
        _edited(
            SAMPLE_PREFIX + files.name if is_sample else files.name,
            lazy("{name} (sample)", name=files.name) if is_sample else files.name,
            origin,
            files,
        )
        for files in project.datasets
    ]


def _of_board() -> list[Entry]:
    """Return the task that the address names, or that this session opened last, with its submissions.

    Raises:
        BoardError: it is not there any more, or the board cannot be used.
    """
    asked = state.get(Key.DATASET) or ""
    if asked.startswith(BOARD_PREFIX):
        st.session_state[_TASK] = asked.removeprefix(BOARD_PREFIX)
    # What could not be opened is forgotten, until somebody asks for it again.
    name = st.session_state.pop(_TASK, None)
    if name is None:
        return []
    owner, known = server.settings().open_gold, boards.find(name)
    if known is None:
        raise BoardError(NO_BOARD)
    kept, task = known
    ids = board_entry.parse(state.get(Key.SUBMISSIONS))
    found = board_entry.opened(kept.path, task, ids, baselines=state.get(Key.BASELINES) == "on", owner=owner)
    st.session_state[_TASK] = name
    if found.ids != ids:
        state.correct(Key.SUBMISSIONS, board_entry.to_text(found.ids))
    label = lazy("{name} (example)", name=task) if kept.is_example else lazy("{name} (board)", name=task)
    entry = _edited(BOARD_PREFIX + name, label, "board", found.files)
    return [replace(entry, withholds_gold=not (found.task.open_gold or owner))]


def _edited(id: str, label: str, origin: Origin, files: FileSet) -> Entry:
    made = edits(id)
    if not made:
        return Entry(id, label, origin, files)
    edited = files.edited(made)
    return Entry(id, label, origin, edited, own=edited.stamp != files.stamp)


def edits(id: str) -> dict[str, Edit]:
    """Return what this session made of the systems of a project's dataset, by the names that the project gives them."""
    made: dict[str, dict[str, Edit]] = st.session_state.setdefault(_EDITS, {})
    return made.setdefault(id, {})


def edit(id: str, file: File, wanted: Edit) -> None:
    """Rename or hide a system, or say what it learnt from, in this session: of a project's dataset, or uploaded."""
    if id.split(":")[0] == UPLOAD:
        keep_all(
            tuple(
                files.replacing(file, wanted.done(file)) if upload_id(number, files) == id else files
                for number, files in enumerate(_own())
            )
        )
        return
    made = edits(id)
    given = next((given for given, edit in made.items() if edit.name == file.name), file.name)
    made[given] = wanted


def rename_dataset(id: str, name: str) -> None:
    """Give a dataset of this session another name, also where systems say that they were trained on it."""
    own = _own()
    renamed = next(files for number, files in enumerate(own) if upload_id(number, files) == id)
    before = name_of(renamed)

    def change(file: File) -> File:
        return replace(file, trained_on=name) if file.trained_on == before else file

    changed = tuple((replace(files, name=name) if files is renamed else files).mapped(change) for files in own)
    keep_all(changed)
    if id != UPLOAD and state.get(Key.DATASET) == id:
        state.put(Key.DATASET, f"{UPLOAD}:{name}")


def called(entry: Entry) -> str:
    """Return what findings call a dataset: uploads by their name, as a zip has them; others as addresses do."""
    return name_of(entry.files) if entry.origin == "upload" else entry.id


def name_of(files: FileSet) -> str:
    """Return what a dataset is called: by its gold file where nobody named it."""
    return files.name or ("" if files.gold is None else files.gold.name)
