"""Texts that the board writes itself, some of which lie in its file in English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.text import Segmentation

# Of the baselines, which the board makes itself.
DESCRIPTIONS = {
    BASE: lazy("forward maximum matching with the words of the training data"),
    TOP: lazy("forward maximum matching with the words of gold"),
}
# What the tracks of the bakeoffs allow, where the owner of a task has not said otherwise.
_USUAL_RULES = {
    "closed": lazy("only the task's training data"),
    "open": lazy("other data allowed"),
}
_SPLIT = re.compile(r"([\d,]+) of the ([\d,]+) sentences of (.*), drawn with seed (-?\d+)")


def track_rule(track: str, said: Mapping[str, str]) -> str:
    """Return what a track allows; empty where nobody has said it.

    Args:
        track: its name.
        said: what the owner of the task has said, by track.
    """
    usual: str = _USUAL_RULES.get(track, "")
    return said.get(track) or usual


def split_note(stored: str) -> str:
    """Return which sentences of which draft a task has, in a form that can be translated."""
    if (found := _SPLIT.fullmatch(stored)) is None:
        return stored
    part, sentences, task, seed = found.groups()
    return lazy(
        "{part:,} of the {sentences:,} sentences of {task}, drawn with seed {seed}",
        part=int(part.replace(",", "")),
        sentences=int(sentences.replace(",", "")),
        task=task,
        seed=int(seed),
    )


def difference_notes(system: Segmentation) -> Iterator[str]:
    """Yield how much of the raw text a submission has, where that is not all: sums, and no place in gold."""
    found = system.differing
    if found is None:
        return
    fidelity = lazy(
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
        yield lazy("{fidelity} What differs is left out of its scores; see coverage.", fidelity=fidelity)
    else:
        yield lazy("{fidelity} All of that counts in its scores.", fidelity=fidelity)
