"""Brute-force numbers of the page Difficulty (METHODS 7), in whole votes so that equal scores are equal."""

import math
from itertools import permutations

from scipy.stats import t as student

from .attributes import word_sentences
from .balanced import difficulty_of_system_words, interval, of_sums
from .breakdown import percentile, score_interval
from .findings import joint_table, ranking
from .paired import held_in
from .study import pearson
from .words import match, ratio, sentences_of, spans, words_of
from .world import World, f1, holding, order
from .world import interval as resampled_interval

PARTS = ("p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b")


def sums(world: World, name: str, votes: list[int], members: int, beside: str | None = None) -> list[list[int]]:
    """For each sentence votes, then votes against, of matched, of gold and of system words that are compared.

    With another system beside it, over the gold words that are compared for both: a system word counts where it stands
    over one of their characters.
    """
    cut = world.systems[name]
    cuts = [cut] if beside is None else [cut, world.systems[beside]]
    matched = match(world.gold, cut.words)
    found = [[0] * 6 for _ in sentences_of(world.gold)]
    gold = zip(spans(world.gold), word_sentences(world.gold, None), votes, strict=True)
    for span, sentence, hard in gold:
        if all(one.compares(span[0]) for one in cuts):
            for column, weight in ((0, hard), (3, members - hard)):
                found[sentence][column] += weight * (span in matched)
                found[sentence][column + 1] += weight
    covering = difficulty_of_system_words(world.gold, cut.words, votes)
    system = zip(spans(cut.words), word_sentences(world.gold, cut.words), covering, strict=True)
    for span, sentence, hard in system:
        if any(all(one.compares(place) for one in cuts) for place in range(*span)):
            found[sentence][2] += int(hard)
            found[sentence][5] += members - int(hard)
    return found


def added(rows: list[list[int]], weights: list[int]) -> list[int]:
    """Rows added up, each so many times."""
    return [sum(weight * row[column] for weight, row in zip(weights, rows, strict=True)) for column in range(6)]


def scores(world: World, name: str) -> dict[str, float]:
    """The balanced scores of a system."""
    rows = world.once(("sums", name), lambda: sums(world, name, world.votes, len(world.wrong)))
    return of_sums(added(rows, [1] * len(rows)))


def resampled(world: World, name: str) -> list[float]:
    """f_b of each resample of sentences."""
    rows = world.once(("sums", name), lambda: sums(world, name, world.votes, len(world.wrong)))
    return world.once(("f_b", name), lambda: [of_sums(added(rows, draw))["f_b"] for draw in world.draws])


def bounds(world: World, name: str) -> tuple[float, float]:
    """The 95 % interval of f_b over sentences."""
    return score_interval(resampled(world, name), holding(world, [name], None)[0])


def committee_error(world: World, name: str) -> tuple[float, float, float]:
    """Standard error and bounds of f_b with the members drawn anew; NaN for a single member."""
    assert world.wrong is not None
    if len(world.wrong) < 2:
        return math.nan, math.nan, math.nan
    alone = [added(one, [1] * len(one)) for one in (sums(world, name, list(m), 1) for m in world.wrong)]
    drawn = [of_sums(added(alone, draw))["f_b"] for draw in world.member_draws]
    kept = [value for value in drawn if not math.isnan(value)]
    se = math.nan
    if len(kept) > 1:
        mean = math.fsum(kept) / len(kept)
        se = math.sqrt(math.fsum((value - mean) ** 2 for value in kept) / (len(kept) - 1))
    return (se, *resampled_interval(drawn))


def joint(world: World, name: str, beside: str) -> tuple[list[float], list[float]]:
    """F1 and f_b beside another system, first over everything, then in each draw of sentences and members together."""
    return world.once(("joint", name, beside), lambda: _joint(world, name, beside))


def _joint(world: World, name: str, beside: str) -> tuple[list[float], list[float]]:
    assert world.wrong is not None
    members, sentences = len(world.wrong), len(sentences_of(world.gold))
    alone = [sums(world, name, list(map(int, member)), 1, beside) for member in world.wrong]
    plain, f_b = [], []
    draws = zip(world.draws, world.joint_draws, strict=True)
    for sentence_weights, member_weights in [([1] * sentences, [1] * members), *draws]:
        total = [0] * 6
        for member, times in zip(alone, member_weights, strict=True):
            row = added(member, sentence_weights)
            for column in range(6):
                total[column] += times * row[column]
        f_b.append(of_sums(total)["f_b"])
        # Votes and votes against make every word once.
        words = added(alone[0], sentence_weights)
        matched, gold, system = (words[column] + words[column + 3] for column in range(3))
        plain.append(ratio(2 * matched, gold + system))
    return plain, f_b


def differences(world: World, first: str, second: str) -> list[tuple[float, float, float]]:
    """The difference in F1 and that in f_b of two systems, each with its paired interval."""
    found = []
    for one, other in zip(joint(world, first, second), joint(world, second, first), strict=True):
        apart = [a - b for a, b in zip(one, other, strict=True)]
        tables = joint_table(world, first, second, None), joint_table(world, second, first, None)
        found.append((apart[0], *resampled_interval(apart[1:], held_in(*tables, 0))))
    return found


def by_f_b(world: World) -> list[str]:
    """The systems, best f_b first, of equals the higher F1 first; undefined last."""
    return order(ranking(world), {name: scores(world, name)["f_b"] for name in world.systems})


def place(world: World, name: str, value: dict[str, float]) -> int | None:
    """1 + how many are higher; None where undefined."""
    if math.isnan(value[name]):
        return None
    return 1 + sum(other > value[name] for other in value.values())


def places(world: World, name: str) -> tuple[int | None, int | None, int | None]:
    """The places by F1 and by f_b, and how many places it goes up."""
    first = place(world, name, {one: f1(world, one, None)[0] for one in world.systems})
    second = place(world, name, {one: scores(world, one)["f_b"] for one in world.systems})
    return first, second, None if first is None or second is None else first - second


def swaps(world: World) -> list[tuple[str, str]]:
    """Every two systems of which one is ahead by f_b and behind by F1, over what both have: (ahead by f_b, other)."""
    found = []
    for up in world.systems:
        for down in world.systems:
            (f1_apart, *_), (f_b_apart, *_) = differences(world, up, down) if up != down else ((0.0,), (0.0,))
            if f_b_apart > 0 and f1_apart < 0:
                found.append((up, down))
    return found


def movers(world: World, right: str, wrong: str) -> dict[str, tuple[int, float]]:
    """How often each word is got right by one system and wrong by the other, and Σ d of these."""
    one, other = world.systems[right], world.systems[wrong]
    hits, misses = match(world.gold, one.words), match(world.gold, other.words)
    found: dict[str, tuple[int, float]] = {}
    for word, span, hard in zip(words_of(world.gold), spans(world.gold), world.difficulties, strict=True):
        compared = one.compares(span[0]) and other.compares(span[0])
        if compared and span in hits and span not in misses:
            tokens, weight = found.get(word, (0, 0.0))
            found[word] = (tokens + 1, weight + hard)
    return found


def correlation(world: World) -> tuple[float, float, int]:
    """Pearson's r of F1 and f_b over the systems that have both, its p by Student's t, and how many they are."""
    pairs = [(f1(world, name, None)[0], scores(world, name)["f_b"]) for name in world.systems]
    pairs = [pair for pair in pairs if not math.isnan(pair[0]) and not math.isnan(pair[1])]
    if len(pairs) < 3 or any(len({pair[side] for pair in pairs}) == 1 for side in (0, 1)):
        return math.nan, math.nan, len(pairs)
    r = pearson([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    left = len(pairs) - 2
    spread = 1 - r * r
    p = 0.0 if spread <= 0 else 2 * float(student.sf(abs(r) * math.sqrt(left / spread), left))
    return r, p, len(pairs)


def tenths(world: World) -> list[int]:
    """The interval of difficulty of each gold word."""
    assert world.wrong is not None
    members = len(world.wrong)
    return world.once(("tenths",), lambda: [interval(votes, members) for votes in world.votes])


def accuracy(world: World, name: str) -> list[float]:
    """The recall of the gold words of each interval."""
    cut = world.systems[name]
    matched = match(world.gold, cut.words)
    found = []
    for tenth in range(10):
        here = [span for span, one in zip(spans(world.gold), tenths(world), strict=True) if one == tenth]
        compared = [span for span in here if cut.compares(span[0])]
        found.append(ratio(sum(span in matched for span in compared), len(compared)))
    return found


def by_sentence(world: World) -> list[list[float]]:
    """The difficulties of the words of each sentence."""
    held: list[list[float]] = [[] for _ in sentences_of(world.gold)]
    for sentence, d in zip(word_sentences(world.gold, None), world.difficulties, strict=True):
        held[sentence].append(d)
    return held


def spread(values: list[float]) -> tuple[float, float, float]:
    """The 2.5th, 50th and 97.5th percentile."""
    return percentile(values, 2.5), percentile(values, 50), percentile(values, 97.5)


def sentence_of_words(world: World) -> list[int]:
    """The sentence of each gold word."""
    return word_sentences(world.gold, None)


def members_apart(world: World, sentence: int) -> float:
    """How often two members, drawn one after the other with the first put back, part on a word, over its words."""
    assert world.wrong is not None
    parted = tried = 0
    for word, at in enumerate(word_sentences(world.gold, None)):
        if at == sentence:
            for one in world.wrong:
                for other in world.wrong:
                    tried += 1
                    parted += one[word] != other[word]
    return parted / tried


def verdicts(world: World, *names: str) -> list[list[str]]:
    """For each gold word whether each system has it right or wrong, or it is off: not compared."""
    return world.once(("verdicts", *names), lambda: _verdicts(world, names))


def _verdicts(world: World, names: tuple[str, ...]) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in spans(world.gold)]
    for name in names:
        cut = world.systems[name]
        matched = match(world.gold, cut.words)
        for made, span in zip(found, spans(world.gold), strict=True):
            made.append("off" if not cut.compares(span[0]) else "right" if span in matched else "wrong")
    return found


def order_p(first: list[float], second: list[float]) -> float:
    """The share of orders of the second list whose Pearson's r with the first is at least as far from 0 as its own."""
    seen = abs(pearson(first, second))
    orders = list(permutations(second))
    return sum(abs(pearson(first, list(order))) >= seen - 1e-9 for order in orders) / len(orders)
