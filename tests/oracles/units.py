"""Brute-force units: what a resample draws and a test swaps, as lists of sentences (METHODS 11)."""

import math
import statistics
from collections.abc import Sequence


def documents(ids: Sequence[object]) -> list[list[int]]:
    """The sentences of each document, of the id of each sentence: a change of id begins one."""
    found: list[list[int]] = []
    for sentence, id in enumerate(ids):
        if sentence > 0 and ids[sentence - 1] == id:
            found[-1].append(sentence)
        else:
            found.append([sentence])
    return found


def units(unit: str, ids: Sequence[object]) -> list[list[int]]:
    """The sentences of each unit; all ids are one where documents are not known."""
    if unit == "document":
        return documents(ids)
    size = 1 if unit == "sentence" else int(unit.split(":")[1])
    found = []
    for document in documents(ids):
        unit_of_it: list[int] = []
        for sentence in document:
            if len(unit_of_it) == size:
                found.append(unit_of_it)
                unit_of_it = []
            unit_of_it.append(sentence)
        found.append(unit_of_it)
    return found


def standard_error(tables: Sequence[Sequence[tuple[int, int, int]]], units: Sequence[Sequence[int]], drawn) -> float:
    """The bootstrap standard error of F1 of one table, or of the first minus the second.

    Args:
        tables: (gold, system, matched) of each sentence.
        units: the sentences of each.
        drawn: of each resample, how often each unit is in it.
    """
    values = []
    for often in drawn:
        f1 = []
        for table in tables:
            gold = system = matched = 0
            for unit, times in zip(units, often, strict=True):
                for sentence in unit:
                    gold += times * table[sentence][0]
                    system += times * table[sentence][1]
                    matched += times * table[sentence][2]
            f1.append(2 * matched / (gold + system))
        values.append(f1[0] - sum(f1[1:]))
    return statistics.stdev(values)


def block_factor(tables: Sequence[Sequence[tuple[int, int, int]]], ids: Sequence[object], draw) -> float:
    """How much larger it is by blocks of 25; ``draw`` gives the resamples of a number of units."""
    blocks, sentences = units("block:25", ids), units("sentence", ids)
    if len(blocks) < 40:
        return math.nan
    by_blocks, by_sentences = (standard_error(tables, of, draw(len(of))) for of in (blocks, sentences))
    return by_blocks / by_sentences if by_sentences > 1e-12 else math.nan


def automatic(factor: float, *, documents_known: bool) -> str:
    """The unit that nobody chose."""
    if not factor > 1.2:
        return "sentence"
    return "document" if documents_known else "block:25"
