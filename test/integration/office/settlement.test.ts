// Acquirers' files against the payments of all tills, on a real PostgreSQL: each outcome, files that come again, imports that
// are taken back, two chains, a large file.
import { randomUUID } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportAnswer, Mapping, SettlementLine } from '#contract/office/settlement.ts';
import { type Tx, asOwner, openDatabase } from '#office/database/database.ts';
import { settlementCsv } from '#office/exports/settlement-csv.ts';
import { csvText } from '#office/exports/csv.ts';
import { importFile, imports, lockSettlement, takeBack } from '#office/settlement/imports.ts';
import { layouts } from '#office/settlement/layouts.ts';
import { matchRows } from '#office/settlement/match.ts';
import { settlement, settlementLines } from '#office/settlement/report.ts';
import { takings } from '#office/reports/reports.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';

const [, stripe] = layouts;
/** Each test has a month of its own, long ago: what is not paid out is missing. */
const mapping: Mapping = {
  ...stripe!.mapping,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  paymentTypes: ['sale'],
  refundTypes: ['refund'],
  ignoredTypes: [],
  columns: {
    ...stripe!.mapping.columns,
    date: 'date',
    gross: 'gross',
    net: 'net',
    fees: [],
    currency: null,
    references: ['ref'],
    terminal: 'terminal',
    type: 'type',
  },
};
const by = { person: 'Ada', address: '192.0.2.7' };

interface Operation {
  readonly at: string;
  readonly minor: number;
  readonly ref?: string;
  readonly payId?: string;
  readonly terminal?: string;
  readonly sort?: string;
  readonly mode?: string;
}

describe.skipIf(!officeRuns)('settlement files', () => {
  const office = new OfficeBench();
  const [chain, other] = [randomUUID(), randomUUID()];
  const [north, south, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
  let database: ReturnType<typeof openDatabase>;
  let month = 0;

  beforeAll(async () => {
    await office.start();
    await asOwner(office.databaseUrl, async (tx) => {
      for (const [id, name] of [
        [chain, 'one'],
        [other, 'two'],
      ]) {
        await tx.run('INSERT INTO chain (id, name) VALUES ($1, $2)', [id, name]);
      }
      for (const [id, of, name] of [
        [north, chain, 'North'],
        [south, chain, 'South'],
        [elsewhere, other, 'Elsewhere'],
      ]) {
        await tx.run('INSERT INTO till (chain_id, id, name, shop) VALUES ($1, $2, $3, $3)', [of, id, name]);
      }
    });
    database = openDatabase(office.databaseUrl, () => undefined);
  });
  afterAll(async () => {
    await database.close();
    await office.close();
  });

  const transact = <T>(work: (tx: Tx) => Promise<T>, of = chain): Promise<T> => database.transact(of, work);
  /** The next month: its `YYYY-MM`, and a question over all of it. */
  const nextMonth = () => {
    month += 1;
    const text = new Date(Date.UTC(2020, month - 1)).toISOString().slice(0, 7);
    const query = { from: `${text}-01`, to: `${text}-28`, zone: 'Europe/Berlin', mode: 'live' } as const;
    return { text, query };
  };
  const took = async (till: string, operations: readonly Operation[], of = chain): Promise<string[]> => {
    const rows = operations.map(({ at, minor, ref, payId, terminal, sort, mode }) => ({
      id: `op_${randomUUID()}`,
      sort: sort ?? (minor < 0 ? 'refund' : 'sale'),
      mode: mode ?? 'live',
      taken: Math.max(minor, 0),
      given: Math.max(-minor, 0),
      asked: Math.abs(minor),
      terminal: terminal ?? null,
      pay: payId ?? null,
      ref: ref ?? null,
      at: at.length > 10 ? at : `${at}T11:00:00Z`,
    }));
    await transact(
      (tx) =>
        tx.run(
          `INSERT INTO operation (chain_id, till_id, id, lineage, kind, sort, state, mode, environment, amount_minor,
            currency, terminal_id, pay_id, ref_nr, taken_minor, given_back_minor, accepted_at, changed_at)
          SELECT $1, $2, id, 1, 'cloud-pos', sort, 'succeeded', mode, 'e', asked, 'EUR', terminal, pay, ref, taken, given,
            at, at
          FROM jsonb_to_recordset($3::jsonb) AS given (id text, sort text, mode text, taken bigint, given bigint,
            asked bigint, terminal text, pay text, ref text, at timestamptz)`,
          [of, till, JSON.stringify(rows)],
        ),
      of,
    );
    return rows.map(({ id }) => id);
  };
  const heading = 'date,type,gross,net,ref,terminal\n';
  const imported = (
    rows: readonly string[],
    { of = chain, file = 'file.csv', more = {} } = {},
  ): Promise<ImportAnswer> => {
    const bytes = Buffer.from(heading + rows.map((row) => `${row}\n`).join(''));
    const pieces = () =>
      Readable.from(
        (function* () {
          for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
        })(),
      );
    const given = { name: file, pieces, mappingName: 'test', mapping: { ...mapping, ...more } };
    return importFile((work) => transact(work, of), of, given, by);
  };
  const number = (answer: ImportAnswer): number => {
    if (answer.type !== 'imported') throw new Error(`not imported: ${JSON.stringify(answer)}`);
    return answer.number;
  };
  type Query = ReturnType<typeof nextMonth>['query'];
  const linesOf = async (query: Query, of = chain) =>
    (await transact((tx) => settlementLines(tx, of, query), of)).map(
      ({ till, outcome, rule, tillsMinor, fileMinor }: SettlementLine) =>
        [till, outcome, rule, tillsMinor, fileMinor] as const,
    );
  const sumsOf = async (query: Query, of = chain) =>
    Object.fromEntries((await transact((tx) => settlement(tx, of, query), of)).sums.map((sum) => [sum.outcome, sum]));

  it('are compared with every payment of every till', async () => {
    const { text, query } = nextMonth();
    await took(north, [
      { at: `${text}-05`, minor: 1_000, ref: 'A1' },
      { at: `${text}-05`, minor: 2_000, ref: 'A2' },
      { at: `${text}-05`, minor: -300, ref: 'R1', payId: 'P1' },
      { at: `${text}-06`, minor: 500, payId: 'P5' },
      { at: `${text}-06`, minor: -500, payId: 'P5', sort: 'reversal' },
      { at: `${text}-06`, minor: 700, ref: 'T7', mode: 'training' },
    ]);
    await took(south, [
      { at: `${text}-06`, minor: 4_000, ref: 'B1' },
      { at: `${text}-06`, minor: 5_000, ref: 'B2' },
    ]);
    await imported([
      `${text}-05,sale,10.00,9.80,A1,`,
      `${text}-05,sale,10.00,9.80,A1,again`,
      `${text}-05,refund,-3.00,-3.00,P1,`,
      `${text}-06,sale,39.00,38.00,B1,`,
      `${text}-06,sale,8.00,7.90,nobody,`,
      `${text}-07,chargeback,-12.00,-27.00,,`,
    ]);
    expect((await linesOf(query)).toSorted(byText)).toEqual(
      [
        ['', 'other', '', null, -1_200],
        ['', 'unknown', '', null, 800],
        ['North', 'paid-out', 'reference', 1_000, 1_000],
        ['North', 'twice', 'reference', null, 1_000],
        ['North', 'missing', '', 2_000, null],
        ['North', 'paid-out', 'reference', -300, -300],
        ['North', 'reversed', '', 500, null],
        ['North', 'reversed', '', -500, null],
        ['South', 'differing', 'reference', 4_000, 3_900],
        ['South', 'missing', '', 5_000, null],
      ].toSorted(byText),
    );
    const { fees, days } = await transact((tx) => settlement(tx, chain, query));
    expect(fees).toEqual([{ currency: 'EUR', feeMinor: 1_650, netMinor: 3_550 }]);
    expect(days.map(({ day, till, differenceMinor, missing }) => [day, till, differenceMinor, missing])).toEqual([
      [`${text}-05`, 'North', -1_000, 1],
      [`${text}-06`, '', 800, 0],
      [`${text}-06`, 'North', 0, 0],
      [`${text}-06`, 'South', -5_100, 1],
      [`${text}-07`, '', 0, 0],
    ]);
  });

  it('do not call a payment missing before the days of the mapping are over', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const query = { from: today, to: today, zone: 'UTC', mode: 'live' } as const;
    await took(north, [{ at: `${today}T00:00:01Z`, minor: 100, ref: 'today' }]);
    expect((await sumsOf(query as unknown as Query))['waiting']).toMatchObject({ count: 1, tillsMinor: 100 });
  });

  it('pay out each of two captures of one payment once', async () => {
    const { text, query } = nextMonth();
    await took(north, [
      { at: `${text}-05`, minor: 1_000, payId: 'C1' },
      { at: `${text}-05`, minor: 1_000, payId: 'C1' },
    ]);
    await imported([1, 2, 3].map((nth) => `${text}-05,sale,10.00,,C1,${nth}`));
    const sums = await sumsOf(query);
    expect([sums['paid-out']?.count, sums['twice']?.count, sums['missing']?.count]).toEqual([2, 1, undefined]);
  });

  it('are matched by terminal, sum and day, or by sum and day, where one payment only fits', async () => {
    const { text, query } = nextMonth();
    await took(north, [
      { at: `${text}-05`, minor: 350, terminal: 'TN' },
      { at: `${text}-05`, minor: 420, terminal: 'TN' },
      { at: `${text}-05`, minor: 888, terminal: 'TN' },
    ]);
    await took(south, [
      { at: `${text}-05`, minor: 350, terminal: 'TS' },
      // Ten to midnight in Berlin.
      { at: `${text}-06T22:50:00Z`, minor: 999, terminal: 'TS' },
    ]);
    await imported([
      `${text}-05,sale,3.50,,,TN`,
      `${text}-05,sale,3.50,,,TS`,
      // The acquirer's own number of a terminal.
      `${text}-05,sale,4.20,,of the acquirer,88001`,
      `${text}-06,sale,9.99,,,`,
      // A terminal of a till, and no such payment of it.
      `${text}-05,sale,8.88,,,TS`,
    ]);
    expect((await linesOf(query)).toSorted(byText)).toEqual(
      [
        ['North', 'paid-out', 'terminal', 350, 350],
        ['South', 'paid-out', 'terminal', 350, 350],
        ['North', 'paid-out', 'amount', 420, 420],
        ['South', 'paid-out', 'amount', 999, 999],
        ['', 'unknown', '', null, 888],
        ['North', 'missing', '', 888, null],
      ].toSorted(byText),
    );
  });

  it('are not guessed where several payments or several rows fit, also once another payment has arrived', async () => {
    const { text, query } = nextMonth();
    await took(north, [
      { at: `${text}-05`, minor: 350 },
      { at: `${text}-05`, minor: 350 },
      { at: `${text}-06`, minor: 350 },
      { at: `${text}-07`, minor: 350 },
    ]);
    await imported([
      `${text}-05,sale,3.50,,,1`,
      `${text}-06,sale,3.50,,,2`,
      `${text}-06,sale,3.50,,,3`,
      `${text}-07,sale,3.50,,,4`,
    ]);
    expect((await sumsOf(query))['several']).toMatchObject({ count: 3 });
    expect((await sumsOf(query))['paid-out']).toMatchObject({ count: 1 });
    await took(south, [{ at: `${text}-07`, minor: 350 }]);
    await transact((tx) => matchRows(tx, chain));
    expect((await sumsOf(query))['several']).toMatchObject({ count: 4 });
  });

  it('wait for a till that was late', async () => {
    const { text, query } = nextMonth();
    await imported([`${text}-05,sale,6.00,,L1,`]);
    expect((await sumsOf(query))['unknown']).toMatchObject({ count: 1 });
    await took(south, [{ at: `${text}-05`, minor: 600, ref: 'L1' }]);
    await transact((tx) => matchRows(tx, chain));
    expect(await linesOf(query)).toEqual([['South', 'paid-out', 'reference', 600, 600]]);
  });

  it('count once, however often they come, and can be taken back', async () => {
    const { text, query } = nextMonth();
    await took(north, [
      { at: `${text}-05`, minor: 100, ref: 'K1' },
      { at: `${text}-05`, minor: 200, ref: 'K2' },
    ]);
    const [one, two] = [`${text}-05,sale,1.00,,K1,`, `${text}-05,sale,2.00,,K2,`];
    const first = number(await imported([one], { file: 'first.csv' }));
    expect(await imported([one], { file: 'again.csv' })).toMatchObject({ type: 'known', file: 'first.csv' });
    // Other bytes, the same row; and a file that has more than the first.
    expect(await imported([one, ''], { file: 'rows.csv' })).toMatchObject({ type: 'known', file: 'first.csv' });
    const second = await imported([two, one], { file: 'second.csv' });
    expect(second).toMatchObject({ type: 'imported', rows: 2, known: 1 });
    expect((await sumsOf(query))['paid-out']).toMatchObject({ count: 2, fileMinor: 300 });
    // What the second file said as well counts now.
    expect(await transact((tx) => takeBack(tx, chain, first, by))).toBe(true);
    expect((await sumsOf(query))['paid-out']).toMatchObject({ count: 2, fileMinor: 300 });
    expect(await transact((tx) => takeBack(tx, chain, number(second), by))).toBe(true);
    expect(await transact((tx) => takeBack(tx, chain, number(second), by))).toBe(false);
    const left = await sumsOf(query);
    expect([left['paid-out'], left['missing']?.count]).toEqual([undefined, 2]);
    expect(await imported([one])).toMatchObject({ type: 'imported' });
    const audit = await transact((tx) =>
      tx.rows<{ what: string; person: string }>(
        `SELECT what, person FROM page_audit WHERE chain_id = $1 AND detail ~ 'first.csv|second.csv' ORDER BY number`,
        [chain],
      ),
    );
    expect(audit).toEqual(
      ['imported', 'imported', 'taken-back', 'taken-back'].map((what) => ({
        what: `settlement-${what}`,
        person: 'Ada',
      })),
    );
  });

  it('make of a second payout the first one, where the first is taken back', async () => {
    const { text, query } = nextMonth();
    await took(north, [{ at: `${text}-05`, minor: 100, ref: 'W1' }]);
    const first = number(await imported([`${text}-05,sale,1.00,,W1,batch 1`]));
    await imported([`${text}-05,sale,1.00,,W1,batch 2`]);
    expect((await sumsOf(query))['twice']).toMatchObject({ count: 1 });
    await transact((tx) => takeBack(tx, chain, first, by));
    expect(await linesOf(query)).toEqual([['North', 'paid-out', 'reference', 100, 100]]);
  });

  it('keep what is no payment as that, also once only a second file says it', async () => {
    const { text, query } = nextMonth();
    await took(north, [{ at: `${text}-05`, minor: -100, ref: 'O1' }]);
    const fee = `${text}-05,chargeback,-1.00,-1.00,O1,`;
    const first = number(await imported([fee]));
    await imported([fee, `${text}-06,sale,2.00,,O2,`]);
    await transact((tx) => takeBack(tx, chain, first, by));
    expect((await linesOf(query)).toSorted(byText)).toEqual(
      [
        ['', 'other', '', null, -100],
        ['', 'unknown', '', null, 200],
        ['North', 'missing', '', -100, null],
      ].toSorted(byText),
    );
  });

  it('leave nothing where one row is broken', async () => {
    const { text, query } = nextMonth();
    const before = (await transact((tx) => imports(tx, chain))).length;
    const rows = Array.from({ length: 1_500 }, (_, nth) => `${text}-05,sale,1.00,,M${nth},`);
    rows.push(`${text}-05,sale,1.005,,M,`);
    expect(await imported(rows)).toEqual({
      type: 'refused',
      problem: { code: 'digits', line: 1_502, column: 'gross' },
    });
    expect(await linesOf(query)).toEqual([]);
    expect((await transact((tx) => imports(tx, chain))).length).toBe(before);
  });

  it('of one chain are none of another', async () => {
    const { text, query } = nextMonth();
    await took(north, [{ at: `${text}-05`, minor: 100, ref: 'X1' }]);
    await took(elsewhere, [{ at: `${text}-05`, minor: 100, ref: 'X1' }], other);
    const made = number(await imported([`${text}-05,sale,1.00,,X1,`], { of: other }));
    expect(await linesOf(query)).toEqual([['North', 'missing', '', 100, null]]);
    expect(await linesOf(query, other)).toEqual([['Elsewhere', 'paid-out', 'reference', 100, 100]]);
    // Also where a session of the first chain names the other's ids.
    const found = await transact(async (tx) => ({
      rows: await tx.rows('SELECT FROM settlement_row WHERE chain_id = $1', [other]),
      imports: await imports(tx, other),
      taken: await takeBack(tx, other, made, by),
    }));
    expect(found).toEqual({ rows: [], imports: [], taken: false });
    const insert = `INSERT INTO settlement_mapping (chain_id, name, mapping) VALUES ($1, 'x', '{}')`;
    await expect(transact((tx) => tx.run(insert, [other]))).rejects.toThrow('row-level security');
    // The same bytes are another chain's own file.
    expect(await imported([`${text}-05,sale,1.00,,X1,`])).toMatchObject({ type: 'imported', known: 0 });
  });

  it('add the tills up as their takings do', async () => {
    const till = await sold(office);
    const [report] = await office.run<{ sums: { tillsMinor: number }[] }>(
      'settlement',
      'report',
      '--from',
      '2020-01-01',
      '--to',
      '2039-12-31',
      '--mode',
      'test',
      '--chain',
      'main',
    );
    const all = await asOwner(office.databaseUrl, (tx) => takings(tx, till.chain, { from: null, to: null }));
    const [sum] = all.all;
    expect(report?.sums.reduce((total, { tillsMinor }) => total + tillsMinor, 0)).toBe(
      (sum?.takenMinor ?? 0) - (sum?.givenBackMinor ?? 0),
    );
    expect(sum?.takenMinor).toBe(1_234);
  });

  it('are exported without formulas', async () => {
    const { text, query } = nextMonth();
    await imported([`${text}-05,sale,1.00,0.90,"=HYPERLINK(""https://evil.example"")",@SUM(1)`], { file: '=1.csv' });
    const csv = await transact(async (tx) => {
      const { file, values } = settlementCsv(chain, query);
      let written = '';
      for await (const piece of csvText(tx, file, values)) written += piece;
      return written;
    });
    const [, row = ''] = csv.split('\r\n');
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(row).toContain(",'=1.csv,2");
    expect(row).toContain(',100,1.00,EUR,10,0.10,90,0.90,');
  });

  it('that are refused wait for no other change of the settlement, and keep none waiting', async () => {
    const { text } = nextMonth();
    const row = `${text}-01,sale,1.00,,H1,`;
    await transact(async (tx) => {
      await lockSettlement(tx, chain);
      const broken = await imported([row, `${text}-01,sale,1.x,,H2,`]);
      expect(broken).toMatchObject({ type: 'refused', problem: { code: 'amount', line: 3 } });
      const long = await imported(Array.from({ length: 200_001 }, () => row));
      expect(long).toMatchObject({ type: 'refused', problem: { code: 'rows' } });
    });
  }, 120_000);

  const rowsOfLarge = share({ small: 10_000, large: 200_000 });

  it(`of ${rowsOfLarge} rows are read in bounded memory`, async () => {
    const { text } = nextMonth();
    const path = join(office.bench.folder(), 'large.csv');
    const out = createWriteStream(path);
    out.write(heading);
    for (let row = 0; row < rowsOfLarge; row += 1) {
      const day = String((row % 28) + 1).padStart(2, '0');
      out.write(`${text}-${day},sale,${(row % 900) + 1}.00,,G${row},\n`);
    }
    out.end();
    await finished(out);
    const form = join(office.bench.folder(), 'mapping.json');
    writeFileSync(form, JSON.stringify(mapping));
    await office.run('settlement', 'mapping', '--name', 'large', '--file', form, '--chain', 'one');
    const args = ['settlement', 'import', '--file', path, '--mapping', 'large', '--chain', 'one'];
    const program = office.bench.start('office/cli.ts', [...args, '--data-dir', office.dataDir], {
      NODE_OPTIONS: '--max-old-space-size=96',
    });
    expect([await program.exited(), program.stderrText]).toEqual([0, '']);
    expect(JSON.parse(program.stdoutLines[0] ?? '')).toMatchObject({ type: 'imported', rows: rowsOfLarge });
    // With them there, a look at another month and each match of a row go by an index.
    const plans = await asOwner(office.databaseUrl, async (tx) => {
      await tx.run('ANALYZE operation, settlement_row, settlement_import');
      return plansOf(tx, async (asked) => {
        await settlement(asked, chain, { from: '2020-01-01', to: '2020-01-31', zone: 'UTC', mode: 'live' });
      });
    });
    expect(plans).toContain('settlement_row_day');
    expect(plans).toContain('settlement_row_operation');
    expect(plans).not.toContain('Seq Scan on settlement_row');
  }, 300_000);
});

function byText(one: readonly unknown[], two: readonly unknown[]): number {
  return JSON.stringify(one).localeCompare(JSON.stringify(two));
}

/** The plans of what `work` asks, as text. */
async function plansOf(tx: Tx, work: (asked: Tx) => Promise<void>): Promise<string> {
  const plans: string[] = [];
  const asked: Tx = {
    ...tx,
    async rows(sql, values) {
      for (const line of await tx.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)) {
        plans.push(line['QUERY PLAN']);
      }
      return tx.rows(sql, values);
    },
  };
  await work(asked);
  return plans.join('\n');
}

/** A till that sent a sale, in the chain that the office began with. */
async function sold(office: OfficeBench): Promise<{ readonly chain: string }> {
  const till = new FakeTill();
  try {
    const [enrolled] = await office.run<{ code: string }>('enrol', '--name', 'Till 1', '--chain', 'main');
    await till.join(office.url, enrolled?.code ?? '');
    till.sell(1_234);
    till.sell(500, 'unknown');
    await till.client().send('/v1/stretches', 1, 0, till.lines());
  } finally {
    till.close();
  }
  const found = await asOwner(office.databaseUrl, (tx) =>
    tx.row<{ id: string; terminal: string }>(
      `SELECT chain.id, terminal_id AS terminal FROM chain JOIN operation ON chain_id = chain.id WHERE name = 'main'
        AND state = 'succeeded'`,
    ),
  );
  expect(found?.terminal).toBe('T1');
  return { chain: found?.id ?? '' };
}
