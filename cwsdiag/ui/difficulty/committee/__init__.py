"""The page Committee: how hard is each word, and are there members enough to say so?"""
