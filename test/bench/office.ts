// `npm run bench:office`: how many operations an office on this machine verifies, stores and countersigns in a second:
// live, from 64 tills of which each sends one operation at a time, and when one till catches up. The tills' load comes
// from this process, beside the office and its PostgreSQL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf } from '#store/journal/record-line.ts';
import { asOwner } from '#office/database/database.ts';
import { stretchRecords } from '#contract/office/office.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench } from '#support/office.ts';

const tills = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 10);
const catchUpOperations = 10_000;

const office = new OfficeBench();
try {
  await office.start();
  const fleet = await Promise.all(
    Array.from({ length: tills }, async (_, at) => {
      const till = new FakeTill();
      await till.join(office.url, await office.enrol(`Till ${at}`));
      const client = till.client();
      await client.send('/v1/stretches', 1, 0, till.lines());
      return { till, client };
    }),
  );
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  await Promise.all(
    fleet.map(async ({ till, client }) => {
      while (performance.now() < until) {
        const after = till.records.length;
        till.sell(100);
        const from = performance.now();
        await client.send('/v1/stretches', 1, after, till.lines(after));
        took.push(performance.now() - from);
      }
    }),
  );
  took.sort((one, other) => one - other);
  const at = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)] ?? 0);
  process.stdout.write(
    `live, ${tills} tills: ${Math.round(took.length / seconds)} operations/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
  );

  const late = new FakeTill();
  await late.join(office.url, await office.enrol('Late'));
  for (let sold = 0; sold < catchUpOperations; sold += 1) late.sell(100);
  const lines = late.records.map(lineOf);
  const client = late.client();
  const from = performance.now();
  for (let sent = 0; sent < lines.length; sent += stretchRecords) {
    await client.send('/v1/stretches', 1, sent, lines.slice(sent, sent + stretchRecords).join(''));
  }
  const rate = lines.length / ((performance.now() - from) / 1_000);
  const url = readFileSync(join(office.dataDir, 'database-address'), 'utf8').trim();
  const [size] = await asOwner(url, (tx) =>
    tx.rows<{ segments: number; operations: number }>(
      `SELECT sum(pg_column_size(records))::bigint AS segments,
          (SELECT pg_total_relation_size('operation') / count(*) FROM operation)::bigint AS operations
        FROM segment JOIN till ON till.id = segment.till_id WHERE till.name = 'Late'`,
    ),
  );
  process.stdout.write(
    `catching up: ${Math.round(rate)} records/s; on disk ${Math.round((size?.segments ?? 0) / catchUpOperations)} B of records and ${size?.operations} B of rows an operation\n`,
  );
  for (const { till } of [...fleet, { till: late }]) till.close();
} finally {
  await office.close();
}
