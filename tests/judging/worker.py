"""A judge in a process of their own: ``python -m tests.judging.worker FILE NAME``; says which sentences are stored."""

import random
import sys
from pathlib import Path

from cwsdiag.judging import Judgements
from tests.judging.corpus import drawn_marks

if __name__ == "__main__":
    kept = Judgements(Path(sys.argv[1]), create=False)
    study, draw = kept.study("first"), random.Random(9)
    for item in study.to_judge:
        kept.mark("first", sys.argv[2], item.number, drawn_marks(item, draw))
        print(item.number, flush=True)
