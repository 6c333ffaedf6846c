"""A judge in a process of their own: ``python -m tests.judging.worker FILE NAME``."""

import sys
from pathlib import Path

from cwsdiag.judging import Judgements
from tests.judging.corpus import judge_all

if __name__ == "__main__":
    kept = Judgements(Path(sys.argv[1]), create=False)
    judge_all(kept, kept.study("first"), sys.argv[2], 9)
