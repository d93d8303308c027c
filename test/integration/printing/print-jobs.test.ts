// Print jobs over a real database with a scripted printer: printed once, or in doubt and somebody says.
import { describe, expect, it, vi } from 'vitest';
import { createPrinting, receiptRules } from '#assembly/counter/printing.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { settingsSchema } from '#settings/settings.ts';
import { commitChange } from '#core/commit/commit.ts';
import { commandFor } from '#core/gateway/context.ts';
import { noSaleDocument } from '#core/printing/no-sale.ts';
import type { PrintJobRecord } from '#core/ports/record.ts';
import { makeJob } from '#core/printing/jobs.ts';
import { receiptsOfOutcome } from '#core/printing/receipt-jobs.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { startMs } from '#support/records.ts';
import { ScriptedPrinter, aDocument, printersOf } from '#support/scripted-printer.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const aPrinter = { COUNTER: { address: 'tcp://192.0.2.7:9100' } };
const german = { mode: 'live', shopName: '', language: 'de' } as const;
const program = { clientId: 'erp-1', by: 'The ERP' };
const person = { clientId: null, by: 'Ada' };

async function aShop({
  dataDir = aFolder(),
  printers = [new ScriptedPrinter()],
  settings = {},
  isPaused = false,
} = {}) {
  const receipts = receiptRules(settingsSchema.parse(settings), 'live');
  const folder = opened(dataDir, {
    followUp: (tx, record) => receiptsOfOutcome({ rules: receipts, clock, chance, log }, tx, record),
  });
  const { store } = folder;
  const clock = FakeClock.startingAt(startMs);
  let ids = folder.journal.head().seq * 100;
  const chance = { fraction: () => 0.5, operationId: () => 'op', hex128: () => `${(ids += 1)}` };
  const digests = { keyed: (text: string) => `digest of ${text}` };
  const changes = { count: 0 };
  const log = () => undefined;
  const changed = () => void (changes.count += 1);
  const printing = createPrinting({
    receipts,
    store,
    printers: printersOf(...printers),
    clock,
    chance,
    digests,
    log,
    changed,
    isPaused: () => isPaused,
    cardRules: { idsMayLookLikeCards: false },
  });
  const { devices, queue, drawers } = printing;
  await queue.start();
  const print = async (text: string, requestId = text, device = 'COUNTER') => {
    const answer = await devices.print({ clientId: 'erp-1', requestId, device, document: aDocument(text) });
    if (answer.type === 'refused') throw new Error(answer.refusal.detail);
    return answer.job.id;
  };
  const stateOf = (id: string) => devices.job(id)?.state;
  const settled = async (id: string) => {
    const waiting = devices.waitFor(id, 60_000, () => undefined);
    await clock.advance(0);
    return waiting;
  };
  return {
    dataDir,
    folder,
    store,
    clock,
    devices,
    queue,
    drawers,
    printer: printers[0]!,
    print,
    stateOf,
    settled,
    changes,
  };
}

describe('a print job', () => {
  it('is printed by the printer’s own word, is journalled without its document, and keeps nothing to print', async () => {
    const { dataDir, folder, devices, print, settled, printer } = await aShop();
    const id = await print('Receipt for Straße 7');
    expect(await settled(id)).toMatchObject({ state: 'printed', doubt: null, waitingFor: null, device: 'COUNTER' });
    expect(printer.paper).toEqual(['Receipt for Straße 7']);
    const records = folder.journal.after(0, 100).filter(({ data }) => data['job'] === id);
    expect(records.map(({ type }) => type)).toEqual(['print-job-made', 'print-job-sending', 'print-job-printed']);
    expect(JSON.stringify(records)).not.toContain('Straße');
    expect(folder.store.printJob(id)?.document).toBeNull();
    expect(rawDatabase(dataDir).prepare('SELECT sealed FROM print_jobs').get()).toEqual({ sealed: null });
    expect(devices.jobsIn('printed', 5).map((job) => job.id)).toEqual([id]);
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('lies sealed on the disk while it waits', async () => {
    const { dataDir, printer, print } = await aShop();
    printer.become({ obstacle: 'paper-out' });
    await print('A name that is nobody’s business');
    const { sealed } = rawDatabase(dataDir).prepare('SELECT sealed FROM print_jobs').get() as { sealed: Uint8Array };
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('business');
  });

  it('waits for paper, says so, and is printed in order when the printer says that it can', async () => {
    const { clock, devices, printer, print, stateOf } = await aShop();
    printer.become({ obstacle: 'paper-out' });
    const [one, two] = [await print('one'), await print('two')];
    await clock.advance(120_000);
    expect(devices.job(one)).toMatchObject({ state: 'due', waitingFor: 'paper-out' });
    expect(devices.job(two)).toMatchObject({ state: 'due', waitingFor: 'paper-out' });
    expect(printer.paper).toEqual([]);
    printer.become({ obstacle: null });
    await clock.advance(0);
    expect([stateOf(one), stateOf(two)]).toEqual(['printed', 'printed']);
    expect(printer.paper).toEqual(['one', 'two']);
    expect(clock.pending).toBe(0);
  });

  it('is tried again now and then where the printer says nothing of its own accord', async () => {
    const { clock, printer, print, stateOf } = await aShop();
    printer.becomeSilently({ obstacle: 'no-answer' });
    const id = await print('one');
    await clock.advance(1_000);
    printer.becomeSilently({ obstacle: null });
    expect(stateOf(id)).toBe('due');
    await clock.advance(15_000);
    expect(stateOf(id)).toBe('printed');
  });

  it('holds up no other printer while it waits', async () => {
    const kitchen = new ScriptedPrinter('KITCHEN');
    const { clock, printer, print, stateOf } = await aShop({ printers: [new ScriptedPrinter(), kitchen] });
    printer.become({ obstacle: 'cover-open' });
    const [slip, order] = [await print('slip'), await print('order', 'order', 'KITCHEN')];
    await clock.advance(0);
    expect([stateOf(slip), stateOf(order)]).toEqual(['due', 'printed']);
  });

  it('that the driver did not send after all is due again', async () => {
    const { clock, devices, printer, print, stateOf } = await aShop();
    printer.fate = { type: 'not-sent', obstacle: 'offline' };
    const id = await print('one');
    await clock.advance(0);
    expect(devices.job(id)).toMatchObject({ state: 'due', waitingFor: 'offline' });
    printer.fate = { type: 'printed' };
    await clock.advance(15_000);
    expect(stateOf(id)).toBe('printed');
    expect(printer.paper).toEqual(['one']);
  });

  it('that is not confirmed ends as handed over', async () => {
    const { printer, print, settled } = await aShop();
    printer.fate = { type: 'handed-over' };
    expect(await settled(await print('one'))).toMatchObject({ state: 'handed-over', doubt: null });
  });
});

describe('a doubtful print job', () => {
  it.each([
    ['without a word', { type: 'doubtful', reason: 'no-word' } as const, 'no-word'],
    ['whose driver broke', 'throws' as const, 'driver-failed'],
  ])('%s is never sent again by itself, and holds up none behind it', async (_, fate, doubt) => {
    const { clock, devices, printer, print, stateOf } = await aShop();
    printer.fate = fate;
    const one = await print('one');
    await clock.advance(0);
    printer.fate = { type: 'printed' };
    const two = await print('two');
    await clock.advance(600_000);
    printer.become({ obstacle: null });
    await clock.advance(600_000);
    expect(devices.job(one)).toMatchObject({ state: 'doubtful', doubt });
    expect(stateOf(two)).toBe('printed');
    expect(printer.paper.filter((text) => text === 'one').length).toBeLessThan(2);
  });

  it('is what a restart makes of one that was on its way; what was due goes on', async () => {
    const before = await aShop();
    before.printer.fate = 'hangs';
    const [one, two] = [await before.print('one'), await before.print('two')];
    await before.clock.advance(0);
    expect([before.stateOf(one), before.stateOf(two)]).toEqual(['sending', 'due']);
    before.folder.close();
    const after = await aShop({ dataDir: before.dataDir });
    await after.clock.advance(0);
    expect(after.devices.job(one)).toMatchObject({ state: 'doubtful', doubt: 'restarted' });
    expect(after.stateOf(two)).toBe('printed');
    expect(after.printer.paper).toEqual(['two']);
  });

  it('is what a folder that may be a copy makes of one that was due: another till may have printed it', async () => {
    const before = await aShop();
    before.printer.become({ obstacle: 'paper-out' });
    const [one, two] = [await before.print('one'), await before.print('two')];
    before.folder.close();
    const after = await aShop({ dataDir: before.dataDir, isPaused: true });
    const three = await after.print('three');
    await after.clock.advance(60_000);
    expect(after.devices.job(one)).toMatchObject({ state: 'doubtful', doubt: 'restored' });
    expect([after.stateOf(two), after.stateOf(three)]).toEqual(['doubtful', 'printed']);
    expect(after.printer.paper).toEqual(['three']);
  });

  it('is what a damaged row becomes; the till starts, and prints what stands behind it', async () => {
    const before = await aShop();
    before.printer.fate = 'hangs';
    const ids = [await before.print('sending'), await before.print('due'), await before.print('whole')];
    await before.clock.advance(0);
    before.folder.close();
    const db = rawDatabase(before.dataDir);
    db.prepare('UPDATE print_jobs SET sealed = ? WHERE id <> ?').run(Buffer.from('damaged'), ids[2] ?? '');
    db.close();
    const after = await aShop({ dataDir: before.dataDir });
    await after.clock.advance(0);
    expect(ids.map((id) => after.devices.job(id))).toMatchObject([
      { state: 'doubtful', doubt: 'restarted' },
      { state: 'doubtful', doubt: 'unreadable' },
      { state: 'printed' },
    ]);
    expect(after.printer.paper).toEqual(['whole']);
  });

  it('that came out is printed by a person’s word, which is journalled', async () => {
    const { clock, folder, devices, printer, print } = await aShop();
    printer.fate = { type: 'doubtful', reason: 'no-word' };
    const id = await print('one');
    await clock.advance(0);
    const said = { cameOut: true, reprint: true };
    const answer = await devices.decide(id, person, said);
    expect(answer).toMatchObject({ job: { state: 'printed', doubt: null, reprint: null, decided: { by: 'Ada' } } });
    expect(await devices.decide(id, person, said)).toMatchObject({ type: 'accepted' });
    expect(await devices.decide(id, person, { cameOut: false, reprint: true })).toMatchObject({
      refusal: { code: 'not-decidable' },
    });
    expect(folder.journal.after(0, 100)).toContainEqual(
      expect.objectContaining({
        type: 'print-job-decided',
        data: expect.objectContaining({ cameOut: true, by: 'Ada' }),
      }),
    );
  });

  it('that did not come out is printed again as a linked COPY, once', async () => {
    const { clock, devices, printer, print } = await aShop();
    printer.fate = { type: 'doubtful', reason: 'no-word' };
    const id = await print('one');
    await clock.advance(0);
    printer.paper.length = 0;
    printer.fate = { type: 'printed' };
    const said = { cameOut: false, reprint: true };
    await Promise.all([devices.decide(id, program, said), devices.decide(id, program, said)]);
    await clock.advance(0);
    const first = devices.job(id);
    expect(first).toMatchObject({ state: 'cancelled', decided: { cameOut: false } });
    expect(devices.job(first?.reprint ?? '')).toMatchObject({ state: 'printed', copy: true, reprintOf: id });
    expect(printer.paper).toEqual(['one COPY']);
  });

  it('is decided by its program also where it is a reprint; a reprint after a decision without one is refused', async () => {
    const { clock, devices, printer, print } = await aShop();
    printer.fate = { type: 'doubtful', reason: 'no-word' };
    const [one, two] = [await print('one'), await print('two')];
    await clock.advance(0);
    await devices.decide(one, program, { cameOut: false, reprint: true });
    await clock.advance(0);
    const reprint = devices.job(one)?.reprint ?? '';
    const said = { cameOut: true, reprint: false };
    expect(await devices.decide(reprint, { clientId: 'erp-2', by: 'Another' }, said)).toMatchObject({
      refusal: { code: 'operation-of-other' },
    });
    expect(await devices.decide(reprint, program, said)).toMatchObject({ job: { state: 'printed' } });
    await devices.decide(two, person, { cameOut: false, reprint: false });
    expect(await devices.decide(two, program, { cameOut: false, reprint: true })).toMatchObject({
      refusal: { code: 'not-decidable' },
    });
  });

  it('is not decided by another program', async () => {
    const { clock, devices, printer, print } = await aShop();
    printer.fate = { type: 'doubtful', reason: 'no-word' };
    const id = await print('one');
    await clock.advance(0);
    const other = { clientId: 'erp-2', by: 'Another' };
    const answer = await devices.decide(id, other, { cameOut: true, reprint: false });
    expect(answer).toMatchObject({ refusal: { code: 'operation-of-other' } });
  });
});

describe('a drawer', () => {
  const openings = (folder: Awaited<ReturnType<typeof aShop>>['folder']) =>
    folder.journal
      .after(0, 100)
      .filter(({ type }) => type.startsWith('drawer-'))
      .map(({ type }) => type);

  it('that opens without a pulse was opened by key: the journal says so', async () => {
    const { clock, folder, devices, printer } = await aShop();
    printer.become({ drawerOpen: false });
    await devices.openDrawer('COUNTER', person, 'Change');
    printer.become({ drawerOpen: true });
    printer.become({ drawerOpen: false });
    await clock.advance(60_000);
    printer.become({ drawerOpen: null });
    printer.become({ drawerOpen: true });
    printer.become({ paperLow: true });
    await expect.poll(() => openings(folder)).toEqual(['drawer-opened', 'drawer-found-open']);
  });

  const foundOpen = (folder: Awaited<ReturnType<typeof aShop>>['folder']) =>
    folder.journal
      .after(0, 1_000)
      .filter(({ type }) => type === 'drawer-found-open')
      .map(({ at, data }) => ({
        atS: (Date.parse(at) - startMs) / 1_000,
        device: data['drawer'],
        openings: data['openings'],
      }));

  it('that opens time and again is in the journal at once, then once a minute with how often, also at the end', async () => {
    const other = new ScriptedPrinter('BAR');
    const { clock, folder, drawers, printer } = await aShop({ printers: [new ScriptedPrinter(), other] });
    const opens = async (times: number, each = printer) => {
      for (let time = 0; time < times; time += 1) {
        each.become({ drawerOpen: false });
        each.become({ drawerOpen: true });
        await clock.advance(1_000);
      }
    };
    await opens(50);
    await opens(1, other);
    await clock.advance(300_000);
    expect(foundOpen(folder)).toEqual([
      { atS: 0, device: 'COUNTER', openings: undefined },
      { atS: 50, device: 'BAR', openings: undefined },
      { atS: 60, device: 'COUNTER', openings: 49 },
    ]);
    expect(clock.pending).toBe(0);
    await opens(3);
    await drawers.close();
    expect(foundOpen(folder).slice(3)).toEqual([
      { atS: 351, device: 'COUNTER', openings: undefined },
      { atS: 354, device: 'COUNTER', openings: 2 },
    ]);
    expect(clock.pending).toBe(0);
  });

  it('whose record cannot be written is in the next one', async () => {
    const { clock, folder, store, printer } = await aShop();
    const transact = vi.spyOn(store, 'transact').mockRejectedValueOnce(new Error('the disk is full'));
    printer.become({ drawerOpen: false });
    printer.become({ drawerOpen: true });
    await clock.advance(60_000);
    expect(transact).toHaveBeenCalledTimes(2);
    expect(foundOpen(folder)).toEqual([{ atS: 60, device: 'COUNTER', openings: undefined }]);
  });
});

it.each(['http://shop.example/{id}', 'https://shop.example/', 'javascript:{id}', 'https://{id'])(
  'the shop’s address %s for receipts is refused',
  (link) => expect(settingsSchema.safeParse({ devices: { receipts: { link } } }).success).toBe(false),
);

describe('the till’s own slips', () => {
  const reportAt = (shop: Awaited<ReturnType<typeof aShop>>, type: 'X' | 'Z') =>
    reportOf(
      currentTally(shop.folder.books),
      {
        type,
        at: '2026-11-23T18:00:00.000Z',
        closedBy: type === 'Z' ? 'Ada' : null,
        head: null,
      },
      shop.folder.books,
    );

  it('a Z that is printed again says COPY and needs a reason, an X never; by itself it is printed once', async () => {
    const shop = await aShop({ settings: { shopName: 'Café', devices: { printers: aPrinter } } });
    const { clock, devices, printer } = shop;
    const [x, z] = [reportAt(shop, 'X'), reportAt(shop, 'Z')];
    const said = [
      await devices.printShift(x, 'Ada', { reason: null }),
      await devices.printShift(x, 'Ada', { reason: null }),
      await devices.printShift(z, 'Ada', { onlyFirst: true }),
      await devices.printShift(z, 'Ada', { onlyFirst: true }),
      await devices.printShift(z, 'Ada', { reason: null }),
      await devices.printShift(z, 'Ada', { reason: 'It was torn' }),
    ];
    await clock.advance(0);
    expect(said.map((each) => (each?.type === 'accepted' ? each.job.copy : null))).toEqual([
      false,
      false,
      false,
      null,
      null,
      true,
    ]);
    expect(said[4]).toMatchObject({ refusal: { code: 'invalid-input', errors: { reason: ['is missing'] } } });
    expect(said[5]).toMatchObject({ job: { operationId: null } });
    expect(printer.paper).toEqual(['Café', 'Café', 'Café', 'Café COPY']);
  });

  it('the drawer without a sale: a slip with the reason, and none where nothing was sent', async () => {
    const { clock, devices, printer } = await aShop({
      settings: { shopName: 'Café', devices: { printers: aPrinter, receipts: { noSale: 'always' } } },
    });
    await devices.openDrawer('COUNTER', person, 'Change');
    printer.drawer = 'closed-line';
    await devices.openDrawer('COUNTER', person, 'Change');
    await clock.advance(0);
    expect(printer.paper).toEqual(['Café']);
    expect(noSaleDocument({ by: 'Ada', reason: 'Change', atMs: startMs, isKnown: true }, german).blocks).toMatchObject([
      { text: 'Schublade ohne Verkauf geöffnet' },
      { type: 'text' },
      { left: 'Durch', right: 'Ada' },
      { left: 'Grund', right: 'Change' },
      { type: 'cut' },
    ]);
  });

  it('the slip of a drawer without a sale again: COPY, with the reason in the journal, whatever the printer did', async () => {
    const shop = await aShop({
      settings: { shopName: 'Café', devices: { printers: aPrinter, receipts: { noSale: 'always' } } },
    });
    const { devices, clock, printer, folder } = shop;
    await devices.openDrawer('COUNTER', person, 'Change');
    await clock.advance(0);
    printer.become({ obstacle: 'paper-out' });
    await devices.openDrawer('COUNTER', person, 'A key');
    const [second, first] = devices.noSaleSlips();
    expect([first?.noSale, second?.noSale]).toMatchObject([
      { by: 'Ada', reason: 'Change', atMs: startMs, isKnown: true },
      { by: 'Ada', reason: 'A key', atMs: startMs, isKnown: true },
    ]);
    // Taken back before it came out: the next one is the first.
    await devices.cancel(second!.id, person);
    printer.recover();
    const again = (id: string) => devices.printNoSale(id, { by: 'Grace', reason: 'Torn off' });
    expect(await again(second!.id)).toMatchObject({ job: { copy: false, operationId: null } });
    expect(await again(second!.id)).toMatchObject({ job: { copy: true, reprintOf: second!.id } });
    expect(await again(first!.id)).toMatchObject({ job: { copy: true } });
    expect(await again('print_unknown')).toMatchObject({ refusal: { code: 'print-job-not-found' } });
    await clock.advance(0);
    expect(printer.paper).toEqual(['Café', 'Café', 'Café COPY', 'Café COPY']);
    expect(devices.noSaleSlips()).toHaveLength(2);
    const made = folder.journal.after(0, 100).filter(({ type }) => type === 'print-job-made');
    expect(made.at(-1)?.data).toMatchObject({ by: 'Grace', reason: 'Torn off', copy: true, reprintOf: first!.id });
    folder.close();
    expect(
      opened(shop.dataDir)
        .store.latestPrintJobs('no-sale', 9)
        .map(({ noSale }) => noSale?.reason ?? null),
    ).toEqual([null, null, null, 'A key', 'Change']);
  });

  it('come from the printer for slips, never from the kitchen’s', async () => {
    const kitchen = new ScriptedPrinter('KITCHEN');
    const printers = { KITCHEN: { address: 'tcp://192.0.2.8:9100', role: 'kitchen' }, ...aPrinter };
    const shop = await aShop({
      printers: [kitchen, new ScriptedPrinter()],
      settings: { shopName: 'Café', devices: { printers } },
    });
    await shop.devices.printShift(reportAt(shop, 'X'), 'Ada', { reason: null });
    await shop.clock.advance(0);
    expect(kitchen.paper).toEqual([]);
    expect((await shop.devices.list()).map(({ id, role }) => [id, role])).toEqual([
      ['KITCHEN', 'kitchen'],
      ['COUNTER', 'slips'],
    ]);
  });
});

it('a request for the drawer that is repeated after a restart opens nothing', async () => {
  const before = await aShop();
  const open = ({ devices }: typeof before) => devices.openDrawer('COUNTER', program, 'Change', 'D-1');
  expect(await open(before)).toMatchObject({ result: 'opened', repeated: false });
  before.folder.close();
  const after = await aShop({ dataDir: before.dataDir });
  expect(await open(after)).toMatchObject({ result: 'opened', repeated: true });
  expect([before.printer.pulses, after.printer.pulses]).toEqual([1, 0]);
});

describe('what a program asks for', () => {
  it('under the same key is one job, also at the same time and after a restart; another body is refused', async () => {
    const before = await aShop();
    const ids = await Promise.all([before.print('one', 'K'), before.print('one', 'K')]);
    await before.clock.advance(0);
    before.folder.close();
    const { devices, print, printer } = await aShop({ dataDir: before.dataDir });
    expect(new Set([...ids, await print('one', 'K')]).size).toBe(1);
    await expect(print('two', 'K')).rejects.toThrow('Idempotency-Key');
    expect(devices.jobsIn('printed', 5)).toHaveLength(1);
    expect([...before.printer.paper, ...printer.paper]).toEqual(['one']);
  });

  it('can be taken back while it is due, and not later', async () => {
    const { clock, devices, printer, print, stateOf } = await aShop();
    printer.become({ obstacle: 'paper-out' });
    const id = await print('one');
    expect(await devices.cancel(id, program)).toMatchObject({ job: { state: 'cancelled' } });
    expect(await devices.cancel(id, program)).toMatchObject({ job: { state: 'cancelled' } });
    printer.become({ obstacle: null });
    const two = await print('two');
    await clock.advance(0);
    expect(stateOf(two)).toBe('printed');
    expect(await devices.cancel(two, program)).toMatchObject({ refusal: { code: 'not-cancellable' } });
    expect(printer.paper).toEqual(['two']);
  });

  it('may show the masked number of a card, and never the full one', async () => {
    const { print } = await aShop();
    await print('Card: ************4242');
    await expect(print('Card: 4242 4242 4242 4242')).rejects.toThrow('full number of a card');
    await expect(print('x', '4242424242424242')).rejects.toThrow('full number of a card');
    await expect(print('x', 'y', 'NOWHERE')).rejects.toThrow('no device NOWHERE');
  });
});

it.each([
  ['in columns', [{ type: 'columns', left: '4242 4242', right: '4242 4242' }]],
  ['in lines', [{ type: 'text', text: '42424242\n42424242' }]],
  ['in texts', [4, 4, 4, 4].map(() => ({ type: 'text', text: '4242' }))],
] as const)('the number of a card that is split %s is not printed', async (_, blocks) => {
  const { devices, store } = await aShop();
  const document = { blocks: [...blocks] } as PrintDocument;
  const answer = await devices.print({ clientId: 'erp-1', requestId: 'K', device: 'COUNTER', document });
  expect(answer).toMatchObject({ refusal: { code: 'invalid-input' } });
  expect(store.printJobByRequest('erp-1', 'K')).toBeNull();
});

it('a program cannot fill the disk while no printer takes anything', async () => {
  const { printer, print } = await aShop();
  printer.become({ obstacle: 'paper-out' });
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => print(`job ${index}`)));
  await expect(print('one more')).rejects.toThrow('1000 print jobs of this program');
});

it('1,000 jobs of one program refuse nothing to another one, and the till prints its receipt before them', async () => {
  const { clock, devices, printer, print, store } = await aShop();
  printer.become({ obstacle: 'paper-out' });
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => print(`job ${index}`)));
  const document = aDocument('of another');
  const other = await devices.print({ clientId: 'erp-2', requestId: 'K', device: 'COUNTER', document });
  expect(other).toMatchObject({ type: 'accepted', job: { state: 'due' } });
  await store.transact((tx) =>
    makeJob(tx, { id: 'receipt', device: 'COUNTER', document: aDocument('receipt'), asked: null, by: null }, 0),
  );
  printer.become({ obstacle: null });
  await clock.advance(0);
  expect(printer.paper[0]).toBe('receipt');
});

describe('while a printer takes nothing', () => {
  const waiting = async () => {
    const shop = await aShop();
    shop.printer.become({ obstacle: 'paper-out' });
    let made = 0;
    const waits = async (count: number, days = 0, asked: PrintJobRecord['asked'] = null) => {
      const atMs = shop.clock.nowMs() - days * 24 * 3_600_000;
      const jobs = await shop.store.transact((tx) =>
        Array.from({ length: count }, () => {
          const id = `print_waiting_${(made += 1)}`;
          return makeJob(tx, { id, device: 'COUNTER', document: aDocument(id), asked, by: null }, atMs);
        }),
      );
      shop.queue.kick();
      await shop.clock.advance(0);
      return jobs.map(({ id }) => id);
    };
    const reasons = () =>
      shop.folder.journal
        .after(0, 10_000)
        .filter(({ type }) => type === 'print-job-cancelled')
        .map(({ data }) => [data['job'], data['by'], data['reason']]);
    return { ...shop, waits, reasons };
  };

  it('the newest 500 of the till’s own documents wait for it, and the alarm says that older ones do not', async () => {
    const { waits, print, stateOf, settled, queue, devices, printer, reasons } = await waiting();
    const asked = await print('of a program');
    const first = await waits(500);
    expect(queue.alarms().map(({ message }) => message)).toEqual([expect.stringContaining('501 print jobs.')]);
    const [one = '', two = '', third = ''] = first;
    await waits(2);
    expect(await settled(two)).toMatchObject({ state: 'cancelled' });
    expect([one, third, asked].map((id) => stateOf(id))).toEqual(['cancelled', 'due', 'due']);
    expect(reasons()).toEqual([one, two].map((id) => [id, null, 'too-many-wait']));
    expect(queue.alarms().map(({ message }) => message)).toEqual([expect.stringContaining('print them again')]);
    printer.become({ obstacle: null });
    expect(await settled(asked)).toMatchObject({ state: 'printed' });
    expect(devices.jobsIn('printed', 1_000)).toHaveLength(501);
    expect(queue.alarms()).toEqual([]);
  });

  it('what has waited for a week is taken back, also of a program', async () => {
    const { waits, stateOf, settled, reasons } = await waiting();
    const [mine = ''] = await waits(1, 7);
    const [asked = ''] = await waits(1, 8, { clientId: 'erp-1', requestId: 'old', digest: 'd' });
    const [later = ''] = await waits(1, 6);
    expect(await settled(asked)).toMatchObject({ state: 'cancelled' });
    expect([stateOf(mine), stateOf(later)]).toEqual(['cancelled', 'due']);
    expect(reasons()).toEqual([mine, asked].map((id) => [id, null, 'waited-too-long']));
  });
});

it('the documents of one program that wait have a bound in bytes', async () => {
  const { devices, printer } = await aShop();
  printer.become({ obstacle: 'paper-out' });
  // As many as fit, and the one that passes the bound.
  const document = { blocks: [{ type: 'picture' as const, pbm: 'A'.repeat(200_000) }, { type: 'cut' as const }] };
  const answers: string[] = [];
  for (let index = 0; index < 90; index += 1) {
    const asked = { clientId: 'erp-1', requestId: `K-${index}`, device: 'COUNTER', document };
    const answer = await devices.print(asked);
    answers.push(answer.type === 'accepted' ? 'accepted' : answer.refusal.code);
  }
  expect(answers.filter((each) => each === 'accepted')).toHaveLength(Math.ceil((16 * 1_024 * 1_024) / 200_100));
  expect(answers.at(-1)).toBe('queue-full');
});

describe('a receipt', () => {
  const lines = ['Beleg', 'EUR 12,34'];
  const sold = { state: 'succeeded', event: 'succeeded', result: { receipt: { customer: lines } } } as const;

  async function aSale(when: 'always' | 'ask' | 'never') {
    const printer = new ScriptedPrinter();
    const receipts = { printers: { COUNTER: { address: 'tcp://x:1' } }, receipts: { customer: when } };
    const shop = await aShop({ printers: [printer], settings: { devices: receipts } });
    const input = {
      messageType: 'SALE',
      posTerminalId: 'T1',
      transId: 'S-1',
      amount: { value: 1_234, currency: 'EUR' },
    };
    const terminal = { kind: 'cloud-pos', terminalId: 'T1', transId: 'S-1', input };
    await shop.store.transact((tx) => accept(tx, anAccepted('a', { ...terminal, state: 'sending' })));
    const outcome = (after: () => void = () => undefined) =>
      shop.store.transact((tx) => {
        const record = tx.operation('op_a');
        if (record !== null) commitChange(tx, commandFor(record), record, sold, startMs);
        after();
      });
    const ofSale = () => shop.store.receiptJobs('op_a', 10);
    return { ...shop, outcome, ofSale };
  }

  it('is a job of the outcome’s own transaction, and comes out once', async () => {
    const { clock, outcome, ofSale, queue, printer } = await aSale('always');
    await expect(
      outcome(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(ofSale()).toEqual([]);
    await outcome();
    expect(ofSale()).toMatchObject([{ state: 'due', receipt: 'customer', copy: false, device: 'COUNTER' }]);
    queue.kick();
    await clock.advance(0);
    expect(printer.paper).toEqual(['Beleg']);
  });

  it('comes out on request only where the settings say so, and the second one says COPY', async () => {
    const { clock, devices, outcome, ofSale, printer } = await aSale('ask');
    await outcome();
    expect(ofSale()).toEqual([]);
    const asked = { by: 'Ada', reason: null };
    const again = { by: 'Ada', reason: 'It was torn' };
    expect(await devices.printReceipt('op_a', 'customer', asked)).toMatchObject({ job: { copy: false } });
    expect(await devices.printReceipt('op_a', 'customer', asked)).toMatchObject({ refusal: { code: 'invalid-input' } });
    await devices.printReceipt('op_a', 'customer', again);
    await clock.advance(0);
    expect(printer.paper).toEqual(['Beleg', 'Beleg COPY']);
    expect(await devices.printReceipt('op_b', 'customer', { by: 'Ada', reason: null })).toMatchObject({
      refusal: { code: 'operation-not-found' },
    });
  });

  it('never comes out where the settings say so', async () => {
    const { devices, outcome, ofSale } = await aSale('never');
    await outcome();
    expect(await devices.printReceipt('op_a', 'customer', { by: 'Ada', reason: null })).toMatchObject({
      type: 'refused',
    });
    expect(ofSale()).toEqual([]);
  });
});

describe('a drawer', () => {
  it('gets one pulse, which is journalled with its reason before it leaves', async () => {
    const { clock, folder, devices, printer } = await aShop();
    expect(await devices.openDrawer('COUNTER', person, 'Change')).toMatchObject({ type: 'accepted', result: 'opened' });
    const records = folder.journal.after(0, 100).filter(({ type }) => type.startsWith('drawer'));
    expect(records.map(({ type, data }) => ({ type, ...data }))).toEqual([
      {
        type: 'drawer-opened',
        drawer: 'COUNTER',
        reason: 'Change',
        by: 'Ada',
        client: null,
        proof: expect.any(String),
      },
    ]);
    printer.drawer = 'unknown';
    expect(await devices.openDrawer('COUNTER', person, 'Change')).toMatchObject({ result: 'unknown' });
    expect(printer.pulses).toBe(2);
    printer.drawer = 'not-sent';
    expect(await devices.openDrawer('COUNTER', person, 'Change')).toMatchObject({ refusal: { code: 'not-sent' } });
    expect(printer.pulses).toBe(2);
    printer.drawer = 'closed-line';
    expect(await devices.openDrawer('COUNTER', person, 'Change')).toMatchObject({ refusal: { code: 'not-sent' } });
    const end = { type: 'X' as const, at: clock.iso(clock.nowMs()), closedBy: null, head: null };
    expect(reportOf(currentTally(folder.books), end, folder.books).drawerOpenings).toBe(2);
    const types = folder.journal.after(0, 100).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('drawer'))).toEqual([
      'drawer-opened',
      'drawer-opened',
      'drawer-unknown',
      'drawer-opened',
      'drawer-not-opened',
    ]);
  });
});
