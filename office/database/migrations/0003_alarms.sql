-- Up Migration
-- What is wrong at the tills now and was before (notice), who is told of it (alarm_recipient), and what is on its way to
-- them (alarm_message). The table alarm, of journals, is one source of notices.

-- Of each chain: from when on each kind counts, and when an office process last looked.
CREATE TABLE alarm_watch (
  chain_id uuid PRIMARY KEY REFERENCES chain,
  doubt_minutes integer NOT NULL DEFAULT 15 CHECK (doubt_minutes BETWEEN 1 AND 100000),
  silent_minutes integer NOT NULL DEFAULT 30 CHECK (silent_minutes BETWEEN 1 AND 100000),
  shop_silent_hours integer NOT NULL DEFAULT 72 CHECK (shop_silent_hours BETWEEN 1 AND 10000),
  authorization_days integer NOT NULL DEFAULT 3 CHECK (authorization_days BETWEEN 1 AND 365),
  looked_at timestamptz NOT NULL DEFAULT now(),
  -- Since when offices have looked without a gap: while no office ran, no till could be heard.
  up_since timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE notice (
  chain_id uuid NOT NULL REFERENCES chain,
  number bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  -- What it is about: a till, an operation, a payment.
  subject text NOT NULL,
  till text NOT NULL,
  shop text,
  facts jsonb NOT NULL,
  since timestamptz NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  -- It was not there at the last look; it is over once that has lasted.
  gone_at timestamptz,
  closed_at timestamptz,
  -- Null: it happened once, and no reminder follows.
  remind_at timestamptz,
  pause_minutes integer NOT NULL,
  PRIMARY KEY (chain_id, number)
);
CREATE UNIQUE INDEX notice_open ON notice (chain_id, kind, subject) WHERE closed_at IS NULL;
CREATE INDEX notice_closed ON notice (chain_id, closed_at) WHERE closed_at IS NOT NULL;

CREATE TABLE alarm_recipient (
  chain_id uuid NOT NULL REFERENCES chain,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mail', 'webhook')),
  address text NOT NULL,
  language text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain_id, id),
  UNIQUE (chain_id, kind, address)
);

CREATE TABLE alarm_message (
  chain_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  recipient_id uuid NOT NULL,
  items jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  try_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  -- Why the last try failed.
  why text,
  sent_at timestamptz,
  given_up_at timestamptz,
  PRIMARY KEY (chain_id, number),
  FOREIGN KEY (chain_id, recipient_id) REFERENCES alarm_recipient ON DELETE CASCADE
);
CREATE INDEX alarm_message_waiting ON alarm_message (chain_id, try_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX alarm_message_recipient ON alarm_message (chain_id, recipient_id);

-- All refunds of one payment.
CREATE INDEX operation_target ON operation (chain_id, target) WHERE sort IN ('refund', 'manual-refund', 'reversal');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['alarm_watch', 'notice', 'alarm_recipient', 'alarm_message'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_chain ON %I USING (chain_id = current_setting(''tillbridge.chain'')::uuid)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tillbridge_office', name);
  END LOOP;
END
$$;

-- Whose turn it is is asked before a chain is known.
CREATE FUNCTION all_chains() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT id FROM public.chain ORDER BY id $$;
REVOKE ALL ON FUNCTION all_chains() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION all_chains() TO tillbridge_office;
