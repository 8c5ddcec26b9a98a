"""Words and pure rules of memory. Imports only the standard library."""
