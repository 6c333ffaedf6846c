"""What makes the difference between two criteria: the words that lose most, and how each corpus cuts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.study.consistency import StringLoss, string_losses
from cwsdiag.study.cuts import Concordance

if TYPE_CHECKING:
    from cwsdiag.study.cuts import Cut
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats

DEFAULT_LIMIT = 200


@dataclass(frozen=True)
class WordDifference:
    """A word of a test text, and how the training data has it.

    Attributes:
        loss: what it takes from Ψ.
        cuts: how the training data segments its string, with how often, the most frequent first; empty where it is
            not there.
    """

    loss: StringLoss
    cuts: tuple[tuple[Cut, int], ...]

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
) -> list[WordDifference]:
    """Return the words of a test text that take most from Ψ, the costliest first, with how the training data has them.

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
        found.append(WordDifference(loss, cuts))
    return found
