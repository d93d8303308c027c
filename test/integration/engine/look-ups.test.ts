// How often the gateway is asked what became of an operation: as often as it helps, and no more.
import { describe, expect, it } from 'vitest';
import { FakeClock } from '#support/fake-clock.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, lost, ok, unsent } from '#support/till.ts';

const refund = (payId: string) => ({ payId, transId: `R-${payId}`, amount: amountOf(500) });
/** A record that lists what was done on the payment, but never a refund. */
const withoutRefunds = (payId: string) =>
  ok({ payId, status: 'CAPTURED', operations: [{ type: 'CAPTURE', refNr: `of ${payId}`, status: 'OK' }] });

describe('known successes of a kind that look-ups never show', () => {
  async function asked(last: typeof lost, forMs: number) {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    for (const payId of ['P1', 'P2', 'P3']) await till.submit('refund', refund(payId));
    till.gateway.answer = ({ method }) => (method === 'GET' ? withoutRefunds('P4') : last);
    const before = till.gateway.sent.length;
    const { id } = await till.submit('refund', refund('P4'));
    await till.clock.advance(forMs);
    const paths = till.gateway.sent
      .slice(before)
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path);
    return { state: till.operation(id).state, own: paths.filter((path) => path.endsWith('P4')).length, paths };
  }

  it('are not looked up for what the gateway calls pending: its absence proves nothing', async () => {
    const { state, own, paths } = await asked(ok({ status: 'PENDING' }), 12 * 3_600_000);
    expect(state).toBe('pending');
    expect(own).toBeGreaterThan(10);
    expect(paths).toHaveLength(own);
  });

  it('are not looked up before the end of the processing time, and then they are', async () => {
    const early = await asked(lost, 179_000);
    expect(early.own).toBeGreaterThan(2);
    expect(early.paths).toHaveLength(early.own);
    const later = await asked(lost, 600_000);
    expect(later.paths.length).toBeGreaterThan(later.own);
  });
});

describe('what stands behind an operation that needs a person', () => {
  const capture = (transId: string) => ({ payId: 'P1', transId, amount: amountOf(500) });

  /** After a restore both may have been carried out, and no look-up can tell; the first is refused when repeated. */
  async function behind() {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => unsent });
    before.gateway.online = false;
    const { id: first } = await before.submit('capture', capture('C-1'));
    const { id: second } = await before.submit('capture', capture('C-2'));
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 1_000);
    const refusal = answered(422, json({ status: 'FAILED' }));
    const answer = ({ method }: { readonly method: string }) =>
      method === 'GET' ? ok({ payId: 'P1', status: 'AUTHORIZED' }) : refusal;
    const till = await aTill({ dataDir, clock, paused: 'It was copied.', answer });
    till.engine.resume('Manager', 'The old computer is off.');
    await clock.advance(6 * 3_600_000);
    expect(till.operation(first).state).toBe('needs-person');
    expect(till.operation(second).state).toBe('unknown');
    return { till, first, second };
  }

  it('is looked up now and then, however long the person takes', async () => {
    const { till, second } = await behind();
    const soFar = till.operation(second).lookUps.count;
    await till.clock.advance(6 * 3_600_000);
    const more = till.operation(second).lookUps.count - soFar;
    expect(more).toBeGreaterThan(5);
    expect(more).toBeLessThan(20);
  });

  it('goes on as soon as the person has decided', async () => {
    const { till, first, second } = await behind();
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok({ payId: 'P1' }) : ok({ status: 'OK' }));
    const by = { id: 'p', name: 'Supervisor', role: 'supervisor' } as const;
    await till.engine.decide(first, { outcome: 'failed', reason: 'not there', evidence: 'back office', by });
    await till.clock.advance(1_000);
    expect(till.operation(second).state).toBe('succeeded');
  });

  it('goes on no sooner than the gateway wants to be asked again', async () => {
    const { till, first, second } = await behind();
    till.gateway.answer = () => answered(503, { type: 'empty' }, 4 * 3_600_000);
    await till.clock.advance(3_600_000);
    const by = { id: 'p', name: 'Supervisor', role: 'supervisor' } as const;
    const asked = till.operation(second).lookUps.count;
    await till.engine.decide(first, { outcome: 'failed', reason: 'not there', evidence: 'back office', by });
    await till.clock.advance(600_000);
    expect(till.operation(second).lookUps).toMatchObject({ count: asked, failures: 1 });
  });
});

describe('a payment without a page that a person decided', () => {
  it.each([
    { of: 'another sum', value: 500, payId: null },
    { of: 'the sum that was asked for', value: 1_000, payId: 'P-OTHER' },
  ])('under the caller’s order number: a record of $of', async ({ value, payId }) => {
    const sent = { made: '' };
    const answer = ({ method }: { readonly method: string }) => {
      if (method === 'POST') return lost;
      const shown = { payId: 'P-OTHER', transId: 'D-1', refNr: 'Order 8', creationDate: sent.made };
      return sent.made === '' ? ok({}) : ok({ ...shown, status: 'CAPTURED', amount: amountOf(value) });
    };
    const till = await aTill({ answer });
    const paymentMethods = { integrationType: 'DIRECT', type: 'CARD' };
    const wish = { transId: 'D-1', refNr: 'Order 8', amount: amountOf(1_000), paymentMethods };
    const { id } = await till.submit('create-payment', wish);
    await till.clock.advance(3_600_000);
    expect(till.operation(id).state).toBe('needs-person');
    const by = { id: 'p', name: 'Supervisor', role: 'supervisor' } as const;
    const decision = till.engine.decide(id, { outcome: 'succeeded', reason: 'paid', evidence: 'back office', by });
    await till.clock.advance(0);
    await decision;
    sent.made = new Date(till.clock.wallMs()).toISOString();
    const asked = till.engine.payment({ by: 'transId', id: 'D-1' });
    await till.clock.advance(0);
    await asked;
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', payId });
  });
});

describe('a look-up that the gateway refuses', () => {
  async function lookedUp(status: number) {
    const answer = ({ method }: { readonly method: string }) => (method === 'GET' ? answered(status, json({})) : lost);
    const till = await aTill({ answer });
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    await till.clock.advance(30_000);
    return till.operation(id).lookUps;
  }

  it.each([400, 402, 410, 422, 499])('with %i was an answer: it tells nothing of the operation', async (status) => {
    const { count, failures } = await lookedUp(status);
    expect(count).toBeGreaterThan(1);
    expect(failures).toBe(0);
  });

  it.each([399, 401, 403, 408, 425, 429, 500, 503])('with %i was no answer', async (status) => {
    const { count, failures } = await lookedUp(status);
    expect(count).toBeGreaterThan(1);
    expect(failures).toBe(count);
  });
});

describe('a look-up that cannot be made', () => {
  const minuteMs = 60_000;
  const direct = (transId: string) => {
    const paymentMethods = { integrationType: 'DIRECT', type: 'PAYPAL' };
    return { transId, amount: amountOf(500), paymentMethods };
  };

  it('is none of a payment whose details were erased: it is as good a control as before', async () => {
    const folder = opened(aFolder());
    const till = await aTill({ folder });
    const captured = { payId: 'P1', transId: 'D-1', status: 'CAPTURED' };
    till.gateway.answer = () => answered(201, json({ ...captured, responseCode: '00000000', xId: 'X1' }));
    const { id } = await till.submit('create-payment', direct('D-1'));
    const slips = { days: 0, reading: aPolicy().answers };
    await folder.eraser.erase({ type: 'operation', id }, { atMs: till.clock.nowMs(), by: 'x', reason: 'y', slips });
    till.gateway.answer = ({ method, path }) => {
      if (method !== 'GET') return lost;
      return path.includes('D-2')
        ? answered(404, json({ title: 'not found' }))
        : ok({ ...captured, amount: amountOf(500) });
    };
    const made = await till.submit('create-payment', direct('D-2'));
    await till.clock.advance(10 * minuteMs);
    expect(till.log.filter(({ event }) => event === 'engine-error')).toEqual([]);
    expect(till.operation(made.id).state).not.toBe('unknown');
  });

  it('holds up none of the others', async () => {
    const till = await aTill();
    const places = Math.ceil(aPolicy().concurrency / 2);
    const refunded = { payId: 'P', status: 'REFUNDED', responseCode: '00000000' };
    till.gateway.answer = ({ method, path }) => {
      if (method !== 'GET') return lost;
      if (!path.endsWith('good')) throw new Error('a bug');
      const operations = [{ type: 'REFUND', refNr: good, status: 'REFUNDED', amount: amountOf(500) }];
      return ok({ ...refunded, payId: 'good', operations });
    };
    let good = '';
    for (let each = 0; each < places; each += 1) await till.submit('refund', refund(`bad-${each}`));
    await till.clock.advance(5 * minuteMs);
    const record = await till.submit('refund', refund('good'));
    good = record.refNr ?? '';
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(record.id).state).toBe('succeeded');
    expect(till.log.filter(({ event }) => event === 'engine-error').length).toBeLessThan(10 * places);
  });
});
