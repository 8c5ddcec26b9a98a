"""Looking around in the graph: which entities lie near one another, and where to draw them. Only reads."""
