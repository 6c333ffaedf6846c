"""Ways out: one table for all of them, and what writes it."""
