"""The page Difficulty: which words are hard, and who gets the hard ones?"""
