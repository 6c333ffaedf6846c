"""Where a system fails, where the better of two loses, and the words behind it (METHODS 4)."""

from cwsdiag.diagnosis.diagnosis import Diagnosis
from cwsdiag.diagnosis.extremes import AidedDiagnosis, BucketDifference, SelfDiagnosis
from cwsdiag.diagnosis.making import DEFAULT_MIN_SIZE, DEFAULT_RESAMPLES, DEFAULT_SEED, diagnose

__all__ = [
    "DEFAULT_MIN_SIZE",
    "DEFAULT_RESAMPLES",
    "DEFAULT_SEED",
    "AidedDiagnosis",
    "BucketDifference",
    "Diagnosis",
    "SelfDiagnosis",
    "diagnose",
]
