"""The Japanese reader: what a Japanese stretch says, by morphology, clause structure and rules, with no model call.

A sentence runs through here in this order:

    width        full and half width and NFD made one, with the way back to the user's own characters
    dates        dates in the text, counted from the day it was said
    segments     what no morphology should cut: quotations, brackets, dates, Latin names, addresses, numbers
    morphology   words (SudachiPy, optional)
    chunker      words -> noun phrases with their particles and predicates: clauses
                 (lookahead, nounphrases, endings, tail)
    tone         whether a clause is meant as a statement at all
    naming       a noun phrase -> who or what it names, and of which kind (kinds, lexicon)
    subjects     who the clause is about; `story` remembers who "彼女" and an unsaid subject are
    rules        a clause -> facts and ends, in a fixed order:
                 plans, topics (callings, keys), stating, frames, leaving, working, doing, being
    slips        corrections of this turn and of earlier ones
    reader       all of it, sentence by sentence, onto one `page`

Word lists are in `resources/gazetteer/ja_words.toml` and `ja_places.toml`.
"""

from app.memory.learn.reading.japanese.reader import read

__all__ = ["read"]
