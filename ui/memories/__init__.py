"""The memory panel and the page of one entity: who and what is known, with its life, and the means to correct it.

panel page   the column: list, one entity, or what one turn taught; one entity with the whole window's width
listing   the search field and the list; `choosing` is a dialog around it
entity    one entity: the frame of its parts, and what is done with them
part      a part that reads itself, a page at a time: known, relatives, mentions, appearances, annals
facts factlist restate   one fact as a row, all of a page, the form that says one otherwise; `intervals` are its bars
heading summary chips aliases   the name, the words about it, categories and other names, changed in place
relate dates    forms: a new relation; a date
lesson sorting   what one turn taught; who is in one category
merging splitting   dialogs: two made one, one made two; sidelook and ticking are their parts
jobs lifejobs   what all of them have done on the lanes
wording   intervals, confidence and quotes as people say them; `marked` and `quotes` are lines to click
"""
