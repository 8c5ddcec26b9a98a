"""Models that somebody else runs: OpenAI-compatible and Anthropic servers. Their libraries are loaded only when used."""
