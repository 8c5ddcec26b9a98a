"""Ways in without a window: the command line and the MCP server. Like the window they see services and values only."""
