"""Files that a person asks for and that are no part of memory: a picture of the graph, a graph for other programs."""

from app.exchange.placing import place as place
