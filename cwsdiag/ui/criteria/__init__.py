"""The page Criteria: do the datasets agree on what a word is?"""
