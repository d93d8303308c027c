// The policy of an IT department, with a real headless bridge: its programs are there without pairing and gone with it,
// what it locks holds, and a broken one keeps the bridge from starting.
import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type Ready, Workbench } from '#support/processes.ts';

const token = 'sample-token-of-the-it-department-0123456789';
const tokenSha256 = createHash('sha256').update(token).digest('hex');
const program = {
  name: 'Central ERP',
  scopes: ['status', 'refund'],
  options: { refundsPerDayMinor: 1_000 },
  tokenSha256,
};

let bench: Workbench;
let dataDir: string;
let policy: string;

beforeEach(() => {
  bench = new Workbench();
  dataDir = bench.folder();
  policy = join(bench.folder(), 'policy.json');
});
afterEach(() => bench.close());

function write(content: JsonObject | string): void {
  writeFileSync(policy, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o644 });
}

const serve = (...more: string[]) =>
  bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', '--policy', policy, ...more]);

async function ask({ url }: Ready, path: string, body: JsonObject | null = null, as = token) {
  const headers = { Authorization: `Bearer ${as}` };
  const sent = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  const answer = await fetch(
    `${url}${path}`,
    body === null ? { headers } : { method: 'POST', headers: { ...headers, ...sent }, body: JSON.stringify(body) },
  );
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

describe('a policy', () => {
  it('lets its programs in without pairing, within their limits, as long as it names them', async () => {
    write({ clients: [program], settings: { shopCurrency: 'EUR', queueLimit: 5 } });
    const first = serve();
    const ready = await first.ready();
    expect(await ask(ready, '/v1/status')).toMatchObject({ status: 200, body: { queueLimit: 5 } });
    const refund = { payId: 'P1', transId: 'R-1', amount: { value: 1_001, currency: 'EUR' } };
    const refused = await ask(ready, '/v1/operations/refund', refund);
    const who = expect.stringContaining("the IT department's policy file, and only they can raise it") as string;
    expect(refused).toMatchObject({ status: 422, body: { code: 'refund-limit', detail: who } });
    expect(await ask(ready, '/v1/terminals')).toMatchObject({ status: 200 });
    expect(await ask(ready, '/v1/customers')).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
    await first.kill('SIGTERM');

    write({ clients: [] });
    const second = serve();
    expect(await ask(await second.ready(), '/v1/status')).toMatchObject({
      status: 401,
      body: { code: 'token-unknown' },
    });
    await second.kill('SIGTERM');
    const exporting = bench.start('main/cli.ts', ['journal', 'export', '--data-dir', dataDir]);
    await exporting.exited();
    const applied = exporting.stdoutLines
      .map((line) => JSON.parse(line) as JsonObject)
      .filter(({ type }) => type === 'policy-applied');
    expect(applied).toMatchObject([
      {
        data: {
          clients: [{ name: 'Central ERP', scopes: ['status', 'refund'] }],
          settings: { shopCurrency: 'EUR', queueLimit: 5 },
        },
      },
      { data: { clients: [], settings: {} } },
    ]);
    expect(exporting.stdoutLines.join('\n')).not.toContain(tokenSha256);
  });

  it('that locks the refunds of a day caps each program, whatever the command line gave it, and the command line says so', async () => {
    write({ settings: { shopCurrency: 'EUR', loopback: { refundsPerDayMinor: 1_000 } } });
    const tool = async (...args: string[]) => {
      const run = bench.start('main/cli.ts', ['token', ...args, '--data-dir', dataDir, '--policy', policy]);
      expect(await run.exited()).toBe(0);
      expect(run.stderrText).toContain(`The policy ${policy} locks the refunds of every client at 1000 a day`);
      return run.stdoutLines[0] ?? '';
    };
    const own = await tool('create', '--name', 'Till ERP', '--scopes', 'refund');
    const { id } = JSON.parse(await tool('list')) as { id: string };
    const raised = await tool('change', '--id', id, '--scopes', 'refund', '--refunds-per-day', '999999');
    expect(JSON.parse(raised)).toMatchObject({ options: { refundsPerDayMinor: 999_999 } });
    const refund = { payId: 'P1', transId: 'R-1', amount: { value: 1_001, currency: 'EUR' } };
    expect(await ask(await serve().ready(), '/v1/operations/refund', refund, own)).toMatchObject({
      status: 422,
      body: { code: 'refund-limit', detail: expect.stringContaining('may refund 10.00 EUR a day') as string },
    });
  });

  it.each<[string, JsonObject | string, number, string]>([
    ['is broken', '{', 0o644, 'is not valid JSON'],
    ['asks for what is not known', { settings: { nothing: 1 } }, 0o644, 'nothing is not the name of a setting'],
    ['others can write', {}, 0o666, 'can be written by others'],
  ])('that %s keeps the bridge from starting', async (_, content, mode, words) => {
    write(content);
    chmodSync(policy, mode);
    const bridge = serve();
    expect(await bridge.exited()).toBe(1);
    expect(bridge.stderrText).toContain(policy);
    expect(bridge.stderrText).toContain(words);
    expect(bridge.stdoutLines).toEqual([]);
  });

  it('is not contradicted by an option', async () => {
    write({ settings: { processingSeconds: 60, gateway: { mode: 'training' } } });
    const bridge = serve('--processing-seconds', '1');
    expect(await bridge.exited()).toBe(1);
    expect(bridge.stderrText).toContain('sets processingSeconds to 60: leave the option for it out');
  });
});
