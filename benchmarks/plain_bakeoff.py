"""The job of ``cwsdiag bakeoff`` as one would write it in an afternoon: loops, sets and counters, no library.

python benchmarks/plain_bakeoff.py DICTIONARY GOLD SYSTEM
"""

import sys
from collections import Counter


def spans(sentences: list[list[str]]) -> list[tuple[int, int]]:
    found, start = [], 0
    for words in sentences:
        for word in words:
            found.append((start, start + len(word)))
            start += len(word)
    return found


def read(path: str) -> list[list[str]]:
    with open(path, encoding="utf-8") as lines:
        return [words for words in (line.split() for line in lines) if words]


def runs(words: list[tuple[int, int]], matched: set[tuple[int, int]], ends: set[int]) -> Counter[tuple[int, int]]:
    """Count the unmatched words after each matched word or sentence end."""
    found: Counter[tuple[int, int]] = Counter()
    key = (0, 0)
    for span in words:
        if span in matched:
            key = span
        else:
            found[key] += 1
        if span[1] in ends:
            key = (span[1], span[1])
    return found


def main() -> None:
    dictionary, gold_path, system_path = sys.argv[1:]
    known = {word for words in read(dictionary) for word in words}
    gold_sentences, system_sentences = read(gold_path), read(system_path)
    gold, system = spans(gold_sentences), spans(system_sentences)
    matched = set(gold) & set(system)
    ends, end = set(), 0
    for words in gold_sentences:
        end += sum(map(len, words))
        ends.add(end)
    surfaces = [word for words in gold_sentences for word in words]
    tally = Counter((word in known, span in matched) for word, span in zip(surfaces, gold, strict=True))
    missed, wrong = runs(gold, matched, ends), runs(system, matched, ends)
    keys = missed.keys() | wrong.keys()
    substitutions = sum(min(missed[key], wrong[key]) for key in keys)
    insertions, deletions = sum(wrong.values()) - substitutions, sum(missed.values()) - substitutions
    recall, precision = len(matched) / len(gold), len(matched) / len(system)
    oov = tally[False, True] + tally[False, False]
    print(f"insertions {insertions} deletions {deletions} substitutions {substitutions}")
    print(f"true {len(gold)} test {len(system)} R {recall:.3f} P {precision:.3f}")
    print(f"F {2 * len(matched) / (len(gold) + len(system)):.3f} OOV {oov / len(gold):.3f}")
    oov_recall = f"{tally[False, True] / oov:.3f}" if oov else "--"
    print(f"R_oov {oov_recall} R_iv {tally[True, True] / (len(gold) - oov):.3f}")


if __name__ == "__main__":
    main()
