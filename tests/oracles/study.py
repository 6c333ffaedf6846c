"""Brute-force numbers across models and datasets (METHODS 9 and 10)."""

import math
from itertools import permutations, product

from scipy.stats import chi2

from .attributes import string_counts, word_counts
from .breakdown import percentile
from .paired import holm as holm
from .words import Corpus, scores, words_of

Table = list[list[float]]
# The words that have a character of the string, and how many characters of the first stand before it.
Cut = tuple[tuple[str, ...], int]
# Demšar 2006, table 5a: the studentized range over the root of 2, at the level 0.05, for k treatments.
Q = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 6: 2.850, 7: 2.949, 8: 3.031, 9: 3.102, 10: 3.164}
# So far are entries of that table off in their third digit.
Q_ROUNDING = 0.0015


def mean_of_defined(values: list[float]) -> float:
    """The mean of the values that are no NaN; NaN without any."""
    kept = [value for value in values if not math.isnan(value)]
    if not kept:
        return math.nan
    return math.fsum(kept) / len(kept)


def ranks(values: list[float]) -> list[float]:
    """Ranks from 1 for the lowest; equals share the mean of the ranks that they take up."""
    found = []
    for value in values:
        below = sum(1 for other in values if other < value)
        equal = sum(1 for other in values if other == value)
        found.append(below + (equal + 1) / 2)
    return found


def pearson(first: list[float], second: list[float]) -> float:
    """Pearson's correlation; NaN where one side is constant."""
    mean_first = math.fsum(first) / len(first)
    mean_second = math.fsum(second) / len(second)
    above = math.fsum((a - mean_first) * (b - mean_second) for a, b in zip(first, second, strict=True))
    below_first = math.fsum((a - mean_first) ** 2 for a in first)
    below_second = math.fsum((b - mean_second) ** 2 for b in second)
    if below_first == 0 or below_second == 0:
        return math.nan
    return above / math.sqrt(below_first * below_second)


def spearman(first: list[float], second: list[float]) -> float:
    """Spearman's correlation over the pairs without NaN; NaN below three of them."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if not math.isnan(a) and not math.isnan(b)]
    if len(pairs) < 3:
        return math.nan
    return pearson(ranks([a for a, _ in pairs]), ranks([b for _, b in pairs]))


def permutation_p(first: list[float], second: list[float]) -> float:
    """The share of all orders of one side that correlate as far from 0, in either direction."""
    found = abs(spearman(first, second))
    if math.isnan(found):
        return math.nan
    as_far = orders = 0
    for order in permutations(second):
        orders += 1
        if abs(spearman(first, list(order))) >= found - 1e-9:
            as_far += 1
    return as_far / orders


def s_rho(values: list[float]) -> float:
    """S^rho: the correlation of the values of buckets with the order of the buckets, those under the minimum out."""
    return spearman(values, [float(number) for number in range(len(values))])


def s_sigma(values: list[float]) -> float:
    """S^sigma: the population standard deviation over the defined buckets; NaN without any."""
    kept = [value for value in values if not math.isnan(value)]
    if not kept:
        return math.nan
    mean = math.fsum(kept) / len(kept)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in kept) / len(kept))


def whole_rows(table: Table) -> list[int]:
    """The rows without NaN."""
    return [number for number, row in enumerate(table) if not any(math.isnan(value) for value in row)]


def mean_ranks(table: Table) -> list[float]:
    """The mean rank of each column over the rows without NaN, 1 for the highest of a row; NaN without rows."""
    kept = [ranks([-value for value in table[number]]) for number in whole_rows(table)]
    columns = len(table[0]) if table else 0
    return [math.fsum(row[column] for row in kept) / len(kept) if kept else math.nan for column in range(columns)]


def friedman(table: Table) -> tuple[float, float]:
    """Friedman's statistic for blocks (rows) by treatments (columns), corrected for ties, and p.

    Rows with NaN are dropped. NaN below three rows or three columns, and where every row is all ties.
    """
    blocks = [table[number] for number in whole_rows(table)]
    n = len(blocks)
    k = len(blocks[0]) if blocks else 0
    if n < 3 or k < 3:
        return math.nan, math.nan
    sums = [0.0] * k
    tied = 0
    for block in blocks:
        for column, rank in enumerate(ranks(block)):
            sums[column] += rank
        for value in set(block):
            t = block.count(value)
            tied += t**3 - t
    correction = 1 - tied / (n * k * (k**2 - 1))
    if tied == n * k * (k**2 - 1):
        return math.nan, math.nan
    uncorrected = 12 / (n * k * (k + 1)) * math.fsum(one**2 for one in sums) - 3 * n * (k + 1)
    statistic = uncorrected / correction
    return statistic, float(chi2.sf(statistic, k - 1))


def ranking_p(table: Table) -> float:
    """p of Friedman's test exactly: the share of all rankings within the rows whose statistic is as large.

    A row with equal values has them in every ranking. Slow: for a few rows of three or four values.
    """
    blocks = [table[number] for number in whole_rows(table)]
    seen, _ = friedman(blocks)
    if math.isnan(seen):
        return math.nan
    found = [friedman([list(block) for block in drawn])[0] for drawn in product(*map(permutations, blocks))]
    return sum(statistic >= seen - 1e-9 for statistic in found) / len(found)


def critical_difference(treatments: int, blocks: int) -> float:
    """Nemenyi's critical difference of mean ranks at the level 0.05."""
    return Q[treatments] * math.sqrt(treatments * (treatments + 1) / (6 * blocks))


def groups(mean_ranks: list[float], difference: float) -> list[set[int]]:
    """The largest sets of at least two treatments whose mean ranks all lie within a critical difference."""
    found: list[set[int]] = []
    for low in mean_ranks:
        for high in mean_ranks:
            if high - low < difference:
                members = {number for number, rank in enumerate(mean_ranks) if low <= rank <= high}
                if len(members) > 1 and members not in found:
                    found.append(members)
    return [members for members in found if not any(members < other for other in found)]


def large_only(values: list[float], sizes: list[int], least: int) -> list[float]:
    """The values of buckets of at least so many gold units."""
    return [value for value, size in zip(values, sizes, strict=True) if size >= least]


def buckets_test(
    rows: dict[str, list[float]], sizes: dict[str, list[int]], least: int
) -> tuple[tuple[str, ...], tuple[str, ...], int, float, float]:
    """Friedman's test of buckets as treatments with datasets as blocks: used and dropped datasets, how many buckets,
    statistic and p.

    Over as many buckets as most datasets have, of equals the larger number. A dataset without values is dropped, and
    one that has three buckets or more but fewer than three of at least so many gold units. Of the buckets, those stay
    that have so many on every dataset that is left.
    """
    enough = {name: [size >= least for size in sizes[name]] for name in rows}
    left = {
        name: values
        for name, values in rows.items()
        if values and not (len(values) >= 3 and enough[name].count(True) < 3) and (len(values) > 2 or all(enough[name]))
    }
    lengths = [len(values) for values in left.values()]
    if not lengths:
        return (), tuple(rows), 0, math.nan, math.nan
    length = max(set(lengths), key=lambda number: (lengths.count(number), number))
    blocks = [name for name, values in left.items() if len(values) == length]
    kept = [number for number in range(length) if all(enough[name][number] for name in blocks)]
    table = {name: [rows[name][number] for number in kept] for name in blocks}
    used = [name for name, row in table.items() if row and not any(math.isnan(value) for value in row)]
    statistic, p = friedman([table[name] for name in used])
    return tuple(used), tuple(name for name in rows if name not in used), len(kept), statistic, p


def consistencies(words: set[str], training: Corpus) -> dict[str, float]:
    """The psi of each word: its occurrences as a word / occurrences of its string; 0 where that does not occur."""
    as_word = word_counts(training)
    as_string = string_counts(training, words)
    found = {}
    for word in words:
        found[word] = as_word.get(word, 0) / as_string[word] if as_string[word] else 0.0
    return found


def shares(test: Corpus) -> dict[str, float]:
    """The share of the words that each word type has."""
    words = words_of(test)
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return {word: count / len(words) for word, count in counts.items()}


def psi(training: Corpus, test: Corpus) -> float:
    """The sum over word types of psi times share, x 100."""
    share = shares(test)
    found = consistencies(set(share), training)
    return 100 * math.fsum(found[word] * share[word] for word in share)


def costs(training: Corpus, test: Corpus) -> dict[str, float]:
    """The points that each word type takes from 100."""
    share = shares(test)
    found = consistencies(set(share), training)
    return {word: 100 * share[word] * (1 - found[word]) for word in share}


def losses(training: Corpus, own: Corpus, test: Corpus) -> dict[str, float]:
    """The points that each word type takes Psi below Psi under the text's own training data."""
    share = shares(test)
    found = consistencies(set(share), training)
    known = consistencies(set(share), own)
    return {word: 100 * share[word] * (known[word] - found[word]) for word in share}


def transfer(tests: list[Corpus], predictions: list[list[Corpus | None]]) -> Table:
    """U[i][j]: F1 on test text j of predictions[i][j], of a model trained on i; NaN where there is none."""
    table = []
    for row in predictions:
        table.append(
            [math.nan if one is None else scores(gold, one)["f1"] for gold, one in zip(tests, row, strict=True)]
        )
    return table


def relative(u: Table) -> Table:
    """U-hat[i][j] = (U[j][j] - U[i][j]) / U[j][j]; NaN where U[j][j] is 0."""
    size = len(u)
    return [[(u[j][j] - u[i][j]) / u[j][j] if u[j][j] else math.nan for j in range(size)] for i in range(size)]


def distances(z: Table) -> Table:
    """2 - similarity, not below 0; similarity is Z[i][j] / Z[j][j] + Z[j][i] / Z[i][i]."""
    size = len(z)
    found = []
    for i in range(size):
        row = []
        for j in range(size):
            if not z[i][i] or not z[j][j]:
                row.append(math.nan)
                continue
            distance = 2 - (z[i][j] / z[j][j] + z[j][i] / z[i][i])
            row.append(distance if math.isnan(distance) else max(0.0, distance))
        found.append(row)
    return found


def stress(apart: Table, points: list[list[float]]) -> float:
    """The root of the squared errors of all distances over their squares."""
    wrong, whole = [], []
    for i, here in enumerate(points):
        for j, there in enumerate(points):
            if i < j:
                wrong.append((math.dist(here, there) - apart[i][j]) ** 2)
                whole.append(apart[i][j] ** 2)
    return math.sqrt(math.fsum(wrong) / math.fsum(whole)) if any(whole) else math.nan


def psi_of_order(target: Corpus, sources: list[Corpus], dev: Corpus) -> list[float]:
    """Psi on the development text of the target's data alone and after each source."""
    found = [psi(target, dev)]
    data = list(target)
    for source in sources:
        data = data + source
        found.append(psi(data, dev))
    return found


def fit(text: Corpus, trainings: dict[str, Corpus], draws: list[list[int]]) -> dict[str, dict[str, float]]:
    """How well a text fits each training data; draws hold the sentences of each resample."""
    sentences = [sentence for sentence in text if sentence]
    whole = {name: psi(training, text) for name, training in trainings.items()}
    nearest = max(whole, key=lambda name: whole[name])
    resampled: dict[str, list[float]] = {}
    found = {}
    for name, training in trainings.items():
        known = consistencies(set(words_of(text)), training)
        resampled[name] = []
        for draw in draws:
            words = [word for number in draw for word in sentences[number]]
            resampled[name].append(100 * math.fsum(known[word] for word in words) / len(words))
        strings = string_counts(training, set(words_of(text)))
        seen = [word for word in words_of(text) if strings[word]]
        found[name] = {
            "psi": whole[name],
            "low": percentile(resampled[name], 2.5),
            "high": percentile(resampled[name], 97.5),
            "seen": len(seen) / len(words_of(text)),
            "seen_psi": 100 * math.fsum(known[word] for word in seen) / len(seen) if seen else math.nan,
            "behind": whole[nearest] - whole[name],
        }
    for name in trainings:
        behind = [best - one for best, one in zip(resampled[nearest], resampled[name], strict=True)]
        found[name]["behind_low"] = percentile(behind, 2.5)
        found[name]["behind_high"] = percentile(behind, 97.5)
    return found


def places(corpus: Corpus, string: str) -> list[tuple[int, int, Cut]]:
    """Each occurrence of a string: its sentence (among those with words), its start there, and how it is cut."""
    found = []
    for number, sentence in enumerate([one for one in corpus if one]):
        text = "".join(sentence)
        for start in range(len(text) - len(string) + 1):
            end = start + len(string)
            if text[start:end] != string:
                continue
            touched, before, position = [], 0, 0
            for word in sentence:
                first, last = position, position + len(word)
                position = last
                if first < end and last > start:
                    if not touched:
                        before = start - first
                    touched.append(word)
            found.append((number, start, (tuple(touched), before)))
    return found


def manner(cut: Cut, string: str) -> str:
    """What happens to the string."""
    words, before = cut
    if words == (string,):
        return "kept"
    if len(words) == 1:
        return "inside"
    if before == 0 and "".join(words) == string:
        return "split"
    return "across"
