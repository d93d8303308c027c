// The first start makes a key, a folder, a marker and a database, one after the other. Killed between any two of them,
// nothing was promised yet; the next start must simply go on, without a person who deletes half a file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { share } from '#support/share.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { KilledTill, hasStrace } from './till.ts';

if (!hasStrace) process.stdout.write('SKIPPED: kills in the first start. They need strace.\n');

const numbers = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
// A first start has 15 syncs, and 6 writes that are not the database's.
const allMoments = [
  ...numbers(15).map((nth) => ['fsync', nth] as const),
  ...numbers(7).map((nth) => ['write', nth] as const),
];
/** The small share takes every third, from the first to the last. */
const moments = share({ small: allMoments.filter((_, index) => index % 3 === 0), large: allMoments });

describe.skipIf(!hasStrace).concurrent('a first start that is killed', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(bench);
  });

  it.each(moments)('before %s number %i is followed by a good one', async (call, nth) => {
    const till = new KilledTill(bench, bench.folder(), gateway.url, { XDG_CONFIG_HOME: bench.folder() });
    const killed = till.launch({ injection: `${call}:signal=KILL:when=${nth}` });
    if (await till.ready()) await till.kill();
    await killed.exited();
    await till.start();
    expect(till.said).toContain('"event":"started"');
    // A folder whose key is not at hand starts as well, but takes nothing.
    expect(till.said).not.toContain('"event":"sealed"');
    await till.kill();
  });
});
