"""Brute-force units: what a resample draws and a test swaps, as lists of sentences (METHODS 11)."""

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
