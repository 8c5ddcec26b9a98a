"""Chat: the list of conversations, the transcript, the composer, and what each turn taught.

markdown prose code   an answer's Markdown: split into blocks, written into a document, its code coloured
bullets               what stands before the items of a list
body turn chips       one turn: its words, its state, what was learned from it
transcript            thousands of turns, of which a window is held
composer drafts       where the next turn is written; its text is never lost
conversations page    the list, and the page that ties all of it together
"""
