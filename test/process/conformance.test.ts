// The conformance suite as a merchant runs it, through its npm script: against our sandbox it passes whole, gives all
// money back and tells no secret; against anything that may be a live gateway it does not start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, type Ready, Workbench } from '#support/processes.ts';
import { ledgerOf } from '#support/erp.ts';
import { share } from '#support/share.ts';
import { conformanceCases } from '../conformance/cases/index.ts';
import type { Report } from '../conformance/suite.ts';

const apiKey = 'canary-conformance-key-51c2';
const bench = new Workbench();

const run = (args: readonly string[], key = apiKey): Program =>
  bench.start('test/conformance/run.ts', args, key === '' ? {} : { TILLBRIDGE_API_KEY: key });

afterAll(() => bench.close());

describe('against our sandbox', () => {
  let sandbox: Ready;
  let program: Program;
  let exitCode: number | null;
  let report: Report;

  beforeAll(async () => {
    const credentials = ['--merchant-id', 'SHOP', '--api-key', apiKey, '--terminal-delay-ms', '0'];
    sandbox = await bench.npm('sandbox', ['--port', '0', ...credentials]).ready();
    const file = join(bench.folder(), 'report.json');
    const address = ['--gateway', sandbox.url, '--merchant-id', 'SHOP'];
    const args = [...address, '--terminal', 'T1', '--decline-code', '22060101', '--report', file];
    program = bench.npm('conformance', args, { TILLBRIDGE_API_KEY: apiKey });
    exitCode = await program.exited();
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  });

  it('nothing differs', () => {
    expect(report.cases.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('every case is in the report, and only what plain HTTP cannot show was skipped', () => {
    expect(report.cases.map(({ id }) => id)).toEqual(conformanceCases.map(({ id }) => id));
    expect(report.cases.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)).toEqual([
      'transport.https',
    ]);
  });

  it('people read the same as programs', () => {
    const said = program.stdoutLines.filter((line) => /^(passed|differs|skipped) /.test(line));
    expect(said).toEqual(report.cases.map(({ id, says, outcome }) => `${outcome.padEnd(7)}  ${id}: ${says}`));
    expect(program.stdoutLines.at(-1)).toContain(`${report.totals.passed} passed, 0 differ`);
  });

  it("the bridge's defaults fit what it says", () => {
    const { proposal, sums, words } = report.speech;
    expect([proposal, sums.paymentPaths, sums.odd, sums.unreadableLists]).toEqual([null, null, [], []]);
    expect(words.filter(({ remark }) => remark !== null)).toEqual([]);
  });

  it('what it took was given back', async () => {
    const { payments } = await ledgerOf(sandbox.url);
    expect(payments.length).toBeGreaterThan(50);
    const kept = payments.filter(
      ({ authorised, captured, refunded, reversed }) =>
        !reversed && (captured > refunded || (captured === 0 && authorised > 0)),
    );
    expect(kept).toEqual([]);
    expect(report.leftOpen).toEqual([]);
  });

  it('no key, token or card number is told', () => {
    const told = JSON.stringify(report) + program.stdoutLines.join('\n') + program.stderrText;
    for (const secret of [apiKey, '4111111111111111', /eyJ[\w-]+\./, /Basic [A-Za-z0-9+/=]{8,}/]) {
      expect(told).not.toMatch(secret);
    }
  });
});

describe('it does not start', () => {
  const elsewhere = ['--merchant-id', 'SHOP', '--gateway', 'https://gateway.example'];

  const wrong: readonly [string, string[], string, string][] = [
    ['at another machine that nobody called a test one', elsewhere, apiKey, '--mode test'],
    ['in live mode', [...elsewhere, '--mode', 'live'], apiKey, '--mode test'],
    [
      'over plain HTTP to another machine',
      ['--merchant-id', 'S', '--gateway', 'http://gateway.example', '--mode', 'test'],
      apiKey,
      'https',
    ],
    [
      'with a token endpoint elsewhere',
      ['--merchant-id', 'S', '--gateway', 'http://127.0.0.1:9', '--auth-url', 'https://gateway.example'],
      apiKey,
      '--auth-url',
    ],
    ['without a gateway', ['--merchant-id', 'SHOP'], apiKey, '--gateway'],
    ['without a merchant', ['--gateway', 'http://127.0.0.1:9'], apiKey, '--merchant-id'],
    ['without a key', ['--gateway', 'http://127.0.0.1:9', '--merchant-id', 'SHOP'], '', 'TILLBRIDGE_API_KEY'],
    ['with an option that is none', ['--gatway', 'http://127.0.0.1:9'], apiKey, 'gatway'],
    [
      'for cases that are none',
      ['--gateway', 'http://127.0.0.1:9', '--merchant-id', 'SHOP', '--only', 'nothing.'],
      apiKey,
      'nothing.',
    ],
  ];
  it.each(share({ small: wrong.slice(0, 2), large: wrong }))('%s', async (_what, args, key, words) => {
    const program = run(args, key);
    expect(await program.exited()).toBe(2);
    expect(program.stderrText).toContain(words);
    expect(program.stdoutLines).toEqual([]);
  });
});

it('a gateway that is not there is a report of differences, not a crash', async () => {
  const program = run(['--gateway', 'http://127.0.0.1:9', '--merchant-id', 'SHOP', '--only', 'token.']);
  expect(await program.exited()).toBe(1);
  expect(program.stdoutLines.filter((line) => line.startsWith('differs')).length).toBe(4);
});
