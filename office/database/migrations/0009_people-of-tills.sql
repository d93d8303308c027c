-- Up Migration
-- The people of the chain's tills (ADR 90): kept as their settings are, each change a row that stays. Names, roles and hashes
-- of PINs, which are keyed with a key that is not in this database.

ALTER TABLE chain
  -- How often the people of tills were changed: a till that hears another number asks.
  ADD COLUMN people_changes integer NOT NULL DEFAULT 0,
  ADD COLUMN people_changed_at timestamptz;

-- Whether the till takes what the office gives; it says so when it asks.
ALTER TABLE till_settings ADD COLUMN takes boolean NOT NULL DEFAULT true;

CREATE TABLE people_layer (LIKE settings_layer INCLUDING ALL, FOREIGN KEY (chain_id) REFERENCES chain);
CREATE TABLE till_people (LIKE till_settings INCLUDING ALL, FOREIGN KEY (chain_id, till_id) REFERENCES till);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['people_layer', 'till_people'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY own_chain ON %I TO tillbridge_office USING (chain_id = current_setting(''tillbridge.chain'')::uuid)',
      name);
  END LOOP;
END
$$;

-- A history only grows.
GRANT SELECT, INSERT ON people_layer TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE ON till_people TO tillbridge_office;
GRANT UPDATE (people_changes, people_changed_at) ON chain TO tillbridge_office;
