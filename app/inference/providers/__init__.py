"""Models that somebody else runs: any OpenAI-compatible server. Their libraries are loaded only when used."""
