"""Where a system fails, where the better of two loses, and the words behind it (METHODS 4)."""

from cwsdiag.diagnosis.diagnosis import (
    DEFAULT_MIN_SIZE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    AidedDiagnosis,
    BucketDifference,
    Diagnosis,
    SelfDiagnosis,
    diagnose,
)

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
