"""The page Scores: words as the bakeoffs count them, the boundaries between them, and words by their difficulty."""
