"""The page Sentence: what happened here?"""
