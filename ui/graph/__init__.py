"""The graph: what lies around an entity, drawn by one painter, with a list beside it that says the same in words.

picture   what is drawn, as values: nodes, links, places, filters
camera    what part of it is seen
surface   the painter of the ground: links, nodes, and names where there is `room`
overlay   what is painted over it: the selection, what is pointed at, the words on links
canvas    the widget; `gestures` and `keys` move it, `aim` finds what they mean
feed      reads neighbourhoods and runs the layout on a reader
view      canvas and feed as one part, with a line that says what is hidden
twin      the same as a table, for the keyboard and the screen reader
legend    what the shapes mean, and the filters
page      all of it as a page
"""
