"""Texts that the board writes itself: kept in its file in English, and known again when they are read from there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.text import Segmentation

# What submissions that the board made itself say of themselves.
DESCRIPTIONS = {
    BASE: lazy("forward maximum matching with the words of the training data"),
    TOP: lazy("forward maximum matching with the words of gold"),
}
# What the tracks of the bakeoffs allow, where the owner of a task has not said otherwise.
_USUAL_RULES = {
    "closed": lazy("only the task's training data"),
    "open": lazy("other data allowed"),
}
_DESCRIBED: dict[str, str] = {str(text): text for text in DESCRIPTIONS.values()}
_SPLIT = re.compile(r"([\d,]+) of the ([\d,]+) sentences of (.*), drawn with seed (-?\d+)")


def track_rule(track: str, said: Mapping[str, str]) -> str:
    """Return what a track allows; empty where nobody has said it.

    Args:
        track: its name.
        said: what the owner of the task has said, by track.
    """
    usual: str = _USUAL_RULES.get(track, "")
    return said.get(track) or usual


def split_note(part: int, sentences: int, task: str, seed: int) -> str:
    """Say which sentences a task has that is a part of another one.

    Args:
        part: number of its sentences.
        sentences: number of all there were.
        task: name of the other one.
        seed: of the draw.
    """
    return lazy(
        "{part:,} of the {sentences:,} sentences of {task}, drawn with seed {seed}",
        part=part,
        sentences=sentences,
        task=task,
        seed=seed,
    )


def split_said(stored: str) -> str:
    """Return what ``split_note`` said, in a form that can be translated."""
    found = _SPLIT.fullmatch(stored)
    if found is None:
        return stored
    part, sentences, task, seed = found.groups()
    return split_note(int(part.replace(",", "")), int(sentences.replace(",", "")), task, int(seed))


def differing_said(system: Segmentation) -> Iterator[str]:
    """Yield how much of the raw text a submission gave back, where that is not all: sums, and no place in gold."""
    found = system.differing
    if found is None:
        return
    told = lazy(
        "{name} has other characters than the raw text: {exact:,} of {sentences:,} sentences are reproduced exactly; "
        "omitted: {omitted:,} characters, added: {added:,}, replaced: {replaced:,}.",
        name=system.name,
        exact=found.exact_sentences,
        sentences=found.sentences,
        omitted=found.omitted,
        added=found.added,
        replaced=found.replaced,
    )
    if system.own is None:
        yield lazy("{fidelity} What differs is left out of its scores; see coverage.", fidelity=told)
    else:
        yield lazy("{fidelity} All of that counts in its scores.", fidelity=told)


def description_said(stored: str) -> str:
    """Return a description, that of a baseline in a form that can be translated."""
    return _DESCRIBED.get(stored, stored)
