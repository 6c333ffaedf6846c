"""The page One system: where does this system fail most?"""
