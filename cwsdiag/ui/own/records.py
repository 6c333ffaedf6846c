"""What a workspace keeps beside its files, as JSON: what each file is and how it is read, and the findings.

Files stand there by the digest of their bytes; those under the server's folder by their path. What this version does
not know is passed over, so that a text of another one can be read.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ReadError, WorkspaceError
from cwsdiag.languages import lazy
from cwsdiag.project import StudySpec
from cwsdiag.study import OwnCurve, Published
from cwsdiag.ui.data.files import File, FileSet
from cwsdiag.ui.data.rooted import real_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# The records of a text, each by a name that no other has.
_RECORDS: dict[str, type[Any]] = {
    "mismatch": FileSet,
    "file_name": File,
    "encoding": ReadOptions,
    "buckets": StudySpec,
    "source": Published,
    "runs": OwnCurve,
}


@dataclass(frozen=True)
class Content:
    """What somebody has of their own.

    Attributes:
        datasets: at least one, to which files are added; it may be empty.
        findings: the text of a file of findings; empty for none.
    """

    datasets: tuple[FileSet, ...] = (FileSet(),)
    findings: str = ""


def to_text(content: Content) -> str:
    """Return a content as text; files that are held in memory alone are left out."""
    lasting = [files.mapped(lambda file: file if file.is_kept or file.root else None) for files in content.datasets]
    document = {"datasets": [asdict(files) for files in lasting], "findings": content.findings}
    # Where a file lies is found anew when it is read: of ``path`` and ``root`` there stands only whether there is one.
    return json.dumps(document, ensure_ascii=False, indent=1, default=bool)


def of_text(text: str, *, path: Callable[[str], Path], root: Path | None) -> Content:
    """Return what a text says; files that are not there any more are left out.

    Args:
        text: as ``to_text`` gives it; an empty one for none.
        path: gives where a file of the workspace lies, by its digest.
        root: the folder whose files can be opened by path.

    Raises:
        WorkspaceError: it is not such a text.
    """

    def there(file: File) -> File | None:
        if not file.root:
            return file.kept_at(path(file.content)) if path(file.content).is_file() else None
        try:
            place = None if root is None else real_path(root, file.file_name)
        except ReadError:
            place = None
        return None if place is None else replace(file, data=b"", path=place, root=root).renewed()

    try:
        document = json.loads(text or "{}", object_hook=_record)
        datasets = tuple(files.mapped(there) for files in document.get("datasets", ()))
        return Content(datasets or (FileSet(),), document.get("findings", ""))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(
            lazy(
                "What these files are to each other cannot be read ({error}). Remove them, and upload them again.",
                error=str(error),
            )
        ) from None


def _record(values: dict[str, Any]) -> Any:
    """Return the record that an object of a text is, or else the object."""
    if values.pop("under", False):  # version 0.2.0
        values["root"] = True
    kind = next((kind for name, kind in _RECORDS.items() if name in values), None)
    if kind is None:
        return values
    names = {field.name for field in fields(kind)}
    return kind(**{name: _frozen(value) for name, value in values.items() if name in names})


def _frozen(value: Any) -> Any:
    """Return the tuples that were lists in JSON."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
