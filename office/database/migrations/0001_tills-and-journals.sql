-- Up Migration
-- Every key begins with the chain, so that the tables can be distributed by it, and every table has its row-level
-- security: one office may serve several merchants, and no query crosses from one to another.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tillbridge_office') THEN
    CREATE ROLE tillbridge_office NOLOGIN;
  END IF;
  EXECUTE format('GRANT tillbridge_office TO %I', current_user);
END
$$;

CREATE TABLE chain (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE till (
  chain_id uuid NOT NULL REFERENCES chain,
  id uuid NOT NULL,
  name text NOT NULL,
  shop text,
  -- SHA-256 of the certificate, hex: the one that counts. Null before the till joined.
  certificate text,
  joined_at timestamptz,
  revoked_at timestamptz,
  version text,
  heard_at timestamptz,
  -- The lineage that the till writes now; 0 before it joined.
  lineage integer NOT NULL DEFAULT 0,
  -- A person gave out a new code: the next history of the folder is taken, whatever it left.
  may_branch boolean NOT NULL DEFAULT false,
  PRIMARY KEY (chain_id, id),
  UNIQUE (chain_id, name)
);

CREATE TABLE enrolment (
  chain_id uuid NOT NULL REFERENCES chain,
  -- SHA-256 of the code's secret, hex.
  secret text NOT NULL,
  till_id uuid NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (chain_id, secret),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

-- One unbroken history of a till's journal. A folder that was restored goes on with another one, from a record that
-- both have; a new folder begins at the first record.
CREATE TABLE lineage (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  number integer NOT NULL,
  journal_key text NOT NULL,
  -- The lineage that it left, and the last record that both have; 0 for none.
  parent integer NOT NULL,
  parent_seq bigint NOT NULL,
  head_seq bigint NOT NULL,
  head_hash text NOT NULL,
  -- Where the audit of the records stands behind the head (main/store/journal/audit.ts).
  place jsonb NOT NULL,
  -- Where it stood at the lineage's beginning.
  began jsonb NOT NULL,
  countersigned jsonb,
  began_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain_id, till_id, number),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

CREATE TABLE segment (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  lineage integer NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  last_hash text NOT NULL,
  -- Where the audit stood behind the last record.
  place jsonb NOT NULL,
  -- The records as the lines of an export, zstd.
  records bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain_id, till_id, lineage, first_seq),
  FOREIGN KEY (chain_id, till_id, lineage) REFERENCES lineage
);
ALTER TABLE segment ALTER COLUMN records SET STORAGE EXTERNAL;

CREATE TABLE operation (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  id text NOT NULL,
  lineage integer NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  mode text NOT NULL,
  environment text NOT NULL,
  amount_minor bigint,
  currency text,
  pay_id text,
  trans_id text,
  ref_nr text,
  accepted_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  doubt_since timestamptz,
  -- What adding up the till's next records needs of it (main/core/shift/shift-tally.ts); null once it has ended.
  carried jsonb,
  -- The lineage in which a look-up showed its page or link as paid.
  seen_paid_in integer,
  PRIMARY KEY (chain_id, till_id, id),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);
CREATE INDEX operation_doubt ON operation (chain_id, doubt_since) WHERE doubt_since IS NOT NULL;

-- Sums by the hour (UTC), added up by the tills' own code.
CREATE TABLE taking (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  lineage integer NOT NULL,
  shift integer NOT NULL,
  hour timestamptz NOT NULL,
  mode text NOT NULL,
  environment text NOT NULL,
  currency text NOT NULL,
  taken_minor bigint NOT NULL,
  given_back_minor bigint NOT NULL,
  tip_minor bigint NOT NULL,
  PRIMARY KEY (chain_id, till_id, lineage, shift, hour, mode, environment, currency),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

CREATE TABLE alarm (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  kind text NOT NULL,
  lineage integer NOT NULL,
  seq bigint NOT NULL,
  detail text NOT NULL,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 1,
  PRIMARY KEY (chain_id, till_id, kind, lineage, seq),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);

ALTER TABLE chain ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_chain ON chain USING (id = current_setting('tillbridge.chain')::uuid);
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['till', 'enrolment', 'lineage', 'segment', 'operation', 'taking', 'alarm'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_chain ON %I USING (chain_id = current_setting(''tillbridge.chain'')::uuid)', name);
  END LOOP;
END
$$;

-- A journal only grows: the office's own role can change and remove no segment.
GRANT SELECT ON chain TO tillbridge_office;
GRANT SELECT, INSERT ON segment TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE ON till, enrolment, lineage, operation, taking, alarm TO tillbridge_office;

-- The only questions that are asked before a till's chain is known.
CREATE FUNCTION chain_of_enrolment(wanted text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT chain_id FROM public.enrolment WHERE secret = wanted $$;
CREATE FUNCTION till_of_certificate(given_chain uuid, given_till uuid)
  RETURNS TABLE (certificate text, revoked boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT certificate, revoked_at IS NOT NULL FROM public.till WHERE chain_id = given_chain AND id = given_till $$;
REVOKE ALL ON FUNCTION chain_of_enrolment(text), till_of_certificate(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chain_of_enrolment(text), till_of_certificate(uuid, uuid) TO tillbridge_office;
