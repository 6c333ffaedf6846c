"""The page Self-diagnosis: where does this system fail most?"""
