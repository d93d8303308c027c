// The printers as the window sees them, and a person's word on a document in doubt: a whole bridge and a scripted
// printer. The journal knows who said it.
import { expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { isFinal } from '#contract/operation/states.ts';
import { settingsSchema } from '#settings/settings.ts';
import { ScriptedPrinter, aDocument, printersOf } from '#support/scripted-printer.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

async function aWindow(receipts: object = {}) {
  const printer = new ScriptedPrinter();
  const printers = { COUNTER: { address: 'tcp://192.0.2.7:9100' } };
  const settings = settingsSchema.parse({ devices: { printers, receipts } });
  const whole = await aWholeBridge({ ports: { settings, printers: printersOf(printer) } });
  const { window } = whole;
  const { token } = whole.program(['status', 'print', 'drawer', 'export']);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key = 'K') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${whole.bridge.url}${path}`, { method, headers, ...sent });
    return answer.text();
  };
  /** The id of the job, once it has ended. */
  const print = async (text: string) => {
    const body = { device: 'COUNTER', document: aDocument(text) };
    return textAt(JSON.parse(await ask('POST', '/v1/print-jobs?wait=10', body, text)) as JsonObject, 'id') ?? '';
  };
  const records = async () => {
    const lines = (await ask('GET', '/v1/journal')).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as JsonObject);
  };
  /** A manager who is signed in, and a cashier. */
  const people = async () => {
    const manager = { id: null, name: 'Manager', role: 'manager', active: true, pin: '731926' } as const;
    expect(await window.saveOperator(manager)).toMatchObject({ type: 'saved' });
    const idOf = (wanted: string) => window.operators().find(({ name }) => name === wanted)?.id ?? '';
    const shown = { operatorId: idOf('Manager'), pin: manager.pin };
    await window.signIn(shown);
    const cashier = { id: null, name: 'Cashier', role: 'cashier', active: true, pin: '409618' } as const;
    expect(await window.saveOperator(cashier)).toMatchObject({ type: 'saved' });
    return { manager: shown, cashier: { operatorId: idOf('Cashier'), pin: cashier.pin } };
  };
  return { printer, window, ask, print, records, people };
}

it('shows what stands in the way and how many wait, and takes them back', async () => {
  const { printer, window, ask } = await aWindow();
  const seen = () => window.printing().printers;
  expect(seen()).toMatchObject([{ id: 'COUNTER', known: true, obstacle: null, waiting: 0 }]);
  printer.become({ obstacle: 'paper-out', paperLow: true });
  for (const text of ['one', 'two']) {
    await ask('POST', '/v1/print-jobs', { device: 'COUNTER', document: aDocument(text) }, text);
  }
  expect(seen()).toMatchObject([{ obstacle: 'paper-out', paperLow: true, waiting: 2 }]);
  expect(await window.cancelPrints({ device: 'COUNTER' })).toEqual({ type: 'cancelled', count: 2 });
  expect(seen()).toMatchObject([{ obstacle: 'paper-out', waiting: 0 }]);
  printer.become({ obstacle: null });
  expect(printer.paper).toEqual([]);
});

it('says why a printer’s line does not open, as a code for the window and as an alarm for programs', async () => {
  const { printer, window, ask } = await aWindow();
  const trouble = {
    code: 'busy',
    path: '/dev/ttyUSB0',
    group: null,
    command: 'sudo fuser',
    advice: 'End it.',
  } as const;
  const alarms = async () => {
    const { alarms: told } = JSON.parse(await ask('GET', '/v1/status')) as { alarms: JsonObject[] };
    return told.filter(({ code }) => code === 'device-unusable').map(({ message }) => message);
  };
  printer.become({ obstacle: 'no-answer', trouble });
  expect(window.printing().printers).toMatchObject([{ obstacle: 'no-answer', trouble }]);
  expect(await alarms()).toEqual(['The printer COUNTER cannot be used: End it.']);
  const devices = await ask('GET', '/v1/devices');
  expect(devices).toContain('"advice":"End it."');
  expect(devices).not.toContain('fuser');
  printer.recover();
  expect(window.printing().printers).toMatchObject([{ obstacle: null, trouble: null }]);
  expect(await alarms()).toEqual([]);
});

it('tells programs by alarms of documents in doubt and of those that wait, until both are settled', async () => {
  const { printer, window, ask, print } = await aWindow();
  const alarms = async () => {
    const { alarms: told } = JSON.parse(await ask('GET', '/v1/status')) as { alarms: JsonObject[] };
    return told
      .filter((alarm) => textAt(alarm, 'code')?.startsWith('print-'))
      .map(({ code, message }) => [code, message]);
  };
  printer.fate = { type: 'doubtful', reason: 'no-word' };
  const id = await print('one');
  printer.fate = { type: 'printed' };
  printer.become({ obstacle: 'paper-out' });
  await ask('POST', '/v1/print-jobs', { device: 'COUNTER', document: aDocument('two') }, 'two');
  await until(async () => (await alarms()).length === 2 || null);
  expect(await alarms()).toEqual([
    ['print-doubtful', expect.stringMatching(/^1 print job of the printer COUNTER may have come out or not/)],
    ['print-waiting', 'Waiting for the printer COUNTER (paper-out): 1 print job.'],
  ]);
  expect(await window.decidePrint({ id, cameOut: true, reprint: false })).toEqual({ type: 'decided' });
  printer.become({ obstacle: null });
  await until(async () => (await alarms()).length === 0 || null);
});

it('asks about each document in doubt, oldest first, and prints a COPY of one that did not come out', async () => {
  const { printer, window, print, records } = await aWindow();
  printer.fate = { type: 'doubtful', reason: 'no-word' };
  const ids = [await print('one'), await print('two')];
  printer.fate = { type: 'printed' };
  const { doubts, doubtCount } = window.printing();
  expect(doubtCount).toBe(2);
  expect(doubts.map(({ id, doubt, canReprint }) => [id, doubt, canReprint])).toEqual(
    ids.map((id) => [id, 'no-word', true]),
  );
  expect(doubts[0]?.client).toBeTruthy();
  const [one = '', two = ''] = ids;
  expect(await window.decidePrint({ id: one, cameOut: true, reprint: false })).toEqual({ type: 'decided' });
  expect(await window.decidePrint({ id: two, cameOut: false, reprint: true })).toEqual({ type: 'decided' });
  await until(async () => printer.paper[2] ?? null);
  expect(printer.paper).toEqual(['one', 'two', 'two COPY']);
  expect(window.printing().doubts).toEqual([]);
  const decided = (await records()).filter(({ type }) => type === 'print-job-decided');
  expect(decided).toMatchObject([{ data: { job: one, by: 'cashier' } }, { data: { job: two, cameOut: false } }]);
});

it('does not let two windows print two copies, and refuses the opposite of what was said', async () => {
  const { printer, window, print } = await aWindow();
  printer.fate = { type: 'doubtful', reason: 'line-lost' };
  const id = await print('one');
  printer.fate = { type: 'printed' };
  const no = { id, cameOut: false, reprint: true };
  expect(await Promise.all([window.decidePrint(no), window.decidePrint(no)])).toEqual([
    { type: 'decided' },
    { type: 'decided' },
  ]);
  await until(async () => printer.paper[1] ?? null);
  expect(await window.decidePrint({ id, cameOut: true, reprint: false })).toMatchObject({
    type: 'refused',
    refusal: { code: 'not-decidable' },
  });
  expect(printer.paper).toEqual(['one', 'one COPY']);
});

it('names the person who is signed in, and no other', async () => {
  const { printer, window, print, records, people } = await aWindow();
  const { manager } = await people();
  window.signOut();
  printer.fate = { type: 'doubtful', reason: 'no-word' };
  const yes = { id: await print('one'), cameOut: true, reprint: false };
  expect(await window.decidePrint(yes)).toMatchObject({ refusal: { code: 'not-signed-in' } });
  await window.signIn(manager);
  expect(await window.decidePrint(yes)).toEqual({ type: 'decided' });
  const said = (await records()).find(({ type }) => type === 'print-job-decided');
  expect(said).toMatchObject({ data: { by: 'Manager' } });
});

it('prints the receipt of a sale that somebody asks for, and again only as a COPY with a reason', async () => {
  const { printer, window, records } = await aWindow();
  const sale = { messageType: 'SALE', transId: 'R-1', posTerminalId: 'T-1', amount: { value: 500, currency: 'EUR' } };
  const made = await window.submit({ kind: 'cloud-pos', input: sale, requestId: 'R-1' });
  if (made.type === 'refused') throw new Error(made.refusal.detail);
  const { id } = made.operation;
  await until(async () => (window.operation({ id })?.state === 'succeeded' ? true : null));
  const first = { operationId: id, copy: 'customer', reason: null } as const;
  expect(window.printing().receipts).toMatchObject({ printer: 'COUNTER', when: { customer: 'ask' } });
  const asWritten = { customer: [], merchant: [] };
  const seen = () => window.receiptPrinted({ operationId: id });
  expect(seen()).toEqual({ customer: false, merchant: false, otherwise: asWritten });
  // What the printer lacks is told before anything is printed.
  printer.notes = [{ code: 'spelled', line: 'Łódź', changes: [{ from: 'Ł', to: 'L' }] }];
  expect(seen().otherwise).toEqual({ customer: printer.notes, merchant: printer.notes });
  expect(printer.paper).toEqual([]);
  printer.notes = [];
  expect(await window.printReceipt(first)).toEqual({ type: 'accepted', isCopy: false });
  expect(seen()).toEqual({ customer: true, merchant: false, otherwise: asWritten });
  expect(await window.printReceipt(first)).toMatchObject({ refusal: { code: 'invalid-input' } });
  const card = { ...first, reason: 'card 4242424242424242' };
  expect(await window.printReceipt(card)).toMatchObject({ refusal: { code: 'invalid-input' } });
  expect(await window.printReceipt({ ...first, reason: 'It was torn' })).toEqual({ type: 'accepted', isCopy: true });
  await until(async () => printer.paper[1] ?? null);
  expect(printer.paper[0]).not.toContain('COPY');
  expect(printer.paper[1]).toContain('COPY');
  const again = (await records()).filter(({ type }) => type === 'print-job-made');
  expect(again).toMatchObject([{ data: { copy: false } }, { data: { copy: true, reason: 'It was torn' } }]);
});

it('prints an X as often as it is wanted, and a Z a second time only as a COPY with a reason', async () => {
  const { printer, window, records } = await aWindow();
  const x = { number: null, reason: null };
  expect(await window.printShift(x)).toEqual({ type: 'accepted', isCopy: false });
  expect(await window.printShift(x)).toEqual({ type: 'accepted', isCopy: false });
  expect(await window.closeShift({ evenIfOpen: true, approval: null })).toMatchObject({ type: 'closed' });
  const z = { number: 1, reason: null };
  expect(await window.printShift(z)).toEqual({ type: 'accepted', isCopy: false });
  expect(await window.printShift(z)).toMatchObject({ refusal: { code: 'invalid-input' } });
  const card = { ...z, reason: 'card 4242424242424242' };
  expect(await window.printShift(card)).toMatchObject({ refusal: { code: 'invalid-input' } });
  expect(await window.printShift({ ...z, reason: 'It was torn' })).toEqual({ type: 'accepted', isCopy: true });
  await until(async () => printer.paper[3] ?? null);
  expect(printer.paper.map((paper) => paper.includes('COPY'))).toEqual([false, false, false, true]);
  const made = (await records()).filter(({ type }) => type === 'print-job-made');
  expect(made.at(-1)).toMatchObject({ data: { copy: true, reason: 'It was torn' } });
});

it('opens the drawer once for a paid sale where the shop wants it, and for nothing else', async () => {
  const { printer, window, records } = await aWindow({ drawer: 'always' });
  const sell = async (requestId: string, input: object) => {
    const made = await window.submit({ kind: 'cloud-pos', input: { ...sale, ...input }, requestId });
    if (made.type === 'refused') throw new Error(made.refusal.detail);
    const { id } = made.operation;
    await until(async () => isFinal(window.operation({ id })?.state ?? 'unknown') || null);
    return id;
  };
  const sale = { messageType: 'SALE', posTerminalId: 'T-1', amount: { value: 500, currency: 'EUR' } };
  const id = await sell('D-1', { transId: 'D-1' });
  await until(async () => printer.pulses === 1 || null);
  await sell('D-2', { transId: 'D-2', messageType: 'AUTHORISATION_OR_RESERVATION' });
  await sell('D-3', { transId: 'D-3' });
  await until(async () => printer.pulses === 2 || null);
  const opened = (await records()).filter((record) => textAt(record, 'type')?.startsWith('drawer-'));
  expect(opened).toMatchObject([
    { type: 'drawer-opened-by-sale', data: { drawer: 'COUNTER', operation: id, by: 'cashier' } },
    { type: 'drawer-opened-by-sale' },
  ]);
  const report = await window.shiftReport({ number: null });
  expect(report).toMatchObject({ report: { drawerOpenings: 0 } });
});

it('opens the drawer for a supervisor, or with the PIN of one, and not as often as one likes', async () => {
  const { printer, window, records, people } = await aWindow();
  const { manager, cashier } = await people();
  const open = { drawer: 'COUNTER', reason: 'Change for a note', approval: null };
  expect(await window.openDrawer({ ...open, reason: ' ' })).toMatchObject({ refusal: { code: 'invalid-input' } });
  expect(await window.openDrawer({ ...open, drawer: 'OTHER' })).toMatchObject({ refusal: { code: 'device-unknown' } });
  expect(await window.openDrawer(open)).toEqual({ type: 'opened' });
  await window.signIn(cashier);
  expect(await window.openDrawer(open)).toMatchObject({ refusal: { code: 'approval-needed' } });
  expect(await window.openDrawer({ ...open, approval: manager })).toEqual({ type: 'opened' });
  expect(printer.pulses).toBe(2);
  printer.drawer = 'unknown';
  expect(await window.openDrawer({ ...open, approval: manager })).toEqual({ type: 'unknown' });
  printer.drawer = 'not-sent';
  expect(await window.openDrawer({ ...open, approval: manager })).toMatchObject({ refusal: { code: 'not-sent' } });
  expect(await window.openDrawer({ ...open, approval: manager })).toMatchObject({
    refusal: { code: 'too-many-requests' },
  });
  const opened = (await records()).filter(({ type }) => type === 'drawer-opened');
  expect(opened).toMatchObject([
    { data: { by: 'Manager', reason: 'Change for a note' } },
    { data: { by: 'Cashier', approvedBy: 'Manager' } },
    { data: { by: 'Cashier' } },
  ]);
  printer.become({ drawerOpen: true });
  expect(window.printing().printers[0]?.drawerOpenSince).toBeTruthy();
  printer.become({ drawerOpen: false });
  expect(window.printing().printers[0]?.drawerOpenSince).toBeNull();
});
