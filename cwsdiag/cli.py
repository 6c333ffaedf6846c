"""The command ``cwsdiag``.

Results go to stdout, warnings and errors to stderr; bad input ends with exit code 2 and one short message. Everything
heavier than click is imported by the command that needs it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag import __version__
from cwsdiag.errors import CwsdiagError, ReadError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions

_BAD_INPUT = 2
_MESSAGE_LINES = 10
_SCORE_COLUMNS = {
    "name": "system",
    "words": "words",
    "matched": "matched",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "oov_recall": "R_oov",
    "iv_recall": "R_iv",
    "coverage": "coverage",
}


class _Group(click.Group):
    """A group whose commands answer bad input with one message and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CwsdiagError as error:
            lines = str(error).split("\n")
            if len(lines) > _MESSAGE_LINES:
                lines = [*lines[: _MESSAGE_LINES - 1], "…"]
            click.echo("cwsdiag: " + "\n".join(lines), err=True)
            ctx.exit(_BAD_INPUT)


@dataclass(frozen=True)
class _Files:
    """The options that name files and say how to read them."""

    gold: Path
    train: Path | None
    systems: Mapping[str, Path]
    options: ReadOptions
    mismatch: Mismatch


def _systems(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, Path]:
    del context, parameter
    systems: dict[str, Path] = {}
    for value in values:
        name, sign, path = value.partition("=")
        if not sign or not name.strip() or not path:
            raise SettingError(f"--system {value}: a system needs a name. Write NAME=PATH.")
        if name in systems:
            raise SettingError(f"two systems are called {name!r}. Give them different names.")
        systems[name] = Path(path)
    return systems


def _reading_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--mismatch", type=click.Choice(["error", "skip"]), default="error", show_default=True,
                     help="Where a system has other characters than gold: stop, or leave those stretches out."),
        click.option("--normalise", multiple=True, type=click.Choice(["nfkc", "t2s"]),
                     help="Unify width (nfkc), traditional to simplified (t2s); in the order given."),
        click.option("--encoding", help="Encoding of all files; found out for each without it."),
        click.option("--input-format", metavar="FORMAT", help="Format of all files; found out for each without it."),
    ):  # fmt: skip
        command = option(command)
    return command


def _file_options(command: Callable[..., None]) -> Callable[..., None]:
    command = _reading_options(command)
    for option in (
        click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=_systems,
                     help="A system's prediction; repeat for more."),
        click.option("--train", type=click.Path(path_type=Path), help="Training data or word list."),
        click.option("--gold", required=True, type=click.Path(path_type=Path), help="Gold segmentation."),
    ):  # fmt: skip
        command = option(command)
    return command


def _plugin_option(command: Callable[..., None]) -> Callable[..., None]:
    return click.option("--plugin", "plugins", multiple=True, type=click.Path(path_type=Path),
                        help="A Python file of yours that defines attributes; it is run.")(command)  # fmt: skip


def _diagnosis_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        _plugin_option,
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resamples."),
        click.option("--resamples", type=int, default=1000, show_default=True, help="Bootstrap resamples."),
        click.option("--buckets", metavar="N", help="So many buckets of equal count for every attribute "
                     "(or another way of cutting, such as classes or edges:0.1,0.5); each one's own without it."),
    ):  # fmt: skip
        command = option(command)
    return command


def _files(
    gold: Path,
    train: Path | None,
    systems: Mapping[str, Path],
    input_format: str | None,
    encoding: str | None,
    normalise: Sequence[str],
    mismatch: Mismatch,
) -> _Files:
    from cwsdiag.dataset import ReadOptions

    return _Files(gold, train, systems, ReadOptions(encoding, input_format, tuple(normalise)), mismatch)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="cwsdiag")
def main() -> None:
    """Diagnose Chinese word segmenters: where each fails, by how much, and on which words."""


@main.command()
@_file_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def score(as_json: bool, **files: Any) -> None:
    """Precision, recall, F1, OOV and IV recall of every system."""
    from cwsdiag.report.documents import score_document, to_json

    document = score_document(*_load(_files(**files), strings=False))
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([*_score_lines(document), "", document["signature"]]))


@main.command()
@_file_options
@_diagnosis_options
@click.option("--attributes", help="Keys with commas between, such as wLen,wCon; all of them without it.")
@click.option("--min-size", type=int, default=30, show_default=True,
              help="Fewest gold units of a bucket that a diagnosis may name.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--csv", "csv_folder", type=click.Path(path_type=Path), help="Write all tables into this folder.")
def diagnose(
    attributes: str | None,
    buckets: str | None,
    resamples: int,
    seed: int,
    min_size: int,
    plugins: Sequence[Path],
    as_json: bool,
    csv_folder: Path | None,
    **files: Any,
) -> None:
    """Break every system's scores down by attribute: where it is weakest, where the better of two loses."""
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.report.documents import diagnosis_document, to_json

    keys = _keys(attributes, plugins)
    dataset, warnings = _load(_files(**files), strings=True)
    diagnosis = run(
        dataset,
        attributes=keys,
        buckets=_buckets(buckets),
        resamples=resamples,
        seed=seed,
        min_size=min_size,
    )
    with working("diagnosing"):
        document = diagnosis_document(diagnosis, warnings)
    if csv_folder is not None:
        _write_tables(document, csv_folder)
    if as_json:
        click.echo(to_json(document))
    elif csv_folder is None:
        click.echo(_diagnosis_text(document))


@main.command()
@_file_options
@_diagnosis_options
@click.option("--attribute", required=True, help="Key of the attribute, such as wLen.")
@click.option("--bucket", required=True, type=int, help="Index of the bucket, from 0 upwards in value.")
@click.option("--wrong", is_flag=True, help="Only words that at least one system got wrong.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def words(
    attribute: str,
    bucket: int,
    wrong: bool,
    buckets: str | None,
    resamples: int,
    seed: int,
    plugins: Sequence[Path],
    as_csv: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """The words behind a bucket: where each stands and what every system made of it."""
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.report import documents, tables
    from cwsdiag.words import units_in

    _keys(attribute, plugins)
    dataset, warnings = _load(_files(**files), strings=True)
    diagnosis = run(dataset, attributes=[attribute], buckets=_buckets(buckets), resamples=resamples, seed=seed)
    units = units_in(diagnosis, attribute, bucket)
    if wrong:
        units = units.take(units.wrong_anywhere)
    document = documents.words_document(units, diagnosis, warnings)
    if as_json:
        click.echo(documents.to_json(document))
        return
    flat = [_flat_word(row) for row in document["words"]]
    if as_csv:
        tables.write_csv(flat, sys.stdout)
    elif flat:
        columns = {key: "✓" if key.startswith("right ") else key for key in flat[0]}
        click.echo(tables.text_table(flat, columns))
    else:
        click.echo("No such word.")


@main.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--gold", type=click.Path(path_type=Path), help="Gold segmentation.")
@click.option("--train", type=click.Path(path_type=Path), help="Training data or word list.")
@click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=_systems,
              help="A system's prediction; repeat for more.")  # fmt: skip
@_reading_options
def check(files: Sequence[Path], **named: Any) -> None:
    """What each file was taken for, and what looks wrong with it or between them."""
    from cwsdiag.report.checking import check_lines

    if not files and named["gold"] is None:
        raise SettingError("nothing to check. Name files, or --gold with --system and --train.")
    options = _files(**named)
    for line in check_lines(
        files,
        gold=options.gold,
        train=options.train,
        systems=options.systems,
        options=options.options,
        mismatch=options.mismatch,
    ):
        click.echo(line)


@main.command()
@click.argument("project", required=False, type=click.Path(path_type=Path))
@click.option("--root", type=click.Path(path_type=Path), help="Folder whose files the dashboard may open.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; a busy one gives way to the next free. [8501]")
@click.option("--address", help="Address to listen on, 127.0.0.1 by default; 0.0.0.0 for all networks.")
@_plugin_option
def app(
    project: Path | None, root: Path | None, port: int | None, address: str | None, plugins: Sequence[Path]
) -> None:
    """Start the dashboard, with PROJECT (a project.toml, or its folder) open if given; the sample is a click away."""
    from cwsdiag.ui.launch import launch

    # The server runs in this process: what is registered here is known to its pages.
    _load_plugins(plugins)
    if project is not None and project.is_dir():
        project /= "project.toml"
    launch(project=project, root=root, port=port, address=address)


def _load(files: _Files, *, strings: bool) -> tuple[Dataset, list[str]]:
    """Read all files, and print what looks wrong with them; without ``strings`` only what scores need is gathered."""
    from cwsdiag.dataset import assemble, read, read_training, types_of

    with working("reading"):
        gold = read(files.gold, role="gold", options=files.options)
        systems = {name: read(path, role="system", options=files.options) for name, path in files.systems.items()}
        training = None
        if files.train is not None:
            wanted: set[str] = set()
            if strings:
                from cwsdiag.doctor import telling_sentences

                wanted = types_of(gold, *systems.values()).union(telling_sentences(gold))
            training = read_training(files.train, options=files.options, strings=wanted, characters=strings)
        dataset = assemble(gold=gold, systems=systems, training=training, mismatch=files.mismatch)
    if strings:
        from cwsdiag.doctor import examine

        findings = examine(gold=gold, systems=systems, training=training)
        odd = [finding.message_cli for finding in findings if finding.severity == "warning"]
    else:
        odd = dataset.oddities()
    warnings = [*dataset.warnings, *odd]
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    return dataset, warnings


def _load_plugins(plugins: Sequence[Path]) -> None:
    from cwsdiag.attributes import load_plugin

    for plugin in plugins:
        if not plugin.is_file():
            raise ReadError(f"{plugin}: there is no such file. --plugin takes a Python file.")
        load_plugin(plugin)


def _keys(attributes: str | None, plugins: Sequence[Path]) -> list[str] | None:
    """Load plug-ins and return the keys asked for; unknown ones are refused before any file is read."""
    from cwsdiag.attributes import select

    _load_plugins(plugins)
    if attributes is None:
        return None
    keys = [key.strip() for key in attributes.split(",")]
    select(keys)
    return keys


def _buckets(value: str | None) -> int | str | None:
    return int(value) if value is not None and value.isascii() and value.isdigit() else value


def _score_lines(document: Mapping[str, Any]) -> list[str]:
    from cwsdiag.report.tables import number, text_table

    gold = document["gold"]
    head = (
        f"gold: {gold['sentences']:,} sentences, {gold['words']:,} words, {gold['characters']:,} characters, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
    return [head, "", text_table(document["systems"], _SCORE_COLUMNS)]


def _diagnosis_text(document: Mapping[str, Any]) -> str:
    from cwsdiag.report.diagnosis_text import diagnosis_lines

    return "\n".join([*_score_lines(document), *diagnosis_lines(document), document["signature"]])


def _write_tables(document: Mapping[str, Any], folder: Path) -> None:
    from cwsdiag.report.tables import write_csv

    if folder.exists() and not folder.is_dir():
        raise ReadError(f"{folder}: this is a file. --csv takes a folder.")
    folder.mkdir(parents=True, exist_ok=True)
    tables = {
        "systems": document["systems"],
        "buckets": [
            {"attribute": attribute["key"], **bucket}
            for attribute in document["attributes"]
            for bucket in attribute["buckets"]
        ],
        "breakdown": document["breakdown"],
        "self_diagnosis": document["self_diagnosis"],
        "aided_diagnosis": [_flat_aided(row) for row in document["aided_diagnosis"]],
    }
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as out:
            write_csv(rows, out)
    (folder / "signature.txt").write_text(document["signature"] + "\n", encoding="utf-8")


def _flat_aided(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: row[key] for key in ("better", "other", "attribute")}
    ends = {f"{end}_{key}": value for end in ("lowest", "highest") for key, value in row[end].items()}
    return {**plain, **ends}


def _flat_word(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in row.items() if key != "systems"}
    for system in row["systems"]:
        right = system["right"]
        plain[system["name"]] = None if system["words"] is None else " ".join(system["words"])
        plain[f"right {system['name']}"] = None if right is None else "yes" if right else "no"
    return plain
