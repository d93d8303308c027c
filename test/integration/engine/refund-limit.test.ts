// What a program may refund in a day: counted with the acceptance, over all kinds of refunds, until it is certain that
// nothing was paid; over a restart, and whatever is done to the clock on the wall.
import { describe, expect, it } from 'vitest';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';

const dayMs = 86_400_000;
let number = 0;
const works = () => ok({ status: 'OK', responseCode: '00000000', approvalCode: `A-${(number += 1)}` });
const transId = () => `R-${(number += 1)}`;

const refund = (value: number, payId = 'P1'): JsonObject => ({ payId, transId: transId(), amount: amountOf(value) });
const toAnAccount = (value: number): JsonObject => ({
  transId: transId(),
  amount: amountOf(value),
  paymentMethods: { directDebit: { account: { number: 'DE89370400440532013000', accountHolderName: 'A. Holder' } } },
});

async function withLimit(limitMinor: number | null, more: Parameters<typeof aTill>[0] = {}) {
  return aTill({ answer: works, refundsPerDayMinor: () => limitMinor, ...more });
}

async function refusalOf(till: Till, kind: string, input: JsonObject) {
  const origin = { type: 'erp', clientId: 'client' } as const;
  const submitted = till.engine.submit({ kind, input, requestId: transId(), origin });
  await till.clock.advance(0);
  const acceptance = await submitted;
  return acceptance.type === 'refused' ? acceptance.refusal : null;
}

describe('the refunds of a program in a day', () => {
  it('are taken up to the limit, exactly, and what is refused says what is left', async () => {
    const till = await withLimit(1_000);
    await till.submit('refund', refund(600));
    expect(await refusalOf(till, 'refund', refund(401))).toMatchObject({
      code: 'refund-limit',
      facts: { left: amountOf(400), asked: amountOf(401), limit: amountOf(1_000) },
    });
    await till.submit('refund', refund(400));
    expect(await till.refused('refund', refund(1))).toBe('refund-limit');
  });

  it('count where no limit is set; one that is set later holds', async () => {
    let limit: number | null = null;
    const till = await aTill({ answer: works, refundsPerDayMinor: () => limit });
    expect(await till.refused('refund-unreferenced', toAnAccount(greatestMinor + 1))).toBe('invalid-input');
    await till.submit('refund-unreferenced', toAnAccount(greatestMinor));
    await till.submit('refund-unreferenced', toAnAccount(1_000));
    limit = greatestMinor + 1_000;
    expect(await refusalOf(till, 'refund-unreferenced', toAnAccount(1))).toMatchObject({
      facts: { left: amountOf(0) },
    });
    limit = 1_000;
    expect(await till.refused('refund-unreferenced', toAnAccount(1))).toBe('refund-limit');
  });

  it('say who can raise the limit', async () => {
    const detailOf = async (till: Till) => (await refusalOf(till, 'refund', refund(1_001)))?.detail;
    expect(await detailOf(await withLimit(1_000))).toContain('A person can refund it at the till, or raise the limit.');
    const locked = await detailOf(await withLimit(1_000, { refundsSetByPolicy: () => true }));
    expect(locked).toContain("the limit is set in the IT department's policy file, and only they can raise it.");
    expect(locked).not.toContain('or raise the limit');
  });

  it('are counted over all kinds that pay money out', async () => {
    const till = await withLimit(1_000);
    await till.submit('refund', refund(300));
    await till.submit('refund-unreferenced', toAnAccount(300));
    await till.submit('cloud-pos', terminalCommand('CREDIT', transId(), { amount: amountOf(300) }));
    expect(await till.refused('refund', refund(101))).toBe('refund-limit');
    expect(await till.refused('refund-unreferenced', toAnAccount(101))).toBe('refund-limit');
    const credit = terminalCommand('CREDIT', transId(), { amount: amountOf(101) });
    expect(await till.refused('cloud-pos', credit)).toBe('refund-limit');
  });

  it('hold the reversal of a sale at a terminal, but not of an authorization that nothing was captured of', async () => {
    const good = { status: 'OK', responseCode: '00000000' };
    const approved = { ...good, payId: 'P-6', approvalCode: '1' };
    const till = await withLimit(100, { answer: () => ok({ ...approved, traceNr: '6' }) });
    const reversal = { traceNr: '7', amount: amountOf(1_000) };
    await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
    await till.submit('cloud-pos', terminalCommand('REVERSE', 'A-1', { ...reversal, traceNr: '6' }));
    till.gateway.answer = ({ method }) => (method === 'GET' ? lost : ok({ ...good, traceNr: '7', payId: 'P-7' }));
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    expect(await till.refused('cloud-pos', terminalCommand('REVERSE', 'S-1', reversal))).toBe('refund-limit');
    expect(await till.refused('cloud-pos', terminalCommand('REVERSE', 'elsewhere', reversal))).toBe('refund-limit');
    // Whether anything was captured of a payment made elsewhere is not known here, named with its amount or without.
    expect(await till.refused('reverse', { payId: 'P-other', amount: amountOf(1_000) })).toBe('refund-limit');
    expect(await till.refused('reverse', { payId: 'P-other' })).toBe('refund-limit');
  });

  it('count a reversal that names an authorization beside the trace number of something else', async () => {
    const good = (traceNr: string) => ok({ status: 'OK', responseCode: '00000000', payId: `P-${traceNr}`, traceNr });
    const till = await withLimit(100, { answer: () => good('000121') });
    await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
    till.gateway.answer = () => good('000122');
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const naming = (traceNr: string) => terminalCommand('REVERSE', 'A-1', { traceNr, amount: amountOf(1_000) });
    // The sale's, as it is printed and without its zeros, and one that nobody here knows.
    for (const traceNr of ['000122', '122', '999']) {
      expect(await till.refused('cloud-pos', naming(traceNr))).toBe('refund-limit');
    }
    // The look-up before it shows the authorization itself.
    till.gateway.answer = ({ method }) => good(method === 'GET' ? '000121' : '000123');
    await till.submit('cloud-pos', naming('121'));
  });

  it('let no reversal name less than it gives back, nor one of a payment that is not known here', async () => {
    const answer = ok({ status: 'OK', responseCode: '00000000', traceNr: '7', payId: 'P-7' });
    const till = await withLimit(100_000, { answer: ({ method }) => (method === 'GET' ? lost : answer) });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const naming = (id: string, value: number) =>
      terminalCommand('REVERSE', id, { traceNr: '7', amount: amountOf(value) });
    expect(await till.refused('cloud-pos', naming('S-1', 1))).toBe('reversal-differs');
    expect(await till.refused('cloud-pos', naming('elsewhere', 1))).toBe('reversal-differs');
    await till.submit('refund', refund(700));
    const [left, limit] = [amountOf(99_300), amountOf(100_000)];
    const unknown = terminalCommand('REVERSE', 'elsewhere', { traceNr: '999', amount: amountOf(1) });
    expect(await refusalOf(till, 'cloud-pos', unknown)).toMatchObject({ code: 'refund-limit', facts: { left, limit } });
    await till.submit('cloud-pos', naming('S-1', 1_000));
  });

  it('leave no trace of what is refused: its request id can be used again', async () => {
    const till = await withLimit(1_000);
    const origin = { type: 'erp', clientId: 'client' } as const;
    const ask = async (value: number) => {
      const submitted = till.engine.submit({ kind: 'refund', input: refund(value), requestId: 'one', origin });
      await till.clock.advance(0);
      return submitted;
    };
    expect((await ask(1_001)).type).toBe('refused');
    expect(till.store.list(null, { limit: 10 })).toEqual([]);
    expect((await ask(1_000)).type).toBe('new');
  });

  it('count while they wait, run or are in doubt, and no longer when they failed', async () => {
    const till = await withLimit(1_000, { answer: () => unsent });
    const { id } = await till.submit('refund', refund(600));
    expect(await till.refused('refund', refund(500))).toBe('refund-limit');
    await till.engine.cancel(id, 'client');
    await till.clock.advance(0);
    await till.clock.advance(60_000);
    till.gateway.answer = () => lost;
    const doubtful = await till.submit('refund', refund(500));
    expect(till.operation(doubtful.id).state).toBe('unknown');
    expect(await till.refused('refund', refund(501))).toBe('refund-limit');
    till.gateway.answer = () => ({ ...ok({}), status: 400 }) as ReturnType<typeof ok>;
    const failed = await till.submit('refund', refund(500, 'P2'));
    expect(till.operation(failed.id).state).toBe('failed');
    till.gateway.answer = works;
    await till.submit('refund', refund(500, 'P3'));
    expect(await till.refused('refund', refund(1))).toBe('refund-limit');
  });

  it('cannot be exceeded by many at once', async () => {
    const till = await withLimit(1_000);
    const origin = { type: 'erp', clientId: 'client' } as const;
    const many = Array.from({ length: 50 }, (_, index) =>
      till.engine.submit({ kind: 'refund', input: refund(100, `P${index}`), requestId: `many-${index}`, origin }),
    );
    await till.clock.advance(0);
    const taken = (await Promise.all(many)).filter(({ type }) => type === 'new');
    expect(taken).toHaveLength(10);
  });

  it('are each currency and each program by itself', async () => {
    const till = await withLimit(1_000);
    await till.submit('refund', refund(1_000));
    await till.submit('refund', { ...refund(1_000, 'P2'), amount: { value: 1_000, currency: 'USD' } });
    const origin = { type: 'erp', clientId: 'another' } as const;
    const other = till.engine.submit({ kind: 'refund', input: refund(1_000, 'P3'), requestId: 'other', origin });
    await till.clock.advance(0);
    expect((await other).type).toBe('new');
  });

  it('of a person at the till are not limited by it, nor counted', async () => {
    const till = await withLimit(1_000);
    const origin = { type: 'cashier', clientId: 'window' } as const;
    const pressed = till.engine.submit({ kind: 'refund', input: refund(5_000), requestId: 'pressed', origin });
    await till.clock.advance(0);
    expect((await pressed).type).toBe('new');
    await till.submit('refund', refund(1_000, 'P2'));
  });

  it('count from the first one of the day, also where the limit is set later', async () => {
    let limit: number | null = null;
    const till = await aTill({ answer: works, refundsPerDayMinor: () => limit });
    await till.submit('refund', refund(900));
    limit = 1_000;
    expect(await till.refused('refund', refund(101, 'P2'))).toBe('refund-limit');
  });
});

describe('a day', () => {
  it('ends at midnight of the till', async () => {
    const clock = FakeClock.startingAt(dayMs - 1);
    const till = await withLimit(1_000, { clock });
    await till.submit('refund', refund(1_000));
    expect(await till.refused('refund', refund(1, 'P2'))).toBe('refund-limit');
    await till.clock.advance(1);
    await till.submit('refund', refund(1_000, 'P2'));
  });

  it('goes on over a restart', async () => {
    const dataDir = aFolder();
    const before = await withLimit(1_000, { dataDir });
    await before.submit('refund', refund(1_000));
    await before.engine.stop(0);
    const after = await withLimit(1_000, { dataDir, clock: FakeClock.startingAt(before.clock.nowMs() + 1) });
    expect(await after.refused('refund', refund(1, 'P2'))).toBe('refund-limit');
  });

  it('is not begun by a clock that is put forward', async () => {
    const till = await withLimit(1_000);
    await till.submit('refund', refund(1_000));
    till.clock.aheadMs = 3 * dayMs;
    expect(await till.refused('refund', refund(1, 'P2'))).toBe('refund-limit');
  });

  it('that is over does not come back, whatever the time zone or the clock says', async () => {
    const dataDir = aFolder();
    const before = await withLimit(1_000, { dataDir, clock: FakeClock.startingAt(10 * dayMs) });
    await before.submit('refund', refund(1_000));
    await before.engine.stop(0);
    const back = await withLimit(1_000, { dataDir, clock: FakeClock.startingAt(9 * dayMs) });
    expect(await back.refused('refund', refund(1, 'P2'))).toBe('refund-limit');
  });
});
