"""What base segmenters are learnt by: an averaged perceptron, or a CRF; one line each in ``LEARNERS``.

A learner is its settings: a frozen dataclass whose values are part of what a committee is called by and kept under.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar, Protocol

from cwsdiag.arguments import bounds, number, whole
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.difficulty.model import Model
    from cwsdiag.difficulty.templates import Sentences, Template
    from cwsdiag.text import Longs


class Learner(Protocol):
    """Makes segmenters of one kind.

    Attributes:
        name: its key in ``LEARNERS``.
        locks: whether it holds Python's lock while it learns, so that several at once need processes of their own.
        packages: what it needs beside numpy and numba, as pip calls it.
        draws: whether anything in it is random, so that another seed gives another segmenter.
    """

    name: ClassVar[str]
    locks: ClassVar[bool]
    packages: ClassVar[tuple[str, ...]]
    draws: ClassVar[bool]

    def require(self) -> None:
        """Raise a ``SettingError`` where something is not installed."""
        ...

    def learn(
        self,
        training: Sentences,
        tags: NDArray[np.int8],
        chosen: Longs,
        *,
        template: Template,
        features: int,
        rng: np.random.Generator,
    ) -> Model:
        """Return what some sentences of a text teach; see ``learn_perceptron``."""
        ...


class _Named:
    """Shows a learner by its name and those settings that are not the usual ones."""

    name: ClassVar[str]

    def __str__(self) -> str:
        parts = [self.name]
        for setting in fields(self):  # type: ignore[arg-type]
            value = getattr(self, setting.name)
            if value != setting.default:
                parts.append(f"{setting.name}={value:g}")
        return " ".join(parts)


@dataclass(frozen=True)
class Perceptron(_Named):
    """The averaged perceptron of ``learn_perceptron``.

    Attributes:
        passes: how often it goes through its sentences.
    """

    passes: int = 10

    name: ClassVar[str] = "perceptron"
    locks: ClassVar[bool] = False
    packages: ClassVar[tuple[str, ...]] = ()
    draws: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what is no number of passes."""
        whole("passes", self.passes, bounds.PASSES)

    def require(self) -> None:
        """Do nothing: numba comes with cwsdiag."""

    def learn(
        self,
        training: Sentences,
        tags: NDArray[np.int8],
        chosen: Longs,
        *,
        template: Template,
        features: int,
        rng: np.random.Generator,
    ) -> Model:
        """See ``learn_perceptron``."""
        from cwsdiag.difficulty.perceptron import learn_perceptron

        return learn_perceptron(
            training, tags, chosen, template=template, features=features, passes=self.passes, rng=rng
        )


@dataclass(frozen=True)
class Crf(_Named):
    """The CRF of ``learn_crf``.

    Attributes:
        c2: coefficient of its L2 penalty.
    """

    c2: float = 1.0

    name: ClassVar[str] = "crf"
    locks: ClassVar[bool] = True
    packages: ClassVar[tuple[str, ...]] = ("python-crfsuite",)
    draws: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Refuse a penalty with which training need not end."""
        object.__setattr__(self, "c2", number("c2", self.c2, 0, bounds.PENALTY, above=True))

    def require(self) -> None:
        """Ask for python-crfsuite, which is an extra."""
        if find_spec("pycrfsuite") is None:
            raise SettingError(lazy("CRFs need python-crfsuite, which is not installed: pip install 'cwsdiag[crf]'"))

    def learn(
        self,
        training: Sentences,
        tags: NDArray[np.int8],
        chosen: Longs,
        *,
        template: Template,
        features: int,
        rng: np.random.Generator,
    ) -> Model:
        """See ``learn_crf``; nothing in it is random."""
        from cwsdiag.difficulty.crf import learn_crf

        del features, rng
        return learn_crf(training, tags, chosen, template=template, c2=self.c2)


LEARNERS: Mapping[str, Callable[..., Learner]] = {"perceptron": Perceptron, "crf": Crf}


def learner_of(notation: str) -> Learner:
    """Return a learner by its name, with settings of one's own behind a colon: ``perceptron:passes=5``, ``crf:c2=0.5``.

    Raises:
        SettingError: there is none of this name, or it has no such setting.
    """
    name, _, setting = notation.partition(":")
    if name not in LEARNERS:
        raise SettingError(lazy("no learner {name!r}. Available: {known}.", name=name, known=", ".join(LEARNERS)))
    usual = LEARNERS[name]()
    if not setting:
        return usual
    key, _, value = setting.partition("=")
    kinds = {known: type(default) for known, default in vars(usual).items()}
    try:
        return LEARNERS[name](**{key: kinds[key](value)})
    except (KeyError, ValueError):
        raise SettingError(
            lazy(
                "learner {notation!r}: write {name}, or {name}:{setting}=NUMBER.",
                notation=notation,
                name=name,
                setting=next(iter(kinds)),
            )
        ) from None
