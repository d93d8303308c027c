// Print jobs from the command line, beside a running bridge and without one, with the rules of the window: a doubt is
// answered once, a reprint says COPY and needs a reason, and in a shop with operators a person shows their PIN.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { aDocument } from '#support/scripted-printer.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function aCounter(settings: JsonObject = {}) {
  const { paper, server, args, close } = await emulatedCounter();
  ends.push(close);
  const shop = new Shop({ bridgeArgs: [...args, '--terminal', 'T1'] });
  ends.push(() => shop.close());
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings));
  await shop.open('status,sale,print');
  const command = async (action: readonly string[], pins: readonly string[] = []) => {
    const all = [...action, '--data-dir', shop.dataDir];
    const program = shop.bench.start('main/cli.ts', all, {}, pins.map((pin) => `${pin}\n`).join(''));
    const code = await program.exited();
    const rows = program.stdoutLines.map((line) => JSON.parse(line) as JsonObject);
    return { code, rows, errors: program.stderrText };
  };
  const print = async (text: string, key: string): Promise<JsonObject> => {
    const answer = await fetch(`${shop.bridgeUrl}/v1/print-jobs?wait=60`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ device: 'COUNTER', document: aDocument(text) }),
    });
    return (await answer.json()) as JsonObject;
  };
  const lost = async (text: string, key: string): Promise<string> => {
    // In the document: what the driver asks first takes up to some twenty bytes.
    paper.atByte(30, () => server.powerOff());
    const job = await print(text, key);
    expect(job).toMatchObject({ state: 'doubtful' });
    return textAt(job, 'id') ?? '';
  };
  const copies = () => textOf(paper.paper).match(/COPY/g)?.length ?? 0;
  return { shop, paper, server, command, print, lost, copies };
}

test('a doubt is listed, answered once, and printed again as a COPY; what waits is taken back', async () => {
  const { server, command, lost, print, paper, copies } = await aCounter();
  const id = await lost('one', 'K-1');
  expect(await command(['print', 'list'])).toMatchObject({
    code: 0,
    rows: [{ id, state: 'doubtful', device: 'COUNTER' }],
  });
  server.powerOn();
  const said = await command(['print', 'decide', id, '--came-out', 'no', '--reprint']);
  expect(said).toMatchObject({ code: 0, rows: [{ id, state: 'cancelled', decided: { cameOut: false } }] });
  await expect.poll(copies).toBe(2);
  expect(await command(['print', 'decide', id, '--came-out', 'yes'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('only a doubtful print job is decided'),
  });
  expect((await command(['print', 'list'])).rows).toEqual([]);

  paper.paperOut();
  const waits = print('two', 'K-2');
  const due = await until(async () => {
    const listed = await command(['print', 'list', '--state', 'due']);
    return listed.rows.length > 0 ? listed : null;
  });
  expect(due.rows).toMatchObject([{ state: 'due' }]);
  const cancelled = await command(['print', 'cancel', textAt(due.rows[0] ?? {}, 'id') ?? '']);
  expect(cancelled).toMatchObject({ code: 0, rows: [{ state: 'cancelled' }] });
  expect(await waits).toMatchObject({ state: 'cancelled' });
  paper.paperIn();
  expect(await command(['print', 'decide', 'print_none', '--came-out', 'no'])).toMatchObject({ code: 1 });
  expect(await command(['print', 'decide', id])).toMatchObject({ code: 2 });
});

test('a receipt is printed again with a reason, as a COPY', async () => {
  const receipts = { customer: 'ask', merchant: 'never', printer: 'COUNTER' };
  const { shop, command, copies } = await aCounter({ devices: { receipts } });
  const { id } = await shop.erp.operate('cloud-pos', sale('S-1', 1_234), 'r-1');
  expect(await command(['print', 'reprint', id])).toMatchObject({ code: 0, rows: [{ copy: false, operationId: id }] });
  expect(await command(['print', 'reprint', id])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('say why it is printed again'),
  });
  const again = await command(['print', 'reprint', id, '--reason', 'It was torn']);
  expect(again).toMatchObject({ code: 0, rows: [{ copy: true }] });
  await expect.poll(copies).toBe(2);
});

test('in a shop with operators one shows their PIN, whose name the journal keeps; without a bridge nothing is printed', async () => {
  const { shop, command, lost } = await aCounter();
  const id = await lost('one', 'K-1');
  const ada = ['operator', 'create', '--name', 'Ada', '--role', 'manager'];
  expect((await command(ada, ['731926', '731926'])).code).toBe(0);
  const decide = ['print', 'decide', id, '--came-out', 'no', '--reprint'];
  expect(await command(decide)).toMatchObject({ code: 1, errors: expect.stringContaining('by PIN') });
  await shop.program.kill('SIGTERM');
  expect(await command(['print', 'reprint', 'op_none', '--by', 'Ada'], ['731926'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('nothing can be printed'),
  });
  expect(await command([...decide, '--by', 'Ada'], ['731926'])).toMatchObject({ code: 0 });
  expect((await command(['print', 'list', '--state', 'due'])).rows).toMatchObject([{ copy: true, reprintOf: id }]);
  const journal = await shop.run(['journal', 'export', '--data-dir', shop.dataDir]);
  expect(journal).toMatch(/"by":"Ada","cameOut":false.*"type":"print-job-decided"/);
});
