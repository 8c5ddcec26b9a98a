"""Saying what words are: a name for somebody or something, or a relation, resting on the words that were selected.

dialog    the two forms and the button that keeps what they say
picker    one end: a name with its type, known or new, or a record found by its words
jobs      what the dialog has done on the lanes
wording   why something could not be declared
"""
