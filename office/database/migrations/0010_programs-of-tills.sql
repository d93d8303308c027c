-- Up Migration
-- Programs that the office lets in at the chain's tills (ADR 92): kept as settings and people are, each change a row that
-- stays. Of a program's token at a till the database has the SHA-256 only.

ALTER TABLE chain
  -- How often the programs of tills, or their tokens, were changed: a till that hears another number asks.
  ADD COLUMN programs_changes integer NOT NULL DEFAULT 0,
  ADD COLUMN programs_changed_at timestamptz;

CREATE TABLE programs_layer (LIKE settings_layer INCLUDING ALL, FOREIGN KEY (chain_id) REFERENCES chain);
CREATE TABLE till_programs (LIKE till_settings INCLUDING ALL, FOREIGN KEY (chain_id, till_id) REFERENCES till);
-- Names of the programs that are set for the till and have no token there.
ALTER TABLE till_programs ADD COLUMN without_token jsonb;

CREATE TABLE program_token (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  -- Its name.
  program text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  -- The hash and whose it is as canonical JSON, and the office's signature over it, base64.
  signed text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain_id, till_id, program, number),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['programs_layer', 'till_programs', 'program_token'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY own_chain ON %I TO tillbridge_office USING (chain_id = current_setting(''tillbridge.chain'')::uuid)',
      name);
  END LOOP;
END
$$;

-- A history only grows.
GRANT SELECT, INSERT ON programs_layer TO tillbridge_office;
GRANT SELECT ON program_token TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE ON till_programs TO tillbridge_office;
GRANT UPDATE (programs_changes, programs_changed_at) ON chain TO tillbridge_office;
