"""The search page, opened by Ctrl+Shift+F; it is made on its first visit.

page      the field, what is filtered, the order, the results; the keys
field     where the query is typed
chips     conditions of the query as chips, and the menu that adds some
answers   results, or why there are none, or the guide
guide     what may be typed, each line a button that types it
results   the list: rows of each kind, marked words, the keys
painting  how one row is drawn
rows      results as rows: names, facts, titles, words under their headings (no Qt)
wording   conditions, remarks and places in words
"""
