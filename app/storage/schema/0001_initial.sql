-- Schema 1: every noun of the domain, the journal, and what is derived from them inside the same transaction.
--
-- Numbers are never used twice (AUTOINCREMENT): `ep:12` in somebody's notes must not come to mean another episode, and
-- an index that lags behind must not show a new row for an old one.
-- Times are ISO-8601 in UTC; where the speaker's own day matters, the offset stands beside it in minutes.
-- A fact's two ends are columns of their own per kind of end, so that foreign keys, which also hold while a changeset
-- is played back, keep a session and an episode of the same number apart and leave no end dangling.

CREATE TABLE conversations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    created_at TEXT NOT NULL,
    off_record INTEGER NOT NULL CHECK (off_record IN (0, 1)),
    archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;

CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    daily TEXT NOT NULL,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;
CREATE INDEX notes_by_title ON notes (title_key);
CREATE INDEX notes_by_time ON notes (updated_at);
CREATE UNIQUE INDEX notes_by_day ON notes (agent, project, channel, daily) WHERE daily <> '';

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
    note INTEGER REFERENCES notes (id) ON DELETE CASCADE,
    started_at TEXT NOT NULL,
    ended_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_conversation ON sessions (conversation) WHERE conversation IS NOT NULL;
CREATE INDEX sessions_by_note ON sessions (note) WHERE note IS NOT NULL;

CREATE TABLE episodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    conversation INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
    note INTEGER REFERENCES notes (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'document')),
    said_at TEXT NOT NULL,
    said_offset INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'learned', 'nothing', 'failed', 'off_record', 'not_ours')),
    learned_at TEXT,
    learn_error TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    importance REAL NOT NULL,
    referenced INTEGER NOT NULL,
    tier TEXT NOT NULL CHECK (tier IN ('buffer', 'short_term', 'long_term', 'archive')),
    replaced_at TEXT,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL,
    content_hash BLOB NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX episodes_by_session ON episodes (session);
CREATE INDEX episodes_by_conversation ON episodes (conversation, said_at) WHERE conversation IS NOT NULL;
CREATE INDEX episodes_by_note ON episodes (note) WHERE note IS NOT NULL;
CREATE INDEX episodes_by_time ON episodes (said_at);
CREATE INDEX episodes_by_content ON episodes (content_hash);
CREATE INDEX episodes_waiting ON episodes (id) WHERE state = 'waiting';

CREATE TABLE entities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    name_key TEXT NOT NULL CHECK (name_key <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('person', 'organization', 'place', 'thing', 'event', 'concept')),
    created_at TEXT NOT NULL,
    tag TEXT NOT NULL,
    summary TEXT NOT NULL,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;
CREATE INDEX entities_by_key ON entities (name_key);
CREATE INDEX entities_by_kind ON entities (kind);

CREATE TABLE aliases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entity INTEGER NOT NULL REFERENCES entities (id) ON DELETE CASCADE,
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 256),
    text_key TEXT NOT NULL CHECK (text_key <> ''),
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    created_at TEXT NOT NULL,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    UNIQUE (entity, text_key)
) STRICT;
CREATE INDEX aliases_by_key ON aliases (text_key);
CREATE INDEX aliases_by_episode ON aliases (episode) WHERE episode IS NOT NULL;

CREATE TABLE mentions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entity INTEGER NOT NULL REFERENCES entities (id) ON DELETE CASCADE,
    episode INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    UNIQUE (entity, episode, start_at, end_at)
) STRICT;
CREATE INDEX mentions_by_episode ON mentions (episode);

CREATE TABLE facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject_entity INTEGER REFERENCES entities (id) ON DELETE CASCADE,
    subject_episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    subject_session INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
    predicate TEXT NOT NULL CHECK (length(predicate) BETWEEN 1 AND 256),
    predicate_key TEXT NOT NULL CHECK (predicate_key <> ''),
    object_entity INTEGER REFERENCES entities (id) ON DELETE CASCADE,
    object_episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    object_session INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
    object_text TEXT,
    fact TEXT NOT NULL,
    said_at TEXT NOT NULL,
    said_offset INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    valid_at TEXT,
    invalid_at TEXT,
    invalidated_by INTEGER REFERENCES facts (id) ON DELETE SET NULL,
    expired_at TEXT,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    confidence REAL NOT NULL,
    declared_at TEXT,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL,
    CHECK ((subject_entity IS NOT NULL) + (subject_episode IS NOT NULL) + (subject_session IS NOT NULL) = 1),
    CHECK ((object_entity IS NOT NULL) + (object_episode IS NOT NULL) + (object_session IS NOT NULL)
        + (object_text IS NOT NULL) = 1)
) STRICT;
CREATE INDEX facts_about ON facts (subject_entity, predicate_key) WHERE subject_entity IS NOT NULL;
CREATE INDEX facts_with ON facts (object_entity, predicate_key) WHERE object_entity IS NOT NULL;
CREATE INDEX facts_from_entity ON facts (subject_entity) WHERE subject_entity IS NOT NULL;
CREATE INDEX facts_to_entity ON facts (object_entity) WHERE object_entity IS NOT NULL;
CREATE INDEX facts_from_episode ON facts (subject_episode) WHERE subject_episode IS NOT NULL;
CREATE INDEX facts_to_episode ON facts (object_episode) WHERE object_episode IS NOT NULL;
CREATE INDEX facts_from_session ON facts (subject_session) WHERE subject_session IS NOT NULL;
CREATE INDEX facts_to_session ON facts (object_session) WHERE object_session IS NOT NULL;
CREATE INDEX facts_by_ender ON facts (invalidated_by) WHERE invalidated_by IS NOT NULL;

CREATE TABLE anchors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fact INTEGER NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
    episode INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    ends INTEGER NOT NULL CHECK (ends IN (0, 1)),
    UNIQUE (fact, episode, start_at, end_at, ends)
) STRICT;
CREATE INDEX anchors_by_episode ON anchors (episode);

-- A fact lives as long as something states it: the last stating anchor takes the fact with it. A fact that a person
-- wrote by hand has no anchor to lose.
CREATE TRIGGER facts_end_with_their_anchors AFTER DELETE ON anchors
WHEN OLD.ends = 0 AND NOT EXISTS (SELECT 1 FROM anchors WHERE fact = OLD.fact AND ends = 0)
BEGIN
    DELETE FROM facts WHERE id = OLD.fact;
END;

CREATE TABLE categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    name_key TEXT NOT NULL CHECK (name_key <> ''),
    layer INTEGER NOT NULL CHECK (layer >= 1),
    created_at TEXT NOT NULL,
    tag TEXT NOT NULL,
    summary TEXT NOT NULL,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;
CREATE INDEX categories_by_key ON categories (name_key);
CREATE INDEX categories_by_layer ON categories (layer);

CREATE TABLE memberships (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    entity INTEGER NOT NULL REFERENCES entities (id) ON DELETE CASCADE,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    UNIQUE (category, entity)
) STRICT;
CREATE INDEX memberships_by_entity ON memberships (entity);

CREATE TABLE category_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    child INTEGER NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    declared_by TEXT NOT NULL CHECK (declared_by IN ('extractor', 'model', 'agent', 'user')),
    UNIQUE (parent, child),
    CHECK (parent <> child)
) STRICT;
CREATE INDEX category_links_by_child ON category_links (child);

CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('same_entity', 'which_entity', 'assistant_claim', 'conflict', 'category')),
    reason TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    created_at TEXT NOT NULL,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed', 'never')),
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    channel TEXT NOT NULL
) STRICT;
CREATE INDEX suggestions_by_episode ON suggestions (episode) WHERE episode IS NOT NULL;
CREATE INDEX suggestions_by_kind ON suggestions (kind);
CREATE INDEX suggestions_open ON suggestions (id) WHERE state = 'open';

CREATE TABLE drops (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    episode INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    what TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX drops_by_episode ON drops (episode);

-- The numbered evidence under an assistant's turn. It goes with the answer and with the words that it cites.
CREATE TABLE citations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    answer INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    episode INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    start_at INTEGER,
    end_at INTEGER,
    fact INTEGER REFERENCES facts (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX citations_by_answer ON citations (answer);
CREATE INDEX citations_by_episode ON citations (episode);
CREATE INDEX citations_by_fact ON citations (fact) WHERE fact IS NOT NULL;

-- What was written, in order. `changeset` is the undo record and is kept for what a person or an agent did only.
-- `reindex` names the episodes whose searchable form changed; `origin` the entry that an undo or redo played.
CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    author_kind TEXT NOT NULL,
    author_name TEXT NOT NULL,
    label TEXT NOT NULL,
    subject TEXT NOT NULL,
    played TEXT NOT NULL CHECK (played IN ('commit', 'undo', 'redo')),
    origin INTEGER,
    undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
    touched TEXT NOT NULL,
    reindex TEXT NOT NULL,
    changeset BLOB
) STRICT;
CREATE INDEX journal_undoable ON journal (undone, seq) WHERE changeset IS NOT NULL;

-- `pruned`: the highest journal number that has been thrown away. An index that has not come that far is rebuilt.
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO marks VALUES ('pruned', 0);

-- Derived inside the transaction by code (app/storage/derived.py), never by triggers and never in a changeset, so that
-- an old undo does not fight with mentions that came since.
CREATE TABLE mention_counts (
    entity INTEGER PRIMARY KEY,
    mentions INTEGER NOT NULL
) STRICT;
CREATE INDEX mention_counts_by_count ON mention_counts (mentions);

-- Character n-grams of names (rowid 2 * entity) and aliases (rowid 2 * alias + 1), for names spelled a little differently.
CREATE VIRTUAL TABLE name_grams USING fts5 (
    grams, detail = none, columnsize = 0, tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO name_grams (name_grams, rank) VALUES ('secure-delete', 1);
