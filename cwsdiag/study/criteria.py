"""What makes the difference between two criteria: the words that lose most, and how each corpus cuts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.study.consistency import StringLoss, string_losses
from cwsdiag.study.cuts import Concordance
from cwsdiag.study.kinds import KINDS, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.cuts import Cut
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats

UNSEEN = "unseen"
DEFAULT_LIMIT = 200


@dataclass(frozen=True)
class Difference:
    """A word of a test text, and how the training data has it.

    Attributes:
        loss: what it takes from Ψ.
        cuts: how the training data segments its string, with how often, the most frequent first; empty where it is
            not there.
        kind: a key of ``KINDS``, of the most frequent way that splits the string or has it inside a longer word; or
            ``UNSEEN`` where the training data does not have the string.
    """

    loss: StringLoss
    cuts: tuple[tuple[Cut, int], ...]
    kind: str

    @property
    def other(self) -> tuple[Cut, int] | None:
        """The most frequent way to segment the string that is not the word itself, and how often; None without."""
        return next(((cut, count) for cut, count in self.cuts if cut.manner != "kept"), None)


def differences(
    training: TrainingStats,
    training_text: Segmentation,
    test: Segmentation,
    *,
    own: TrainingStats | None = None,
    limit: int = DEFAULT_LIMIT,
) -> list[Difference]:
    """Return the words of a test text that take most from Ψ, the dearest first, with how the training data has them.

    Args:
        training: statistics of the training data.
        training_text: the same data as text.
        test: the test text.
        own: training data under the test text's own criterion; see ``string_losses``.
        limit: how many words at most; each is looked up in the whole training text.

    Raises:
        ValueError: training data is a word list.
    """
    found = []
    for loss in string_losses(training, test, own=own)[:limit]:
        if (loss.cost if own is None else loss.loss) <= 0:
            break
        cuts = tuple(Concordance(training_text, loss.word).cuts()) if loss.as_string else ()
        found.append(Difference(loss, cuts, _kind(loss, cuts)))
    return found


def _kind(loss: StringLoss, cuts: Sequence[tuple[Cut, int]]) -> str:
    if loss.is_unseen:
        return UNSEEN
    pieces = next((cut.pieces for cut, _ in cuts if cut.pieces), ())
    return kind_of(pieces) if pieces else next(reversed(KINDS))
