"""The columns of tables: what each is called, what it means, its formula, and how a page writes its values.

One entry a column, by the key of rows and frames; pages, reports, command line and boards all take it from here.
Headings of a table that one place alone shows stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cwsdiag.languages import lazy, p_lazy, translated
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS

# How values are written, see ``cwsdiag.output.table.FORMATS``: texts; texts that a page makes of each cell (styled);
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


def headings(columns: Columns, keys: Iterable[str] | None = None) -> dict[str, str]:
    """Return what columns are called in the language of the moment, by key; all of them, or those named."""
    return {key: translated(columns[key].label) for key in (columns if keys is None else keys)}


_SYSTEM = Column(lazy("system"))
_OTHER = Column(p_lazy("the second system of a pair", "other"))
_LOW_POINTS = Column(lazy("low"), lazy("Lower end of its paired 95 % interval."), format="signed")
_HIGH_POINTS = Column(lazy("high"), lazy("Upper end of its paired 95 % interval."), format="signed")

# Scores of words, as Overview and `cwsdiag score` show them.
SCORES: dict[str, Column] = {
    "f1": Column(
        "F1",
        lazy("Precision and recall in one number: their harmonic mean."),
        lazy("2 · matched / (gold words + system words)"),
        "score",
    ),
    "f1_low": Column(
        lazy("low"),
        lazy("Lower end of the 95 % interval of F1, from resampling sentences, documents or blocks of them."),
        lazy("2.5 % quantile of F1 over the resamples"),
        "score",
    ),
    "f1_high": Column(
        lazy("high"),
        lazy("Upper end of the 95 % interval of F1, from resampling sentences, documents or blocks of them."),
        lazy("97.5 % quantile of F1 over the resamples"),
        "score",
    ),
    "precision": Column(
        lazy("precision"),
        lazy("Share of the system's words that are also in gold."),
        lazy("matched / system words"),
        "score",
    ),
    "recall": Column(
        lazy("recall"), lazy("Share of the gold words that the system also has."), lazy("matched / gold words"), "score"
    ),
    "oov_recall": Column(
        lazy("OOV recall"),
        lazy("Recall over gold words that do not occur in the training data: new words."),
        lazy("matched OOV gold words / OOV gold words"),
        "score",
    ),
    "iv_recall": Column(
        lazy("IV recall"),
        lazy("Recall over gold words that occur in the training data: known words."),
        lazy("matched IV gold words / IV gold words"),
        "score",
    ),
    "words": Column(lazy("words"), lazy("Words of the system."), format="count"),
    "matched": Column(lazy("matched"), lazy("Words that gold and the system both have."), format="count"),
    "coverage": Column(
        lazy("coverage"),
        lazy("The share of the gold words that were compared; the rest had other characters."),
        lazy("compared gold words / gold words"),
        "coverage",
    ),
    "system_coverage": Column(
        lazy("coverage, system"),
        lazy("The share of the system's words that were compared; the rest had other characters."),
        lazy("compared system words / system words"),
        "coverage",
    ),
}
# They say nothing where all is compared.
COVERAGES = ("coverage", "system_coverage")

# Behind them, where systems are ranked.
COSTLIEST = Column(
    lazy("costs most"),
    lazy(
        "The bucket of words that costs the system most, and the points of F1 that it would gain if these were as "
        "good as the other words; chosen after looking."
    ),
)
TO_BEST: dict[str, Column] = {
    "to_best": Column(
        lazy("to best"),
        lazy("F1 minus that of the best system, in points, over the words compared for both."),
        format="signed",
    ),
    "verdict": Column(
        lazy("paired test"),
        lazy(
            "Of the difference to the best: p by swaps, adjusted by Holm for the best against each system and each "
            "against the next by rank; * significant."
        ),
    ),
}

# The same beside each other in a terminal.
_P, _R = SCORES["precision"].called("P"), SCORES["recall"].called("R")
_R_OOV, _R_IV = SCORES["oov_recall"].called(lazy("R_oov")), SCORES["iv_recall"].called("R_iv")
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
    "system_coverage": SCORES["system_coverage"],
}

# Models of several runs: the mean of each score over the runs, and its standard deviation.
_SD = Column(lazy("SD"), lazy("Standard deviation over the runs, n − 1 below."), format="score")
RUNS_TABLE: dict[str, Column] = {
    "name": _SYSTEM,
    "runs": Column(
        lazy("runs"), lazy("How many runs of the model there are; the scores are their means."), format="count"
    ),
    "f1": SCORES["f1"],
    "f1_sd": _SD,
    "f1_min": Column(lazy("lowest"), lazy("The lowest F1 of the runs."), format="score"),
    "f1_max": Column(lazy("highest"), lazy("The highest F1 of the runs."), format="score"),
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
BAKEOFF: dict[str, Column] = {
    "name": _SYSTEM,
    "track": Column(lazy("track"), lazy("Closed: only the training data of the corpus. Open: other data allowed.")),
    "recall": _R,
    "c_r": Column(
        "c_r",
        lazy("Half the width of the 95 % interval of recall, with each word as an independent trial."),
        "2 · √(R · (1 − R) / N)",
        "score",
    ),
    "precision": _P,
    "c_p": Column(
        "c_p",
        lazy("Half the width of the 95 % interval of precision, with each word as an independent trial."),
        "2 · √(P · (1 − P) / N′)",
        "score",
    ),
    "f1": SCORES["f1"].called("F"),
    "oov_rate": Column(
        lazy("OOV"),
        lazy("Share of the gold words that do not occur in the training data."),
        lazy("OOV gold words / gold words"),
        "score",
    ),
    "oov_recall": _R_OOV,
    "iv_recall": _R_IV,
    "insertions": Column(lazy("ins"), lazy("Words of the system in excess of gold's."), format="count"),
    "deletions": Column(lazy("del"), lazy("Gold words in excess of the system's."), format="count"),
    "substitutions": Column(lazy("sub"), lazy("Gold words replaced by other words of the system."), format="count"),
    "true_words": Column(lazy("true words"), lazy("N, the gold words that were compared."), format="count"),
    "test_words": Column(lazy("test words"), lazy("N′, the system words that were compared."), format="count"),
    "coverage": SCORES["coverage"],
    "system_coverage": SCORES["system_coverage"],
}
BAKEOFF_PAIRS: dict[str, Column] = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f1": Column(lazy("F difference"), lazy("F of the system minus F of the other, in points."), format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p": Column(
        "p",
        lazy(
            "Of the paired test of F: how often so large a difference comes out where the two are exchanged at random; "
            "adjusted by Holm for the pairs tested."
        ),
        format="p",
    ),
    "verdict": Column(lazy("paired test")),
    "precision": Column("P", lazy("Difference in precision, in points; * significant."), format="styled"),
    "recall": Column("R", lazy("Difference in recall, in points; * significant."), format="styled"),
    "oov_recall": Column(lazy("R_oov"), lazy("Difference in OOV recall, in points; * significant."), format="styled"),
    "iv_recall": Column("R_iv", lazy("Difference in IV recall, in points; * significant."), format="styled"),
    "rule": Column(lazy("bakeoff's rule"), lazy("By which measures it tells the two apart.")),
}

SEPARATORS: dict[str, Column] = {
    "sub": Column(
        lazy("kept"), lazy("Separators that reference and system both have."), lazy("|reference ∩ system|"), "count"
    ),
    "ins": Column(
        lazy("to add"), lazy("Reference separators that the system lacks."), lazy("|reference − system|"), "count"
    ),
    "del": Column(
        lazy("to remove"), lazy("System separators that the reference lacks."), lazy("|system − reference|"), "count"
    ),
    "distance": Column(
        lazy("distance"),
        lazy("Changes that turn the system's separators into those of the reference, each by what it costs."),
        lazy("cost of adding · to add + cost of removing · to remove"),
        "count",
    ),
    "precision": Column(
        "P",
        lazy("Precision: of the system's separators, the share that the reference has."),
        lazy("kept / (kept + to remove)"),
        "score",
    ),
    "recall": Column(
        "R",
        lazy("Recall: of the reference's separators, the share that the system has."),
        lazy("kept / (kept + to add)"),
        "score",
    ),
    "f1": Column("F", lazy("The harmonic mean of precision and recall."), "2 · P · R / (P + R)", "score"),
    "coverage": Column(
        lazy("coverage"),
        lazy("The share of the reference's words that were compared; the rest had other characters."),
        lazy("compared words / words of the reference"),
        "coverage",
    ),
    "system_coverage": SCORES["system_coverage"],
}
# What is said of several references at once.
SEPARATOR_RANGES: dict[str, Column] = {
    "intersection": Column(
        lazy("intersection"),
        lazy("Separators that all references have. Recall against them is the optimal recall."),
        lazy("R all"),
    ),
    "union": Column(
        lazy("union"),
        lazy("Separators that at least one reference has. Precision against them is the optimal precision."),
        lazy("P any"),
    ),
}

# Scores that weigh words by their difficulty.
BALANCED: dict[str, Column] = {
    "name": _SYSTEM,
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "p_reward": Column(lazy("p reward"), lazy("Precision weighted by difficulty."), "Σ d·m / Σ d′", "score"),
    "p_punishment": Column(
        lazy("p punish."), lazy("Precision weighted by 1 − difficulty."), "Σ (1−d)·m / Σ (1−d′)", "score"
    ),
    "p_b": Column("p_b", lazy("Harmonic mean of p reward and p punishment."), "", "score"),
    "r_reward": Column(lazy("r reward"), lazy("Recall weighted by difficulty."), "Σ d·m / Σ d", "score"),
    "r_punishment": Column(
        lazy("r punish."), lazy("Recall weighted by 1 − difficulty."), "Σ (1−d)·m / Σ (1−d)", "score"
    ),
    "r_b": Column("r_b", lazy("Harmonic mean of r reward and r punishment."), "", "score"),
    "f_b": Column(
        lazy("balanced F (f_b)"),
        lazy(
            "F with each word weighted by how hard it is for a committee, so that neither the easy words nor the hard "
            "ones decide alone: the harmonic mean of p_b and r_b."
        ),
        "2 · p_b · r_b / (p_b + r_b)",
        "score",
    ),
}
BALANCED_WORTH: dict[str, Column] = {
    "name": _SYSTEM,
    "f_b": BALANCED["f_b"],
    "f_b_low": Column(lazy("low"), lazy("Lower end of the 95 % interval of balanced F over sentences."), "", "score"),
    "f_b_high": Column(lazy("high"), lazy("Upper end of the 95 % interval of balanced F over sentences."), "", "score"),
    "f_b_committee_se": Column(
        lazy("committee's SE"),
        lazy("Standard error of balanced F over committees of this kind and size, from resampling members."),
        "",
        "score",
    ),
}
# The members of a committee.
MEMBERS: dict[str, Column] = {
    "member": Column(lazy("member"), lazy("Its number, from 0."), format="count"),
    "template": Column(lazy("template"), lazy("The feature template that it drew.")),
    "ratio": Column(lazy("% drawn"), lazy("Per cent of the training sentences that it drew."), format="count"),
    "sentences": Column(lazy("sentences"), lazy("Training sentences that it learnt from."), format="count"),
    "score": Column(
        lazy("words right"), lazy("Share of the gold words whose span it has: its recall."), format="score"
    ),
}
BALANCED_PLACES: dict[str, Column] = {
    "name": _SYSTEM,
    "by_f1": Column(lazy("by F1"), lazy("Rank by F1."), format="count"),
    "by_f_b": Column(lazy("by balanced F"), lazy("Rank by balanced F."), format="count"),
    "moved": Column(lazy("moved"), lazy("Ranks gained from F1 to balanced F."), format="moved"),
}
BALANCED_PAIRS: dict[str, Column] = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f_b": Column(
        lazy("balanced F difference"),
        lazy("Balanced F of the system minus that of the other, in points."),
        format="signed",
    ),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "verdict": Column(lazy("interval"), lazy("Whether it leaves out 0.")),
}
RUN_PAIRS: dict[str, Column] = {
    "first": _SYSTEM,
    "second": _OTHER,
    "f1": Column(
        lazy("difference"),
        lazy("Mean F1 over the runs of the system minus that of the other, in points."),
        format="signed",
    ),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "share": Column(
        lazy("share of runs"),
        lazy("What runs make of the variance of the difference; sentences make the rest."),
        "(s²_A/n_A + s²_B/n_B) / (s²_A/n_A + s²_B/n_B + V)",
        "percent",
    ),
}
# Words that one of two systems alone gets right, where the two change places.
MOVERS: dict[str, Column] = {
    "word": Column(lazy("word")),
    "right": Column(lazy("right in")),
    "wrong": Column(lazy("wrong in")),
    "tokens": Column(lazy("times"), format="count"),
    "weight": Column("Σ d", lazy("Sum of their difficulties."), format="hundredths"),
}

_GOLD_UNITS = Column(
    lazy("gold"), lazy("Gold words in the bucket; characters for character attributes."), format="count"
)
_ATTRIBUTE = Column(lazy("attribute"))
_BUCKET = Column(lazy("bucket"))

# Every bucket of one system, and of two beside each other.
BUCKETS: dict[str, Column] = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", lazy("The worst bucket of each attribute; those too small to be named.")),
    "gold": _GOLD_UNITS,
    "percent": Column(lazy("share"), lazy("Share of all gold words, or characters."), format="percent"),
    "f1": SCORES["f1"],
    "f1_low": SCORES["f1_low"],
    "f1_high": SCORES["f1_high"],
    "precision": SCORES["precision"],
    "recall": SCORES["recall"],
    "predicted": Column(lazy("system"), lazy("The system's words, or characters, in the bucket."), format="count"),
    "matched": SCORES["matched"],
    "cost_points": Column(
        lazy("cost"),
        lazy(
            "Points of F1 that would be won if the bucket were as good as the others of its attribute, of F1 of "
            "characters for characters; below 0 where it is better. Costs of several attributes do not add up."
        ),
        lazy("units of the bucket / all units · (F1 of the others − F1 of the bucket)"),
        "signed",
    ),
}
DIFFERENCES: dict[str, Column] = {
    "title": _ATTRIBUTE,
    "label": _BUCKET,
    "mark": Column("", lazy("The extremes of each attribute; buckets too small to be named.")),
    "gold": _GOLD_UNITS,
    "f1_a": Column(lazy("F1 A"), lazy("F1 of system A in the bucket."), format="score"),
    "f1_b": Column(lazy("F1 B"), lazy("F1 of system B in the bucket."), format="score"),
    "difference": Column("A − B", lazy("F1 of A minus F1 of B, in points."), format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p_adjusted": Column(
        lazy("p"),
        lazy("Of the paired test by swaps, adjusted over all buckets (max-T): up to 0.05 is significant."),
        format="p",
    ),
    "detectable": Column(
        lazy("detectable"),
        lazy("Points of F1 by which the two would have to differ to be found apart in four of five cases."),
        format="points",
    ),
    "q": Column(
        lazy("q"), lazy("False discovery rate at which the bucket would be a discovery, for exploring."), format="p"
    ),
    "cost_a": Column(lazy("cost A"), lazy("Points of F1 that the bucket costs A."), format="signed"),
    "cost_b": Column(lazy("cost B"), lazy("Points of F1 that the bucket costs B."), format="signed"),
}

# The scores of two systems over all words.
ALL_WORDS: dict[str, Column] = {
    "label": Column(lazy("score")),
    "a": Column("A", format="score"),
    "b": Column("B", format="score"),
    "difference": Column("A − B", lazy("In points."), format="signed"),
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
    "p": Column("p", lazy("Of the paired test by swaps; * significant.")),
}
# Errors of a system by kind: how many, and the share of each shape and of each cause in them.
KINDS: dict[str, Column] = {
    "dataset": Column(lazy("dataset")),
    "missed": Column(lazy("missed"), lazy("Gold words that the system misses."), format="count"),
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
# Errors of two systems by kind, as Two systems and `cwsdiag compare` show them.
PAIR_KINDS: dict[str, Column] = {
    "label": Column(lazy("kind of error")),
    "a": Column("A", lazy("Gold words that A misses."), format="count"),
    "b": Column("B", lazy("Gold words that B misses."), format="count"),
    "difference": Column("A − B", lazy("In gold words."), format="moved"),
}
SELF_DIAGNOSIS: dict[str, Column] = {
    "dataset": Column(lazy("dataset")),
    "title": _ATTRIBUTE,
    "label": Column(lazy("worst bucket")),
    "f1": SCORES["f1"],
    "gold": _GOLD_UNITS,
    "best_label": Column(lazy("best bucket")),
    "best_f1": SCORES["f1"].called(lazy("F1 of best")),
    "gap": Column(lazy("gap"), lazy("F1 of the best minus F1 of the worst, in points."), format="points"),
}
AIDED_DIAGNOSIS: dict[str, Column] = {
    "dataset": Column(lazy("dataset")),
    "better": Column(lazy("better"), lazy("The system with the higher F1 over all words of the dataset.")),
    "title": _ATTRIBUTE,
    "end": Column(""),
    "label": _BUCKET,
    "difference": DIFFERENCES["difference"],
    "low": _LOW_POINTS,
    "high": _HIGH_POINTS,
}
# What one value of a part of systems brings over another.
PART_GAINS: dict[str, Column] = {
    "part": Column(lazy("part"), lazy("What the systems of a pair differ in; all else that they declare is the same.")),
    "first": Column(p_lazy("the first value of a part", "from")),
    "second": Column(p_lazy("the second value of a part", "to")),
    "pairs": Column(
        p_lazy("of systems", "pairs"), lazy("Systems that differ in nothing but these two values."), format="count"
    ),
    "gain": Column(
        lazy("brings"),
        lazy("F1 with the second value minus F1 with the first, mean over pairs and datasets, in points."),
        lazy("mean over datasets of the mean over pairs of (F1 second − F1 first)"),
        "hundredths",
    ),
    "interval": Column(
        lazy("95 % interval"), lazy("Over datasets, by Student's t; none below three."), lazy("mean ± t · s / √n")
    ),
    "datasets": Column(lazy("datasets"), lazy("On which a pair has both scores."), format="count"),
    "most": Column(
        lazy("most in"),
        lazy("The bucket where it brings most on average, of those that most datasets have; chosen after looking."),
    ),
    "least": Column(lazy("least in"), lazy("The bucket where it brings least, or costs most; chosen after looking.")),
}
# Friedman's tests, those of the study's buckets and of anything else.
# Training data and test text of each dataset, as bakeoffs list them.
CORPORA: dict[str, Column] = {
    "dataset": Column(lazy("dataset")),
    "text": Column(lazy("text")),
    "sentences": Column(lazy("sentences"), format="count"),
    "characters": Column(lazy("characters"), lazy("Without white space."), format="count"),
    "words": Column(lazy("words"), format="count"),
    "types": Column(lazy("types"), lazy("Different words."), format="count"),
    "oov_rate": BAKEOFF["oov_rate"],
    "encoding": Column(lazy("encoding"), lazy("What the file was decoded by.")),
}
FRIEDMAN: dict[str, Column] = {
    "test": Column(lazy("do they differ?")),
    "statistic": Column("χ²", format="hundredths"),
    "p": Column("p", lazy("How often rankings within the blocks lie as far apart by chance."), format="exact"),
    "method": Column(lazy("p is"), lazy("Exact over all rankings, or by 100,000 permutations.")),
    "p_chi2": Column(lazy("p by χ²"), lazy("As papers have it; rough below eleven blocks."), format="exact"),
    "treatments": Column(lazy("treatments"), format="count"),
    "blocks": Column(lazy("blocks"), lazy("What ranks the treatments."), format="count"),
    "note": Column(""),
}
BUCKET_TESTS: dict[str, Column] = {
    "row": Column(p_lazy("what a test is of", "of")),
    "attribute": _ATTRIBUTE,
    "p_adjusted": Column(lazy("adjusted p"), lazy("p by Holm for all tests of the table."), format="exact"),
    "p": FRIEDMAN["p"],
    "p_chi2": FRIEDMAN["p_chi2"],
    "statistic": FRIEDMAN["statistic"],
    "buckets": Column(lazy("buckets"), lazy("Treatments of the test."), format="count"),
    "blocks": Column(
        lazy("blocks"), lazy("What ranks the buckets: systems of a dataset, datasets of a system."), format="count"
    ),
    "dropped": Column(lazy("dropped"), lazy("Blocks with an undefined bucket, or a different number of buckets.")),
    "why": Column(lazy("why p is undefined")),
}

# Ψ × 100 and U of pairs of training data and test text.
PAIRS: dict[str, Column] = {
    "psi": Column("Ψ", lazy("Ψ × 100 of the test text under the training data."), format="points"),
    "lost": Column(
        lazy("below"), lazy("Points by which that is below Ψ of the test text's own training data."), format="points"
    ),
    "u": Column("U", lazy("F1 on the test text."), format="score"),
    "relative": Column(
        "Û", lazy("Share of F1 lost relative to a model trained on the test text's own training data."), format="score"
    ),
}
MAP_DISTANCES: dict[str, Column] = {
    "psi": Column(lazy("distance from Ψ"), format="score"),
    "u": Column(lazy("distance from U"), format="score"),
}
RELATIONS: dict[str, Column] = {
    "model": Column(lazy("model")),
    "test": Column(lazy("test text")),
    "rho": Column(lazy("rank correlation"), lazy("Spearman's, of Ψ and U over the training data."), format="score"),
    "p": Column("p", lazy("Two-sided."), format="exact"),
    "p_adjusted": Column(lazy("adjusted p"), lazy("p by Holm for the correlations of the model."), format="exact"),
    "pairs": Column(lazy("pairs"), format="count"),
    "how": Column(lazy("p is")),
}
_F1_MIN = Column(lazy("lowest"), lazy("The lowest F1 of the seeds."), format="score")
_F1_MAX = Column(lazy("highest"), lazy("The highest F1 of the seeds."), format="score")
ORDERS: dict[str, Column] = {
    "order": Column(lazy("order")),
    "step": Column(lazy("sources"), lazy("How many are added."), format="count"),
    "source": Column(lazy("the last of them")),
    "psi": Column("Ψ", lazy("Ψ × 100 of all data so far."), format="points"),
}
# F1 of the built-in segmenter as sources are added.
WAY_CURVES: dict[str, Column] = {
    "way": Column(lazy("way")),
    "step": ORDERS["step"],
    "f1": Column(
        "F1", lazy("Of the built-in segmenter trained on all data so far; the mean of the seeds."), format="score"
    ),
    "f1_min": _F1_MIN,
    "f1_max": _F1_MAX,
    "seeds": Column(
        lazy("seeds"), lazy("Segmenters at each step; with each seed random draws another order."), format="count"
    ),
}
# Words that training data cuts otherwise than a test text does.
WORD_LOSSES: dict[str, Column] = {
    "word": Column(lazy("word")),
    "count": Column(lazy("count"), lazy("Occurrences in the test text."), format="count"),
    "cost": Column(
        lazy("cost"),
        lazy("Points of Ψ that it takes."),
        lazy("its share of the test words × (1 − ψ) × 100"),
        "hundredths",
    ),
    "loss": Column(
        lazy("loss"),
        lazy("Points of Ψ that it takes."),
        lazy("its share of the test words × (own ψ − ψ) × 100"),
        "hundredths",
    ),
    "consistency": Column(
        "ψ", lazy("The share of the string's occurrences in the training data that are the word."), format="hundredths"
    ),
    "occurs": Column(
        p_lazy("what occurs how often", "of"),
        lazy("How often the training data has the word / the string, however it is cut."),
    ),
    "as_word": Column(lazy("as word"), format="count"),
    "as_string": Column(lazy("as string"), format="count"),
    "own_consistency": Column(lazy("own ψ"), lazy("ψ under the test text's own training data."), format="hundredths"),
    "cut": Column(
        lazy("cut most often"), lazy("How the training data has the string most often, where not as the word.")
    ),
    "cuts": Column(lazy("in the training data")),
}
FIT: dict[str, Column] = {
    "name": Column(lazy("dataset")),
    "psi": Column("Ψ", lazy("Ψ × 100 of the text under the training data of the dataset."), format="points"),
    "low": Column(lazy("low"), lazy("Lower end of its 95 % interval."), format="points"),
    "high": Column(lazy("high"), lazy("Upper end of its 95 % interval."), format="points"),
    "seen": Column(
        lazy("seen %"), lazy("Per cent of the text's words whose string the training data has at all."), format="points"
    ),
    "seen_psi": Column(
        lazy("Ψ seen"), lazy("Ψ × 100 over those words alone, so that vocabulary plays no part."), format="points"
    ),
    "own_psi": Column(lazy("own Ψ"), lazy("Ψ × 100 of the dataset's own test text, to compare with."), format="points"),
    "behind": Column(lazy("behind"), lazy("Points behind the nearest."), format="points"),
    "behind_low": Column(lazy("low"), lazy("Lower end of its 95 % interval."), format="points"),
    "behind_high": Column(lazy("high"), lazy("Upper end of its 95 % interval."), format="points"),
}

LEARNING_CURVE: dict[str, Column] = {
    "share": Column(lazy("share"), format="percent"),
    "sentences": Column(lazy("sentences"), lazy("Sentences it learnt from, from the first."), format="count"),
    "precision": _P,
    "recall": _R,
    "f1": SCORES["f1"],
    "f1_min": _F1_MIN,
    "f1_max": _F1_MAX,
    "p_b": BALANCED["p_b"],
    "r_b": BALANCED["r_b"],
    "f_b": BALANCED["f_b"],
    "f_b_min": Column(lazy("lowest"), lazy("The lowest balanced F of the seeds."), format="score"),
    "f_b_max": Column(lazy("highest"), lazy("The highest balanced F of the seeds."), format="score"),
    "oov_recall": SCORES["oov_recall"],
}

# Words of the gold text, one by one or by type.
WORDS: dict[str, Column] = {
    "word": Column(lazy("gold word")),
    "count": Column(lazy("count"), lazy("Occurrences among the places shown."), format="count"),
    "disagreement": Column(lazy("disagree"), lazy("Places where exactly one of A and B is right."), format="count"),
    "difficulty": Column(lazy("difficulty"), format="score"),
    "votes": Column(lazy("committee")),
}

# Errors of a system by pattern.
PATTERNS: dict[str, Column] = {
    "gold": Column(
        lazy("gold words"),
        lazy("Gold words between two neighbouring ones of the boundaries that gold and the system share."),
    ),
    "made": Column(lazy("made of them"), lazy("The words of the system between the same two boundaries.")),
    "places": Column(lazy("places"), lazy("How often gold has these words and the system those."), format="count"),
    "cost": Column(
        lazy("wrong words"),
        lazy("Missed gold words and wrong words of the system, over all places: what the pattern costs."),
        formula="places × (gold words + words made of them)",
        format="count",
    ),
    "training": Column(
        lazy("in training"),
        lazy("How the training text cuts these characters, each way with its count; “…” where a word goes on."),
    ),
}

JUDGED: dict[str, Column] = {
    "name": _SYSTEM,
    "people": Column(
        lazy("people"),
        lazy("(n + m/2) / sentences: n times best, m times second best; the mean over judges who have finished."),
        format="score",
    ),
    "best": Column(lazy("best"), lazy("Share of the sentences where it is best."), format="score"),
    "second": Column(lazy("second"), lazy("Share of the sentences where it is second best."), format="score"),
    "f1": Column("F1", lazy("Over the whole dataset."), format="score"),
    "f_b": BALANCED["f_b"],
}

# A line of the board beside its scores.
# Those who have a key to hand in to a board, as its owner sees them.
BOARD_KEYS: dict[str, Column] = {
    "name": Column(lazy("name")),
    "submissions": Column(lazy("submissions"), lazy("Made with the key, as far as they are there."), format="count"),
    "created": Column(lazy("created")),
    "revoked": Column(lazy("revoked"), lazy("Since then nobody submits with it; empty while it is valid.")),
}
SUBMISSIONS: dict[str, Column] = {
    "id": Column(lazy("no."), lazy("The number of the submission: never reused."), format="count"),
    "track": Column(
        lazy("track"),
        lazy(
            "Closed: only the training data of the task. Open: other data allowed. What others allow the task says. As "
            "its author says; it is not checked."
        ),
    ),
    "by": Column(lazy("author")),
    "known_by": Column(
        lazy("known by"),
        lazy("How the board knows the author: by a key of the owner's, or by a sign-in. Others are taken on trust."),
    ),
    "behind": Column(
        lazy("leader ahead"),
        lazy(
            "The paired test of the lead in F that the first of the track has over this system: p adjusted for the "
            "pairs tested; * significant."
        ),
    ),
    "ahead": Column(
        lazy("ahead of next"),
        lazy(
            "The paired test of its lead in F over the next of its track: p adjusted for the pairs tested; "
            "* significant."
        ),
    ),
    "date": Column(lazy("date"), lazy("UTC.")),
    "description": Column(lazy("description")),
    "resources": Column(
        lazy("resources"), lazy("What it was made with beside the task's training data, as its author says.")
    ),
    "author": Column(lazy("author in full")),
}
# Of submissions whose characters are not those of the task; others have none of these.
FIDELITY: dict[str, Column] = {
    "coverage": SCORES["coverage"],
    "system_coverage": SCORES["system_coverage"],
    "exact_sentences": Column(
        lazy("exact sentences"),
        lazy("Sentences whose characters are all reproduced; a dash where those of the whole text are."),
        format="count",
    ),
    "omitted": Column(lazy("omitted"), lazy("Characters of the raw text that the system lacks."), format="count"),
    "added": Column(lazy("added"), lazy("Characters of the system that the raw text lacks."), format="count"),
    "replaced": Column(
        lazy("replaced"), lazy("Characters of the raw text in whose place the system has another."), format="count"
    ),
}
# By the name of a method of scoring on the board.
METHODS: dict[str, Columns] = {
    "bakeoff": BAKEOFF,
    "separators": SEPARATORS,
    "balanced": BALANCED,
    "fidelity": FIDELITY,
}
