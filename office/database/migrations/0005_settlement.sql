-- Up Migration
-- Acquirers' settlement files: how each is read, which were imported, and each row with the operation that it pays out.

-- The terminal that carried it out. Null where it was stored before this migration.
ALTER TABLE operation ADD COLUMN terminal_id text;

CREATE TABLE settlement_mapping (
  chain_id uuid NOT NULL REFERENCES chain,
  name text NOT NULL,
  mapping jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain_id, name)
);

CREATE TABLE settlement_import (
  chain_id uuid NOT NULL REFERENCES chain,
  number bigint GENERATED ALWAYS AS IDENTITY,
  file text NOT NULL,
  -- Of its bytes, hex. Null until all of it is read.
  sha256 text,
  mapping_name text NOT NULL,
  -- As it was when the file was read.
  mapping jsonb NOT NULL,
  row_count integer NOT NULL DEFAULT 0,
  known_count integer NOT NULL DEFAULT 0,
  first_day date,
  last_day date,
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by text NOT NULL,
  taken_back_at timestamptz,
  taken_back_by text,
  PRIMARY KEY (chain_id, number)
);
CREATE UNIQUE INDEX settlement_import_file ON settlement_import (chain_id, sha256) WHERE taken_back_at IS NULL;

CREATE TABLE settlement_row (
  chain_id uuid NOT NULL,
  import_number bigint NOT NULL,
  -- Where the row ends in the file.
  line integer NOT NULL,
  day date NOT NULL,
  -- Neither a payment nor a refund.
  other boolean NOT NULL,
  type text,
  currency text NOT NULL,
  -- A refund is negative.
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  net_currency text NOT NULL,
  refs text[] NOT NULL,
  terminal text,
  approval_code text,
  last_four text,
  -- Of all cells of the row: the same row in two files counts once.
  digest bytea NOT NULL,
  outcome text NOT NULL
    CHECK (outcome IN ('unknown', 'known', 'paid-out', 'differing', 'twice', 'several', 'other')),
  -- By what it was matched.
  rule text CHECK (rule IN ('reference', 'terminal', 'amount')),
  -- The operation that it pays out, or for `twice` that it pays out once more.
  till_id uuid,
  operation_id text,
  PRIMARY KEY (chain_id, import_number, line),
  FOREIGN KEY (chain_id, import_number) REFERENCES settlement_import,
  FOREIGN KEY (chain_id, till_id, operation_id) REFERENCES operation
);
-- An operation is paid out once.
CREATE UNIQUE INDEX settlement_row_operation ON settlement_row (chain_id, till_id, operation_id)
  WHERE outcome IN ('paid-out', 'differing');
CREATE INDEX settlement_row_digest ON settlement_row (chain_id, digest);
CREATE INDEX settlement_row_day ON settlement_row (chain_id, day);
CREATE INDEX settlement_row_open ON settlement_row (chain_id, import_number, line)
  WHERE outcome IN ('unknown', 'several');
CREATE INDEX settlement_row_by_sum ON settlement_row (chain_id) WHERE rule IN ('terminal', 'amount');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settlement_mapping', 'settlement_import', 'settlement_row'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_chain ON %I TO tillbridge_office
      USING (chain_id = current_setting(''tillbridge.chain'')::uuid)', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON settlement_mapping, settlement_import TO tillbridge_office;
-- An import is taken back as a whole: its rows go, and what was imported and taken back stays.
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_row TO tillbridge_office;
