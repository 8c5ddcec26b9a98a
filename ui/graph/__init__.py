"""The graph: what lies around an entity, drawn by one painter, with a list beside it that says the same in words.

picture   what is drawn, as values: nodes, links, places, filters
camera    what part of it is seen
surface   the painter
canvas    the widget: gestures and keys
feed      reads neighbourhoods and runs the layout on a reader
twin      the list beside it, for the keyboard and the screen reader
legend page
"""
