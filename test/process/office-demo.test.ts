// The first look at the office as a person takes it: one command, three tills that have sold, and one Ctrl-C that ends
// all of it.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type OfficeTakings, type OfficeTill, officeRuns } from '#support/office.ts';
import { Workbench } from '#support/processes.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('office demo', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());

  it('shows three tills that have sold, and ends all that it started', async () => {
    const dataDir = bench.folder();
    // As root the database runs as another user.
    chmodSync(dataDir, 0o711);
    // From its sources, beside which it finds those of the programs that it starts.
    const demo = bench.shell(
      `exec "${process.execPath}" office/cli.ts demo --data-dir "${dataDir}"`,
      bench.environment(),
    );
    const { url, page } = await demo.ready();
    expect(page).toMatch(/^https:/);
    const asked = async <T>(what: string): Promise<T[]> => {
      const command = bench.start('office/cli.ts', [what, '--data-dir', join(dataDir, 'office')]);
      expect(await command.exited()).toBe(0);
      return command.stdoutLines.map((line) => JSON.parse(line) as T);
    };
    expect((await asked<OfficeTill>('tills')).map(({ name }) => name)).toEqual(['Till 1', 'Till 2', 'Till 3']);
    const sold = await until(async () => {
      const [takings] = await asked<OfficeTakings>('takings');
      // Twelve sales at each, and two refunds of one payment.
      const all = takings?.all.find(({ givenBackMinor }) => givenBackMinor === 1_000);
      return all?.takenMinor === 82_440 ? all : null;
    });
    expect(sold).toMatchObject({ mode: 'test', currency: 'EUR', tipMinor: 0 });
    expect(await demo.kill('SIGINT')).toBe(0);
    for (const place of [url, page ?? '']) {
      await expect(fetch(place)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    }
  });
});
