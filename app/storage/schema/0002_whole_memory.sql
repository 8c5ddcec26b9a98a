-- Schema 2: what a person decided about categories outlives every rebuild, calls to models are counted, and an answer
-- keeps how it was found.

-- A category that a person deleted stays as a row, unseen, so that the app never makes it again.
ALTER TABLE categories ADD COLUMN retired_at TEXT;
-- `excluded`: a person took it out, and the app never puts it back.
ALTER TABLE memberships ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1));
ALTER TABLE category_links ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1));

CREATE INDEX episodes_by_tier ON episodes (tier, said_at);
CREATE INDEX episodes_owed ON episodes (id) WHERE learn_error <> '';

-- A model's calls for one episode and one purpose; tending (categories) has no episode. Tokens as the server counts them, 0 where it does not say.
CREATE TABLE model_uses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('answer', 'learn', 'recall', 'tend')),
    model TEXT NOT NULL,
    local INTEGER NOT NULL CHECK (local IN (0, 1)),
    calls INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    received INTEGER NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX model_uses_by_episode ON model_uses (episode) WHERE episode IS NOT NULL;

-- How an answer was found: numbers of rows and scores only, so that what is forgotten leaves no words here.
CREATE TABLE traces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    answer INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    payload TEXT NOT NULL CHECK (json_valid(payload))
) STRICT;
CREATE INDEX traces_by_answer ON traces (answer);

-- What was read, and what an agent declared on a record, rests on words. A fact that the user made stays when its last
-- source goes.
DROP TRIGGER facts_end_with_their_anchors;
CREATE TRIGGER facts_end_with_their_anchors AFTER DELETE ON anchors
WHEN OLD.ends = 0 AND NOT EXISTS (SELECT 1 FROM anchors WHERE fact = OLD.fact AND ends = 0)
BEGIN
    DELETE FROM facts WHERE id = OLD.fact AND declared_by <> 'user';
END;
