// What could not be found out is decided from the command line, beside a running bridge and without one: by name and
// PIN, with evidence, and by two where money went out. The rules are the window's.
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { openKeyed } from '#commands/folder-access/open-with-key.ts';
import type { Role } from '#contract/people/roles.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { addFaults } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

interface Ended {
  readonly code: number | null;
  readonly rows: readonly JsonObject[];
  readonly errors: string;
}

const shop = new Shop();
const account = userInfo().username;

async function operation(action: readonly string[], pins: readonly string[] = []): Promise<Ended> {
  const args = ['operation', ...action, '--data-dir', shop.dataDir];
  const program = shop.bench.start('main/cli.ts', args, {}, pins.map((pin) => `${pin}\n`).join(''));
  const code = await program.exited();
  const rows = program.stdoutLines.map((line) => JSON.parse(line) as JsonObject);
  return { code, rows, errors: program.stderrText };
}

/** A command to the terminal whose answer was lost, and of which the gateway knows nothing. */
async function inDoubt(messageType: string, transId: string): Promise<string> {
  await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-before', times: 1 }]);
  const posTerminalId = `T-${transId}`;
  const { id, state } = await shop.erp.operate(
    'cloud-pos',
    sale(transId, 100, { messageType, posTerminalId }),
    transId,
  );
  expect(state).toBe('needs-person');
  return id;
}

/** Who said what became of it, as the journal has it: programs are not told people's names. */
async function voicesOn(id: string): Promise<[string, string][]> {
  const lines = (await shop.run(['journal', 'export', '--data-dir', shop.dataDir])).split('\n');
  const records = lines.map(
    (line) => JSON.parse(line) as { type: string; operation?: string; data: { by: { name: string } } },
  );
  const decided = records.filter(({ type, operation: of }) => of === id && type.startsWith('deci'));
  return decided.map(({ type, data }) => [type, data.by.name]);
}

/** The shop has operators from now on: each PIN is the role's own. */
async function hire(people: { readonly [role in Role]: string }): Promise<void> {
  const { opened, key } = openKeyed(shop.dataDir, { environment: shop.bench.environment() });
  const pins = withSubKey(key, 'pins', createPins);
  for (const [role, pin] of Object.entries(people) as [Role, string][]) {
    const record = { id: role, name: `A ${role}`, role, active: true, pinHash: await pins.hash(pin) };
    const data = { id: role, name: record.name, role, active: true };
    const entry = { type: 'operator-added', operationId: null, atMs: Date.now(), data } as const;
    opened.operators.save({ ...record, failures: 0, lockedUntilMs: null, createdAtMs: 0 }, entry);
  }
  opened.close();
}

const said = ['--reason', 'the slip was printed', '--evidence', 'journal of the terminal'];
const happened = ['--outcome', 'succeeded', ...said];
const didNot = ['--outcome', 'failed', ...said];

beforeAll(async () => {
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ timeouts: { terminalSeconds: 1 } }));
  await shop.open();
});
afterAll(() => shop.close());

describe('in a shop without operators', () => {
  it('the machine’s user decides beside the running bridge, with what the slip shows', async () => {
    const id = await inDoubt('SALE', 'S-1');
    expect((await operation(['list', '--state', 'needs-person'])).rows).toMatchObject([
      { id, decisions: { saidBy: [], voicesNeeded: 1 } },
    ]);
    const refused = shop.bench.start('main/cli.ts', ['shift', 'close', '--data-dir', shop.dataDir]);
    expect(await refused.exited()).toBe(1);
    const [list = '', decide = ''] = refused.stderrText
      .split('\n')
      .flatMap((line) => / {2}(.* operation .*)/.exec(line)?.slice(1) ?? []);
    const typed = shop.bench.shell(`exec ${list}`, shop.bench.environment());
    expect([await typed.exited(), JSON.parse(typed.stdoutLines.join(''))]).toMatchObject([0, { id }]);
    expect(decide).toContain(`operation decide ID --data-dir ${shop.dataDir} --outcome succeeded|failed`);
    const slip = ['--amount', '90', '--trace-number', '000123', '--approval-code', 'A1', '--pay-id', 'PAY-1'];
    expect(await operation(['decide', id, ...happened, ...slip])).toMatchObject({
      code: 0,
      rows: [{ id, state: 'succeeded', remaining: { value: 10, currency: 'EUR' } }],
      errors: '',
    });
    expect(await shop.erp.operation(id)).toMatchObject({
      state: 'needs-person',
      approved: { value: 90, currency: 'EUR' },
      doubt: { code: 'approved-less', kept: { remaining: { value: 10, currency: 'EUR' } } },
      result: { traceNr: '000123', approvalCode: 'A1', payId: 'PAY-1' },
      decisions: [{ outcome: 'succeeded' }],
    });
    expect(await voicesOn(id)).toEqual([['decided', `command: ${account}`]]);
    const twice = await operation(['decide', id, ...didNot]);
    expect(twice).toMatchObject({ code: 1, rows: [] });
    expect(twice.errors).toContain('only what needs a person can be decided');
    const noRest = await operation(['take-back-rest', id, '--reason', 'it was another sale']);
    expect(noRest).toMatchObject({ code: 1, rows: [] });
    expect(noRest.errors).toContain('Nobody is known to have noted that a rest of it was paid otherwise.');
    const another = await operation(['pay-rest', id, '--amount', '11']);
    expect(another).toMatchObject({ code: 1, rows: [] });
    expect(another.errors).toContain('0.10 EUR is left to pay of this sale by now. Nothing was noted.');
    const paid = await operation(['pay-rest', id, '--amount', '10']);
    expect(paid).toMatchObject({ code: 0, rows: [{ id, state: 'succeeded' }], errors: '' });
    expect(paid.rows[0]).not.toHaveProperty('remaining');
    expect(await shop.erp.operation(id)).toMatchObject({
      state: 'succeeded',
      approved: { value: 90, currency: 'EUR' },
      paidOtherwise: { value: 10, currency: 'EUR' },
    });
  });

  it('what was approved in part did not fail, unless all of it was given back', async () => {
    const terminal = { method: 'POST', body: JSON.stringify({ approveMinor: 40 }) };
    await fetch(`${shop.sandboxUrl}/_sandbox/terminals/T-S-9`, terminal);
    const { id, state } = await shop.erp.operate('cloud-pos', sale('S-9', 100, { posTerminalId: 'T-S-9' }), 'S-9');
    expect(state).toBe('needs-person');
    const denied = await operation(['decide', id, ...didNot]);
    expect(denied).toMatchObject({ code: 1, rows: [] });
    expect(denied.errors).toContain('The gateway approved 0.40 EUR of it');
    expect((await operation(['decide', id, ...happened, '--given-back'])).code).toBe(2);
    const given = await operation(['decide', id, ...didNot, '--given-back']);
    expect(given).toMatchObject({ code: 0, rows: [{ id, state: 'failed' }], errors: '' });
    const none = await operation(['list']);
    expect(none).toMatchObject({ code: 0, rows: [] });
    expect(none.errors).toContain('No operation is in the state accepted. Other states: --state sending|');
  });

  it('what may have paid out is for two operators', async () => {
    const id = await inDoubt('CREDIT', 'C-1');
    const refused = await operation(['decide', id, ...didNot]);
    expect(refused).toMatchObject({ code: 1, rows: [] });
    expect(refused.errors).toContain('two people must say the same');
    expect(refused.errors).toContain('Add two (operator create)');
    const open = await operation(['list', '--state', 'needs-person']);
    expect(open.rows.find((row) => row['id'] === id)).toMatchObject({ decisions: { saidBy: [], voicesNeeded: 2 } });
  });

  it('what is not known, not said or not there changes nothing', async () => {
    const id = await inDoubt('SALE', 'S-2');
    const named = await operation(['decide', id, ...didNot, '--by', 'A manager'], ['1111']);
    expect(named.errors).toContain('There is no operator named A manager.');
    const card = await operation([
      'decide',
      id,
      '--outcome',
      'failed',
      '--reason',
      'of 4111111111111111',
      ...said.slice(2),
    ]);
    expect(card.errors).toContain('reason must not contain a card number.');
    const unknown = await operation(['decide', 'nothing', ...didNot]);
    expect(unknown.errors).toContain('There is no operation nothing.');
    const freed = await operation(['free-terminal', id, '--reason', 'it is idle']);
    expect(freed.errors).toContain('holds no terminal that could be freed');
    const kept = await operation(['keep-approved', id]);
    expect(kept.errors).toContain('no other amount than the one asked for was approved');
    expect([named, card, unknown, freed, kept].map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    expect(await shop.erp.operation(id)).toMatchObject({ state: 'needs-person' });
  });
});

describe('in a shop with operators', () => {
  beforeAll(() => hire({ manager: '1111', supervisor: '2222', cashier: '3333' }));

  it('only an operator decides, by PIN', async () => {
    const id = await inDoubt('SALE', 'S-3');
    const by = (role: Role) => ['decide', id, ...didNot, '--by', `a ${role}`];
    const refusals = [
      await operation(['decide', id, ...didNot]),
      await operation(by('supervisor'), ['9999']),
      await operation(by('cashier'), ['3333']),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(refusals.map(({ errors }) => errors)).toEqual([
      expect.stringContaining('This shop has operators'),
      expect.stringContaining('The PIN is wrong.'),
      expect.stringContaining('A cashier may not decide that; it needs a supervisor.'),
    ]);
    const without = await operation(by('supervisor'));
    expect(without.code).toBe(2);
    expect(without.errors).toContain('PIN of a supervisor is missing');
    expect(await operation(by('supervisor'), ['2222'])).toMatchObject({ code: 0, rows: [{ state: 'failed' }] });
  });

  it('two decide at once what may have paid out', async () => {
    const id = await inDoubt('CREDIT', 'C-2');
    const asked = ['decide', id, ...happened, '--by', 'A supervisor', '--second'];
    const alone = await operation([...asked, 'A supervisor'], ['2222', '2222']);
    expect(alone.errors).toContain('The second person must be somebody else.');
    expect(await operation([...asked, 'A manager'], ['2222', '1111'])).toMatchObject({
      code: 0,
      rows: [{ state: 'succeeded' }],
    });
    expect(await voicesOn(id)).toEqual([
      ['decision-noted', 'A supervisor'],
      ['decided', 'A manager'],
    ]);
  });

  it('the same holds while no bridge runs', async () => {
    const [sold, paidOut] = [await inDoubt('SALE', 'S-4'), await inDoubt('CREDIT', 'C-3')];
    await shop.program.kill('SIGTERM');
    const wrong = await operation(['decide', sold, ...didNot, '--by', 'A manager'], ['2222']);
    expect(wrong).toMatchObject({ code: 1, rows: [] });
    expect(await operation(['decide', sold, ...didNot, '--by', 'A manager'], ['1111'])).toMatchObject({
      rows: [{ id: sold, state: 'failed' }],
    });
    const first = await operation(['decide', paidOut, ...didNot, '--by', 'A manager'], ['1111']);
    expect(first).toMatchObject({ code: 0, rows: [{ decisions: { saidBy: ['A manager'] } }] });
    await shop.startBridge();
    const second = await operation(['decide', paidOut, ...didNot, '--by', 'A supervisor'], ['2222']);
    expect(second).toMatchObject({ code: 0, rows: [{ state: 'failed' }] });
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
    expect(
      `${shop.program.stderrText}${await shop.run(['journal', 'export', '--data-dir', shop.dataDir])}`,
    ).not.toMatch(/"(?:1111|2222|3333)"/);
  });

  it('the word of one who was removed since counts no more', async () => {
    const id = await inDoubt('CREDIT', 'C-4');
    const first = await operation(['decide', id, ...didNot, '--by', 'A supervisor'], ['2222']);
    expect(first).toMatchObject({ code: 0, rows: [{ decisions: { saidBy: ['A supervisor'] } }] });
    const removal = ['operator', 'remove', '--name', 'A supervisor', '--by', 'A manager'];
    const removed = shop.bench.start('main/cli.ts', [...removal, '--data-dir', shop.dataDir], {}, '1111\n');
    expect(await removed.exited()).toBe(0);
    expect(await operation(['decide', id, ...didNot, '--by', 'A manager'], ['1111'])).toMatchObject({
      code: 0,
      rows: [{ state: 'needs-person', decisions: { saidBy: ['A manager'], voicesNeeded: 2 } }],
    });
  });
});
