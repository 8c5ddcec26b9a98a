"""The memory panel: who and what is known, each with its facts, their sources, and the means to correct them.

panel     the column: list, one entity, or what one turn taught
listing   the search field and the list
entity    one entity: names, facts, mentions, a small graph
facts     one fact as a row, with its sources and its menu
aliases names   other names as chips; the name itself
relate dates    forms: a new relation; a date
lesson    what one turn taught
merging splitting   dialogs: two made one, one made two; sidelook and ticking are their parts
jobs      what all of them have done on the lanes
wording   intervals, confidence and quotes as people say them
"""
