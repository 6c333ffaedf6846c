"""The page Systems: what holds across systems and datasets?"""
