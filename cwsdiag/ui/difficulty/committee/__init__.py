"""Committee, a part of the page Difficulty: how hard is each word, and are there members enough to say so?"""
