"""Datasets of a session as a text that a workspace keeps: what files there are, and how each is read.

Files stand there by the digest of their bytes, which lie beside it; those under the server's folder by their path. What
was found in them stands there as the text of a file of findings.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ReadError, WorkspaceError
from cwsdiag.languages import lazy
from cwsdiag.project import StudySpec
from cwsdiag.study import OwnCurve, Published
from cwsdiag.ui.data.files import File, FileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_VERSION = 1
# Where a file lies is known by whoever reads the text.
_OUTER = ("path", "data", "root", "is_kept", "options")


def to_text(datasets: tuple[FileSet, ...], findings: str = "") -> str:
    """Return datasets as text; files that are held in memory alone are left out.

    Args:
        datasets: of a session.
        findings: the text of a file of findings; empty for none.
    """
    lasting = [files.mapped(lambda file: file if file.is_kept or file.root else None) for files in datasets]
    return _written({"version": _VERSION, "datasets": [_values(files, FileSet) for files in lasting]}, findings)


def with_findings(text: str, findings: str) -> str:
    """Return the same text with other findings.

    Args:
        text: as ``to_text`` gives it; an empty one for none.
        findings: the text of a file of findings; empty for none.

    Raises:
        WorkspaceError: it is not such a text.
    """
    return _written(_content(text) if text else {"version": _VERSION, "datasets": []}, findings)


def findings_of(text: str) -> str:
    """Return the file of findings in a text, empty for none.

    Raises:
        WorkspaceError: it is not such a text.
    """
    found = _content(text).get("findings", "") if text else ""
    return found if isinstance(found, str) else ""


def _written(content: dict[str, Any], findings: str) -> str:
    rest = {name: value for name, value in content.items() if name != "findings"}
    return json.dumps(rest | ({"findings": findings} if findings else {}), ensure_ascii=False, indent=1)


def _content(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError) as error:
        raise _unreadable(error) from None


def of_text(text: str, *, path: Callable[[str], Path], root: Path | None) -> tuple[FileSet, ...]:
    """Return the datasets that a text speaks of; files that are not there any more are left out.

    Args:
        text: as ``to_text`` gives it; an empty one for none.
        path: where a file of the workspace lies, by its digest.
        root: the folder whose files can be opened by path.

    Raises:
        WorkspaceError: it is not such a text.
    """

    def file(values: dict[str, Any]) -> File | None:
        options = values.pop("options")
        under = values.pop("under", False)
        values["parts"] = _pairs(values.get("parts", ()))
        # Those that were kept before there was anything to strip do not say so.
        lists = {key: tuple(options.get(key, ())) for key in ("normalise", "strip")}
        known = File(**_known(values, File), options=ReadOptions(**{**options, **lists}))
        if not under:
            return known.kept_at(path(known.content)) if path(known.content).is_file() else None
        try:
            return None if root is None else _under(root, known)
        except ReadError:
            return None

    def value(name: str, given: Any) -> Any:
        if name == "study":
            published = tuple(_published(row) for row in given.get("published", ()))
            own = {"published": published, "curves": tuple(_curve(row) for row in given.get("curves", ()))}
            return StudySpec(**{**given, "normalise": tuple(given["normalise"]), **own})
        if isinstance(given, list):
            return tuple(new for new in map(file, given) if new is not None)
        return file(given) if isinstance(given, dict) else given

    try:
        read = json.loads(text)["datasets"] if text else []
        found = [{name: value(name, given) for name, given in values.items()} for values in read]
        return tuple(FileSet(**_known(values, FileSet)) for values in found) or (FileSet(),)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> WorkspaceError:
    return WorkspaceError(
        lazy(
            "What these files are to each other cannot be read ({error}). Remove them, and upload them again.",
            error=str(error),
        )
    )


def _published(row: dict[str, Any]) -> Published:
    return Published(**{**row, "f1": _pairs(row["f1"]), "parts": _pairs(row["parts"])})


def _curve(row: dict[str, Any]) -> OwnCurve:
    order = row["order"]
    return OwnCurve(**{**row, "order": order if isinstance(order, str) else tuple(order), "runs": _pairs(row["runs"])})


def _pairs(given: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """Return pairs that were lists in JSON."""
    return tuple(map(tuple, given))


def _under(root: Path, file: File) -> File:
    found = File.under(root, file.file_name, file.role)
    return replace(file, path=found.path, root=root, content=found.content, size=found.size)


def _known(values: dict[str, Any], of: type[File | FileSet]) -> dict[str, Any]:
    """Return the values that this version knows: a text may come from another one."""
    names = {field.name for field in fields(of)}
    return {name: value for name, value in values.items() if name in names}


def _values(what: File | FileSet, of: type[File | FileSet]) -> dict[str, Any]:
    return {field.name: _value(getattr(what, field.name)) for field in fields(of) if field.name not in _OUTER}


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    if isinstance(value, StudySpec):
        return asdict(value)
    if not isinstance(value, File):
        return value
    return {**_values(value, File), "options": asdict(value.options), **({"under": True} if value.root else {})}
