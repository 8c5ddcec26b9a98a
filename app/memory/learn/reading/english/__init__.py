"""The English reader: what an English stretch says, by clause structure and tables, with no model call.

A sentence runs through here in this order:

    tokens      words with their places
    dates       time expressions, counted from the day it was said (datewords: the days they mean)
    naming      which words are names, and what their form votes for (lowercase: in turns without capitals)
    phrases     noun phrases (nicknames: asides that name); actions: verb groups
    clauses     who does what, with which prepositions, when (splitter, appositions)
    headlines, sketches   clauses that leave something out are completed
    guards      what is not said as a fact
    scene       what a phrase means in this turn (cast: names, pronouns), and the draft that grows
    copula, attributes, fragments, verbs (table: frames, nouns: roles)   a clause -> facts and ends
    contacts    numbers and addresses that no clause has claimed
    speech      what a person named says of themselves in quotation marks
    slips       self-corrections
    reader      all of it
"""

from app.memory.learn.reading.english.reader import read

__all__ = ["read"]
