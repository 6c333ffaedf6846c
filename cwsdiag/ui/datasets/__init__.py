"""The page Datasets: what holds across systems and datasets, and do the datasets agree on what a word is?"""
