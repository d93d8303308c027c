-- Up Migration
-- Refunds over all tills of a chain, so that one article is refunded once: what a till claimed before it paid out, and what
-- its journal says became of it.

ALTER TABLE chain ADD COLUMN wants_claims boolean NOT NULL DEFAULT false;
-- The number of the till's last record that gives up what it claimed before and did not use.
ALTER TABLE lineage ADD COLUMN claims_closed bigint NOT NULL DEFAULT 0;

CREATE TABLE claim (
  chain_id uuid NOT NULL,
  till_id uuid NOT NULL,
  -- Of the operation that it becomes.
  id text NOT NULL,
  -- The history that the till wrote when it asked, or accepted.
  lineage integer NOT NULL,
  mode text NOT NULL,
  -- The payment's one name: payId, else the transId that it was made under, with the till's id; null: it has none.
  payment text,
  line text,
  -- Null: all that is left of the payment. What was really given back, once it is paid.
  amount_minor bigint,
  currency text,
  -- held: granted, and not in the journal yet. used: accepted, and not over. free: nothing was paid, or a person freed it.
  state text NOT NULL CHECK (state IN ('held', 'used', 'paid', 'free')),
  -- The number of the till's last record when it asked; null: it did not ask, or asked in a history that it may have lost.
  as_of bigint,
  at timestamptz NOT NULL DEFAULT now(),
  -- Another refund that was paid out, which this one should not have followed: the id of its operation, its till, and why.
  doubles text,
  doubles_till uuid,
  doubles_why text CHECK (doubles_why IN ('line', 'sum')),
  doubles_since timestamptz,
  freed_by text,
  freed_why text,
  PRIMARY KEY (chain_id, till_id, id),
  FOREIGN KEY (chain_id, till_id) REFERENCES till
);
CREATE INDEX claim_payment ON claim (chain_id, payment) WHERE payment IS NOT NULL;
CREATE INDEX claim_line ON claim (chain_id, line) WHERE state <> 'free' AND line IS NOT NULL;
-- A slip's first line has the same name on many slips: of those with a payment none is read for another payment.
CREATE INDEX claim_line_alone ON claim (chain_id, line) WHERE state <> 'free' AND payment IS NULL;
CREATE INDEX claim_open ON claim (chain_id, at) WHERE state IN ('held', 'used');
CREATE INDEX claim_held ON claim (chain_id, till_id) WHERE state = 'held';
CREATE INDEX claim_double ON claim (chain_id, doubles_since) WHERE doubles IS NOT NULL;

ALTER TABLE claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_chain ON claim TO tillbridge_office USING (chain_id = current_setting('tillbridge.chain')::uuid);
GRANT SELECT, INSERT, UPDATE ON claim TO tillbridge_office;

-- What was refunded before counts as well.
INSERT INTO claim (chain_id, till_id, id, lineage, mode, payment, amount_minor, currency, state, at)
  SELECT chain_id, till_id, id, lineage, mode,
    CASE WHEN sort = 'manual-refund' THEN NULL ELSE coalesce(target, pay_id) END,
    CASE WHEN state = 'succeeded' THEN coalesce(given_back_minor, amount_minor)
      WHEN sort = 'reversal' THEN NULL ELSE amount_minor END,
    currency, CASE WHEN state = 'succeeded' THEN 'paid' ELSE 'used' END, accepted_at
  FROM operation
  WHERE sort IN ('refund', 'manual-refund', 'reversal') AND state NOT IN ('failed', 'cancelled', 'expired');
