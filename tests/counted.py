"""Counts what is done with files and texts, for tests that nothing is done twice."""

import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from cwsdiag import loading
from cwsdiag.formats import Source


@dataclass
class Work:
    """How often each file on the disk was gone through, and each text aligned."""

    reads: Counter[str] = field(default_factory=Counter)
    alignments: Counter[str] = field(default_factory=Counter)


def counted(monkeypatch):
    """Count from now on; beginnings of files, from which formats are told, do not count as read."""
    done, lock = Work(), threading.Lock()
    chunks, stored, head = Source.chunks, Source.stored, Source.head
    align = loading.align

    def count(counter, name, by=1):
        with lock:
            counter[Path(name).name] += by

    def counted_chunks(self, *arguments, **named):
        if self._path is not None:
            count(done.reads, self._path)
        return chunks(self, *arguments, **named)

    def counted_stored(self, *arguments):
        if self._path is not None:
            count(done.reads, self._path)
        return stored(self, *arguments)

    def counted_head(self, size):
        if self._path is not None:
            count(done.reads, self._path, -1)
        return head(self, size)

    def counted_align(gold, text, *, name, **named):
        count(done.alignments, name)
        return align(gold, text, name=name, **named)

    monkeypatch.setattr(Source, "chunks", counted_chunks)
    monkeypatch.setattr(Source, "stored", counted_stored)
    monkeypatch.setattr(Source, "head", counted_head)
    monkeypatch.setattr(loading, "align", counted_align)
    return done
