"""What the doctor says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cwsdiag.errors import OPTIONS, Fix
from cwsdiag.languages import lazy

# How two texts may differ that are the same after a normalisation: the code of the finding, and the sentences for it.
DIFFERENCES: dict[Fix, tuple[str, str, str]] = {
    "nfkc": ("width", lazy("full-width and half-width characters"), lazy("Normalise all files.")),
    "t2s": ("script", lazy("simplified and traditional characters"), lazy("Convert all files.")),
    "underscores": (
        "underscores",
        lazy("_ alone, which joins the syllables of a word in Vietnamese"),
        lazy("Delete it in all files."),
    ),
}


@dataclass(frozen=True)
class FileFinding:
    """Something about the files that the user should know.

    Attributes:
        severity: a warning where results are probably wrong; a note where something is to be known or checked.
        code: what it is, the same in every release.
        file: name of the file it is about.
        message: what it is, where, and what to do; it names no option of the command line.
        fix: what would mend it: all files normalised by NFKC or from traditional to simplified, what differs left out
            or counted,
            or what stands around lines of this file stripped; None where only the user can mend it.
        value: the number behind it, as the check that finds it says; None without one.
        system: name of the system it is about; None where it is about gold and training data.
    """

    severity: Literal["warning", "note"]
    code: str
    file: str
    message: str
    fix: Fix | None = None
    value: float | None = None
    system: str | None = None

    @property
    def message_cli(self) -> str:
        """The message with the option of the command line that mends it at its end, where what to do stands."""
        return f"{self.message.removesuffix('.')} ({OPTIONS[self.fix]})." if self.fix else self.message


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``; nothing of none.

    Args:
        names: what is listed.
        most: of more names than these the last ones are counted; None for all.
    """
    if most is not None and len(names) > most:
        names = [*names[: most - 1], lazy("{number:,} others", number=len(names) - most + 1)]
    if len(names) < 2:
        return "".join(names)
    listing = names[0]
    for name in names[1:-1]:
        listing = lazy("{names}, {name}", names=listing, name=name)
    return lazy("{names} and {name}", names=listing, name=names[-1])
