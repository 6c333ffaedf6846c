"""The texts and the committee of ``tests/difficulty``."""

from tests.difficulty.conftest import few, gold, training

__all__ = ["few", "gold", "training"]
