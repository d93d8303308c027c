// Who waits for whom, and for how long: terminals that may still be at work, payments by any of their names, bursts.
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { answered } from '#support/records.ts';
import { aFolder } from '#support/store-folder.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';

const terminal = 'terminal:env:T1';

describe('a terminal', () => {
  it('stays taken after a lost card reading until its window has ended', async () => {
    const till = await aTill({ answer: () => lost });
    const { id, state } = await till.submit('cloud-pos', terminalCommand('CARD_READ', 'D-1'));
    expect(state).toBe('failed');
    expect(till.store.laneHolder(terminal)).toBe(id);
    await till.clock.advance(300_001);
    expect(till.store.laneHolder(terminal)).toBeNull();
  });

  it('stays taken by a reversal whose payment somebody else may have reversed', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK', traceNr: '17', payId: 'P1' }) });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    let status = 'OK';
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok({ payId: 'P1', status }) : lost);
    const { id } = await till.submit('cloud-pos', terminalCommand('REVERSE', 'S-1', { traceNr: '17' }));
    status = 'REVERSED';
    await till.clock.advance(10_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.laneHolder(terminal)).toBe(id);
    await till.clock.advance(300_000);
    expect(till.store.laneHolder(terminal)).toBeNull();
  });

  it('is free at once after a card reading that was answered', async () => {
    const till = await aTill({ answer: () => ok({ status: 'OK' }) });
    await till.submit('cloud-pos', terminalCommand('CARD_READ', 'D-1'));
    expect(till.store.laneHolder(terminal)).toBeNull();
  });

  it('stays taken after a restart, however long the clock says that the program was off', async () => {
    const dataDir = aFolder();
    const before = await aTill({ dataDir, answer: () => lost });
    const { id } = await before.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    await before.engine.stop(0);
    const clock = FakeClock.startingAt(before.clock.nowMs() + 3_600_000);
    const after = await aTill({ dataDir, clock, answer: () => lost });
    expect(after.store.laneHolder(terminal)).toBe(id);
    await clock.advance(299_000);
    expect(after.store.laneHolder(terminal)).toBe(id);
    await clock.advance(2_000);
    expect(after.store.laneHolder(terminal)).toBeNull();
  });

  it.each([
    ['SALE', 1],
    ['SALE', 299_999],
    ['CARD_READ', 1],
    ['CARD_READ', 299_999],
  ])(
    'whose %s was not answered refuses the next one at once, with what holds it and until when: %i ms',
    async (lostType, afterMs) => {
      const till = await aTill({ answer: ({ method }) => (method === 'GET' ? answered(404) : lost) });
      const { id } = await till.submit('cloud-pos', terminalCommand(lostType, 'L-1'));
      till.gateway.answer = ({ method }) => (method === 'GET' ? answered(404) : ok({ status: 'OK', traceNr: '18' }));
      await till.clock.advance(afterMs);
      const sale = { kind: 'cloud-pos', input: terminalCommand('SALE', 'S-2'), requestId: 'S-2' };
      const refused = till.engine.submit({ ...sale, origin: { type: 'cashier', clientId: 'window' } });
      await till.clock.advance(0);
      const retryAfterSeconds = Math.ceil((300_000 - afterMs) / 1_000);
      expect(await refused).toMatchObject({
        type: 'refused',
        refusal: { code: 'terminal-held', operationId: id, retryAfterSeconds },
      });
      const { state } = await till.submit('cloud-pos', terminalCommand('DIAGNOSE', 'D-1'));
      expect(state).not.toBe('accepted');
      await till.clock.advance(300_000);
      expect((await till.submit('cloud-pos', terminalCommand('SALE', 'S-3'))).state).toBe('succeeded');
    },
  );

  it.each(['SALE', 'CARD_READ'])(
    'whose %s was not answered is freed by a person who looked at it',
    async (lostType) => {
      const till = await aTill({ answer: ({ method }) => (method === 'GET' ? answered(404) : lost) });
      const { id, state } = await till.submit('cloud-pos', terminalCommand(lostType, 'L-1'));
      till.gateway.answer = ({ method }) => (method === 'GET' ? answered(404) : ok({ status: 'OK', traceNr: '18' }));
      const freed = till.engine.freeTerminal(id, null, 'Its display is idle, no slip came.');
      await till.clock.advance(0);
      expect(await freed).toMatchObject({ type: 'decided', record: { state } });
      expect((await till.submit('cloud-pos', terminalCommand('SALE', 'S-2'))).state).toBe('succeeded');
    },
  );

  it('is held by a command that waits for the network, however long that takes', async () => {
    const till = await aTill({ answer: () => unsent });
    const { id } = await till.submit('cloud-pos', terminalCommand('DIAGNOSE', 'D-1'));
    till.gateway.online = false;
    await till.clock.advance(600_000);
    expect(till.operation(id).state).toBe('accepted');
    expect(till.store.laneHolder(terminal)).toBe(id);
  });
});

describe('what waits behind an operation', () => {
  it('is sent at once when that one is taken back, however long it was to wait itself', async () => {
    const busy: GatewayAnswer = {
      type: 'response',
      status: 429,
      retryAfterMs: 600_000,
      body: { type: 'empty' },
      credential: null,
    };
    const till = await aTill({ answer: () => busy });
    const refund = (transId: string) => ({ payId: 'P1', transId, amount: amountOf(100) });
    const first = await till.submit('refund', refund('R-1'));
    const second = await till.submit('refund', refund('R-2'));
    expect([first.state, second.state]).toEqual(['accepted', 'accepted']);
    till.gateway.answer = () => ok({ status: 'OK' });
    await till.engine.cancel(first.id, 'cashier');
    await till.clock.advance(0);
    expect(till.operation(second.id).state).toBe('succeeded');
  });
});

describe('a payment', () => {
  const totals = { authorized: 1_000, captured: 1_000, refunded: 0 };

  it('that somebody reads while its sale is running counts the sale once', async () => {
    const sale = Promise.withResolvers<GatewayAnswer>();
    const till = await aTill({
      answer: ({ method }) =>
        method === 'GET' ? ok({ payId: 'P1', transId: 'S-1', status: 'OK', totals }) : sale.promise,
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const reading = till.engine.payment({ by: 'transId', id: 'S-1' });
    await till.clock.advance(0);
    await reading;
    sale.resolve(ok({ payId: 'P1', transId: 'S-1', status: 'OK', traceNr: '7' }));
    await till.clock.advance(0);
    expect(till.store.payment('env', 'P1')).toMatchObject({ captured: 1_000 });
    expect(await till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(1_001) })).toBe(
      'refund-exceeds-captured',
    );
  });

  it('keeps its lane when its sale is in doubt and somebody names it by payId', async () => {
    const till = await aTill({ answer: () => lost });
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    till.gateway.answer = ({ method }) =>
      method === 'GET' ? ok({ payId: 'P1', transId: 'S-1', status: 'IN_PROGRESS', totals }) : ok({ status: 'OK' });
    const reading = till.engine.payment({ by: 'transId', id: 'S-1' });
    await till.clock.advance(0);
    await reading;
    const refund = await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(100) });
    expect(till.operation(sale.id).state).toBe('unknown');
    expect(refund.state).toBe('accepted');
  });

  it('keeps its sums when answers do not name it', async () => {
    const answers: { [message: string]: GatewayAnswer } = {
      AUTHORISATION_OR_RESERVATION: ok({ status: 'OK', traceNr: '17', approvalCode: 'A' }),
    };
    const till = await aTill({
      answer: ({ body }) => answers[bodyOf(body)['messageType'] as string] ?? ok({ status: 'OK', approvalCode: 'B' }),
    });
    const named = { traceNr: '17', approvalCode: 'A' };
    await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
    const first = await till.submit('cloud-pos', terminalCommand('CAPTURE', 'C-1', named));
    expect(first.state).toBe('succeeded');
    expect(await till.refused('cloud-pos', terminalCommand('CAPTURE', 'C-2', named))).toBe(
      'capture-exceeds-authorized',
    );
  });

  it('is the one that the transId names where a terminal has used its trace number again', async () => {
    const till = await aTill({
      answer: ({ body }) => {
        const transId = bodyOf(body)['transId'] as string;
        return ok({ status: 'OK', transId, payId: `P-${transId}`, traceNr: '17' });
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-old'));
    // Within hours it would be the answer to the older command again.
    await till.clock.advance(24 * 3_600_000);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-new'));
    const reversal = await till.submit('cloud-pos', terminalCommand('REVERSE', 'S-old', { traceNr: '17' }));
    expect(reversal.lanes).toContain('payment:env:trans:S-old');
  });
});

describe('a capture behind a reversal', () => {
  const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(5) };

  async function behind(answer: GatewayAnswer) {
    const till = await aTill();
    const reversal = Promise.withResolvers<GatewayAnswer>();
    till.gateway.answer = ({ path }) => (path.includes('reversals') ? reversal.promise : ok({ status: 'OK' }));
    await till.submit('reverse', { payId: 'P1', transId: 'V-1' });
    const { id } = await till.submit('capture', capture);
    expect(till.operation(id).state).toBe('accepted');
    reversal.resolve(answer);
    await till.clock.advance(10_000);
    return till.operation(id);
  }

  it('is not sent after it', async () => {
    expect(await behind(ok({ status: 'REVERSED' }))).toMatchObject({
      state: 'failed',
      failure: { code: 'payment-reversed' },
      attempts: [],
    });
  });

  it('is sent where it was refused', async () => {
    expect((await behind(answered(422))).state).toBe('succeeded');
  });
});

describe('a burst', () => {
  it('never has more under way than the limit', async () => {
    let most = 0;
    let now = 0;
    const till = await aTill({ policy: { concurrency: 4 } });
    till.gateway.answer = () => {
      now += 1;
      most = Math.max(most, now);
      return new Promise((resolve) => {
        till.clock.after(2_000, () => {
          now -= 1;
          resolve(ok({ status: 'OK' }));
        });
      });
    };
    const burst = Array.from({ length: 40 }, (_, index) =>
      till.engine.submit({
        kind: 'capture',
        input: { payId: `P${index}`, transId: `C-${index}`, amount: amountOf(5) },
        requestId: `burst-${index}`,
        origin: { type: 'erp', clientId: 'client' },
      }),
    );
    await till.clock.advance(60_000);
    await Promise.all(burst);
    expect(most).toBe(4);
    expect(till.store.counts('env').succeeded).toBe(40);
  });
});

describe('credentials', () => {
  it('that are not good for one operation are still good for the others', async () => {
    const till = await aTill({
      answer: ({ path }) => (path.includes('reversals') ? answered(403) : ok({ status: 'OK' })),
      policy: { reversalMayWait: true },
    });
    till.gateway.renewal = () => 'same';
    const forbidden = await till.submit('reverse', { payId: 'P0', transId: 'V-1' });
    expect(till.engine.connectionStatus().credentials).toBe('refused');
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const input = { payId: `P${index + 1}`, transId: `C-${index}`, amount: amountOf(5) };
      ids.push((await till.submit('capture', input)).id);
    }
    await till.clock.advance(120_000);
    expect(ids.map((id) => till.operation(id).state)).toEqual(ids.map(() => 'succeeded'));
    expect(till.operation(forbidden.id).state).toBe('accepted');
    await till.clock.advance(3_600_000);
    expect(till.engine.connectionStatus().credentials).toBe('accepted');
  });

  it('that a look-up finds refused after a new token are refused for all', async () => {
    const till = await aTill({ answer: () => answered(401) });
    const reading = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await reading;
    expect(till.engine.connectionStatus().credentials).toBe('refused');
  });
});

describe('an operation that meets a bug', () => {
  it('rests before it is tried again', async () => {
    const till = await aTill({ answer: () => lost });
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(5) });
    const transact = till.store.transact.bind(till.store);
    let tries = 0;
    till.store.transact = () => {
      tries += 1;
      return Promise.reject(new Error('broken'));
    };
    await till.clock.advance(10_000);
    till.store.transact = transact;
    // Each try works twice on the store: on the operation, and on when it is tried again.
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(25);
    expect(till.operation(id).state).toBe('unknown');
  });
});

describe('a second press', () => {
  it('is answered like the first, also where the connection was lost in between', async () => {
    const till = await aTill({ answer: () => new Promise(() => {}) });
    const origin = { type: 'erp', clientId: 'client' } as const;
    const press = () =>
      till.engine.submit({ kind: 'cloud-pos', input: terminalCommand('SALE', 'S-1'), requestId: 'one', origin });
    const first = press();
    // The first has asked and is being written; the second asks now, and the network goes.
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    const asked = Promise.withResolvers<boolean>();
    till.gateway.probe = () => asked.promise;
    const second = press();
    await till.clock.advance(0);
    asked.resolve(false);
    expect((await first).type).toBe('new');
    expect((await second).type).toBe('known');
  });
});
