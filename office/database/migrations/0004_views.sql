-- Up Migration
-- Views for other programs: documented and stable. A reader is a login of its own that may read the views of its chain
-- and nothing else. The chain hangs on who signed in, not on a setting that a session could change.

-- Until now every role could choose its chain by a setting; a reader must not.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'own_chain' LOOP
    EXECUTE format('ALTER POLICY own_chain ON %I TO tillbridge_office', name);
  END LOOP;
END
$$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tillbridge_views', 'tillbridge_reader'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    END IF;
    EXECUTE format('GRANT %I TO %I', name, current_user);
  END LOOP;
END
$$;

CREATE TABLE chain_reader (
  chain_id uuid NOT NULL REFERENCES chain,
  login text NOT NULL PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION chain_of_reader() RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT chain_id FROM public.chain_reader WHERE login = session_user $$;
REVOKE ALL ON FUNCTION chain_of_reader() FROM PUBLIC;
-- A policy runs its functions as the role that asks. It tells a reader the id of its own chain and no other.
GRANT EXECUTE ON FUNCTION chain_of_reader() TO tillbridge_views, tillbridge_reader;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['till', 'operation', 'taking', 'notice'] LOOP
    EXECUTE format('CREATE POLICY reader_chain ON %I FOR SELECT TO tillbridge_views
      USING (chain_id = (SELECT chain_of_reader()))', name);
  END LOOP;
END
$$;
GRANT SELECT (chain_id, id, name, shop, version, joined_at, revoked_at, heard_at) ON till TO tillbridge_views;
GRANT SELECT (chain_id, till_id, id, kind, sort, state, mode, environment, amount_minor, currency, taken_minor,
  given_back_minor, pay_id, trans_id, ref_nr, target, brand, accepted_at, changed_at, doubt_since)
  ON operation TO tillbridge_views;
GRANT SELECT ON taking TO tillbridge_views;
GRANT SELECT (chain_id, number, kind, till, shop, since, opened_at, closed_at) ON notice TO tillbridge_views;

CREATE SCHEMA office_v1;

CREATE VIEW office_v1.till WITH (security_barrier) AS
  SELECT id, name, shop, version, joined_at, revoked_at, heard_at FROM public.till;

CREATE VIEW office_v1.payment WITH (security_barrier) AS
  SELECT till.name AS till, till.shop, operation.id, kind, sort, state, mode, environment, currency, amount_minor,
    taken_minor, given_back_minor, pay_id, trans_id, ref_nr, target AS refunds, brand, accepted_at, changed_at,
    doubt_since
  FROM public.operation JOIN public.till ON till.chain_id = operation.chain_id AND till.id = operation.till_id;

CREATE VIEW office_v1.taking_by_hour WITH (security_barrier) AS
  SELECT till.name AS till, till.shop, taking.lineage, taking.shift, taking.hour, taking.mode, taking.environment,
    taking.currency, taking.brand, taking.taken_minor, taking.given_back_minor, taking.tip_minor
  FROM public.taking JOIN public.till ON till.chain_id = taking.chain_id AND till.id = taking.till_id;

CREATE VIEW office_v1.alarm WITH (security_barrier) AS
  SELECT number, kind, till, shop, since, opened_at, closed_at FROM public.notice;

GRANT USAGE, CREATE ON SCHEMA office_v1 TO tillbridge_views;
ALTER VIEW office_v1.till OWNER TO tillbridge_views;
ALTER VIEW office_v1.payment OWNER TO tillbridge_views;
ALTER VIEW office_v1.taking_by_hour OWNER TO tillbridge_views;
ALTER VIEW office_v1.alarm OWNER TO tillbridge_views;
REVOKE CREATE ON SCHEMA office_v1 FROM tillbridge_views;
GRANT USAGE ON SCHEMA office_v1 TO tillbridge_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA office_v1 TO tillbridge_reader;
