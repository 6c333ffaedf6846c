"""The talk: findings shown to an audience, one a slide."""
