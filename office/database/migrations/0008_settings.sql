-- Up Migration
-- Settings of the chain's tills (ADR 89): what people set for the chain, a shop or a till, each change a row that stays, and
-- what each till was given and says of it.

ALTER TABLE chain
  -- How often settings were changed: a till that hears another number asks.
  ADD COLUMN settings_changes integer NOT NULL DEFAULT 0,
  ADD COLUMN settings_changed_at timestamptz;

CREATE TABLE settings_layer (
  chain_id uuid NOT NULL REFERENCES chain,
  scope text NOT NULL CHECK (scope IN ('chain', 'shop', 'till')),
  -- The shop's name, the till's id, or empty for the chain.
  name text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  -- The change as canonical JSON, and the office's signature over it, base64.
  signed text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain_id, scope, name, number)
);

CREATE TABLE till_settings (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  -- The newest document, as it was signed; its version and time.
  document text,
  version integer NOT NULL DEFAULT 0,
  signed_at timestamptz,
  -- What the till said when it asked last.
  asked_at timestamptz NOT NULL DEFAULT now(),
  has_version integer NOT NULL DEFAULT 0,
  in_force_version integer NOT NULL DEFAULT 0,
  refused jsonb,
  PRIMARY KEY (chain_id, till_id),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settings_layer', 'till_settings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY own_chain ON %I TO tillbridge_office USING (chain_id = current_setting(''tillbridge.chain'')::uuid)',
      name);
  END LOOP;
END
$$;

-- A history only grows.
GRANT SELECT, INSERT ON settings_layer TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE ON till_settings TO tillbridge_office;
GRANT UPDATE (settings_changes, settings_changed_at) ON chain TO tillbridge_office;
