"""The columns of tables: what each is called, what it means, its formula, and how a page writes its values.

One entry a column, by the key of rows and frames; pages, reports, command line and boards all take it from here.
Headings of a table that one place alone shows stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

# How pages write values: texts; as a page says of each cell (styled); counts; whole numbers; scores to three decimals;
# coverage to four; points of a score with their sign; points without; Ψ × 100; sums and ψ to two decimals; per cent;
# p-values; places moved, with their sign.
Format = Literal[
    "text",
    "styled",
    "count",
    "whole",
    "score",
    "coverage",
    "signed",
    "points",
    "psi",
    "hundredths",
    "percent",
    "p",
    "moved",
]


@dataclass(frozen=True)
class Column:
    """A column of tables.

    Attributes:
        label: what it is called.
        meaning: what it says, in a sentence; empty where the label says it.
        formula: how it is computed, as plain text; empty for what is no score.
        format: how its values are written.
    """

    label: str
    meaning: str = ""
    formula: str = ""
    format: Format = "text"

    def called(self, label: str) -> Column:
        """Return the same column under another name."""
        return replace(self, label=label)


Columns = Mapping[str, Column]


def headings(columns: Columns, keys: Iterable[str] | None = None) -> dict[str, str]:
    """Return what columns are called, by key; all of them, or those named."""
    return {key: columns[key].label for key in (columns if keys is None else keys)}


_SYSTEM = Column("system")
_OTHER = Column("other")
_LOW_POINTS = Column("low", "Lower end of its paired 95 % interval.", format="signed")
_HIGH_POINTS = Column("high", "Upper end of its paired 95 % interval.", format="signed")

# Scores of words, as Overview and `cwsdiag score` show them.
SCORES: dict[str, Column] = {
    "f1": Column(
        "F1",
        "Precision and recall in one number: their harmonic mean.",
        "2 · matched / (gold words + system words)",
        "score",
    ),
    "f1_low": Column(
        "low",
        "Lower end of the 95 % interval of F1, from resampling sentences with replacement.",
        "2.5 % quantile of F1 over the resamples",
        "score",
    ),
    "f1_high": Column(
        "high",
        "Upper end of the 95 % interval of F1, from resampling sentences with replacement.",
        "97.5 % quantile of F1 over the resamples",
        "score",
    ),
    "precision": Column(
        "precision", "Share of the system's words that are also in gold.", "matched / system words", "score"
    ),
    "recall": Column("recall", "Share of the gold words that the system also has.", "matched / gold words", "score"),
    "oov_recall": Column(
        "OOV recall",
        "Recall over gold words that do not occur in the training data: new words.",
        "matched OOV gold words / OOV gold words",
        "score",
    ),
    "iv_recall": Column(
        "IV recall",
        "Recall over gold words that occur in the training data: known words.",
        "matched IV gold words / IV gold words",
        "score",
    ),
    "words": Column("words", "Words of the system.", format="count"),
    "matched": Column("matched", "Words that gold and the system both have.", format="count"),
    "coverage": Column(
        "coverage",
        "The share of the gold words that were compared; the rest had other characters.",
        "compared gold words / gold words",
        "coverage",
    ),
}

# The same beside each other in a terminal.
_P, _R = SCORES["precision"].called("P"), SCORES["recall"].called("R")
_R_OOV, _R_IV = SCORES["oov_recall"].called("R_oov"), SCORES["iv_recall"].called("R_iv")
SCORE_TABLE: dict[str, Column] = {
    "name": _SYSTEM,
    "words": SCORES["words"],
    "matched": SCORES["matched"],
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "oov_recall": _R_OOV,
    "iv_recall": _R_IV,
    "coverage": SCORES["coverage"],
}

# The table of a bakeoff, under the names of its reports.
BAKEOFF: dict[str, Column] = {
    "name": _SYSTEM,
    "track": Column("track", "Closed: only the training data of the corpus. Open: other data allowed."),
    "recall": _R,
    "c_r": Column(
        "c_r",
        "Half the width of the 95 % interval of recall, with each word as an independent trial.",
        "2 · √(R · (1 − R) / N)",
        "score",
    ),
    "precision": _P,
    "c_p": Column(
        "c_p",
        "Half the width of the 95 % interval of precision, with each word as an independent trial.",
        "2 · √(P · (1 − P) / N′)",
        "score",
    ),
    "f1": SCORES["f1"].called("F"),
    "oov_rate": Column(
        "OOV",
        "Share of the gold words that do not occur in the training data.",
        "OOV gold words / gold words",
        "score",
    ),
    "oov_recall": _R_OOV,
    "iv_recall": _R_IV,
    "insertions": Column("ins", "Words of the system in excess of gold's.", format="count"),
    "deletions": Column("del", "Gold words in excess of the system's.", format="count"),
    "substitutions": Column("sub", "Gold words replaced by other words of the system.", format="count"),
    "true_words": Column("true words", "N, the gold words that were compared.", format="count"),
    "test_words": Column("test words", "N′, the system words that were compared.", format="count"),
    "coverage": SCORES["coverage"],
}
BAKEOFF_PAIRS: dict[str, Column] = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f1": Column("F difference", "F of the system minus F of the other, in points.", format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "bootstrap": Column("interval", "Whether it leaves out 0."),
    "rule": Column("bakeoff's rule"),
}

SEPARATORS: dict[str, Column] = {
    "sub": Column("kept", "Separators that reference and system both have.", "|reference ∩ system|", "count"),
    "ins": Column("to add", "Reference separators that the system lacks.", "|reference − system|", "count"),
    "del": Column("to remove", "System separators that the reference lacks.", "|system − reference|", "count"),
    "distance": Column(
        "distance",
        "Changes that turn the system's separators into those of the reference.",
        "to add + to remove",
        "count",
    ),
    "precision": Column(
        "P",
        "Precision: of the system's separators, the share that the reference has.",
        "kept / (kept + to remove)",
        "score",
    ),
    "recall": Column(
        "R", "Recall: of the reference's separators, the share that the system has.", "kept / (kept + to add)", "score"
    ),
    "f1": Column("F", "The harmonic mean of precision and recall.", "2 · P · R / (P + R)", "score"),
    "coverage": Column(
        "coverage",
        "The share of the reference's words that were compared; the rest had other characters.",
        "compared words / words of the reference",
        "coverage",
    ),
}
# What is said of several references at once.
SEPARATOR_RANGES: dict[str, Column] = {
    "intersection": Column(
        "intersection", "Separators that all references have. Recall against them is the optimal recall.", "R all"
    ),
    "union": Column(
        "union", "Separators that at least one reference has. Precision against them is the optimal precision.", "P any"
    ),
}

# Scores that weigh words by their difficulty.
BALANCED: dict[str, Column] = {
    "name": _SYSTEM,
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "p_reward": Column("p reward", "Precision weighted by difficulty.", "Σ d·m / Σ d′", "score"),
    "p_punishment": Column("p punish.", "Precision weighted by 1 − difficulty.", "Σ (1−d)·m / Σ (1−d′)", "score"),
    "p_b": Column("p_b", "Harmonic mean of p reward and p punishment.", "", "score"),
    "r_reward": Column("r reward", "Recall weighted by difficulty.", "Σ d·m / Σ d", "score"),
    "r_punishment": Column("r punish.", "Recall weighted by 1 − difficulty.", "Σ (1−d)·m / Σ (1−d)", "score"),
    "r_b": Column("r_b", "Harmonic mean of r reward and r punishment.", "", "score"),
    "f_b": Column(
        "balanced F (f_b)",
        "F with each word weighted by how hard it is for a committee, so that neither the easy words nor the hard ones "
        "decide alone: the harmonic mean of p_b and r_b.",
        "2 · p_b · r_b / (p_b + r_b)",
        "score",
    ),
}
BALANCED_WORTH: dict[str, Column] = {
    "name": _SYSTEM,
    "f_b": BALANCED["f_b"],
    "f_b_low": Column("low", "Lower end of the 95 % interval of balanced F over sentences.", "", "score"),
    "f_b_high": Column("high", "Upper end of the 95 % interval of balanced F over sentences.", "", "score"),
    "f_b_committee_se": Column(
        "committee's SE",
        "Standard error of balanced F over committees of this kind and size, from resampling members.",
        "",
        "score",
    ),
}
BALANCED_PLACES: dict[str, Column] = {
    "name": _SYSTEM,
    "by_f1": Column("by F1", "Rank by F1.", format="count"),
    "by_f_b": Column("by balanced F", "Rank by balanced F.", format="count"),
    "moved": Column("moved", "Ranks gained from F1 to balanced F.", format="moved"),
}
BALANCED_PAIRS: dict[str, Column] = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f_b": Column(
        "balanced F difference", "Balanced F of the system minus that of the other, in points.", format="signed"
    ),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "verdict": Column("interval", "Whether it leaves out 0."),
}
# Words that one of two systems alone gets right, where the two change places.
MOVERS: dict[str, Column] = {
    "word": Column("word"),
    "right": Column("right in"),
    "wrong": Column("wrong in"),
    "tokens": Column("times", format="count"),
    "weight": Column("Σ d", "Sum of their difficulties.", format="hundredths"),
}

_GOLD_UNITS = Column("gold", "Gold words in the bucket; characters for character attributes.", format="count")
_ATTRIBUTE = Column("attribute")
_BUCKET = Column("bucket")

# Every bucket of one system, and of two beside each other.
BUCKETS: dict[str, Column] = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", "The worst bucket of each attribute; those too small to be named."),
    "gold": _GOLD_UNITS,
    "percent": Column("share", "Share of all gold words, or characters.", format="percent"),
    "f1": SCORES["f1"],
    "f1_low": SCORES["f1_low"],
    "f1_high": SCORES["f1_high"],
    "precision": SCORES["precision"],
    "recall": SCORES["recall"],
    "predicted": Column("system", "The system's words, or characters, in the bucket.", format="count"),
    "matched": SCORES["matched"],
}
DIFFERENCES: dict[str, Column] = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", "The extremes of each attribute; buckets too small to be named."),
    "gold": _GOLD_UNITS,
    "f1_a": Column("F1 A", "F1 of system A in the bucket.", format="score"),
    "f1_b": Column("F1 B", "F1 of system B in the bucket.", format="score"),
    "difference": Column("difference", "F1 of the better system minus F1 of the other, in points.", format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
}

# One bucket of each attribute on several datasets.
SELF_DIAGNOSIS: dict[str, Column] = {
    "dataset": Column("dataset"),
    "title": _ATTRIBUTE,
    "label": Column("worst bucket"),
    "f1": SCORES["f1"],
    "gold": _GOLD_UNITS,
    "best_label": Column("best bucket"),
    "best_f1": SCORES["f1"].called("F1 of best"),
    "gap": Column("gap", "F1 of the best minus F1 of the worst, in points.", format="points"),
}
AIDED_DIAGNOSIS: dict[str, Column] = {
    "dataset": Column("dataset"),
    "better": Column("better", "The system with the higher F1 over all words of the dataset."),
    "title": _ATTRIBUTE,
    "end": Column(""),
    "label": _BUCKET,
    "difference": DIFFERENCES["difference"],
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
}
# Friedman's tests, those of the study's buckets and of anything else.
FRIEDMAN: dict[str, Column] = {
    "test": Column("do they differ?"),
    "statistic": Column("χ²", format="hundredths"),
    "p": Column("p", format="p"),
    "treatments": Column("treatments", format="count"),
    "blocks": Column("blocks", "What ranks the treatments.", format="count"),
    "note": Column(""),
}
BUCKET_TESTS: dict[str, Column] = {
    "row": Column("of"),
    "attribute": _ATTRIBUTE,
    "p": FRIEDMAN["p"],
    "statistic": FRIEDMAN["statistic"],
    "buckets": Column("buckets", "Treatments of the test.", format="count"),
    "blocks": Column("blocks", "What ranks the buckets: systems of a dataset, datasets of a system.", format="count"),
    "dropped": Column("dropped", "Blocks with an undefined bucket, or a different number of buckets."),
    "why": Column("why p is undefined"),
}

# Ψ × 100 and U of pairs of training data and test text.
PAIRS: dict[str, Column] = {
    "psi": Column("Ψ", "Ψ × 100 of the test text under the training data.", format="psi"),
    "lost": Column("below", "Points by which that is below Ψ of the test text's own training data.", format="psi"),
    "u": Column("U", "F1 on the test text.", format="score"),
    "relative": Column(
        "Û", "Share of F1 lost relative to a model trained on the test text's own training data.", format="score"
    ),
}
MAP_DISTANCES: dict[str, Column] = {
    "psi": Column("distance from Ψ", format="score"),
    "u": Column("distance from U", format="score"),
}
RELATIONS: dict[str, Column] = {
    "model": Column("model"),
    "test": Column("test text"),
    "rho": Column("rank correlation", "Spearman's, of Ψ and U over the training data.", format="score"),
    "p": Column("p", "Two-sided."),
    "pairs": Column("pairs", format="count"),
    "how": Column("p is"),
}
ORDERS: dict[str, Column] = {
    "order": Column("order"),
    "step": Column("sources", "How many are added.", format="count"),
    "source": Column("the last of them"),
    "psi": Column("Ψ", "Ψ × 100 of all data so far.", format="psi"),
    "f1": Column("F1", "Of the built-in segmenter trained on all data so far.", format="score"),
}
# Words that training data cuts otherwise than a test text does.
WORD_LOSSES: dict[str, Column] = {
    "word": Column("word"),
    "count": Column("count", "Occurrences in the test text.", format="count"),
    "cost": Column("cost", "Points of Ψ that it takes.", "its share of the test words × (1 − ψ) × 100", "hundredths"),
    "loss": Column(
        "loss", "Points of Ψ that it takes.", "its share of the test words × (own ψ − ψ) × 100", "hundredths"
    ),
    "consistency": Column(
        "ψ", "The share of the string's occurrences in the training data that are the word.", format="hundredths"
    ),
    "occurs": Column("of", "How often the training data has the word / the string, however it is cut."),
    "as_word": Column("as word", format="count"),
    "as_string": Column("as string", format="count"),
    "own_consistency": Column("own ψ", "ψ under the test text's own training data.", format="hundredths"),
    "cut": Column("cut most often", "How the training data has the string most often, where not as the word."),
    "cuts": Column("in the training data"),
    "kind": Column("kind"),
}
FIT: dict[str, Column] = {
    "name": Column("dataset"),
    "psi": Column("Ψ", "Ψ × 100 of the text under the training data of the dataset.", format="psi"),
    "low": Column("low", "Lower end of its 95 % interval.", format="psi"),
    "high": Column("high", "Upper end of its 95 % interval.", format="psi"),
    "seen": Column("seen %", "Per cent of the text's words whose string the training data has at all.", format="psi"),
    "seen_psi": Column("Ψ seen", "Ψ × 100 over those words alone, so that vocabulary plays no part.", format="psi"),
    "own_psi": Column("own Ψ", "Ψ × 100 of the dataset's own test text, to compare with.", format="psi"),
    "behind": Column("behind", "Points behind the nearest.", format="psi"),
    "behind_low": Column("low", "Lower end of its 95 % interval.", format="psi"),
    "behind_high": Column("high", "Upper end of its 95 % interval.", format="psi"),
}

LEARNING_CURVE: dict[str, Column] = {
    "share": Column("share", format="percent"),
    "sentences": Column("sentences", "Sentences it learnt from, from the first.", format="count"),
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "p_b": BALANCED["p_b"],
    "r_b": BALANCED["r_b"],
    "f_b": BALANCED["f_b"],
    "oov_recall": SCORES["oov_recall"],
}

# Words of the gold text, one by one or by type.
WORDS: dict[str, Column] = {
    "word": Column("gold word"),
    "count": Column("count", "Occurrences among the places shown.", format="count"),
    "disagreement": Column("disagree", "Places where exactly one of A and B is right.", format="count"),
    "difficulty": Column("difficulty", format="score"),
    "votes": Column("committee"),
}

JUDGED: dict[str, Column] = {
    "name": _SYSTEM,
    "people": Column(
        "people",
        "(n + m/2) / sentences: n times best, m times second best; the mean over judges who have finished.",
        format="score",
    ),
    "best": Column("best", "Share of the sentences where it is best.", format="score"),
    "second": Column("second", "Share of the sentences where it is second best.", format="score"),
    "f1": Column("F1", "Over the whole dataset.", format="score"),
    "f_b": BALANCED["f_b"],
}

# A line of the board beside its scores.
SUBMISSIONS: dict[str, Column] = {
    "id": Column("no.", "The number of the submission: never reused.", format="count"),
    "track": Column(
        "track",
        "Closed: only the training data of the task. Open: other data allowed. As its author says; it is not checked.",
    ),
    "by": Column("author"),
    "date": Column("date", "UTC."),
    "description": Column("description"),
    "author": Column("author in full"),
}
# By the name of a method of scoring on the board.
METHODS: dict[str, Columns] = {"bakeoff": BAKEOFF, "separators": SEPARATORS, "balanced": BALANCED}
