-- Schema 3: a look at the graph is kept under a name, with the places that a person gave the nodes.

-- `lens`, `places` and `pinned` name entities and categories by number: what is gone is left out when they are read.
CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL CHECK (name_key <> ''),
    lens TEXT NOT NULL CHECK (json_valid(lens)),
    created_at TEXT NOT NULL,
    places TEXT NOT NULL CHECK (json_valid(places)),
    pinned TEXT NOT NULL CHECK (json_valid(pinned)),
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;
CREATE INDEX saved_views_by_name ON saved_views (name_key);
