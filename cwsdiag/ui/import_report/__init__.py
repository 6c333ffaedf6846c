"""The page Data: what files were taken for, what looks wrong, what to do first."""
