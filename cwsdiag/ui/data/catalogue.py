"""What there is to look at, and what is slow and rests on one dataset: kept for everybody where files are the server's.

Uploads are those of the browser's workspace, or of the session: no others ever see them. Projects are read for all;
what a session makes of their systems, and the difficulties that it gives a dataset, are its own.

Projects are read again where something of them changed, and asked for by every run of a page. A run that looks at the
disk lets all other runs go first, each time that it does: so no more is asked for than what tells one state of a
project from another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import streamlit as st

from cwsdiag.baselines import LINES, clash, with_baselines
from cwsdiag.charts import theme
from cwsdiag.dataset import Dataset
from cwsdiag.errors import BoardError, ProjectError
from cwsdiag.files import sample_project
from cwsdiag.inputs import merged_parts
from cwsdiag.languages import _, lazy
from cwsdiag.languages.visible import visible
from cwsdiag.loading import Loaded, load_files
from cwsdiag.project import File, FileSet, Project, StudySpec, read_project
from cwsdiag.project.project import FILE_NAME
from cwsdiag.ui import state
from cwsdiag.ui.data import boards, workspace
from cwsdiag.ui.host import server, who
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import Scope, read
from cwsdiag.views.look import Look, LookKey, PrivateLook
from cwsdiag.views.standings import with_lines

State = tuple[int, ...] | None

Origin = Literal["project", "sample", "upload", "board"]

SAMPLE_PREFIX = "sample:"
UPLOAD = "upload"
BOARD_PREFIX = "board:"
_CHANGES, _CHANGED = "what was made of the files of datasets", "files were changed"
_WEIGHTS = "difficulties of one's own"
_TASK = "task opened last"
NO_BOARD = lazy("This server has no board. Ask whoever runs it to start it with --board FILE.")


@dataclass(frozen=True)
class DatasetEntry:
    """A dataset one can choose.

    Attributes:
        id: its name in the address.
        label: its name for people, which says in their language where it comes from.
        origin: where it comes from.
        files: what it consists of; systems of a project under the names that this session gave them.
        own: whether ``files`` are like that for this session alone: uploads, changed ones, its own difficulties.
        withholds_gold: whether gold is private: sums over many words may be shown, no word or boundary of it.
    """

    id: str
    label: str
    origin: Origin
    files: FileSet
    own: bool = False
    withholds_gold: bool = False

    @property
    def scope(self) -> Scope:
        """Who shares what is made of its files."""
        return "session" if self.own else "server"

    @property
    def called(self) -> str:
        """What findings call it: uploads by their name, as a zip has them; others as addresses do."""
        return self.files.called if self.origin == "upload" else self.id

    @property
    def takes_baselines(self) -> bool:
        """Whether BASE and TOP can be made here: of private gold their digests would tell it, the board has them."""
        return not self.withholds_gold and not clash(file.name for file in self.files.systems)


@dataclass(frozen=True)
class Catalogue:
    """Everything that can be chosen.

    Attributes:
        entries: by id.
        problems: why projects could not be read.
        alone: what the open project says of studies where it has no dataset, only published scores; else None.
        board_problem: why a task of the board could not be opened; empty where it could, or none was asked for.
    """

    entries: dict[str, DatasetEntry]
    problems: tuple[str, ...]
    board_problem: str = ""
    alone: StudySpec | None = None

    def beside(self, entry: DatasetEntry) -> list[DatasetEntry]:
        """Return the datasets that come from where one comes from; it is among them."""
        return [other for other in self.entries.values() if other.origin == entry.origin]

    def colours(self, entry: DatasetEntry) -> dict[str, str]:
        """Return colours by what this session calls the systems of a dataset: one over all datasets beside it."""
        colours = colours_of_models(self.beside(entry))
        names = {file.name: colours[file.model_name] for file in entry.files.systems}
        return names | {line: colours[line] for line in LINES}


def catalogue() -> Catalogue:
    """Return what there is: the project's datasets, uploads, what was opened from the board, then the sample's."""
    path = chosen_project()
    problems: list[str] = []
    project = None if path is None else _project(path, problems)
    entries = [] if project is None else [_edited(one.name, one.name, "project", one) for one in project.datasets]
    for id, files in _own_by_id().items():
        if files.gold is not None:
            name = files.called
            label = lazy("{name} (opened)", name=name) if files.gold.root else lazy("{name} (uploaded)", name=name)
            entries.append(DatasetEntry(id, label, "upload", files, own=True))
    board_problem = ""
    try:
        entries += _of_board()
    except BoardError as error:
        board_problem = str(error)
    if not is_sample(path) and (sample := _project(sample_project(), problems)):
        for one in sample.datasets:
            label = lazy("{name} (sample)", name=one.name)
            entries.append(_edited(SAMPLE_PREFIX + one.name, label, "sample", one))
    alone = None if project is None or project.datasets else project.study
    return Catalogue({entry.id: _weighed(entry) for entry in entries}, tuple(problems), board_problem, alone)


def _project(path: Path, problems: list[str]) -> Project | None:
    try:
        return opened_project(path)
    except ProjectError as error:
        problems.append(str(error))
        return None


def _of_board() -> list[DatasetEntry]:
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
    owner, kept = server.settings().open_gold, boards.board()[1]
    if kept is None or not kept.is_there:
        raise BoardError(NO_BOARD)
    task = name.removeprefix("example/")  # as addresses of 0.2.0 have it
    ids = boards.parse(state.get(Key.SUBMISSIONS))
    baselines = state.get(Key.BASELINES) == "on"
    is_open, known, files = boards.opened(kept.path, task, ids, baselines=baselines, owner=owner)
    st.session_state[_TASK] = name
    if known != ids:
        state.correct(Key.SUBMISSIONS, boards.to_text(known))
    label = lazy("{name} (example)", name=task) if kept.is_example else lazy("{name} (board)", name=task)
    entry = _edited(BOARD_PREFIX + name, label, "board", files)
    return [replace(entry, withholds_gold=not (is_open or owner))]


# What a session has of its own


def own() -> tuple[FileSet, ...]:
    """Return the datasets of this session: the one that files are added to, which may be empty, then those of a zip."""
    return tuple(files.mapped(lambda file: file.renewed()) for files in workspace.content().datasets)


def _own_by_id() -> dict[str, FileSet]:
    """Return the datasets of this session by their names in the address."""
    return {f"{UPLOAD}:{files.name}" if number else UPLOAD: files for number, files in enumerate(own())}


def uploads() -> FileSet:
    """Return what this session uploaded; of several datasets the one that files are added to."""
    return own()[0]


def all_uploads() -> tuple[File, ...]:
    """Return all files of all datasets of one's own."""
    return tuple(file for files in own() for file in files.files)


def keep_all(datasets: tuple[FileSet, ...]) -> None:
    """Make these the datasets of one's own; at least one, which may be empty."""
    workspace.keep(replace(workspace.content(), datasets=datasets))


def remove() -> None:
    """Remove all files of one's own, from the server too.

    Raises:
        WorkspaceError: the disk refuses.
    """
    workspace.remove()
    if (state.get(Key.DATASET) or "").split(":")[0] == UPLOAD:
        state.put(Key.DATASET, None)


def rename_dataset(id: str, name: str) -> None:
    """Give a dataset of this session another name, also where systems say that they were trained on it.

    Nothing happens where another dataset has that name.
    """
    every = _own_by_id()
    if any(files.called == name for one, files in every.items() if one != id):
        return
    before, every[id] = every[id].called, replace(every[id], name=name)

    def renamed(file: File) -> File:
        return replace(file, trained_on=name) if file.trained_on == before else file

    keep_all(tuple(files.mapped(renamed) for files in every.values()))
    if id != UPLOAD and state.get(Key.DATASET) == id:
        state.put(Key.DATASET, f"{UPLOAD}:{name}")


# What a session makes of the files of a dataset


def change(id: str, how: Callable[[FileSet], FileSet]) -> None:
    """In a callback: make something else of the files of a dataset, in this session; of one's own for good."""
    st.session_state[_CHANGED] = True
    if id.split(":")[0] == UPLOAD:
        keep_all(tuple(how(files) if one == id else files for one, files in _own_by_id().items()))
    else:
        st.session_state.setdefault(_CHANGES, {}).setdefault(id, []).append(how)


def changed() -> bool:
    """Tell, once, whether files were changed since this was last asked."""
    return bool(st.session_state.pop(_CHANGED, False))


def edit(id: str, file: File, **changes: Any) -> None:
    """In a callback: change attributes of a file."""
    change(id, lambda files: files.with_changed(file, **changes))


def _edited(id: str, label: str, origin: Origin, files: FileSet) -> DatasetEntry:
    changes = st.session_state.get(_CHANGES, {}).get(id, ())
    edited = reduce(lambda so_far, how: how(so_far), changes, files)
    return DatasetEntry(id, label, origin, edited, own=edited.stamp != files.stamp)


def name_problem(files: FileSet, file: File, name: str) -> str:
    """Return why a system cannot be called so; empty where it can."""
    name = visible(name.strip())
    if not name:
        return _("A system needs a name.")
    taken = any(other.name == name for other in files.systems if other != file)
    return _("Another system has this name already.") if taken else ""


def rename(id: str, files: FileSet, file: File, name: str) -> None:
    """Give a system of a dataset another name, if it can be called so; it stays selected."""
    if name_problem(files, file, name):
        return
    name = visible(name.strip())
    edit(id, file, name=name)
    for key in (Key.SYSTEM, Key.OTHER):
        if state.get(key) == file.name:
            state.put(key, name)


def parts_of(entries: Iterable[DatasetEntry]) -> dict[str, dict[str, str]]:
    """Return what the systems of a project's datasets are made of, by the names that the project gives them."""
    # Last those that a session can change: of two values the later counts.
    return merged_parts(file for entry in entries for file in entry.files.of("transferred", "system"))


# Difficulties that a session gives a dataset: uploaded, or made by a committee that was asked for by a click. They take
# the place of those that a project names, as long as gold is the one that they were given for. A committee stands
# before a file that was uploaded: who takes it back has that file again.


@dataclass(frozen=True)
class SessionCommittee:
    """The committee whose difficulties a dataset has in this session.

    Attributes:
        file: its difficulties.
        stamp: what the committee is found by.
        instead: whether it stands before others: those that a project names, or that were uploaded.
    """

    file: File
    stamp: Hashable
    instead: bool


def own_weights(entry: DatasetEntry) -> dict[str, Any]:
    """Return the ``file`` that this session uploaded for a dataset, and the ``committee`` that it uses, if any.

    What is put into it, taken out of it or cleared is so from then on.
    """
    given: dict[Hashable, dict[str, Any]] = st.session_state.setdefault(_WEIGHTS, {})
    # All uploads have the same id, one after the other.
    return given.setdefault((entry.id, "" if entry.files.gold is None else entry.files.gold.key), {})


def _weighed(entry: DatasetEntry) -> DatasetEntry:
    """Return a dataset with the difficulties that this session gave it.

    Over private gold none are taken: chosen so that a single word weighs something, they would tell who got it right.
    """
    given = {} if entry.withholds_gold else own_weights(entry)
    file = given["committee"].file if "committee" in given else given.get("file")
    return (
        entry if file is None else replace(entry, files=entry.files.with_file(replace(file, role="weights")), own=True)
    )


# How many are kept: what came of datasets, and scores of systems.
_DATASETS: dict[Scope, int] = {"server": 12, "session": 4}
_TABLES: dict[Scope, int] = {"server": 200, "session": 40}


def without_hidden(dataset: Dataset, hidden: frozenset[str]) -> Dataset:
    """Return a dataset without some of its systems."""
    if not hidden:
        return dataset
    return replace(
        dataset,
        systems=tuple(system for system in dataset.systems if system.name not in hidden),
        tracks={name: track for name, track in dataset.tracks.items() if name not in hidden},
    )


def loaded(entry: DatasetEntry, *, among: int = 1) -> Loaded:
    """Return what came of the files of an entry; one that cannot be used takes nothing with it but itself.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together: as many are kept, or each would be read again and again.
    """
    files, places = entry.files, max(_DATASETS[entry.scope], among)
    return read(
        entry.scope,
        "files",
        files.stamp,
        lambda: load_files(files, facts=True, findings=True),
        places=places,
        size=files.size,
        what=lazy("Reading files"),
    )


def look(entry: DatasetEntry, where: LookKey) -> PrivateLook | None:
    """Return an entry as it is looked at, without colours and roles; None without a usable gold file.

    Where its gold is private it has no words.

    Args:
        entry: which.
        where: how it is cut, what resamples draw, whether BASE and TOP are two more systems.
    """
    dataset, hidden = loaded(entry).dataset, entry.files.hidden
    if dataset is None:
        return None

    def make() -> PrivateLook:
        shown = without_hidden(dataset, hidden)
        kind = PrivateLook if entry.withholds_gold else Look
        made = kind(with_baselines(shown) if where.baselines else shown, where)
        # Which systems are A and B, of whatever page is asked for, is a matter of their scores.
        _ = made.best_first
        return made

    scope: Scope = "session" if hidden else entry.scope
    stamp = (entry.files.stamp, hidden, entry.withholds_gold, where.buckets, where.unit, where.baselines)
    return read(scope, "looks", stamp, make, what=lazy("Scoring"), places=_DATASETS[scope])


def bakeoff(entry: DatasetEntry, *, among: int = 1) -> pd.DataFrame | None:
    """Return the standings of the systems of an entry that are not hidden; None without a usable gold file.

    BASE and TOP are always the last rows, but where a system has the name of one. See ``standings.with_lines``.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together; see ``loaded``.
    """
    dataset = loaded(entry, among=among).dataset
    if dataset is None:
        return None

    what, places = lazy("Scoring BASE, TOP and all systems"), _TABLES[entry.scope]
    scores = read(entry.scope, "bakeoff", entry.files.stamp, lambda: with_lines(dataset), what=what, places=places)
    return scores[~scores["name"].isin(entry.files.hidden)].reset_index(drop=True)


def colours_of_models(entries: Collection[DatasetEntry]) -> dict[str, str]:
    """Return colours by the names that the project gives, in the order in which its datasets name the systems."""
    models = [file.model_name for entry in entries for file in entry.files.systems]
    return theme.system_colours([*models, *LINES], baselines=LINES)


def chosen_project() -> Path | None:
    """Return the file or folder of the open project: the server's or, without one, a recent one that the owner chose.

    None without one.
    """
    started_with = server.settings().project
    asked = state.get(Key.RECENT)
    if started_with is not None or asked is None:
        return started_with
    # Which projects there are, and what is in them, is the business of who sits at the machine.
    path = server.recent_projects().get(asked) if who.is_owner() else None
    if path is None:
        state.correct(Key.RECENT, None)
    return path


# Asked several times a run; where a path leads stays as it is while a server runs.
@lru_cache
def is_sample(path: Path | None) -> bool:
    """Return whether a project, which may be none, is the sample."""
    return path is not None and os.path.realpath(path) == os.path.realpath(sample_project())


def opened_project(path: Path) -> Project:
    """Return a project as it is on the disk now, its files called by what tells their paths apart.

    Args:
        path: its file, or the folder that stands for one.

    Raises:
        ProjectError: it cannot be read.
    """
    # Looked at before it is read: what is written meanwhile is noticed by the next run.
    states = _state(path), _state(path / FILE_NAME)
    project = _kept(path, states)
    if project.found:
        return _read(path)
    if any(file.renewed() is not file for dataset in project.datasets for file in dataset.files):
        _kept.cache_clear()
        project = _kept(path, states)
    return project


def _read(path: Path) -> Project:
    # By its name: where it lies on the server is nobody's business.
    project = read_project(path, called=path.name)
    return replace(project, datasets=tuple(dataset.with_short_names() for dataset in project.datasets))


# A server has its own, the sample, and a few that its owner opened lately.
@lru_cache(maxsize=16)
def _kept(path: Path, states: tuple[State, ...]) -> Project:
    """Return a project by its path and the states of what says what is in it."""
    return _read(path)


def _state(path: Path) -> State:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
