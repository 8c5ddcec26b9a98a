"""The Japanese reader: what a Japanese stretch says, by morphology, clause structure and rules, with no model call.

A sentence runs through here in this order:

    width       full and half width and NFD made one, with the way back to the user's own characters
    dates       dates in the text, counted from the day it was said
    morphology  words (SudachiPy, optional)
    chunker     words -> noun phrases with their particles and predicates: clauses
    naming      a noun phrase -> who or what it names, and of which kind
    discourse   who "彼女" and an unsaid subject are
    frames      a clause -> facts and ends
    reader      all of it, sentence by sentence
"""

from app.memory.learn.reading.japanese.reader import read

__all__ = ["read"]
