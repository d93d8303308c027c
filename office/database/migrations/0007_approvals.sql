-- Up Migration
-- A supervisor at the office approves what a till asks for (ADR 87): who may, what tills ask, and what was answered.

-- Given at the office's own computer only.
CREATE TABLE approval_right (
  chain_id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- The empty text: every shop.
  shop text NOT NULL,
  -- Up to so much; null: without a limit.
  most_minor bigint,
  currency text,
  PRIMARY KEY (chain_id, person_id, shop),
  FOREIGN KEY (chain_id, person_id) REFERENCES person,
  CHECK ((most_minor IS NULL) = (currency IS NULL))
);
-- The person's own name at the tills, where it is another one: nobody approves what they ask for themselves.
ALTER TABLE person ADD COLUMN at_tills text;
-- When the session's person last showed a one-time code.
ALTER TABLE person_session ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now();

CREATE TABLE approval (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  id text NOT NULL,
  -- SHA-256 of the question as it came, and the question as JSON.
  digest text NOT NULL,
  question text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- When the till last asked: it waits no longer where that is long ago.
  heard_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
  -- As the till gets it, with the office's signature; null where there is none.
  answer jsonb,
  PRIMARY KEY (chain_id, till_id, id),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);
CREATE INDEX approval_open ON approval (chain_id, asked_at) WHERE state = 'open';

ALTER TABLE approval_right ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_chain ON approval_right TO tillbridge_office
  USING (chain_id = current_setting('tillbridge.chain')::uuid);
ALTER TABLE approval ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_chain ON approval TO tillbridge_office USING (chain_id = current_setting('tillbridge.chain')::uuid);
-- A person who is removed at the page loses the rights as well.
GRANT SELECT, DELETE ON approval_right TO tillbridge_office;
-- What nobody answered is removed.
GRANT SELECT, INSERT, UPDATE, DELETE ON approval TO tillbridge_office;
