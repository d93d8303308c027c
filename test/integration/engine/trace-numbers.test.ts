// A terminal's command names a payment by its trace number, which the bridge may not know: the payment was made at another
// till, or before a backup was put back. Under a number and under a payId it is given back once all the same.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { aFolder } from '#support/store-folder.ts';
import { answered, json } from '#support/records.ts';
import { type Till, amountOf, aTill, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const hourMs = 3_600_000;
const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;

const record = (captured = 5_000): JsonObject => ({
  payId: 'P9',
  transId: 'OTHER-1',
  status: captured === 0 ? 'AUTHORIZED' : 'CAPTURED',
  responseCode: '00000000',
  posTerminalId: 'T1',
  traceNr: '000042',
  amount: amountOf(5_000),
  totals: { authorized: 5_000, captured, refunded: 0 },
});

/** At a gateway that carries out whatever it is sent, and whose records lag behind. */
async function aShop(shows: JsonObject | null, dataDir = aFolder()) {
  /** What look-ups show of any payment, null for not found; and what makes a request be lost. */
  const shop: { shows: JsonObject | null; loses: string | null } = { shows, loses: null };
  const till = await aTill({
    dataDir,
    answer: ({ method, path, body }) => {
      if (method === 'GET') return shop.shows === null ? answered(404, json({ title: 'not found' })) : ok(shop.shows);
      if (shop.loses !== null && `${path} ${body}`.includes(shop.loses)) return lost;
      const { transId = null, traceNr = null } = bodyOf(body ?? '{}');
      if (path.includes('/refunds')) return ok({ payId: 'P9', status: 'REFUNDED', responseCode: '00000000' });
      if (path.includes('/captures')) return ok({ payId: 'P9', status: 'CAPTURED', responseCode: '00000000' });
      return ok({ status: 'OK', responseCode: '00000000', transId, traceNr: '77', originalTraceNr: traceNr });
    },
  });
  return { ...till, shop };
}

const atTerminal = (messageType: string, transId: string, more: JsonObject = {}) =>
  terminalCommand(messageType, transId, {
    posTerminalId: 'T1',
    traceNr: '000042',
    amount: amountOf(5_000),
    ...(messageType === 'CAPTURE' ? { approvalCode: 'AP1' } : {}),
    ...more,
  });
const later = (transId: string, value = 5_000): JsonObject => ({ payId: 'P9', transId, amount: amountOf(value) });

/** How it ended, or why it was refused. */
async function outcomeOf(till: Till, kind: string, input: JsonObject): Promise<string> {
  const origin = { type: 'cashier', clientId: 'window' } as const;
  const asked = till.engine.submit({ kind, input, requestId: `${textAt(input, 'transId')}-asked`, origin });
  await till.clock.advance(0);
  const acceptance = await asked;
  await till.clock.advance(0);
  if (acceptance.type === 'refused') return acceptance.refusal.code;
  const { state, failure } = till.operation(acceptance.record.id);
  return failure?.code ?? state;
}

async function lookUp(till: Till, id = 'P9'): Promise<void> {
  const asked = till.engine.payment({ by: 'payId', id });
  await till.clock.advance(0);
  await asked;
}

async function decided(till: Till, id: string, outcome: 'succeeded' | 'failed'): Promise<void> {
  const made = till.engine.decide(id, { outcome, reason: 'The slip says so.', evidence: 'slip', by });
  await till.clock.advance(0);
  await made;
  expect(till.operation(id).state).toBe(outcome);
}

describe('a payment made elsewhere, of which the gateway’s record shows payId and trace number', () => {
  it('is not reversed by its number after a refund by its payId', async () => {
    const till = await aShop(record());
    expect(await outcomeOf(till, 'refund', later('R-1'))).toBe('succeeded');
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('payment-refunded');
    expect(till.posts()).toHaveLength(1);
  });

  it('is not reversed by its number while the refund is in doubt', async () => {
    const till = await aShop(record());
    till.shop.loses = '/refunds';
    expect(await outcomeOf(till, 'refund', later('R-1'))).toBe('unknown');
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('payment-held');
    expect(till.posts()).toHaveLength(1);
  });

  it('is not reversed by its number where only a later look-up shows that it has it', async () => {
    const till = await aShop(null);
    till.shop.loses = '/refunds';
    expect(await outcomeOf(till, 'refund', later('R-1'))).toBe('unknown');
    till.shop.shows = record();
    await lookUp(till);
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1', { traceNr: 42 }))).toBe('payment-held');
    expect(till.posts()).toHaveLength(1);
  });

  it('is not refunded or reversed by its payId after a reversal by its number, which the record does not show yet', async () => {
    const till = await aShop(record());
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('succeeded');
    expect(await outcomeOf(till, 'refund', later('R-1'))).toBe('payment-reversed');
    expect(await outcomeOf(till, 'reverse', { payId: 'P9', transId: 'V-2' })).toBe('payment-reversed');
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-3'))).toBe('payment-reversed');
    expect(till.posts()).toHaveLength(1);
  });

  it.each(['refund', 'reverse'])(
    'no %s by its payId is sent while a reversal by its number is in doubt',
    async (kind) => {
      const till = await aShop(record());
      till.shop.loses = 'REVERSE';
      expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('unknown');
      expect(['payment-held', 'accepted']).toContain(await outcomeOf(till, kind, later('R-1')));
      expect(till.posts()).toHaveLength(1);
    },
  );

  it('is captured by what a person decides of a capture by its number', async () => {
    const till = await aShop(null);
    till.shop.loses = 'CAPTURE';
    const { id } = await till.submit('cloud-pos', atTerminal('CAPTURE', 'C-1', { amount: amountOf(3_000) }));
    await till.clock.advance(hourMs);
    till.shop.shows = record(0);
    await lookUp(till);
    await decided(till, id, 'succeeded');
    expect(till.store.payment('env', 'P9')?.captured).toBe(3_000);
    const beyond = ['capture-exceeds-authorized', 'nothing-left'];
    expect(beyond).toContain(await outcomeOf(till, 'capture', later('C-2', 3_000)));
    expect(await outcomeOf(till, 'refund', later('R-1', 3_000))).toBe('succeeded');
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('payment-refunded');
  });

  it('is not captured beyond its authorization by both names', async () => {
    const till = await aShop(record(0));
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('CAPTURE', 'C-1', { amount: amountOf(3_000) }))).toBe(
      'succeeded',
    );
    const beyond = ['capture-exceeds-authorized', 'nothing-left'];
    expect(beyond).toContain(await outcomeOf(till, 'capture', later('C-2', 3_000)));
    expect(await outcomeOf(till, 'capture', later('C-3', 2_000))).toBe('succeeded');
  });

  it('is not captured beyond its authorization while a capture by its number is in doubt', async () => {
    const till = await aShop(record(0));
    till.shop.loses = 'CAPTURE';
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('CAPTURE', 'C-1', { amount: amountOf(3_000) }))).toBe(
      'unknown',
    );
    till.shop.loses = null;
    const beyond = ['capture-exceeds-authorized', 'accepted'];
    expect(beyond).toContain(await outcomeOf(till, 'capture', later('C-2', 3_000)));
    expect(till.posts()).toHaveLength(1);
  });
});

it('a capture by its payId has its turn behind one by its number, where only the look-up before it shows the number', async () => {
  const till = await aShop(null);
  till.shop.loses = 'CAPTURE';
  const first = await till.submit('cloud-pos', atTerminal('CAPTURE', 'C-1', { amount: amountOf(3_000) }));
  await till.clock.advance(0);
  expect(till.operation(first.id).state).toBe('unknown');
  till.shop.shows = record(0);
  const second = await till.submit('capture', later('C-2', 2_000));
  await till.clock.advance(0);
  expect(till.operation(second.id).state).toBe('accepted');
  expect(till.posts()).toHaveLength(1);
  await till.clock.advance(hourMs);
  await decided(till, first.id, 'failed');
  await till.clock.advance(hourMs);
  expect(till.operation(second.id).state).toBe('succeeded');
  expect(till.posts()).toHaveLength(2);
});

it('a capture by its payId is judged only once the one by its number has ended, where only the look-up before it shows the number', async () => {
  const till = await aShop(null);
  till.shop.loses = 'CAPTURE';
  const first = await till.submit('cloud-pos', atTerminal('CAPTURE', 'C-1'));
  await till.clock.advance(0);
  expect(till.operation(first.id).state).toBe('unknown');
  till.shop.shows = record(0);
  // The first one would leave nothing of it.
  const second = await till.submit('capture', later('C-2', 2_000));
  await till.clock.advance(0);
  expect(till.operation(second.id).state).toBe('accepted');
  await till.clock.advance(hourMs);
  await decided(till, first.id, 'failed');
  await till.clock.advance(hourMs);
  expect(till.operation(second.id).state).toBe('succeeded');
});

describe('a capture by its payId that was proved not to have been carried out', () => {
  const made = { type: 'AUTHORIZATION', refNr: 'OTHERS', amount: amountOf(5_000), status: 'OK' };
  const listed = { ...record(0), operations: [made] };

  /** Its request was lost, and behind it a capture by the payment's trace number is in doubt. */
  async function overtaken() {
    const till = await aShop(null);
    // Look-ups have shown a capture before, so what they do not show was not carried out.
    await till.store.transact((tx) => tx.putControl('env', 'capture', 'before', 0));
    till.shop.loses = '/captures';
    const { id } = await till.submit('capture', later('C-1', 2_000));
    expect(till.operation(id).state).toBe('unknown');
    till.shop.loses = 'CAPTURE';
    const behind = await till.submit('cloud-pos', atTerminal('CAPTURE', 'C-2', { amount: amountOf(3_000) }));
    await till.clock.advance(0);
    expect(till.operation(behind.id).state).toBe('unknown');
    till.shop.loses = null;
    return { till, id, behindId: behind.id };
  }

  it('waits for the other one, where only the look-up right before it is sent shows the number', async () => {
    const { till, id, behindId } = await overtaken();
    till.shop.shows = listed;
    await till.clock.advance(hourMs);
    expect(till.operation(id).state).toBe('accepted');
    expect(till.posts()).toHaveLength(2);
    await decided(till, behindId, 'failed');
    await till.clock.advance(hourMs);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.posts()).toHaveLength(3);
  });

  it('stays in doubt while the other one is, where an earlier look-up showed the number', async () => {
    const { till, id, behindId } = await overtaken();
    till.shop.shows = listed;
    await lookUp(till);
    await till.clock.advance(hourMs / 6);
    expect(till.operation(id).state).toBe('unknown');
    await decided(till, behindId, 'failed');
    await till.clock.advance(hourMs);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.posts()).toHaveLength(3);
  });
});

describe('a sale that a person decided without its trace number', () => {
  /** Its answer was lost; what its record shows of it comes later. */
  async function aDecidedSale() {
    const till = await aShop(null);
    till.shop.loses = 'SALE';
    const sale = { posTerminalId: 'T1', amount: amountOf(5_000) };
    const { id, refNr } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', sale));
    const createdAt = new Date(till.clock.wallMs()).toISOString();
    await till.clock.advance(hourMs);
    till.shop.loses = null;
    await decided(till, id, 'succeeded');
    const shown = { ...record(), transId: 'S-1', refNr, createdAt };
    const credit = async () => {
      const input = terminalCommand('CREDIT', 'K-1', { posTerminalId: 'T1', amount: amountOf(5_000) });
      const origin = { type: 'cashier', clientId: 'window' } as const;
      const asked = till.engine.submit({ kind: 'cloud-pos', input, requestId: 'K-1', origin, refundOf: id });
      await till.clock.advance(0);
      const acceptance = await asked;
      return acceptance.type === 'refused' ? acceptance.refusal.code : acceptance.type;
    };
    return { till, shown, credit };
  }

  it('is not reversed by the number after a CREDIT, once its record shows the number', async () => {
    const { till, shown, credit } = await aDecidedSale();
    expect(await credit()).toBe('new');
    till.shop.shows = shown;
    await lookUp(till);
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('payment-refunded');
  });

  it('has no CREDIT after a reversal by the number, once its record shows the number', async () => {
    const { till, shown, credit } = await aDecidedSale();
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'V-1'))).toBe('succeeded');
    till.shop.shows = shown;
    await lookUp(till);
    expect(await credit()).toBe('payment-reversed');
  });
});

describe('a trace number that comes again', () => {
  async function aSaleWith(till: Till, traceNr: string) {
    const { answer } = till.gateway;
    till.gateway.answer = ({ method }) =>
      method === 'GET'
        ? answered(404)
        : ok({ status: 'OK', responseCode: '00000000', traceNr, approvalCode: 'AP1', payId: 'P1' });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { posTerminalId: 'T1', amount: amountOf(5_000) }));
    till.gateway.answer = answer;
  }

  it('stays that of a sale made here a short time ago, whatever a record shows', async () => {
    const till = await aShop(record());
    await aSaleWith(till, '42');
    await till.clock.advance(hourMs);
    await lookUp(till);
    expect(till.store.payment('env', 'P9')?.traceNr).toBeNull();
    const { lanes } = await till.submit('cloud-pos', atTerminal('REVERSE', 'V-1'));
    expect(lanes).toContain('payment:env:trans:S-1');
  });

  it('is that of the payment whose record shows it, where the one made here got it long ago', async () => {
    const till = await aShop(record());
    await aSaleWith(till, '42');
    await till.clock.advance(24 * hourMs);
    await lookUp(till);
    const { lanes } = await till.submit('cloud-pos', atTerminal('REVERSE', 'V-1'));
    expect(lanes).toContain('payment:env:pay:P9');
  });

  it('stays that of the later one, where the record says that its payment is older', async () => {
    const till = await aShop(record());
    const createdAt = new Date(till.clock.wallMs() - 48 * hourMs).toISOString();
    await aSaleWith(till, '42');
    await till.clock.advance(24 * hourMs);
    till.shop.shows = { ...record(), createdAt };
    await lookUp(till);
    expect(till.store.payment('env', 'P9')?.traceNr).toBeNull();
  });

  it('is not taken from a record that shows the number of a later command', async () => {
    const till = await aShop({ ...record(), traceNr: '77', originalTraceNr: '000042' });
    await lookUp(till);
    expect(till.store.payment('env', 'P9')?.traceNr).toBeNull();
  });

  it('is not taken from a record that does not show its terminal', async () => {
    const { posTerminalId: _, ...shows } = record();
    const till = await aShop(shows);
    await lookUp(till);
    expect(till.store.payment('env', 'P9')?.traceNr).toBeNull();
  });
});

describe('while a command by a trace number that no known payment has is in doubt', () => {
  async function aDoubt(messageType: string, dataDir = aFolder()) {
    const till = await aShop(null, dataDir);
    till.shop.loses = messageType;
    const { id } = await till.submit('cloud-pos', atTerminal(messageType, 'first'));
    await till.clock.advance(hourMs);
    expect(till.operation(id).state).toBe('needs-person');
    till.shop.loses = null;
    return { till, id };
  }

  it.each([
    ['REVERSE', 'REVERSE'],
    ['REVERSE', 'CAPTURE'],
    ['CAPTURE', 'CAPTURE'],
    ['CAPTURE', 'REVERSE'],
  ])('%s: no %s by the same number is sent', async (first, second) => {
    const { till } = await aDoubt(first);
    for (const traceNr of ['000042', '42']) {
      expect(await outcomeOf(till, 'cloud-pos', atTerminal(second, `second-${traceNr}`, { traceNr }))).toBe(
        'payment-held',
      );
    }
    expect(till.posts()).toHaveLength(1);
    // A terminal counts its own numbers.
    for (const other of [{ traceNr: '43' }, { posTerminalId: 'T2' }]) {
      expect(await outcomeOf(till, 'cloud-pos', atTerminal(second, `other-${till.posts().length}`, other))).toBe(
        'succeeded',
      );
    }
  });

  it('the next one is sent once a person decided that the first was not carried out', async () => {
    const { till, id } = await aDoubt('CAPTURE');
    await decided(till, id, 'failed');
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'second'))).toBe('succeeded');
  });

  it('the next one is refused also where the first is of a program that knew no lanes of numbers', async () => {
    const dataDir = aFolder();
    const { till: before, id } = await aDoubt('REVERSE', dataDir);
    await before.store.transact((tx) => {
      const open = tx.operation(id)!;
      const lanes = open.lanes.filter((lane) => !lane.includes(':trace:'));
      tx.update({ ...open, lanes, revision: open.revision + 1 });
      tx.release(
        id,
        open.lanes.filter((lane) => !lanes.includes(lane)),
      );
    });
    await before.engine.stop(0);
    const till = await aShop(null, dataDir);
    expect(await outcomeOf(till, 'cloud-pos', atTerminal('REVERSE', 'second'))).toBe('payment-held');
    expect(till.posts()).toEqual([]);
  });
});
