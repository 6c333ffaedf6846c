"""What makes the difference between two criteria: the words that lose most, and how each corpus cuts them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.formats.language import language_of
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
# Longer words that hold the string, which are looked up to find what kind of difference it is.
_WAYS = 5


@dataclass(frozen=True)
class WordDifference:
    """A word of a test text, and how the training data has it.

    Attributes:
        loss: what it takes from Ψ.
        cuts: how the training data segments its string, with how often, the most frequent first; empty where it is
            not there.
        pieces: what one side has as one word and the other cuts so, which names the kind: of the most frequent way that
            tells, the words into which the training data splits the string, or those into which the test text's side
            splits a longer word that the training data has. Empty where no way tells.
        is_chinese: whether the test text may be Chinese: the rules that name kinds are for that alone.
    """

    loss: StringLoss
    cuts: tuple[tuple[Cut, int], ...]
    pieces: tuple[str, ...]
    is_chinese: bool = True

    @property
    def kind(self) -> str:
        """A key of ``KINDS``; ``UNSEEN`` where the training data does not have the string."""
        if self.loss.is_unseen:
            return UNSEEN
        return kind_of(self.pieces) if self.pieces and self.is_chinese else next(reversed(KINDS))

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
    own_text: Segmentation | None = None,
    limit: int = DEFAULT_LIMIT,
) -> list[WordDifference]:
    """Return the words of a test text that take most from Ψ, the costliest first, with how the training data has them.

    Args:
        training: statistics of the training data.
        training_text: the same data as text.
        test: the test text.
        own: training data under the test text's own criterion; see ``string_losses``.
        own_text: the same data as text: together with the test text it shows what that criterion does with a string.
        limit: how many words at most; each is looked up in the whole training text.

    Raises:
        ValueError: training data is a word list.
    """
    side = _Side((test, own_text))
    is_chinese = language_of(test.text.chars) is None
    found = []
    for loss in string_losses(training, test, own=own)[:limit]:
        if (loss.cost if own is None else loss.loss) <= 0:
            break
        cuts = tuple(Concordance(training_text, loss.word).cuts()) if loss.as_string else ()
        found.append(WordDifference(loss, cuts, side.telling(cuts), is_chinese))
    return found


class _Side:
    """The texts of one criterion, asked what they split that another has as one word."""

    def __init__(self, texts: Sequence[Segmentation | None]) -> None:
        self._texts = [text for text in texts if text is not None]
        self._splits: dict[str, tuple[str, ...]] = {}

    def telling(self, cuts: Sequence[tuple[Cut, int]]) -> tuple[str, ...]:
        """Return the pieces of the first way that tells; see ``WordDifference``."""
        longer = 0
        for cut, _ in cuts:
            if cut.manner == "split":
                return cut.words
            if cut.manner == "inside" and longer < _WAYS:
                longer += 1
                pieces = self._split(cut.words[0])
                if pieces:
                    return pieces
        return ()

    def _split(self, word: str) -> tuple[str, ...]:
        """Return the words into which these texts most often split a string; nothing where they never do."""
        if word not in self._splits:
            counts: Counter[tuple[str, ...]] = Counter()
            for text in self._texts:
                counts.update({cut.words: n for cut, n in Concordance(text, word).cuts() if cut.manner == "split"})
            self._splits[word] = max(counts, key=counts.__getitem__, default=())
        return self._splits[word]
