"""The page Files: what files were taken for, what looks wrong, what to do first."""
