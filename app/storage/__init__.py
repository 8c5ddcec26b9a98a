"""The only place that knows SQL, Tantivy and files.

SQLite is the truth: `Store` is its one write door, `View` its reads. The text and vector indexes are derived from it
and may be thrown away at any time.
"""
