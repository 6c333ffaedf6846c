"""What segmenters learn, as ``tests/difficulty`` sees it."""

from tests.difficulty.conftest import learnt

__all__ = ["learnt"]
