// Callers that repeat as they would at the gateway: by its key, or by nothing but the body. What may run again, what
// joins, and what is a repetition.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import { type Asking, assignRequestId } from '#core/acceptance/request-ids.ts';
import { createDigests } from '#host/chance.ts';
import { answered, json } from '#support/records.ts';
import { type Till, aTill, amountOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';

const day = 24 * 3_600_000;
const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(500) };
const sale = terminalCommand('SALE', 'S-1');
const done = ok({ status: 'OK', payId: 'P1', approvalCode: '123456' });
const digests = createDigests(Buffer.alloc(32, 1));

function place({ store, clock }: Till, change: Partial<Asking> = {}) {
  return assignRequestId(
    { store, clock, digests },
    { clientId: 'client', kind: 'cloud-pos', input: sale, key: null, ...change },
  );
}

async function submit(till: Till, change: Partial<Submission> & Pick<Submission, 'requestId'>) {
  const origin = { type: 'erp', clientId: 'client' } as const;
  const acceptance = till.engine.submit({ kind: 'cloud-pos', input: sale, origin, ...change });
  await till.clock.advance(0);
  return acceptance;
}

/** Places a request and hands it in; the id it got, or what it repeats. */
async function ask(till: Till, change: Partial<Asking> = {}): Promise<{ readonly id: string; readonly as: string }> {
  const placed = place(till, change);
  if (placed.type === 'repeated') return { id: placed.record.id, as: 'repeated' };
  const { requestId, replaces } = placed;
  const { kind = 'cloud-pos', input = sale } = change;
  const acceptance = await submit(till, { kind, input, requestId, replaces });
  await till.clock.advance(0);
  if (acceptance.type === 'refused') return { id: acceptance.refusal.operationId ?? '', as: acceptance.refusal.code };
  return { id: acceptance.record.id, as: acceptance.type };
}

describe('without a key', () => {
  it('an equal request is a repetition for a day, to the millisecond, and then another request', async () => {
    const till = await aTill({ answer: () => done });
    const input: JsonObject = { payId: 'P1', transId: 'T', amount: amountOf(100), refNr: 'R' };
    const first = await ask(till, { kind: 'refund', input });
    expect(first.as).toBe('new');
    await till.clock.advance(day - 1);
    expect(await ask(till, { kind: 'refund', input })).toEqual({ id: first.id, as: 'repeated' });
    await till.clock.advance(1);
    const second = await ask(till, { kind: 'refund', input });
    expect(second).toMatchObject({ as: 'new' });
    expect(await ask(till, { kind: 'refund', input })).toEqual({ id: second.id, as: 'repeated' });
  });

  it('an equal request is a repetition for as long as the first is open, and for a day from its end', async () => {
    const till = await aTill({ answer: () => done });
    till.gateway.answer = () => unsent;
    const first = await ask(till, { kind: 'capture', input: capture });
    expect(first.as).toBe('new');
    await till.clock.advance(day + day / 24);
    expect(await ask(till, { kind: 'capture', input: capture })).toEqual({ id: first.id, as: 'repeated' });
    till.gateway.answer = () => done;
    await till.clock.advance(day / 2);
    expect(till.operation(first.id).state).toBe('succeeded');
    expect(await ask(till, { kind: 'capture', input: capture })).toEqual({ id: first.id, as: 'repeated' });
  });

  it('is equal in whatever order its members stand', async () => {
    const till = await aTill({ answer: () => done });
    const { id } = await ask(till);
    const turned = Object.fromEntries(Object.entries(sale).toReversed());
    expect(await ask(till, { input: turned })).toEqual({ id, as: 'repeated' });
  });

  it.each([
    ['another body', { input: { ...sale, transId: 'S-2' } }],
    ['another client', { clientId: 'other' }],
    ['another address', { kind: 'capture', input: capture }],
  ])('%s is another request', async (_what, change) => {
    const till = await aTill({ answer: () => done });
    await ask(till);
    expect(place(till, change)).toMatchObject({ type: 'submit', replaces: null });
  });

  it('a declined one is a repetition, too', async () => {
    const till = await aTill({ answer: () => answered(422, json({ status: 'FAILED' })) });
    const { id } = await ask(till);
    expect(await ask(till)).toEqual({ id, as: 'repeated' });
  });

  it('two at the same moment are one operation', async () => {
    const till = await aTill({ answer: () => done });
    const [first, second] = [place(till), place(till)];
    expect(first).toEqual(second);
    if (first.type !== 'submit') throw new Error('not placed');
    const both = await Promise.all([submit(till, first), submit(till, first)]);
    expect(both.map(({ type }) => type).toSorted()).toEqual(['known', 'new']);
    expect(till.posts()).toHaveLength(1);
  });

  it('what was refused before anything was stored may be asked again', async () => {
    const till = await aTill({ answer: () => done });
    till.gateway.online = false;
    expect((await ask(till)).as).toBe('offline');
    till.gateway.online = true;
    expect((await ask(till)).as).toBe('new');
  });

  it('the id tells nothing of the body', async () => {
    const placed = place(await aTill());
    expect(placed.type === 'submit' && placed.requestId).toMatch(/^body 1 [0-9a-f]{64}$/);
  });

  it('the last of many is found', async () => {
    const till = await aTill({ answer: () => done });
    const input: JsonObject = { payId: 'P1', transId: 'T', amount: amountOf(1), refNr: 'R' };
    for (let days = 1; days <= 12; days += 1) {
      expect(place(till, { kind: 'refund', input })).toMatchObject({
        requestId: expect.stringContaining(`body ${days} `),
      });
      await ask(till, { kind: 'refund', input });
      await till.clock.advance(day);
    }
  });
});

describe('with a key', () => {
  it('a program that asks natively after a new try gets that try, not the first', async () => {
    const till = await aTill({ answer: () => answered(429) });
    await ask(till, { key: 'K-1' });
    till.gateway.answer = () => lost;
    const again = await ask(till, { key: 'K-1' });
    expect(till.operation(again.id).state).toBe('unknown');
    expect(await submit(till, { requestId: 'K-1' })).toMatchObject({ type: 'known', record: { id: again.id } });
    expect(till.posts()).toHaveLength(2);
  });

  it('a repetition is the same operation, also after a day, and also where the key came in natively', async () => {
    const till = await aTill({ answer: () => done });
    const first = await submit(till, { requestId: 'K-1' });
    await till.clock.advance(2 * day);
    const again = await ask(till, { key: 'K-1' });
    expect(again).toEqual({ id: first.type === 'refused' ? '' : first.record.id, as: 'known' });
  });

  it('another body is refused', async () => {
    const till = await aTill({ answer: () => done });
    await ask(till, { key: 'K-1' });
    expect((await ask(till, { key: 'K-1', input: { ...sale, transId: 'S-2' } })).as).toBe('request-id-reused');
  });

  it('what was certainly not carried out is tried anew, under the same transId, as often as it takes', async () => {
    const till = await aTill({ answer: () => answered(429) });
    const tries = [await ask(till, { key: 'K-1' }), await ask(till, { key: 'K-1' }), await ask(till, { key: 'K-1' })];
    expect(tries.map(({ as }) => as)).toEqual(['new', 'new', 'new']);
    till.gateway.answer = () => done;
    const good = await ask(till, { key: 'K-1' });
    expect(till.operation(good.id)).toMatchObject({ state: 'succeeded', replaces: tries[2]?.id });
    expect(await ask(till, { key: 'K-1' })).toEqual({ id: good.id, as: 'known' });
  });

  it('but not with another body', async () => {
    const till = await aTill({ answer: () => answered(429) });
    await ask(till, { key: 'K-1' });
    expect((await ask(till, { key: 'K-1', input: { ...sale, transId: 'S-2' } })).as).toBe('request-id-reused');
  });

  it.each([
    ['a decline', () => answered(422, json({ status: 'FAILED' }))],
    ['an unknown outcome', () => lost],
  ])('%s is no reason to try anew', async (_what, answer) => {
    const till = await aTill({ answer });
    const { id } = await ask(till, { key: 'K-1' });
    expect(await ask(till, { key: 'K-1' })).toEqual({ id, as: 'known' });
    expect(till.posts()).toHaveLength(1);
  });

  it('the transId stays used for everybody else, and for a new try of what was carried out', async () => {
    const till = await aTill({ answer: () => answered(429) });
    const { id } = await ask(till, { key: 'K-1' });
    expect(await till.refused('cloud-pos', sale)).toBe('trans-id-used');
    till.gateway.answer = () => done;
    const again = await ask(till, { key: 'K-1' });
    const other = await submit(till, { requestId: 'K-2', replaces: id });
    expect(other).toMatchObject({ type: 'refused', refusal: { code: 'trans-id-used', operationId: again.id } });
  });
});

describe('what could wait but must not', () => {
  const now = { kind: 'capture', input: capture, requestId: 'K-1', mayWait: false } as const;

  it('is refused while offline, and nothing is stored', async () => {
    const till = await aTill();
    till.gateway.online = false;
    expect(await submit(till, now)).toMatchObject({ type: 'refused', refusal: { code: 'offline' } });
    expect(till.store.list(null, { limit: 10 })).toEqual([]);
  });

  it.each([
    [now, 'operations of this program do not wait here (waitsOffline)'],
    [{ kind: 'reverse', input: { payId: 'P1' }, requestId: 'K-2' }, 'a reversal does not wait in this shop'],
    [{ kind: 'cloud-pos', input: sale, requestId: 'K-3' }, 'this operation cannot wait'],
  ] as const)('is told whose word it is: %o', async (wish, why) => {
    const till = await aTill();
    till.gateway.online = false;
    const refused = await submit(till, wish);
    expect(refused).toMatchObject({ refusal: { detail: expect.stringContaining(why) as string } });
  });

  it('ends as not executed where the line drops before its first byte', async () => {
    const till = await aTill({ answer: () => unsent });
    const acceptance = await submit(till, now);
    await till.clock.advance(20_000);
    const id = acceptance.type === 'refused' ? '' : acceptance.record.id;
    expect(till.operation(id)).toMatchObject({ state: 'expired', failure: { code: 'not-sent-in-time' } });
    till.gateway.answer = () => done;
    expect(await ask(till, { kind: 'capture', input: capture, key: 'K-1' })).toMatchObject({ as: 'new' });
  });

  it('is sent again under its key where its answer was lost, however late that is', async () => {
    const till = await aTill({ answer: () => lost });
    const acceptance = await submit(till, now);
    const id = acceptance.type === 'refused' ? '' : acceptance.record.id;
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok({ payId: 'P1', status: 'AUTHORIZED' }) : done);
    await till.clock.advance(600_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded' });
    const keys = till.gateway.sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the status of the answer', () => {
  it.each([
    ['a success', 'capture', capture, answered(200, json({ status: 'OK' })), 200],
    ['a success without a body', 'capture', capture, answered(204), 204],
    [
      'a success by another status than the documented one',
      'capture',
      capture,
      answered(201, json({ status: 'OK' })),
      201,
    ],
    ['a decline', 'capture', capture, answered(422, json({ status: 'FAILED' })), 422],
    ['a decline in a success', 'cloud-pos', sale, answered(201, json({ status: 'FAILED' })), 201],
    ['a rejection', 'capture', capture, answered(400, json({ errors: {} })), 400],
    ['what is not final', 'capture', capture, answered(202, json({ status: 'PENDING' })), 202],
    ['what says nothing', 'capture', capture, answered(500, json({ responseCode: '40000000' })), null],
  ])('of %s is kept', async (_what, kind, input, answer, status) => {
    const till = await aTill({ answer: () => answer });
    expect((await till.submit(kind, input)).answerStatus).toBe(status);
  });

  it('is gone where a look-up says more', async () => {
    const till = await aTill({ answer: () => answered(200, json({ status: 'PENDING', payId: 'P1' })) });
    const { id } = await till.submit('cloud-pos', sale);
    const refNr = textAt(till.operation(id).input, 'refNr');
    till.gateway.answer = () => ok({ payId: 'P1', transId: 'S-1', refNr, status: 'CAPTURED' });
    await till.clock.advance(10_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', answerStatus: null });
  });

  it('is gone where people say how it ended', async () => {
    const till = await aTill({ answer: () => answered(202, json({ status: 'PENDING', payId: 'P1' })) });
    const { id } = await till.submit('capture', capture);
    till.gateway.answer = () => ok({ payId: 'P1', status: 'PENDING' });
    await till.clock.advance(2 * day);
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', answerStatus: 202 });
    const by = { id: 'o1', name: 'Manager', role: 'manager' } as const;
    await till.engine.decide(id, { outcome: 'failed', reason: 'the back office shows nothing', evidence: 'list', by });
    expect(till.operation(id)).toMatchObject({ state: 'failed', answerStatus: null });
  });
});
