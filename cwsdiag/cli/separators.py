"""``cwsdiag separators``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import reading_options, system_files
from cwsdiag.errors import ReadError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions
    from cwsdiag.text import Segmentation


@click.command()
@click.option("--reference", "references", multiple=True, required=True, type=click.Path(path_type=Path),
              help="A reference segmentation; repeat for more. Sentences are those of the first.")  # fmt: skip
@click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=system_files,
              help="A system's prediction; repeat for more.")  # fmt: skip
@reading_options
@click.option("--intersection", type=click.Path(path_type=Path), metavar="FILE",
              help="Write the segmentation with the separators that all references have.")  # fmt: skip
@click.option("--union", type=click.Path(path_type=Path), metavar="FILE",
              help="Write the segmentation with the separators that any reference has.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def separators(
    references: Sequence[Path],
    systems: Mapping[str, Path],
    input_format: str | None,
    encoding: str | None,
    normalise: Sequence[str],
    mismatch: Mismatch,
    intersection: Path | None,
    union: Path | None,
    as_json: bool,
) -> None:
    """Edit distance of word separators, against one reference or several at once."""
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.report.documents import to_json
    from cwsdiag.report.separators_text import separators_document, separators_lines
    from cwsdiag.separators import separator_distances

    outputs = [path for path in (intersection, union) if path is not None]
    _check_paths(references, systems, outputs)
    options = ReadOptions(encoding, input_format, tuple(normalise))
    dataset, others = _load(references, systems, options, mismatch)
    warnings = [*dataset.warnings, *dataset.oddities()]
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    found = separator_distances((dataset.gold, *others), dataset.systems)
    for path, made in ((intersection, found.intersection), (union, found.union)):
        if path is not None:
            _write(path, made)
    document = separators_document(found, signature=_signature(dataset, others), warnings=warnings)
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([*separators_lines(document), "", document["signature"]]))


def _check_paths(references: Sequence[Path], systems: Mapping[str, Path], outputs: Sequence[Path]) -> None:
    """Refuse what could not be told apart later, and what would be lost: a file that is read is not written over."""
    names = [str(reference) for reference in references]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise SettingError(f"--reference {name}: this file is a reference already. Give each only once.")
        if name in systems:
            raise SettingError(f"--system {name}: a reference already has this name. Give the system another name.")
    taken = {path.resolve() for path in (*references, *systems.values())}
    for output in outputs:
        if output.resolve() in taken:
            raise SettingError(f"{output}: this file is in use already. Name another one to write to.")
        taken.add(output.resolve())


def _load(
    references: Sequence[Path], systems: Mapping[str, Path], options: ReadOptions, mismatch: Mismatch
) -> tuple[Dataset, tuple[Segmentation, ...]]:
    """Read all files; return the first reference with the systems, and the other references on its characters."""
    from cwsdiag.dataset import assemble, read

    with working("reading"):
        gold, *others = [read(path, role="gold", options=options) for path in references]
        documents = {str(path): document for path, document in zip(references[1:], others, strict=True)}
        documents |= {name: read(path, role="system", options=options) for name, path in systems.items()}
        everything = assemble(gold=gold, systems=documents, training=None, mismatch=mismatch)
    aligned = everything.systems
    return replace(everything, systems=aligned[len(others) :]), aligned[: len(others)]


def _signature(dataset: Dataset, others: Sequence[Segmentation]) -> str:
    """Return the signature, in which references are numbered: where their files lie changes no number."""
    from cwsdiag.signature import signature

    numbered = [replace(reference, name=f"reference {place}") for place, reference in enumerate(others, start=2)]
    return signature(replace(dataset, systems=(*numbered, *dataset.systems)), {"references": len(others) + 1})


def _write(path: Path, segmentation: Segmentation) -> None:
    from cwsdiag.report.separators_text import words_text

    try:
        path.write_text(words_text(segmentation), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ReadError(f"{path}: cannot be written ({error.strerror}). Name a file in a writable folder.") from None
