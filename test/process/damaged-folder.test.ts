// A data folder with a file that was damaged while no bridge ran: it is named, kept as it is, and not started over.
import { existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Erp } from '#support/erp.ts';
import { inTraining, sale } from '#support/shop.ts';
import { aBench, serve, tokenOf } from './started.ts';

describe('a damaged file', () => {
  it.each([
    ['not JSON', '{"terminals": ["T1"', null],
    ['a wrong value', '{"terminals": ["T1"], "processingSeconds": "soon"}', { terminals: ['T1'] }],
    [
      'a member given twice',
      '{"terminals": ["T1"], "queueLimit": 5, "people": {"refundLimitMinor": 1, "refundLimitMinor": 2}, "queueLimit": 7}',
      { terminals: ['T1'] },
    ],
  ])('settings with %s: named, copied, the readable part saved, not started over', async (_what, text, saved) => {
    const bench = aBench();
    const dataDir = bench.folder();
    const file = join(dataDir, 'settings.json');
    writeFileSync(file, text);
    const program = serve(bench, dataDir);
    expect(await program.exited()).toBe(1);
    expect(program.stderrText).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const names = readdirSync(dataDir);
    expect(names.some((name) => name.startsWith('settings.json.damaged-'))).toBe(true);
    const recovered = names.find((name) => name.startsWith('settings.recovered-'));
    if (saved === null) expect(recovered).toBeUndefined();
    else expect(JSON.parse(readFileSync(join(dataDir, recovered!), 'utf8'))).toEqual(saved);
  });

  it.each([
    ['garbage at its head', (file: string) => writeFileSync(file, Buffer.alloc(4096, 0x5a), { flag: 'r+' })],
    ['cut to nothing', (file: string) => truncateSync(file, 0)],
    ['gone', (file: string) => rmSync(file)],
  ])('a database that is %s: named, copied where there is something, not started over', async (_what, damage) => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    const erp = new Erp((await first.ready()).url, await tokenOf(bench, dataDir));
    await erp.operate('cloud-pos', sale('damage-1', 100, inTraining), 'damage-1');
    await first.kill('SIGTERM');
    const file = join(dataDir, 'tillbridge.db');
    damage(file);
    const second = serve(bench, dataDir);
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(file);
    expect(second.stdoutLines).toEqual([]);
    if (existsSync(file) && statSync(file).size > 0) {
      expect(readdirSync(dataDir).some((name) => name.startsWith('tillbridge.db.damaged-'))).toBe(true);
    }
    const third = serve(bench, dataDir);
    expect(await third.exited()).toBe(1);
  });
});

describe('one page of the database, overwritten while no bridge ran', () => {
  it('keeps the next bridge from starting, so that nothing is sold whose outcome could not be kept', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    const erp = new Erp((await first.ready()).url, await tokenOf(bench, dataDir));
    for (const id of ['page-1', 'page-2']) await erp.operate('cloud-pos', sale(id, 100, inTraining), id);
    expect(await first.kill('SIGTERM')).toBe(0);
    const file = join(dataDir, 'tillbridge.db');
    const whole = readFileSync(file);
    const pages = whole.byteLength / 4_096;
    const ends: string[] = [];
    for (let page = 1; page < pages; page += Math.ceil(pages / 8)) {
      writeFileSync(file, whole);
      writeFileSync(file, Buffer.from(whole).fill(0xa5, page * 4_096, (page + 1) * 4_096));
      const program = serve(bench, dataDir);
      const code = await program.exited();
      const told = program.stderrText.includes(`${file} is damaged`) && !program.stderrText.includes('    at ');
      ends.push(`${code} ${told ? 'told' : program.stderrText}`);
      expect(program.stdoutLines).toEqual([]);
    }
    expect(new Set(ends)).toEqual(new Set(['1 told']));
  });
});
