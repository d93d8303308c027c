// A data folder that was restored or copied: its twin may have carried out what waits here, so nothing is sent on its
// word, everything is looked up, and a person says when to go on.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#contract/data/json.ts';
import { commandOf } from '#operations/index.ts';
import { linked } from '#store/journal/chain.ts';
import { createPause, liftPause } from '#store/folder-location.ts';
import { createSeal } from '#store/database/seal.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy, startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';
import { transactionBeside } from '#support/transaction-beside.ts';

const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(500) };
const nothingToSee = () => ok({ payId: 'P1', status: 'AUTHORIZED' });

describe('a paused folder', () => {
  async function withWaiting(offMs = 1_000) {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => unsent });
    before.gateway.online = false;
    const { id } = await before.submit('capture', capture);
    expect(before.operation(id).state).toBe('accepted');
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + offMs);
    const policy = { keyLifetimeMs: 3 * 3_600_000 };
    const till = await aTill({ dataDir, clock, policy, paused: 'It was copied.', answer: nothingToSee });
    return { till, id };
  }

  it('takes what waited for what it is: perhaps carried out elsewhere', async () => {
    const { till, id } = await withWaiting();
    expect(till.operation(id)).toMatchObject({
      state: 'unknown',
      attempts: [{ fate: 'unsent' }, { fate: 'unresolved' }],
    });
    await till.clock.advance(3_600_000);
    expect(till.posts()).toHaveLength(0);
    expect(till.gateway.sent.length).toBeGreaterThan(0);
  });

  it('counts once what a look-up shows of two that its twin carried out', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => unsent });
    before.gateway.online = false;
    const twice = [
      await before.submit('capture', capture),
      await before.submit('capture', { ...capture, transId: 'C-2' }),
    ];
    await before.engine.stop(0);
    const operations = twice.map(({ transId, refNr }) => {
      return { type: 'CAPTURE', transId, refNr, amount: amountOf(500), status: 'CAPTURED' };
    });
    const totals = { authorized: 2_000, captured: 1_000 };
    const shown = { payId: 'P1', status: 'CAPTURED', amount: amountOf(2_000), totals, operations };
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({ dataDir, clock, paused: 'It was copied.', answer: () => ok(shown) });
    await till.clock.advance(3_600_000);
    expect(twice.map(({ id }) => till.operation(id).state)).toEqual(['succeeded', 'succeeded']);
    expect(till.store.payment('env', 'P1')).toMatchObject({ captured: 1_000 });
  });

  it('takes nothing new', async () => {
    const { till } = await withWaiting();
    expect(await till.refused('capture', { ...capture, transId: 'C-2' })).toBe('paused');
  });

  it('leaves terminals their whole window, counted from its start: it may not know what they work on', async () => {
    const { till } = await withWaiting();
    till.gateway.answer = ({ method }) => (method === 'GET' ? nothingToSee() : ok({ status: 'OK', traceNr: '7' }));
    await till.clock.advance(60_000);
    till.engine.resume('Manager', 'The old computer is off.');
    await till.clock.advance(1_000);
    expect(await till.refused('cloud-pos', terminalCommand('SALE', 'S-1'))).toBe('terminal-resting');
    await till.submit('capture', { ...capture, payId: 'P2', transId: 'C-2' });
    await till.clock.advance(aPolicy().terminalWindowMs - 61_000);
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    expect(till.operation(id).state).toBe('succeeded');
  });

  it('finds what was carried out elsewhere, without sending it', async () => {
    const { till, id } = await withWaiting();
    const { refNr } = till.operation(id);
    till.gateway.answer = () => ok({ payId: 'P1', operations: [{ type: 'CAPTURE', refNr, status: 'OK' }] });
    await till.clock.advance(60_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.posts()).toHaveLength(0);
  });

  it('goes on under the same key when a person says so', async () => {
    const { till, id } = await withWaiting();
    const { key } = till.operation(id);
    await till.clock.advance(600_000);
    till.gateway.answer = ({ method }) => (method === 'GET' ? nothingToSee() : ok({ status: 'OK' }));
    till.engine.resume('Manager', 'The old computer is off.');
    await till.clock.advance(600_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.gateway.sent.filter(({ method }) => method === 'POST').map((sent) => sent.key)).toEqual([key]);
  });

  it.each([
    ['at the till', ({ engine }: Till) => engine.resume('Manager', 'The old computer is off.')],
    ['beside it', ({ pause }: Till) => pause.lift()],
  ])('does not take for absent what the other copy sent just before it was switched off (said %s)', async (_, lift) => {
    const { till, id } = await withWaiting();
    const { refNr } = till.operation(id);
    // Long enough to have been looked for more than twice, and by the rule of a start long since processed.
    await till.clock.advance(600_000);
    lift(till);
    await till.clock.advance(100_000);
    expect(till.operation(id).state).toBe('unknown');
    till.gateway.answer = () => ok({ payId: 'P1', operations: [{ type: 'CAPTURE', refNr, status: 'OK' }] });
    await till.clock.advance(600_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.posts()).toHaveLength(0);
  });

  it('goes on in the accepted order on a payment, whatever is looked up first', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => unsent });
    before.gateway.online = false;
    for (const transId of ['C-1', 'C-2', 'C-3']) await before.submit('capture', { ...capture, transId });
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({ dataDir, clock, paused: 'It was copied.', answer: nothingToSee });
    await clock.advance(600_000);
    // The first one's look-up gets no answer, those of the others do.
    let asked = 0;
    till.gateway.answer = ({ method }) => {
      if (method !== 'GET') return ok({ status: 'OK' });
      asked += 1;
      return asked === 1 ? lost : nothingToSee();
    };
    till.engine.resume('Manager', 'The old computer is off.');
    await clock.advance(3 * 3_600_000);
    expect(till.posts().map(({ transId }) => transId)).toEqual(['C-1', 'C-2', 'C-3']);
  });

  it('leaves what is first unsent while one behind it may have been carried out by the other copy', async () => {
    const dataDir = aFolder();
    const before = await aTill({
      dataDir,
      answer: ({ method }) => (method === 'GET' ? nothingToSee() : ok({ status: 'OK' })),
    });
    const seen = await before.submit('capture', { ...capture, transId: 'C-0' });
    before.gateway.answer = () => unsent;
    before.gateway.online = false;
    const first = await before.submit('capture', { ...capture, transId: 'C-1' });
    const behind = await before.submit('capture', { ...capture, transId: 'C-2' });
    await before.engine.stop(0);
    const listed = ({ transId, refNr }: typeof seen, status: string) => {
      return { type: 'CAPTURE', transId, refNr, amount: amountOf(500), status };
    };
    // The list shows that the first one was not carried out, and that the gateway works on the one behind it.
    const shown = {
      payId: 'P1',
      status: 'AUTHORIZED',
      operations: [listed(seen, 'CAPTURED'), listed(behind, 'PENDING')],
    };
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({
      dataDir,
      clock,
      paused: 'It was copied.',
      answer: ({ method }) => ok(method === 'GET' ? shown : { status: 'OK' }),
    });
    await clock.advance(600_000);
    till.engine.resume('Manager', 'The old computer is off.');
    await clock.advance(3 * 3_600_000);
    expect(till.posts()).toHaveLength(0);
    expect(till.operation(first.id).state).toBe('needs-person');
  });

  it('leaves to a person what is first once one behind it was carried out: it may have been cancelled meanwhile', async () => {
    const dataDir = aFolder();
    const before = await aTill({
      dataDir,
      answer: ({ method }) => (method === 'GET' ? nothingToSee() : ok({ status: 'OK' })),
    });
    const seen = await before.submit('capture', { ...capture, transId: 'C-0' });
    before.gateway.answer = () => unsent;
    before.gateway.online = false;
    const first = await before.submit('capture', { ...capture, transId: 'C-1' });
    const behind = await before.submit('capture', { ...capture, transId: 'C-2' });
    await before.engine.stop(0);
    const operations = [seen, behind].map(({ transId, refNr }) => {
      return { type: 'CAPTURE', transId, refNr, amount: amountOf(500), status: 'CAPTURED' };
    });
    const shown = { payId: 'P1', status: 'AUTHORIZED', operations };
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({
      dataDir,
      clock,
      paused: 'It was copied.',
      answer: ({ method }) => ok(method === 'GET' ? shown : { status: 'OK' }),
    });
    await clock.advance(600_000);
    till.engine.resume('Manager', 'The old computer is off.');
    await clock.advance(3 * 3_600_000);
    expect(till.posts()).toHaveLength(0);
    expect([first.id, behind.id].map((id) => till.operation(id).state)).toEqual(['needs-person', 'succeeded']);
  });

  it('does not know what was taken elsewhere of an authorization from before: its void may pay out', async () => {
    const dataDir = aFolder();
    const authorize = terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1');
    const made = (traceNr: string) => ok({ payId: `P-${traceNr}`, status: 'OK', traceNr, amount: amountOf(1_000) });
    const before = await aTill({ dataDir, answer: () => made('1') });
    await before.submit('cloud-pos', authorize);
    const reverse = (traceNr: string) => ({ ...terminalCommand('REVERSE', `V-${traceNr}`), traceNr });
    const paysOut = ({ engine }: Till, traceNr: string) => engine.payOut(commandOf('cloud-pos')!, reverse(traceNr));
    expect(paysOut(before, '1')).toBeNull();
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({ dataDir, clock, paused: 'It was copied.', answer: nothingToSee });
    till.engine.resume('Manager', 'The old computer is off.');
    await clock.advance(aPolicy().terminalWindowMs);
    till.gateway.answer = ({ method }) => (method === 'GET' ? nothingToSee() : made('2'));
    await till.submit('cloud-pos', { ...authorize, transId: 'A-2' });
    expect(paysOut(till, '2')).toBeNull();
    expect(paysOut(till, '1')).toMatchObject({ unreferenced: false, payment: 'A-1' });
  });

  it('does not know it either where it learns only now that the authorization from before was made', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => lost });
    const { id } = await before.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
    const { refNr } = before.operation(id);
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const totals = { authorized: 1_000, captured: 0, refunded: 0 };
    const found = () => ok({ payId: 'P1', transId: 'A-1', refNr, status: 'AUTHORIZED', traceNr: '1', totals });
    const till = await aTill({ dataDir, clock, paused: 'It was copied.', answer: found });
    await clock.advance(aPolicy().processingMs);
    expect(till.operation(id).state).toBe('succeeded');
    till.engine.resume('Manager', 'The old computer is off.');
    expect(till.engine.payOut(commandOf('reverse')!, { payId: 'P1' })).toMatchObject({ payment: 'A-1' });
  });

  it('does not send again under a key that may have been used too long ago', async () => {
    const { till, id } = await withWaiting(2 * 3_600_000);
    await till.clock.advance(1.5 * 3_600_000);
    till.engine.resume('Manager', 'The old computer is off.');
    await till.clock.advance(3_600_000);
    expect(till.operation(id).state).toBe('needs-person');
    expect(till.posts()).toHaveLength(0);
  });
});

describe('a data folder', () => {
  function look(dataDir: string, seenDir: string | null) {
    const folder = opened(dataDir);
    const pause = createPause({ opened: folder, dataDir, seenDir, nowMs: () => startMs });
    return { folder, pause, types: () => folder.journal.after(0, 100).map(({ type }) => type) };
  }
  const write = ({ folder }: ReturnType<typeof look>, note: string) =>
    folder.operators.journal({ type: 'policy-applied', operationId: null, atMs: startMs, data: { note } });

  it('is taken for itself, also where it was moved', () => {
    const [dataDir, seenDir] = [aFolder(), aFolder()];
    look(dataDir, seenDir).folder.close();
    expect(look(dataDir, seenDir).pause.reason()).toBeNull();
    const moved = `${aFolder()}/moved`;
    renameSync(dataDir, moved);
    const { pause, folder } = look(moved, seenDir);
    expect([pause.reason(), folder.store.startedPausedMs()]).toEqual([null, null]);
  });

  it('that was copied starts paused, stays so, and goes on when a person says so', () => {
    const [dataDir, seenDir] = [aFolder(), aFolder()];
    look(dataDir, seenDir).folder.close();
    const copy = join(aFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    const first = look(copy, seenDir);
    expect(first.pause.reason()).toContain('copied');
    first.folder.close();
    const second = look(copy, seenDir);
    expect(second.pause.reason()).toContain('copied');
    liftPause(second.folder, 'Manager', 'The other one is off.', startMs);
    expect(second.pause.reason()).toBeNull();
    expect(second.folder.store.startedPausedMs()).toBe(startMs);
    expect(second.types()).toEqual(['folder-paused', 'folder-resumed']);
    second.folder.close();
    const third = look(copy, seenDir);
    expect(third.pause.reason()).toBeNull();
    expect(third.folder.store.startedPausedMs()).toBe(startMs);
  });

  function copied(): string {
    const dataDir = aFolder();
    look(dataDir, null).folder.close();
    const copy = join(aFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    return copy;
  }

  it.each(['owes-doubts', 'started-paused-ms', 'paused', 'place', 'folder-paused'])(
    'that died while it noted "%s" is paused by the next start, rests its terminals, owes doubts and says so once',
    (note) => {
      const copy = copied();
      const folder = opened(copy);
      const db = rawDatabase(copy);
      // One of the two writes it: the record of the journal, or the mark.
      db.exec(`
        CREATE TRIGGER dies_at_mark BEFORE INSERT ON meta WHEN new.key = '${note}'
          BEGIN SELECT RAISE(ABORT, 'killed'); END;
        CREATE TRIGGER dies_at_record BEFORE INSERT ON journal WHEN new.type = '${note}'
          BEGIN SELECT RAISE(ABORT, 'killed'); END`);
      expect(() => createPause({ opened: folder, dataDir: copy, seenDir: null, nowMs: () => startMs })).toThrow(
        'killed',
      );
      db.exec('DROP TRIGGER dies_at_mark; DROP TRIGGER dies_at_record');
      expect(liftPause(folder, 'Manager', 'The other one is off.', startMs)).toBeNull();
      folder.close();
      const { pause, types, folder: next } = look(copy, null);
      expect([next.store.startedPausedMs(), pause.owesDoubts()]).toEqual([startMs, true]);
      expect(pause.reason()).toContain('copied');
      expect(types()).toEqual(['folder-paused']);
    },
  );

  it('whose pause is lifted while a bridge starts on it is not paused again', () => {
    const copy = copied();
    look(copy, null).folder.close();
    const folder = opened(copy);
    const beside = opened(copy, { use: 'command' });
    // The start asks for the time once it has looked where the folder stands.
    const nowMs = () => {
      liftPause(beside, 'Manager', 'The other one is off.', startMs);
      return startMs;
    };
    const pause = createPause({ opened: folder, dataDir: copy, seenDir: null, nowMs });
    expect(pause.reason()).toBeNull();
    expect(folder.journal.after(0, 100).map(({ type }) => type)).toEqual(['folder-paused', 'folder-resumed']);
  });

  it('whose pause two people lift at the same moment goes on once', async () => {
    const copy = copied();
    const { folder, types } = look(copy, null);
    const paused = folder.journal.head();
    const by = { by: 'Manager', why: 'The other one is off.' };
    const proof = createSeal(testKey).digest(JSON.stringify([paused.seq, paused.hash, by.by, by.why]), 'resume');
    const data = { ...by, proof };
    const resumed = { at: new Date(startMs).toISOString(), type: 'folder-resumed', operation: null, data };
    const { seq, prev, hash, at } = linked(paused, resumed);
    await transactionBeside(
      copy,
      `BEGIN IMMEDIATE; UPDATE meta SET value = '' WHERE key = 'paused';
        INSERT INTO journal VALUES (${seq}, '${prev}', '${hash}', '${at}', 'folder-resumed', NULL, '${canonicalJson(data)}')`,
    );
    expect(liftPause(folder, 'Manager', 'The other one is off.', startMs)).toBeNull();
    expect(types()).toEqual(['folder-paused', 'folder-resumed']);
  });

  it('whose pause was lifted before a start could look at what waits has it put in doubt by the next one', async () => {
    const dataDir = aFolder();
    const { folder, pause } = look(dataDir, null);
    const before = await aTill({ folder, pause, answer: () => unsent });
    before.gateway.online = false;
    const { id } = await before.submit('capture', capture);
    await before.engine.stop(0);
    folder.close();
    const copy = join(aFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    const first = look(copy, null);
    expect([first.pause.reason() === null, first.pause.owesDoubts()]).toEqual([false, true]);
    liftPause(first.folder, 'Manager', 'The other one is off.', startMs);
    first.folder.close();

    const second = look(copy, null);
    expect([second.pause.reason(), second.pause.owesDoubts()]).toEqual([null, true]);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const till = await aTill({ folder: second.folder, pause: second.pause, clock, answer: nothingToSee });
    expect(till.operation(id).state).toBe('unknown');
    expect(till.posts()).toHaveLength(0);
    expect(second.pause.owesDoubts()).toBe(false);
  });

  it('whose older state was put back over it starts paused', () => {
    const [dataDir, seenDir] = [aFolder(), aFolder()];
    const before = look(dataDir, seenDir);
    write(before, 'one');
    before.folder.close();
    const backup = join(aFolder(), 'backup');
    cpSync(dataDir, backup, { recursive: true });
    const after = look(dataDir, seenDir);
    write(after, 'two');
    after.pause.noteSeen();
    after.folder.close();
    // In place, so that the files keep their numbers.
    for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir, `tillbridge.db${suffix}`), { force: true });
    cpSync(join(backup, 'tillbridge.db'), join(dataDir, 'tillbridge.db'));
    expect(look(dataDir, seenDir).pause.reason()).toContain('1 journal records before');
  });

  it('whose journal went on elsewhere starts paused', () => {
    const [dataDir, seenDir] = [aFolder(), aFolder()];
    look(dataDir, seenDir).folder.close();
    const twin = join(aFolder(), 'twin');
    cpSync(dataDir, twin, { recursive: true });
    const here = look(dataDir, seenDir);
    write(here, 'here');
    here.pause.noteSeen();
    here.folder.close();
    const there = look(twin, null);
    write(there, 'there');
    there.folder.close();
    expect(look(twin, seenDir).pause.reason()).not.toBeNull();
  });
});
