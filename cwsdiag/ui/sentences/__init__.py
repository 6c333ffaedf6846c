"""The page Sentences: what happened here?"""
