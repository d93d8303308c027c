// `npm run soak [-- --days 33 --operations 300000 --seed N]`: a month of a shop in about an hour (month.ts). Prints a line a
// day and what is wrong at the end; ends with 1 where anything is.
import { parseArgs } from 'node:util';
import { livesAMonth } from './month.ts';

const { values } = parseArgs({
  options: {
    // The first shifts are then old enough to be archived.
    days: { type: 'string', default: '33' },
    operations: { type: 'string', default: '300000' },
    seed: { type: 'string', default: '20260131' },
  },
});
const begunMs = performance.now();
const { accepted, decided, differences } = await livesAMonth({
  days: Number(values.days),
  operations: Number(values.operations),
  seed: Number(values.seed),
  say: (line) => process.stdout.write(`${line}\n`),
});
const minutes = Math.round((performance.now() - begunMs) / 60_000);
process.stdout.write(
  `${values.days} days, seed ${values.seed}: ${accepted} operations accepted, ${decided} decided by a person, ` +
    `${differences.length} differences, ${minutes} minutes\n${differences.slice(0, 50).join('\n')}\n`,
);
if (differences.length > 0) process.exitCode = 1;
