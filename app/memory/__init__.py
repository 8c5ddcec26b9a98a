"""The verbs of memory: `learn` and `revise` return plans, `recall` and `explore` only read."""
