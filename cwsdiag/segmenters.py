"""Segmenters that are installed as packages, each as a program: sentences on stdin, words between blanks on stdout.

To add one of your own: name a function that returns what cuts a sentence into words as an entry point
``cwsdiag.segmenters`` of your package.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from typing import Any

Cut = Callable[[str], Sequence[str]]


def _jieba() -> Cut:
    import jieba

    cut: Cut = jieba.lcut
    return cut


def _thulac() -> Cut:
    import thulac

    tool: Any = thulac.thulac(seg_only=True)
    return lambda sentence: str(tool.cut(sentence, text=True)).split()


def _snownlp() -> Cut:
    from snownlp import SnowNLP

    return lambda sentence: list(SnowNLP(sentence).words)


# By the name of the package.
_KNOWN: dict[str, Callable[[], Cut]] = {"jieba": _jieba, "thulac": _thulac, "snownlp": _snownlp}


def names() -> list[str]:
    """Return the names of all that can be asked for, installed or not."""
    return [*_KNOWN, *(one.name for one in entry_points(group="cwsdiag.segmenters"))]


def version_of(name: str) -> str:
    """Return the version of the package that a segmenter comes from; empty where it is not installed."""
    own = _own(name)
    try:
        return version(name) if own is None or own.dist is None else own.dist.version
    except PackageNotFoundError:
        return ""


def _own(name: str) -> EntryPoint | None:
    """Return what a package other than the known ones names a segmenter by."""
    return next(iter(entry_points(group="cwsdiag.segmenters", name=name)), None)


def _main(name: str) -> None:
    # Some tell on stdout that they load a model.
    with redirect_stdout(sys.stderr):
        own = _own(name)
        cut: Cut = _KNOWN[name]() if own is None else own.load()()
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    for line in sys.stdin:
        with redirect_stdout(sys.stderr):
            words = cut(line.rstrip("\n"))
        sys.stdout.write(" ".join(words) + "\n")


if __name__ == "__main__":
    _main(sys.argv[1])
