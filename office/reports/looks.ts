// What the page shows of all tills: sums in one pass over the hours, and lists of what a person should look at. Each list
// is cut: a page is read by people.
import type {
  Looks,
  LooksQuery,
  PageAuthorization,
  PageOperation,
  PageSum,
  RefundedTwice,
} from '#contract/office/page.ts';
import type { Tx } from '../database/database.ts';
import { alarms, doubts, tills } from './reports.ts';

const mostRows = 200;
/** Authorizations are shown some days before an issuer lets the first ones lapse. */
const authorizationDays = 3;

/** The beginning of `from` and the end of `to`, in the zone that is parameter 4; parameters 2 and 3 are the days. */
export const withinDays = `>= ($2::date)::timestamp AT TIME ZONE $4`;
export const untilDay = `< ($3::date + 1)::timestamp AT TIME ZONE $4`;
export const sumColumns = `sum(taken_minor)::bigint AS "takenMinor", sum(given_back_minor)::bigint AS "givenBackMinor",
  sum(tip_minor)::bigint AS "tipMinor"`;

interface SetRow extends PageSum {
  readonly day: string | null;
  readonly hour: number | null;
  readonly till: string | null;
  readonly shop: string | null;
  readonly brand: string | null;
  readonly sort: string;
}

export async function looks(tx: Tx, chain: string, { from, to, zone, mode }: LooksQuery): Promise<Looks> {
  const range = [chain, from, to, zone];
  const modes = await tx.rows<{ mode: string }>(
    `SELECT DISTINCT mode FROM taking WHERE chain_id = $1 AND hour ${withinDays} AND hour ${untilDay} ORDER BY 1`,
    range,
  );
  const names = modes.map((each) => each.mode);
  const shown = mode ?? (names.includes('live') || names.length === 0 ? 'live' : names[0]) ?? 'live';
  const rows = await tx.rows<SetRow>(
    `SELECT currency, day::text, hour, till, shop, brand, ${sumColumns},
        CASE WHEN grouping(day) = 0 THEN 'days' WHEN grouping(hour) = 0 THEN 'hours' WHEN grouping(till) = 0 THEN 'tills'
          WHEN grouping(shop) = 0 THEN 'shops' WHEN grouping(brand) = 0 THEN 'brands' ELSE 'all' END AS sort
      FROM (SELECT currency, (taking.hour AT TIME ZONE $4)::date AS day,
          extract(hour FROM taking.hour AT TIME ZONE $4)::integer AS hour, till.name AS till,
          coalesce(till.shop, '') AS shop, brand, taken_minor, given_back_minor, tip_minor
        FROM taking JOIN till ON till.chain_id = taking.chain_id AND till.id = taking.till_id
        WHERE taking.chain_id = $1 AND taking.hour ${withinDays} AND taking.hour ${untilDay} AND mode = $5) AS hours
      GROUP BY GROUPING SETS ((currency), (currency, day), (currency, hour), (currency, till), (currency, shop),
        (currency, brand))
      ORDER BY currency, day, hour, "takenMinor" DESC, till, shop, brand`,
    [...range, shown],
  );
  const of = (sort: string) =>
    rows
      .filter((row) => row.sort === sort)
      .slice(0, mostRows)
      .map(({ currency, takenMinor, givenBackMinor, tipMinor, day, hour, till, shop, brand }) => ({
        currency,
        takenMinor,
        givenBackMinor,
        tipMinor,
        name: nameOf(day, hour, till, shop, brand),
      }));
  return {
    at: new Date().toISOString(),
    mode: shown,
    modes: names,
    all: of('all'),
    days: of('days'),
    hours: of('hours'),
    tills: of('tills'),
    shops: of('shops'),
    brands: of('brands'),
    doubts: (await doubts(tx, chain, mostRows)) as Looks['doubts'],
    unreferenced: await unreferenced(tx, range),
    refundedTwice: await refundedTwice(tx, chain),
    authorizations: await openAuthorizations(tx, chain),
    tillStates: (await tills(tx, chain, mostRows)) as Looks['tillStates'],
    alarms: (await alarms(tx, chain, mostRows)) as Looks['alarms'],
  };
}

function nameOf(...names: readonly (string | number | null)[]): string {
  return String(names.find((name) => name !== null) ?? '');
}

export const operationColumns = `till.name AS till, shop, operation.id, kind, sort, state, mode,
  coalesce(nullif(taken_minor, 0), nullif(given_back_minor, 0), amount_minor) AS "amountMinor", currency,
  pay_id AS "payId", trans_id AS "transId", ref_nr AS "refNr", brand, accepted_at AS at`;

function unreferenced(tx: Tx, range: readonly unknown[]): Promise<PageOperation[]> {
  return tx.rows<PageOperation & { [column: string]: unknown }>(
    `SELECT ${operationColumns}
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND sort = 'manual-refund' AND state = 'succeeded'
        AND accepted_at ${withinDays} AND accepted_at ${untilDay}
      ORDER BY accepted_at DESC, operation.id LIMIT ${mostRows}`,
    range,
  );
}

/** In the last ninety days. */
function refundedTwice(tx: Tx, chain: string): Promise<RefundedTwice[]> {
  return tx.rows<RefundedTwice & { [column: string]: unknown }>(
    `SELECT target AS "payId", array_agg(DISTINCT till.name ORDER BY till.name) AS tills, min(currency) AS currency,
        sum(coalesce(given_back_minor, amount_minor, 0))::bigint AS "givenBackMinor", max(accepted_at) AS at
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND sort IN ('refund', 'manual-refund', 'reversal') AND state = 'succeeded'
        AND target IS NOT NULL AND accepted_at > now() - interval '90 days'
      GROUP BY target HAVING count(DISTINCT till_id) > 1 ORDER BY at DESC, target LIMIT ${mostRows}`,
    [chain],
  );
}

function openAuthorizations(tx: Tx, chain: string): Promise<PageAuthorization[]> {
  return tx.rows<PageAuthorization & { [column: string]: unknown }>(
    `SELECT till.name AS till, shop, carried ->> 'payId' AS "payId", carried ->> 'transId' AS "transId",
        carried ->> 'refNr' AS "refNr", carried ->> 'brand' AS brand, currency, open_minor AS "openMinor", at,
        floor(extract(epoch FROM now() - at) / 86400)::integer AS "ageDays"
      FROM open_authorization AS open JOIN till ON till.chain_id = open.chain_id AND till.id = open.till_id
      WHERE open.chain_id = $1 AND at < now() - make_interval(days => $2) ORDER BY at, payment LIMIT ${mostRows}`,
    [chain, authorizationDays],
  );
}
