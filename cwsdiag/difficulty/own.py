"""A text of one's own, without gold: what its words are like, and how far a committee cuts it in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes import Attribute, Context, select
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.difficulty.store import ModelStore
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import frozen
from cwsdiag.typed import lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from cwsdiag.difficulty.committees import Committee
    from cwsdiag.difficulty.segmenter import Segmenter
    from cwsdiag.text import Floats, Segmentation, Text
    from cwsdiag.training import TrainingStats

# Characters of a text that somebody types or pastes.
LONGEST = 4_000


def typed_text(typed: str, *, normalise: Sequence[str] = ()) -> Text | None:
    """Return a text that somebody typed, a sentence a line, without its white space; None for white space alone.

    Args:
        typed: at most ``LONGEST`` characters.
        normalise: what was done to the training text, see ``NORMALISATIONS``.

    Raises:
        SettingError: it is too long, or has characters that cannot be seen.
    """
    tidy = lines(typed, lazy("text"), LONGEST, error=SettingError)
    sentences = [["".join(line.split())] for line in tidy.split("\n") if line.strip()]
    if not sentences:
        return None
    return read(sentences, role="gold", options=ReadOptions(normalise=tuple(normalise))).text


def described(cut: Segmentation, training: TrainingStats | None) -> list[tuple[Attribute, Floats, tuple[str, ...]]]:
    """Return the attributes of the words of a text that has no gold: sentences and density of OOV words are its own.

    Args:
        cut: the text.
        training: what they are known from.

    Returns:
        Those that are defined without gold's difficulties, parts of speech and systems: the attribute; its values as
        ``Attribute.values`` has them, one a word or a character; the names of its categories, if it has such.
    """
    context = Context(cut, training=None if training is None else training.apart())
    there = [one for one in select() if one.undefined_because(training) is None]
    return [(one, one.values(context), context.categories(one).names if one.categorical else ()) for one in there]


def disagreement(cut: Segmentation, members: Sequence[Segmentation]) -> Floats:
    """Return for each word the share of members that do not have its span as a word, from 0 to 1; NaN without any.

    It is no difficulty: nobody knows whether the word is right.

    Args:
        cut: a text.
        members: how each of a committee cuts the same ``Text``.
    """
    if not members:
        return frozen(np.full(len(cut), np.nan))
    return frozen(np.mean([~match(cut, member).gold_hit for member in members], axis=0))


def member_cuts(committee: Committee, segmenter: Segmenter, text: Text, cache: Path) -> Iterator[Segmentation]:
    """Yield how each member of a committee cuts a text.

    Args:
        committee: whose members.
        segmenter: has the features of the training text that they learnt from.
        text: to be cut.
        cache: the folder with their models.

    Raises:
        SettingError: the training text is another, or a model is no longer there.
    """
    store = ModelStore(cache, committee.settings.digest(committee.training_digest, members=False))
    for member in committee.members:
        model = store.find(member.number) if committee.training_digest == segmenter.digest else None
        if model is None:
            raise SettingError(lazy("The members of the committee are no longer there. Make it again on Difficulty."))
        yield segmenter.cut_by(model, member.template, text, f"member {member.number}")
