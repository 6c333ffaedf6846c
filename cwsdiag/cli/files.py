"""``cwsdiag check``, ``run``, ``cache`` and ``draw``: files, before anything is counted."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    flag,
    gathered,
    json_option,
    length_options,
    number_option,
    path_option,
    read_options,
    read_project,
    reading_options,
    system_option,
    text_options,
)
from cwsdiag.cli.output import check_outputs, say, show, warn, write_file
from cwsdiag.cli.studying import project_argument
from cwsdiag.errors import CwsdiagError, InputError, SettingError
from cwsdiag.files import MEGABYTE, MOST_MEGABYTES
from cwsdiag.progress import working

if TYPE_CHECKING:
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.difficulty.store import CachedModels


@click.command()
@click.argument("files", nargs=-1, type=PATH)
@path_option("--gold", help="Gold segmentation.")
@path_option("--train", "training", help="Training data or word list.")
@system_option
@reading_options
def check(files: Sequence[Path], options: ReadOptions, **named: Any) -> None:
    """How each file was read, what it probably is, and what looks wrong in it or between the files.

    Of a project.toml, all files of its datasets.
    """
    from cwsdiag.inputs import FileSet
    from cwsdiag.report.checking import check_lines

    if not files and named["gold"] is None:
        raise SettingError("nothing to check. Name files, or --gold with --system and --train.")
    projects = [path for path in files if path.suffix == ".toml"]
    texts = [path for path in files if path not in projects]
    datasets = [dataset for path in projects for dataset in read_project(path).datasets]
    reports: list[Iterator[str]] = []
    if texts or any(named.values()):
        reports.append(check_lines(texts, options, FileSet.alike(options, **named)))
    reports += [chain([f"{one.name}\n"], check_lines((), options, one)) for one in datasets]
    problems = []
    for report in reports:
        try:
            for line in report:
                say(line)
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))


@click.command()
@project_argument
@flag("--again", help="Those too whose output is kept and still of this gold file and command.")
@json_option
def run(project: Path, again: bool, as_json: bool) -> None:
    """Run the systems of a project that have a command or a segmenter, and keep what they write.

    Each gets the sentences of its gold file on stdin, a line each, and writes them segmented, words between blanks. It
    runs without a shell, in the folder of the project. Where one fails, the others go on, and the exit code is 2.
    """
    from cwsdiag.inputs import kept
    from cwsdiag.running import is_current
    from cwsdiag.running import run as made

    datasets = read_project(project).datasets
    systems = [(one, file) for one in datasets for file in one.of("system", "transferred")]
    every = [(one, file, file.run, file.path) for one, file in systems if file.run and file.path]
    if not every:
        raise SettingError("No system of the project has a command or a segmenter, so nothing is to be run.")
    rows: list[dict[str, Any]] = []
    failed = 0
    for dataset, system, how, path in every:
        about = {"dataset": dataset.name, "system": system.name, "command": how.called}
        try:
            if not again and is_current(system):
                state, facts = "kept", kept(path)
            else:
                with working(f"running {system.name}"):
                    state, facts = "run", asdict(made(system, mismatch=dataset.mismatch))
            rows.append({**about, "state": state, **facts, "problem": None})
        except CwsdiagError as error:
            failed += 1
            rows.append({**about, "state": "failed", "problem": str(error)})
            say(f"{dataset.name}, {system.name}: {error}", err=True)
    lines = [_line(row) for row in rows if row["state"] != "failed"]
    show({"systems": [{key: one for key, one in row.items() if key != "of"} for row in rows]}, lines, as_json=as_json)
    if failed:
        sys.exit(2)


def _line(row: dict[str, Any]) -> str:
    version = f" {row['version']}" if row["version"] else ""
    return (
        f"{row['dataset']}  {row['system']}  {row['state']}: {row['lines']:,} lines in {row['seconds']:.1f} s, "
        f"{row['per_1000']:.3f} s per 1,000 characters ({row['command']}{version})"
    )


@click.command()
@flag("--clear", help="Remove them; a model is learnt again when it is needed.")
@click.option(
    "--keep-mb",
    type=click.IntRange(0, MOST_MEGABYTES),
    metavar="MB",
    help="Remove those used longest ago until so many megabytes are left.",
)
@flag("--yes", help="Do not ask before removing.")
@json_option
def cache(clear: bool, keep_mb: int | None, yes: bool, as_json: bool) -> None:
    """The models that are kept, so that none is learnt twice: where, how many, how large.

    At most 5,000 MB are kept, or as many as the environment variable CWSDIAG_CACHE_MB says; those used longest ago go
    first.
    """
    from cwsdiag.difficulty.store import cache_folder, cached_models, most_cached, trim_cache
    from cwsdiag.languages.visible import printable

    if clear and keep_mb is not None:
        raise click.UsageError("--clear removes all, --keep-mb some: give one of them.")
    folder, limit = cache_folder(), most_cached()
    models = cached_models(folder)
    where = printable(str(folder))
    document: dict[str, Any] = {"folder": str(folder), "limit": limit, "models": asdict(models)}
    if clear or keep_mb is not None:
        if clear and models.files and not yes:
            click.confirm(f"Remove {_size(models)} from {where}?", abort=True, err=True)
        removed = trim_cache(folder, (keep_mb or 0) * MEGABYTE)
        document |= {"models": asdict(cached_models(folder)), "removed": asdict(removed)}
        lines = [f"removed {_size(removed)} from {where}"]
    else:
        most = f"{limit / MEGABYTE:,.0f} MB"
        lines = [where, _size(models), "", f"at most {most} are kept; CWSDIAG_CACHE_MB says how many"]
    show(document, lines, as_json=as_json)


def _size(models: CachedModels) -> str:
    from cwsdiag.views.wording import counted

    return f"{counted(models.files, 'models')} ({models.bytes / MEGABYTE:,.1f} MB)"


@click.command()
@click.argument("file", type=PATH)
@number_option(bounds.DRAWN, "-n", "--sentences", default=100, help="How many to draw.")
@length_options
@number_option(bounds.SEED, "--seed", default=0, help="Seed of the draw.")
@path_option("-o", "--output", required=True,
             help="File to write: the sentences as FILE has them, in its encoding and order.")  # fmt: skip
@path_option("--raw", metavar="FILE", help="Write them without word boundaries, too: to be segmented.")
@gathered("options", read_options, text_options)
def draw(
    file: Path,
    sentences: int,
    min_length: int,
    max_length: int | None,
    seed: int,
    output: Path,
    raw: Path | None,
    options: ReadOptions,
) -> None:
    """Draw sentences of FILE at random, within given lengths: a test set, its gold and its raw text."""
    from cwsdiag.bakeoff import draw_sentences
    from cwsdiag.dataset import read
    from cwsdiag.formats.encoding import encoded

    check_outputs((output, raw), [file])
    document = read(file, role="gold", options=options)
    warn(document.warnings)
    drawn = draw_sentences(document, sentences=sentences, seed=seed, shortest=min_length, longest=max_length)
    codec = document.facts.encoding.codec
    for path, between in ((output, " "), (raw, "")):
        if path is not None:
            text = "".join(between.join(words) + "\n" for words in drawn)
            write_file(path, encoded(text, codec, name=document.name))
    characters = sum(len(word) for words in drawn for word in words)
    say(f"{len(drawn):,} of {len(document.sizes):,} sentences, {characters:,} characters, drawn with seed {seed}")
