// A till asks before it pays out. The answer is given in one transaction in which no other till is answered about the same
// payment or line, so of tills that race for one article one gets it. A claim that was granted stays until the till's own
// journal says what became of it (journal-claims.ts), or a person frees it (open-claims.ts): no clock ends it.
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import type { OfficeRefusal } from '#contract/office/office.ts';
import { type Database, type TillStanding, type Tx, storable } from '../database/database.ts';
import { type ShownTill, standingRefusal } from '../database/standing.ts';
import { type TillRefund, capturedSum, lockNames, othersOf, paymentName } from './claim-rows.ts';
import { judge } from './judge.ts';

type Refused = Pick<OfficeRefusal, 'code' | 'detail'>;

/** Of one till: a program at it that asks and asks fills no table. Its refunds need a few at a time. */
const mostHeld = 200;
const tooMany: Refused = {
  code: 'too-many-claims',
  detail: `the till has ${mostHeld} claims that its journal neither used nor gave up`,
};
const stale: Refused = { code: 'claim-stale', detail: 'the till gave this claim up, or a person freed it' };

export function claim(database: Database, at: ShownTill, asked: ClaimAsked): Promise<ClaimAnswer | Refused> {
  return database.transact(at.chain, (tx) => claimIn(tx, at, asked));
}

async function claimIn(tx: Tx, at: ShownTill, asked: ClaimAsked): Promise<ClaimAnswer | Refused> {
  const { chain, till } = at;
  // The till's own journal is stored before this or after it: the payment's name and what was given up hold until the end.
  await tx.run('SELECT FROM till WHERE chain_id = $1 AND id = $2 FOR SHARE', [chain, till]);
  const place = await tx.row<TillStanding & { wants_claims: boolean; lineage: number; claims_closed: number }>(
    `SELECT wants_claims, till.lineage, claims_closed, certificate, revoked_at IS NOT NULL AS revoked FROM till
      JOIN chain ON chain.id = till.chain_id
      JOIN lineage ON lineage.chain_id = till.chain_id AND lineage.till_id = till.id AND lineage.number = till.lineage
      WHERE till.chain_id = $1 AND till.id = $2`,
    [chain, till],
  );
  const notLetIn = standingRefusal(place, at);
  if (place === null || notLetIn !== null) return notLetIn ?? stale;
  if (!place.wants_claims) return { type: 'not-wanted' };
  // The question was on its way while the till ended and started again.
  if (asked.asOf < place.claims_closed) return stale;
  const { mode, amount } = asked;
  const named = { mode, payment: await paymentName(tx, at, asked), line: asked.line };
  await lockNames(tx, at, [named]);
  const known = await tx.row<{ state: string | null; same: boolean; held: number; captured: number | null }>(
    `SELECT state, (claim.mode, payment, line, amount_minor, claim.currency) IS NOT DISTINCT FROM
        ($4::text, $5::text, $6::text, $7::bigint, $8::text) AS same, ${capturedSum('$5', '$4', '$8')} AS captured,
        (SELECT count(*) FROM claim WHERE chain_id = $1 AND till_id = $2 AND state = 'held') AS held
      FROM (SELECT 1) AS one LEFT JOIN claim ON chain_id = $1 AND till_id = $2 AND id = $3`,
    [chain, till, storable(asked.id), mode, named.payment, named.line, amount?.value ?? null, amount?.currency ?? null],
  );
  const state = known?.state ?? null;
  if (state !== null) return state === 'held' && known?.same === true ? { type: 'granted' } : stale;
  if (known !== null && known.held >= mostHeld) return tooMany;
  const recorded = known?.captured ?? null;
  // Others than the chain's tills may have captured more of it, which the till has seen at the gateway.
  const captured = asked.captured === null ? recorded : Math.max(recorded ?? 0, asked.captured);
  const others = await othersOf(tx, at, asked.id, named, ['held', 'used', 'paid']);
  const verdict = judge({ ...named, amount, capturedMinor: captured }, others);
  if (verdict.type === 'refused') {
    const { why, by, leftMinor } = verdict;
    const left = leftMinor === null || amount === null ? null : { value: leftMinor, currency: amount.currency };
    return { type: 'refused', why, by: holderOf(by), left };
  }
  await tx.run(
    `INSERT INTO claim (chain_id, till_id, id, lineage, mode, payment, line, amount_minor, currency, state, as_of)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'held', $10) ON CONFLICT DO NOTHING`,
    [
      chain,
      till,
      storable(asked.id),
      place.lineage,
      mode,
      named.payment,
      named.line,
      amount?.value ?? null,
      amount?.currency ?? null,
      asked.asOf,
    ],
  );
  return { type: 'granted' };
}

function holderOf({ till, shop, isOwn, at, state, amountMinor, currency }: TillRefund) {
  const amount = amountMinor === null || currency === null ? null : { value: amountMinor, currency };
  return { till, shop, isOwn, at: at.toISOString(), state, amount };
}
