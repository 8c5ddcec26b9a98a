"""Models that somebody else runs: OpenAI-compatible and Anthropic servers. Libraries are loaded only when used."""
