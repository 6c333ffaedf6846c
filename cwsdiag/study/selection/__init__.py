"""Which further training data to add for a target, in which order, and what it brings [RC 4.4, METHODS 10]."""
