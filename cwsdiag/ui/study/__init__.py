"""The page Study: what holds across systems and datasets?"""
