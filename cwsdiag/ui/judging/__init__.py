"""The page Judging: what do people find best?"""
