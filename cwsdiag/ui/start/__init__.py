"""The page at /: what one begins with."""
