"""The texts that come with tasks and submissions: tidied up, or refused; and those that the board writes itself."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cwsdiag import typed
from cwsdiag.baselines import BASE, TOP
from cwsdiag.errors import BoardError, brief
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.board.models import Entry
    from cwsdiag.text import Segmentation

# What pages call all tracks, and those that are on none.
_TAKEN = ("all", "baseline")
_MOST_TRACKS = 10
# What messages call each text, and the most characters that it may have.
_TEXTS = {
    "task": (lazy("name of the task"), 80),
    "track": (lazy("name of the track"), 40),
    "rule": (lazy("rule of a track"), 2000),
    "rules": (lazy("text of the rules"), 10_000),
    "committee": (lazy("name of the committee"), 400),
    "system": (lazy("name of the system"), 80),
    "author": (lazy("author"), 80),
    "key": (lazy("name"), 80),
    "description": (lazy("description"), 2000),
    "resources": (lazy("text on the resources"), 1000),
}
# May be empty, and have several lines.
_FREE = ("rule", "rules", "description", "resources")
# Of the baselines, which the board makes itself; its file has them in English.
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


def checked(name: str, text: str) -> str:
    """Return a text tidied up, as ``cwsdiag.typed`` does.

    Args:
        name: of the text, as in ``_TEXTS``.
        text: as it came.

    Raises:
        BoardError: it is missing, too long or has invisible characters.
    """
    what, limit = _TEXTS[name]
    tidy = typed.lines if name in _FREE else typed.one_line
    return tidy(text, what, limit, error=BoardError)


def checked_entry(entry: Entry) -> Entry:
    """Return what a submission says of itself, tidied up.

    Raises:
        BoardError: as of ``checked``, or the system is called as a baseline is.
    """
    names = ("system", "author", "description", "resources")
    tidy = replace(entry, **{name: checked(name, getattr(entry, name)) for name in names})
    if tidy.system.upper() in (BASE, TOP):
        raise BoardError(lazy("{system} is the name of a baseline. Give the system another name.", system=tidy.system))
    return tidy


def checked_tracks(tracks: Mapping[str, str]) -> dict[str, str]:
    """Return the tracks of a task, tidied up: names, and what each allows.

    Raises:
        BoardError: there is none or too many, or a text is no good.
    """
    tidy = {checked("track", track): checked("rule", rule) for track, rule in tracks.items()}
    for name in tidy:
        if "," in name or "=" in name or name.casefold() in _TAKEN:
            raise BoardError(
                lazy(
                    "a track cannot be called {name!r}: no commas, no equals signs, and not {taken}.",
                    name=name,
                    taken=", ".join(_TAKEN),
                )
            )
    if not 1 <= len(tidy) <= _MOST_TRACKS:
        raise BoardError(
            lazy("a task has 1 to {most} tracks, such as closed and open; not {number}.", most=_MOST_TRACKS,
                 number=len(tidy))
        )  # fmt: skip
    return tidy


def refuse_times(opens: str, closes: str) -> None:
    """Refuse a task that closes before it opens; times as they are stored, empty for no bound."""
    if opens and closes and closes <= opens:
        raise BoardError(
            lazy(
                "the task would close ({closes}) before it opens ({opens}). Set later times.",
                opens=opens,
                closes=closes,
            )
        )


def moment_of(text: str) -> datetime | None:
    """Return the moment that people write, ``2026-05-01`` or ``2026-05-01 18:00``; UTC unless it says a zone.

    Returns:
        None for an empty text.

    Raises:
        BoardError: it is no moment.
    """
    if not text.strip():
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        moment.astimezone(UTC)
    except (ValueError, OverflowError):  # the last of these: at the end of time in a zone, beyond it in UTC
        raise BoardError(
            lazy("{text!r} is no time. Write it as 2026-05-01 18:00 (UTC) or 2026-05-01T18:00+08:00.", text=brief(text))
        ) from None
    return moment


def task_name(text: str) -> str:
    """Return the name of a task, tidied up; names of files are made from it.

    Raises:
        BoardError: as of ``checked``, or it has a slash.
    """
    name = checked("task", text)
    if "/" in name or "\\" in name:
        raise BoardError(
            lazy("the name of the task, {name!r}, has a slash: files are named after it. Remove it.", name=name)
        )
    return name


def track_rule(track: str, rules: Mapping[str, str]) -> str:
    """Return what a track allows, by the rules of its task or else of the bakeoffs; empty where nobody has said it."""
    usual: str = _USUAL_RULES.get(track, "")
    return rules.get(track) or usual


def split_note(stored: str) -> str:
    """Return which sentences of which draft a task has, in a form that can be translated."""
    if (match := _SPLIT.fullmatch(stored)) is None:
        return stored
    part, sentences, task, seed = match.groups()
    return lazy(
        "{part:,} of the {sentences:,} sentences of {task}, drawn with seed {seed}",
        part=int(part.replace(",", "")),
        sentences=int(sentences.replace(",", "")),
        task=task,
        seed=seed,
    )


def difference_notes(system: Segmentation) -> Iterator[str]:
    """Yield how much of the raw text a submission has, where that is not all: sums, and no place in gold."""
    differing = system.differing
    if differing is None:
        return
    fidelity = lazy(
        "{name} has other characters than the raw text: {exact:,} of {sentences:,} sentences are reproduced exactly; "
        "omitted: {omitted:,} characters, added: {added:,}, replaced: {replaced:,}.",
        name=system.name,
        exact=differing.exact_sentences,
        sentences=differing.sentences,
        omitted=differing.omitted,
        added=differing.added,
        replaced=differing.replaced,
    )
    if system.own is None:
        yield lazy("{fidelity} What differs is left out of its scores; see coverage.", fidelity=fidelity)
    else:
        yield lazy("{fidelity} All of that counts in its scores.", fidelity=fidelity)
