// An error that nothing caught, in a real office: a record without what it said, and a clean end, its database included.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OfficeBench, officeRuns } from '#support/office.ts';

const canary = 'canary-in-a-message-7b2c';

describe.skipIf(!officeRuns)('an office that crashes', () => {
  const office = new OfficeBench();
  afterAll(() => office.close());

  it('leaves a record without what the error said, and starts again; the sixth time it does not', async () => {
    const fault = join(office.bench.folder(), 'fault.mjs');
    writeFileSync(fault, `process.on('SIGUSR2', () => { throw new TypeError(${JSON.stringify(canary)}); });\n`);
    office.environment = { NODE_OPTIONS: `--import ${fault}` };
    await office.start();
    expect(await office.stop('SIGUSR2')).toBe(70);
    const folder = join(office.dataDir, 'crashes');
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8');
    const stack = expect.arrayContaining([expect.stringMatching(/fault\.mjs/)]);
    expect(JSON.parse(text)).toMatchObject({ error: 'TypeError', stack });
    expect(text + office.logText).not.toContain(canary);
    expect(office.logText).toContain(`"record":"crashes/${name}"`);
    office.environment = {};
    await office.start();
    expect(await office.stop()).toBe(0);
    for (const minute of [1, 2, 3, 4]) {
      const at = new Date(Date.now() - minute * 60_000).toISOString().replaceAll(/[:.]/g, '-');
      writeFileSync(join(folder, `${at}.json`), text);
    }
    await expect(office.start()).rejects.toThrow(/crashed 5 times within 10 minutes/);
  });
});
