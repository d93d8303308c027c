// `npm run bench:verify [-- --records N]`: verifying a journal, next to reading and hashing the same records one by one.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { anAccepted, noMarks, testKey } from '#support/store-data.ts';
import { inFolder, judge, median, processorTime } from './figures.ts';

const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const records = Number(values.records);
const perOperation = 4;

await inFolder(async (folder) => {
  const dataDir = join(folder, 'data');
  const opened = openStore({ dataDir, seal: createSeal(testKey), now: Date.now, use: 'bridge' });
  for (let first = 0; first < records; first += 2_000) {
    await opened.store.transact((tx) => {
      for (let seq = first; seq < Math.min(records, first + 2_000); seq += 1) {
        const operationId = `op_${Math.floor(seq / perOperation)}`;
        if (seq % perOperation === 0) tx.insert(anAccepted(operationId.slice(3)), noMarks);
        const data = {
          kind: 'capture',
          state: 'accepted',
          revision: 1,
          amount: { value: seq, currency: 'EUR' },
          payId: `P${seq}`,
        };
        tx.journal({ type: 'accepted', operationId, atMs: 1_700_000_000_000 + seq, data: { ...data, reason: null } });
      }
    });
  }
  opened.close();

  const plain: number[] = [];
  const verified: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    plain.push(processorTime(() => readAndHash(join(dataDir, 'tillbridge.db'))));
    verified.push(
      processorTime(() => {
        const verdict = verifyDatabase(dataDir);
        if (!verdict.ok || verdict.records !== records) throw new Error(JSON.stringify(verdict));
      }),
    );
  }
  process.stdout.write(
    `${records} records: verified in ${(median(verified) / 1_000).toFixed(2)} s, read and hashed in ${(median(plain) / 1_000).toFixed(2)} s (processor time, medians of 3)\n`,
  );
  judge('verification, as a multiple of reading and hashing', median(verified) / median(plain), 'at most', 3);
});

/** Each record is read with its members, put together and hashed; nothing is compared. */
function readAndHash(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  for (const row of db
    .prepare('SELECT seq, prev, hash, at, type, operation, data FROM journal ORDER BY seq')
    .iterate()) {
    createHash('sha256').update(JSON.stringify(row), 'utf8').digest('hex');
  }
  db.close();
}
