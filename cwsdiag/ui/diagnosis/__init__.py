"""The page Diagnosis: where do systems fail, on which words, in which sentence?"""
