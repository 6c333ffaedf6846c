"""The columns of tables: what each is called, what it means, its formula, and how a page writes its values.

One entry a column, by the key of rows and frames; pages, reports, command line and boards all take it from here.
Headings of a table that one place alone shows stand there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from cwsdiag.languages import lazy, p_lazy
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS

# How values are written, see ``cwsdiag.output.FORMATS``: texts; texts that a page makes of each cell (styled);
# counts; scores to three decimals; coverage to four; points with their sign and without; two decimals; per cent;
# p-values, in short and exact; places moved; scores, shares and gains that are multiplied by 100.
Format = Literal[
    "text",
    "styled",
    "count",
    "score",
    "coverage",
    "signed",
    "points",
    "hundredths",
    "percent",
    "p",
    "exact",
    "moved",
    "score100",
    "share100",
    "gain100",
]


@dataclass(frozen=True)
class Column:
    """A column of tables; its texts are to be ``translated`` where they are shown.

    Attributes:
        label: what it is called.
        meaning: what it says, in a sentence; empty where the label says it.
        formula: how it is computed, as plain text; empty for what is no score.
        format: how its values are written.
        group: a heading that it shares with the columns beside it; empty where it stands alone.
        short: what print calls it, where there is less room.
    """

    label: str
    meaning: str = ""
    formula: str = ""
    format: Format = "text"
    group: str = ""
    short: str = ""

    def called(self, label: str) -> Column:
        """Return the same column under another name."""
        return replace(self, label=label)


Columns = Mapping[str, Column]


def column(label: str, meaning: str = "", format: Format = "text", formula: str = "") -> Column:
    """Return a column whose label and meaning are texts of the catalogue, as ``lazy`` has them."""
    texts = [*map(lazy, filter(None, (label, meaning))), ""]
    return Column(texts[0], texts[1], formula, format)


_SYSTEM = column("system")
_OTHER = Column(p_lazy("the second system of a pair", "other"))
_LOW_POINTS = column("low", "Lower end of its paired 95 % interval.", "signed")
_HIGH_POINTS = column("high", "Upper end of its paired 95 % interval.", "signed")

# Scores of words, as Overview and `cwsdiag score` show them.
SCORES = {
    "f1": column(
        "F1",
        "Precision and recall in one number: their harmonic mean.",
        "score",
        formula=lazy("2 · matched / (gold words + system words)"),
    ),
    "f1_low": column(
        "low",
        "Lower end of the 95 % interval of F1, from resampling sentences, documents or blocks of them.",
        "score",
        formula=lazy("2.5 % quantile of F1 over the resamples"),
    ),
    "f1_high": column(
        "high",
        "Upper end of the 95 % interval of F1, from resampling sentences, documents or blocks of them.",
        "score",
        formula=lazy("97.5 % quantile of F1 over the resamples"),
    ),
    "f1_no_punctuation": column(
        "F1 without punctuation",
        "F1 over the words that have a letter or a number.",
        "score",
        formula=lazy("2 · matched / (gold words + system words)"),
    ),
    "precision": column(
        "precision",
        "Share of the system's words that are also in gold.",
        "score",
        formula=lazy("matched / system words"),
    ),
    "recall": column(
        "recall", "Share of the gold words that the system also has.", "score", formula=lazy("matched / gold words")
    ),
    "oov_recall": column(
        "OOV recall",
        "Recall over gold words that do not occur in the training data: new words.",
        "score",
        formula=lazy("matched OOV gold words / OOV gold words"),
    ),
    "iv_recall": column(
        "IV recall",
        "Recall over gold words that occur in the training data: known words.",
        "score",
        formula=lazy("matched IV gold words / IV gold words"),
    ),
    "sentence_accuracy": column(
        "sentences right",
        "Share of the sentences without an error: all their words are right.",
        "score",
        formula=lazy("sentences without an error / sentences"),
    ),
    "sentence_accuracy_low": column("low", "Lower end of its 95 % interval.", "score"),
    "sentence_accuracy_high": column("high", "Upper end of its 95 % interval.", "score"),
    "f1_unseen_sentences": column(
        "F1, unseen sentences",
        "F1 over the sentences whose characters are no sentence of the training text.",
        "score",
        formula=lazy("2 · matched / (gold words + system words)"),
    ),
    "unseen_sentences": column("unseen sentences", "How many there are.", "count"),
    "words": column("words", "Words of the system.", "count"),
    "matched": column("matched", "Words that gold and the system both have.", "count"),
    "coverage": column(
        "coverage",
        "The share of the gold words that were compared; the rest had other characters.",
        "coverage",
        formula=lazy("compared gold words / gold words"),
    ),
    "system_coverage": column(
        "coverage, system",
        "The share of the system's words that were compared; the rest had other characters.",
        "coverage",
        formula=lazy("compared system words / system words"),
    ),
}
# They say nothing where all is compared.
COVERAGES = ("coverage", "system_coverage")


# Of which the largest value is bold.
BEST = (
    *("f1", "f1_no_punctuation", "precision", "recall", "oov_recall", "iv_recall"),
    *("sentence_accuracy", "f1_unseen_sentences", "joint_precision", "joint_recall", "joint_f1", "tag_accuracy"),
)


def idle(rows: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the columns of scores that say nothing in some rows, by key.

    Coverages where all is compared, F1 over unseen sentences where it is F1 over all or undefined, with their number.
    """
    keys = {key for key in COVERAGES if not any(row[key] < 1 for row in rows)}
    # What is undefined is no more and no less than anything.
    if not any(row["f1_unseen_sentences"] < row["f1"] or row["f1_unseen_sentences"] > row["f1"] for row in rows):
        keys |= {"f1_unseen_sentences", "unseen_sentences"}
    return keys


# Behind them, where systems are ranked.
COSTLIEST = {
    "costliest": column("loses most at", "The words that cost the system most, chosen after looking."),
    "cost": column("points", "The F1 that it would gain if it were as good there as elsewhere.", "points"),
}
TO_BEST = {
    "to_best": column(
        "to best", "F1 minus that of the best system, in points, over the words compared for both.", "signed"
    ),
    "verdict": column(
        "paired test",
        "Of the difference to the best: p by swaps, adjusted by Holm for the best against each system and each "
        "against the next by rank; * significant.",
    ),
}

# The same beside each other in a terminal, under shorter names.
SCORE_TABLE = {"name": _SYSTEM} | {
    key: SCORES[key].called(short or SCORES[key].label)
    for key, short in {
        "words": "",
        "matched": "",
        "precision": "P",
        "recall": "R",
        "f1": "",
        "f1_no_punctuation": "F1_np",
        "oov_recall": lazy("R_oov"),
        "iv_recall": "R_iv",
        "sentence_accuracy": "sent.",
        "f1_unseen_sentences": "F1_new",
        "unseen_sentences": "new",
        "coverage": "",
        "system_coverage": "",
    }.items()
}
_P, _R, _R_OOV, _R_IV = (SCORE_TABLE[key] for key in ("precision", "recall", "oov_recall", "iv_recall"))

# Models of several runs: the mean of each score over the runs, and its standard deviation.
_SD = column("SD", "Standard deviation over the runs, n − 1 below.", "score")
RUNS_TABLE = {
    "name": _SYSTEM,
    "runs": column("runs", "How many runs of the model there are; the scores are their means.", "count"),
    "f1": SCORES["f1"],
    "f1_sd": _SD,
    "f1_min": column("lowest", "The lowest F1 of the runs.", "score"),
    "f1_max": column("highest", "The highest F1 of the runs.", "score"),
    "precision": _P,
    "precision_sd": _SD,
    "recall": _R,
    "recall_sd": _SD,
    "oov_recall": _R_OOV,
    "oov_recall_sd": _SD,
    "iv_recall": _R_IV,
    "iv_recall_sd": _SD,
}

# The table of a bakeoff, under the names of its reports.
BAKEOFF = {
    "name": _SYSTEM,
    "track": column("track", "Closed: only the training data of the corpus. Open: other data allowed."),
    "recall": _R,
    "c_r": column(
        "c_r",
        "Half the width of the 95 % interval of recall, with each word as an independent trial.",
        "score",
        formula="2 · √(R · (1 − R) / N)",
    ),
    "precision": _P,
    "c_p": column(
        "c_p",
        "Half the width of the 95 % interval of precision, with each word as an independent trial.",
        "score",
        formula="2 · √(P · (1 − P) / N′)",
    ),
    "f1": SCORES["f1"].called("F"),
    "oov_rate": column(
        "OOV",
        "Share of the gold words that do not occur in the training data.",
        "score",
        formula=lazy("OOV gold words / gold words"),
    ),
    "oov_recall": _R_OOV,
    "iv_recall": _R_IV,
    "insertions": column("ins", "Words of the system in excess of gold's.", "count"),
    "deletions": column("del", "Gold words in excess of the system's.", "count"),
    "substitutions": column("sub", "Gold words replaced by other words of the system.", "count"),
    "true_words": column("true words", "N, the gold words that were compared.", "count"),
    "test_words": column("test words", "N′, the system words that were compared.", "count"),
    "coverage": SCORES["coverage"],
    "system_coverage": SCORES["system_coverage"],
}
BAKEOFF_PAIRS = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f1": column("F difference", "F of the system minus F of the other, in points.", "signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p": column(
        "p",
        "Of the paired test of F: how often so large a difference comes out where the two are exchanged at random; "
        "adjusted by Holm for the pairs tested.",
        "p",
    ),
    "verdict": column("paired test"),
    "precision": column("P", "Difference in precision, in points; marked where significant.", "signed"),
    "recall": column("R", "Difference in recall, in points; marked where significant.", "signed"),
    "oov_recall": column("R_oov", "Difference in OOV recall, in points; marked where significant.", "signed"),
    "iv_recall": column("R_iv", "Difference in IV recall, in points; marked where significant.", "signed"),
    "rule": column("bakeoff's rule", "By which measures it tells the two apart."),
}

SEPARATORS = {
    "sub": column(
        "kept", "Separators that reference and system both have.", "count", formula=lazy("|reference ∩ system|")
    ),
    "ins": column(
        "to add", "Reference separators that the system lacks.", "count", formula=lazy("|reference − system|")
    ),
    "del": column(
        "to remove", "System separators that the reference lacks.", "count", formula=lazy("|system − reference|")
    ),
    "distance": column(
        "distance",
        "Changes that turn the system's separators into those of the reference, each by what it costs.",
        "count",
        formula=lazy("cost of adding · to add + cost of removing · to remove"),
    ),
    "precision": column(
        "P",
        "Precision: of the system's separators, the share that the reference has.",
        "score",
        formula=lazy("kept / (kept + to remove)"),
    ),
    "recall": column(
        "R",
        "Recall: of the reference's separators, the share that the system has.",
        "score",
        formula=lazy("kept / (kept + to add)"),
    ),
    "f1": column("F", "The harmonic mean of precision and recall.", "score", formula="2 · P · R / (P + R)"),
    "coverage": column(
        "coverage",
        "The share of the reference's words that were compared; the rest had other characters.",
        "coverage",
        formula=lazy("compared words / words of the reference"),
    ),
    "system_coverage": SCORES["system_coverage"],
}
# Scores that weigh words by their difficulty.
BALANCED = {
    "name": _SYSTEM,
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "p_reward": column("p reward", "Precision weighted by difficulty.", "score", formula="Σ d·m / Σ d′"),
    "p_punishment": column(
        "p punish.", "Precision weighted by 1 − difficulty.", "score", formula="Σ (1−d)·m / Σ (1−d′)"
    ),
    "p_b": column("p_b", "Harmonic mean of p reward and p punishment.", "score"),
    "r_reward": column("r reward", "Recall weighted by difficulty.", "score", formula="Σ d·m / Σ d"),
    "r_punishment": column("r punish.", "Recall weighted by 1 − difficulty.", "score", formula="Σ (1−d)·m / Σ (1−d)"),
    "r_b": column("r_b", "Harmonic mean of r reward and r punishment.", "score"),
    "f_b": column(
        "balanced F (f_b)",
        "F with each word weighted by how hard it is for a committee, so that neither the easy words nor the hard "
        "ones decide alone: the harmonic mean of p_b and r_b.",
        "score",
        formula="2 · p_b · r_b / (p_b + r_b)",
    ),
}
BALANCED_WORTH = {
    "name": _SYSTEM,
    "f_b": BALANCED["f_b"],
    "f_b_low": column("low", "Lower end of the 95 % interval of balanced F over sentences.", "score"),
    "f_b_high": column("high", "Upper end of the 95 % interval of balanced F over sentences.", "score"),
    "f_b_committee_se": column(
        "committee's SE",
        "Standard error of balanced F over committees of this kind and size, from resampling members.",
        "score",
    ),
}
# The members of a committee.
MEMBERS = {
    "member": column("member", "Its number, from 0.", "count"),
    "template": column("template", "The feature template that it drew."),
    "ratio": column("% drawn", "Per cent of the training sentences that it drew.", "count"),
    "sentences": column("sentences", "Training sentences that it learnt from.", "count"),
    "score": column("words right", "Share of the gold words whose span it has: its recall.", "score"),
}
BALANCED_PLACES = {
    "name": _SYSTEM,
    "by_f1": column("by F1", "Rank by F1.", "count"),
    "by_f_b": column("by balanced F", "Rank by balanced F.", "count"),
    "moved": column("moved", "Ranks gained from F1 to balanced F.", "moved"),
}
BALANCED_PAIRS = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f_b": column("balanced F difference", "Balanced F of the system minus that of the other, in points.", "signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "verdict": column("interval", "Whether it leaves out 0."),
}
RUN_PAIRS = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f1": column("difference", "Mean F1 over the runs of the system minus that of the other, in points.", "signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "share": column(
        "share of runs",
        "What runs make of the variance of the difference; sentences make the rest.",
        "percent",
        formula="(s²_A/n_A + s²_B/n_B) / (s²_A/n_A + s²_B/n_B + V)",
    ),
}
# Words that one of two systems alone gets right, where the two change places.
MOVERS = {
    "word": column("word"),
    "right": column("right in"),
    "wrong": column("wrong in"),
    "tokens": column("times", format="count"),
    "weight": column("Σ d", "Sum of their difficulties.", "hundredths"),
}

_GOLD_UNITS = column("gold", "Gold words in the bucket; characters for character attributes.", "count")
_ATTRIBUTE = column("attribute")
_BUCKET = column("bucket")

# Every bucket of one system, and of two beside each other.
BUCKETS = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", lazy("The worst bucket of each attribute; those too small to be named.")),
    "gold": _GOLD_UNITS,
    "percent": column("share", "Share of all gold words, or characters.", "percent"),
    **{key: SCORES[key] for key in ("f1", "f1_low", "f1_high", "precision", "recall")},
    "predicted": column("system", "The system's words, or characters, in the bucket.", "count"),
    "matched": SCORES["matched"],
    "cost_points": column(
        "cost",
        "Points of F1 that would be won if the bucket were as good as the others of its attribute, of F1 of "
        "characters for characters; below 0 where it is better. Costs of several attributes do not add up.",
        "signed",
        formula=lazy("units of the bucket / all units · (F1 of the others − F1 of the bucket)"),
    ),
}
DIFFERENCES = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", lazy("The extremes of each attribute; buckets too small to be named.")),
    "gold": _GOLD_UNITS,
    "f1_a": column("F1 A", "F1 of system A in the bucket.", "score"),
    "f1_b": column("F1 B", "F1 of system B in the bucket.", "score"),
    "difference": Column("A − B", lazy("F1 of A minus F1 of B, in points."), format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p_adjusted": column(
        "p", "Of the paired test by swaps, adjusted over all buckets (max-T): up to 0.05 is significant.", "p"
    ),
    "detectable": column(
        "detectable",
        "Points of F1 by which the two would have to differ to be found apart in four of five cases.",
        "points",
    ),
    "q": column("q", "False discovery rate at which the bucket would be a discovery, for exploring.", "p"),
    "cost_a": column("cost A", "Points of F1 that the bucket costs A.", "signed"),
    "cost_b": column("cost B", "Points of F1 that the bucket costs B.", "signed"),
}

# Words that are in two buckets.
_TWO = {"first": column("words"), "second": column("and")}
SLICES = {
    **_TWO,
    "gold": column("gold", "Gold words in both buckets.", "count"),
    "f1": SCORES["f1"],
    "cost_points": column(
        "cost", "Points of F1 that would be won if these words were as good as all others.", "hundredths"
    ),
    "excess": column(
        "beyond",
        "What of the cost neither of the two buckets explains, in points.",
        "hundredths",
        formula=lazy("cost − largest of (cost of the bucket · share of its words that are in both)"),
    ),
    "low": column("low", "Lower end of its 95 % interval.", "hundredths"),
    "high": column("high", "Upper end of its 95 % interval.", "hundredths"),
    "p_adjusted": column("p", "Of the bootstrap, adjusted over all pairs looked at: up to 0.05 is significant.", "p"),
}
COSTS = {
    "slice": column("slice", "Words of a bucket, a class, a label, or of two buckets."),
    "cost_a": column("cost A", "Points of F1 that A would win if these words were as good as the others.", "points"),
    "cost_b": column("cost B", "The same of B.", "points"),
    "f1_a": column("F1 A", "F1 of system A in the slice.", "score"),
    "f1_b": column("F1 B", "F1 of system B in the slice.", "score"),
    "share": column("gold", "Share of all gold words.", "percent"),
}
SLICE_DIFFERENCES = {
    **_TWO,
    **{key: DIFFERENCES[key] for key in ("gold", "f1_a", "f1_b", "difference", "low", "high")},
    "p_adjusted": column(
        "p", "Of the paired test by swaps, adjusted over all pairs looked at: up to 0.05 is significant.", "p"
    ),
}

# The scores of two systems over all words.
ALL_WORDS = {
    "label": column("score"),
    "a": column("A", format="score"),
    "b": column("B", format="score"),
    "difference": Column("A − B", lazy("In points."), format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p": column("p", "Of the paired test by swaps; * significant."),
}
# Errors of a system by kind: how many, and the share of each shape and of each cause in them.
KINDS = {
    "dataset": column("dataset"),
    "missed": column("missed", "Gold words that the system misses.", "count"),
    "split": Column(SHAPE_LABELS["split"], lazy("Both ends are boundaries, and one inside too."), format="percent"),
    "merged": Column(SHAPE_LABELS["merged"], lazy("No boundary inside."), format="percent"),
    "crossed": Column(SHAPE_LABELS["crossed"], lazy("A boundary inside, and an end that is none."), format="percent"),
    "oov": Column(CAUSE_LABELS["oov"], lazy("The word is not in training."), format="percent"),
    "new_word": Column(
        CAUSE_LABELS["new_word"],
        lazy("A system word over it is not in training, but the gold word is."),
        format="percent",
    ),
    "combination": Column(
        CAUSE_LABELS["combination"], lazy("Split or merged, all words there in training."), format="percent"
    ),
    "overlap": Column(CAUSE_LABELS["overlap"], lazy("Crossed, all words there in training."), format="percent"),
    "neighbour": Column(CAUSE_LABELS["neighbour"], lazy("An unknown word elsewhere in the stretch."), format="percent"),
}

# One bucket of each attribute on several datasets.
# Errors of two systems by kind, as Diagnosis and `cwsdiag compare` show them.
PAIR_KINDS = {
    "label": column("kind of error"),
    "a": column("A", "Gold words that A misses.", "count"),
    "b": column("B", "Gold words that B misses.", "count"),
    "difference": Column("A − B", lazy("In gold words."), format="moved"),
}
AIDED_DIAGNOSIS = {
    "dataset": column("dataset"),
    "better": column("better", "The system with the higher F1 over all words of the dataset."),
    "title": _ATTRIBUTE,
    "end": Column(""),
    "label": _BUCKET,
    "difference": DIFFERENCES["difference"],
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
}
# What one value of a part of systems brings over another.
PART_GAINS = {
    "part": column("part", "What the systems of a pair differ in; all else that they declare is the same."),
    "first": Column(p_lazy("the first value of a part", "from")),
    "second": Column(p_lazy("the second value of a part", "to")),
    "pairs": Column(
        p_lazy("of systems", "pairs"), lazy("Systems that differ in nothing but these two values."), format="count"
    ),
    "gain": column(
        "brings",
        "F1 with the second value minus F1 with the first, mean over pairs and datasets, in points.",
        "hundredths",
        formula=lazy("mean over datasets of the mean over pairs of (F1 second − F1 first)"),
    ),
    "interval": column(
        "95 % interval", "Over datasets, by Student's t; none below three.", formula=lazy("mean ± t · s / √n")
    ),
    "datasets": column("datasets", "On which a pair has both scores.", "count"),
    "most": column(
        "most in", "The bucket where it brings most on average, of those that most datasets have; chosen after looking."
    ),
    "least": column("least in", "The bucket where it brings least, or costs most; chosen after looking."),
}
# Friedman's tests, those of the study's buckets and of anything else.
# Training data and test text of each dataset, as bakeoffs list them.
CORPORA = {
    "dataset": column("dataset"),
    "text": column("text"),
    "sentences": column("sentences", format="count"),
    "characters": column("characters", "Without white space.", "count"),
    "words": column("words", format="count"),
    "types": column("types", "Different words.", "count"),
    "oov_rate": BAKEOFF["oov_rate"],
    "encoding": column("encoding", "What the file was decoded by."),
}
FRIEDMAN = {
    "test": column("do they differ?"),
    "statistic": column("χ²", format="hundredths"),
    "p": column("p", "How often rankings within the blocks lie as far apart by chance.", "exact"),
    "method": column("p is", "Exact over all rankings, or by 100,000 permutations."),
    "p_chi2": column("p by χ²", "As papers have it; rough below eleven blocks.", "exact"),
    "treatments": column("treatments", format="count"),
    "blocks": column("blocks", "What ranks the treatments.", "count"),
    "note": Column(""),
}
BUCKET_TESTS = {
    "p_adjusted": column("adjusted p", "p by Holm for all tests of the table.", "exact"),
    "p": FRIEDMAN["p"],
    "p_chi2": FRIEDMAN["p_chi2"],
}

# Ψ × 100 and U of pairs of training data and test text.
PAIRS = {
    "psi": column("Ψ", "Ψ × 100 of the test text under the training data.", "points"),
    "lost": column("below", "Points by which that is below Ψ of the test text's own training data.", "points"),
    "u": column("U", "F1 on the test text.", "score"),
    "relative": column(
        "Û", "Share of F1 lost relative to a model trained on the test text's own training data.", "score"
    ),
}
MAP_DISTANCES = {
    "psi": column("distance from Ψ", format="score"),
    "u": column("distance from U", format="score"),
}
RELATIONS = {
    "model": column("model"),
    "test": column("test text"),
    "rho": column("rank correlation", "Spearman's, of Ψ and U over the training data.", "score"),
    "p": column("p", "Two-sided.", "exact"),
    "p_adjusted": column("adjusted p", "p by Holm for the correlations of the model.", "exact"),
    "pairs": column("pairs", format="count"),
    "how": column("p is"),
}
_F1_MIN = column("lowest", "The lowest F1 of the seeds.", "score")
_F1_MAX = column("highest", "The highest F1 of the seeds.", "score")
ORDERS = {
    "order": column("order"),
    "step": column("sources", "How many are added.", "count"),
    "source": column("the last of them"),
    "psi": column("Ψ", "Ψ × 100 of all data so far.", "points"),
}
# F1 of the built-in segmenter as sources are added.
WAY_CURVES = {
    "way": column("way"),
    "step": ORDERS["step"],
    "f1": column("F1", "Of the built-in segmenter trained on all data so far; the mean of the seeds.", "score"),
    "f1_min": _F1_MIN,
    "f1_max": _F1_MAX,
    "seeds": column("seeds", "Segmenters at each step; with each seed random draws another order.", "count"),
}
# Words that training data cuts otherwise than a test text does.
WORD_LOSSES = {
    "word": column("word"),
    "count": column("count", "Occurrences in the test text.", "count"),
    "cost": column(
        "cost", "Points of Ψ that it takes.", "hundredths", formula=lazy("its share of the test words × (1 − ψ) × 100")
    ),
    "loss": column(
        "loss",
        "Points of Ψ that it takes.",
        "hundredths",
        formula=lazy("its share of the test words × (own ψ − ψ) × 100"),
    ),
    "consistency": column(
        "ψ", "The share of the string's occurrences in the training data that are the word.", "hundredths"
    ),
    "occurs": Column(
        p_lazy("what occurs how often", "of"),
        lazy("How often the training data has the word / the string, however it is cut."),
    ),
    "as_word": column("as word", format="count"),
    "as_string": column("as string", format="count"),
    "own_consistency": column("own ψ", "ψ under the test text's own training data.", "hundredths"),
    "cut": column("cut most often", "How the training data has the string most often, where not as the word."),
    "cuts": column("in the training data"),
}
FIT = {
    "name": column("dataset"),
    "psi": column("Ψ", "Ψ × 100 of the text under the training data of the dataset.", "points"),
    "low": column("low", "Lower end of its 95 % interval.", "points"),
    "high": column("high", "Upper end of its 95 % interval.", "points"),
    "seen": column("seen %", "Per cent of the text's words whose string the training data has at all.", "points"),
    "seen_psi": column("Ψ seen", "Ψ × 100 over those words alone, so that vocabulary plays no part.", "points"),
    "own_psi": column("own Ψ", "Ψ × 100 of the dataset's own test text, to compare with.", "points"),
    "behind": column("behind", "Points behind the nearest.", "points"),
    "behind_low": column("low", "Lower end of its 95 % interval.", "points"),
    "behind_high": column("high", "Upper end of its 95 % interval.", "points"),
}

LEARNING_CURVE = {
    "share": column("share", format="percent"),
    "sentences": column("sentences", "Sentences it learnt from, from the first.", "count"),
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "f1_min": _F1_MIN,
    "f1_max": _F1_MAX,
    "p_b": BALANCED["p_b"],
    "r_b": BALANCED["r_b"],
    "f_b": BALANCED["f_b"],
    "f_b_min": column("lowest", "The lowest balanced F of the seeds.", "score"),
    "f_b_max": column("highest", "The highest balanced F of the seeds.", "score"),
    "oov_recall": SCORES["oov_recall"],
}

# Words of the gold text, one by one or by type.
WORDS = {
    "word": column("gold word"),
    "count": column("count", "Occurrences among the places shown.", "count"),
    "difficulty": column("difficulty", format="score"),
    "votes": column("committee"),
}

# Errors of a system by pattern.
PATTERNS = {
    "gold": column(
        "gold words", "Gold words between two neighbouring ones of the boundaries that gold and the system share."
    ),
    "made": column("made of them", "The words of the system between the same two boundaries."),
    "places": column("places", "How often gold has these words and the system those.", "count"),
    "cost": column(
        "wrong words",
        "Missed gold words and wrong words of the system, over all places: what the pattern costs.",
        "count",
        formula="places × (gold words + words made of them)",
    ),
    "training": column(
        "in training", "How the training text cuts these characters, each way with its count; “…” where a word goes on."
    ),
}

# Patterns of a system by how regular they are.
CONVENTIONS = {
    "gold": PATTERNS["gold"],
    "made": column("made of them", "The words of the system there."),
    "same": column("done so", "Places of gold with these words in this order where the system does this.", "count"),
    "gold_places": column("places", "Places of gold with these words in this order.", "count"),
    "share": column("share", "Share of these places; a convention has at least 90 %.", "percent"),
    "low": column("low", "Lower end of its 95 % interval; a convention has at least 70 %.", "percent"),
    "high": column("high", "Upper end of its 95 % interval.", "percent"),
    "points": column("points", "F1 to be won if all places of the pattern were right.", "hundredths"),
    "whose": column("convention", "Whose convention it is; empty where the pattern is none."),
}

JUDGED = {
    "name": _SYSTEM,
    "people": column(
        "people",
        "(n + m/2) / sentences: n times best, m times second best; the mean over judges who have finished.",
        "score",
    ),
    "best": column("best", "Share of the sentences where it is best.", "score"),
    "second": column("second", "Share of the sentences where it is second best.", "score"),
    "f1": column("F1", "Over the whole dataset.", "score"),
    "f_b": BALANCED["f_b"],
}

# A line of the board beside its scores.
# Those who have a key to hand in to a board, as its owner sees them.
BOARD_KEYS = {
    "name": column("name"),
    "submissions": column("submissions", "Made with the key, as far as they are there.", "count"),
    "created": column("created"),
    "revoked": column("revoked", "Since then nobody submits with it; empty while it is valid."),
}
SUBMISSIONS = {
    "id": column("no.", "The number of the submission: never reused.", "count"),
    "track": column(
        "track",
        "Closed: only the training data of the task. Open: other data allowed. What others allow the task says. As "
        "its author says; it is not checked.",
    ),
    "by": column("author"),
    "known_by": column(
        "known by",
        "How the board knows the author: by a key of the owner's, or by a sign-in. Others are taken on trust.",
    ),
    "behind": column(
        "leader ahead",
        "The paired test of the lead in F that the first of the track has over this system: p adjusted for the "
        "pairs tested; * significant.",
    ),
    "ahead": column(
        "ahead of next",
        "The paired test of its lead in F over the next of its track: p adjusted for the pairs tested; * significant.",
    ),
    "date": column("date", "UTC."),
    "description": column("description"),
    "resources": column("resources", "What it was made with beside the task's training data, as its author says."),
    "author": column("author in full"),
}
# Of submissions whose characters are not those of the task; others have none of these.
FIDELITY = {
    "coverage": SCORES["coverage"],
    "system_coverage": SCORES["system_coverage"],
    "exact_sentences": column(
        "exact sentences",
        "Sentences whose characters are all reproduced; a dash where those of the whole text are.",
        "count",
    ),
    "omitted": column("omitted", "Characters of the raw text that the system lacks.", "count"),
    "added": column("added", "Characters of the system that the raw text lacks.", "count"),
    "replaced": column("replaced", "Characters of the raw text in whose place the system has another.", "count"),
}
# By the name of a method of scoring on the board.
METHODS: dict[str, Columns] = {
    "bakeoff": BAKEOFF,
    "separators": SEPARATORS,
    "balanced": BALANCED,
    "fidelity": FIDELITY,
}
