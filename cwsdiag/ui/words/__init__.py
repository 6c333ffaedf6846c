"""The page Explore: what are these words?"""
