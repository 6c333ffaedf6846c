"""What the doctor says, and how it is said where there is a command line and where there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Fix = Literal["nfkc", "t2s", "skip"]

_OPTIONS: dict[Fix, str] = {"nfkc": "--normalise nfkc", "t2s": "--normalise t2s", "skip": "--mismatch skip"}
# What errors say about settings, and what is left of it for those who have buttons instead.
_SETTINGS = (
    (re.compile(re.escape(" (nfkc, t2s)")), ""),
    (re.compile(re.escape(" (mismatch: skip)")), ""),
    (re.compile("set the encoding by hand: --encoding with "), "set the encoding by hand: "),
    (re.compile(r"or raise the limit: .*$", re.MULTILINE), "or ask whoever runs this dashboard to raise the limit."),
)


@dataclass(frozen=True)
class Finding:
    """Something about the files that the user should know.

    Attributes:
        severity: a warning where results are probably wrong; a note where something is to be known or checked.
        code: what it is, the same in every release.
        file: name of the file it is about.
        message: what it is, where, and what to do; it names no option of the command line.
        fix: what would mend it: all files normalised by NFKC or from traditional to simplified, or what differs left
            out; None where only the user can mend it.
        value: the number behind it, as the function that finds it says; None without one.
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
    def remedy_cli(self) -> str:
        """The option of the command line that mends it; empty where only the user can."""
        return "" if self.fix is None else _OPTIONS[self.fix]

    @property
    def message_cli(self) -> str:
        """The message with that option at its end, where what to do stands."""
        return f"{self.message.removesuffix('.')} ({self.remedy_cli})." if self.fix else self.message


def without_options(message: str) -> str:
    """Return an error's message for people who have no command line before them."""
    for pattern, instead in _SETTINGS:
        message = pattern.sub(instead, message)
    return message
