"""The graph: what lies around an entity, drawn by one painter, with a list beside it that says the same in words.

picture   what is drawn, as values: nodes, links, places, filters
camera    what part of it is seen
surface   the painter of the ground: links, nodes, and names where there is `room`
overlay   what is painted over it: the selection, what is pointed at, the words on links
canvas    the widget; `gestures` and `keys` move it, `aim` finds what they mean
grips     what the hand can hold: the ground, a node, a thread, a band; `layer` draws them over the graph
acts      what can be done, as values, for menus and keys; `can` lists them for a node, several, a link, the whole
hands     joins all of that; `deeds` writes it: `relating` (with `predicates`), merging, a name in its `namefield`
feed      reads neighbourhoods and runs the layout on a reader
view      canvas and feed as one part, with a line that says what is hidden, and words `instead` of a blank canvas
twin      the same as a table (its `rows`), for the keyboard and the screen reader
export    what is shown as a file: PNG, SVG, GraphML, JSON
legend    what the shapes mean, and the filters
steps     what becomes of a lens: more from here, less, not this; `trail` keeps the looks that were left
lookup    the search field that lights and dims
saidfilters  filters in words, for the row of `chips`; `filterpanel` (with `choices`) sets them
moments   memory as of a day (`timebar`) and what changed `between` two days
saved     views under a name
page      all of it as a page, `tools` at its head
"""
