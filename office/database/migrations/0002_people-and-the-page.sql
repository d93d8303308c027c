-- Up Migration
-- People who sign in at the office's page, and what the page needs of operations and takings.

CREATE TABLE person (
  chain_id uuid NOT NULL REFERENCES chain,
  id uuid NOT NULL,
  -- Unique over all chains, since a person signs in before the chain is known.
  name text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'manager', 'admin')),
  -- Null before the person has used the set-up link.
  password text,
  -- The secret of the one-time codes, sealed under a key that is not in the database.
  code_secret bytea,
  -- The period of the last code that was taken: none is taken twice.
  code_period bigint NOT NULL DEFAULT 0,
  -- SHA-256 of the set-up link's secret, hex.
  setup text UNIQUE,
  setup_ends_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (chain_id, id)
);

CREATE TABLE person_session (
  chain_id uuid NOT NULL,
  -- SHA-256 of the cookie's secret, hex.
  secret text NOT NULL UNIQUE,
  person_id uuid NOT NULL,
  -- What each change must bring along, in a header that no other page can set.
  token text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain_id, secret),
  FOREIGN KEY (chain_id, person_id) REFERENCES person
);

-- Attempts to sign in, by the digest of an account's name or of an address: of no chain, since it is not known then.
CREATE TABLE sign_in_attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  ends_at timestamptz NOT NULL
);

-- What people did at the page. It only grows.
CREATE TABLE page_audit (
  chain_id uuid NOT NULL REFERENCES chain,
  number bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  person text NOT NULL,
  address text,
  what text NOT NULL,
  detail text,
  PRIMARY KEY (chain_id, number)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['person', 'person_session', 'page_audit'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_chain ON %I USING (chain_id = current_setting(''tillbridge.chain'')::uuid)', name);
  END LOOP;
END
$$;

GRANT SELECT, UPDATE ON person TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON person_session TO tillbridge_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempt TO tillbridge_office;
GRANT SELECT, INSERT ON page_audit TO tillbridge_office;

CREATE FUNCTION chain_of_person(wanted text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT chain_id FROM public.person WHERE name = wanted $$;
CREATE FUNCTION chain_of_session(wanted text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT chain_id FROM public.person_session WHERE secret = wanted $$;
CREATE FUNCTION chain_of_setup(wanted text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT chain_id FROM public.person WHERE setup = wanted $$;
REVOKE ALL ON FUNCTION chain_of_person(text), chain_of_session(text), chain_of_setup(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chain_of_person(text), chain_of_session(text), chain_of_setup(text) TO tillbridge_office;

-- What an operation came to, and which payment it gave money back of. Null where it was stored before this migration.
ALTER TABLE operation
  ADD COLUMN sort text,
  ADD COLUMN target text,
  ADD COLUMN brand text,
  ADD COLUMN taken_minor bigint,
  ADD COLUMN given_back_minor bigint;
-- BRIN: operations arrive by and large in the order of their times. Hash: a reference is asked for as a whole.
CREATE INDEX operation_time ON operation USING brin (accepted_at);
CREATE INDEX operation_amount ON operation (chain_id, amount_minor);
CREATE INDEX operation_pay_id ON operation USING hash (pay_id);
CREATE INDEX operation_trans_id ON operation USING hash (trans_id);
CREATE INDEX operation_ref_nr ON operation USING hash (ref_nr);
-- The few that give money back.
CREATE INDEX operation_refund ON operation (chain_id, accepted_at) WHERE sort IN ('refund', 'manual-refund', 'reversal');

-- The empty text: no answer showed a brand, or it was stored before this migration.
ALTER TABLE taking ADD COLUMN brand text NOT NULL DEFAULT '', DROP CONSTRAINT taking_pkey;
ALTER TABLE taking
  ADD PRIMARY KEY (chain_id, till_id, lineage, shift, hour, mode, environment, currency, brand);
CREATE INDEX taking_hour ON taking (chain_id, hour);

-- Authorizations that are neither captured nor released, as the till's own code adds them up.
CREATE TABLE open_authorization (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  lineage integer NOT NULL,
  mode text NOT NULL,
  environment text NOT NULL,
  -- The payment's one name in the till's journal.
  payment text NOT NULL,
  carried jsonb NOT NULL,
  open_minor bigint NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain_id, till_id, environment, payment),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);
CREATE INDEX open_authorization_age ON open_authorization (chain_id, at);
ALTER TABLE open_authorization ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_chain ON open_authorization USING (chain_id = current_setting('tillbridge.chain')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON open_authorization TO tillbridge_office;

-- The time of the last record: whether a day of the till is whole.
ALTER TABLE lineage ADD COLUMN last_at timestamptz;
