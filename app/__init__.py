"""The map of the house.

domain      words and pure rules: frozen values, the standard library only
storage     the only place that knows SQL, Tantivy and files; one write door, `Store.commit(plan) -> Change`
inference   models behind protocols; knows nothing of memory
memory      the verbs: `learn` and `revise` return plans, `recall` and `explore` only read
services    what a person or a program can do; all that `ui` may import, with the domain's values
"""
