// `npm run bench:events [-- --readers 50 --programs 10 --operations 300]`: what readers of the events cost the bridge for each
// operation: its processor time with them, as a multiple of that without, in one run (Linux).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EventReader } from '#support/event-reader.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { judge } from '../engine/figures.ts';

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '50' },
    programs: { type: 'string', default: '10' },
    operations: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
  },
});
const [readers, programs, operations, rounds] = [
  Number(values.readers),
  Number(values.programs),
  Number(values.operations),
  Number(values.rounds),
];
/** Of Linux; the scheduler's clock tick. */
const tickMs = 10;

const shop = new Shop({ terminalDelayMs: 1 });
try {
  await shop.open('status,sale');
  const tokens: string[] = [];
  for (let index = 0; index < programs; index += 1) {
    const create = ['token', 'create', '--data-dir', shop.dataDir, '--name', `reader-${index}`, '--scopes', 'status'];
    tokens.push(await shop.run(create));
  }
  await sell('warm', operations);
  let [alone, beside] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    alone += await sell(`alone-${round}`, operations);
    const open = await Promise.all(
      Array.from({ length: readers }, (_, index) => EventReader.open(shop.bridgeUrl, tokens[index % programs] ?? '')),
    );
    beside += await sell(`beside-${round}`, operations);
    await until(async () => (open.every((each) => each.numbers().length >= operations) ? true : null));
    for (const each of open) each.drop();
  }
  const each = (ms: number) => `${(ms / operations / rounds).toFixed(2)} ms`;
  process.stdout.write(
    `processor for an operation: ${each(alone)} alone, ${each(beside)} beside ${readers} readers of ${programs} programs\n`,
  );
  judge('processor beside readers, as a multiple of that without', beside / alone, 'at most', 1.1);
} finally {
  await shop.close();
}

/** Makes payment links, eight at a time; the processor time of the bridge, ms. */
async function sell(name: string, count: number): Promise<number> {
  const pid = shop.program.child.pid ?? 0;
  const before = processorMs(pid);
  let next = 0;
  const one = async () => {
    for (let id = next++; id < count; id = next++) {
      const transId = `${name}-${id}`;
      const order = { transId, amount: { value: 100, currency: 'EUR' } };
      await shop.erp.operate('create-link', order, transId);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return processorMs(pid) - before;
}

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
