// A terminal that is held, a capture that is not permitted, a gateway whose bare address is ill, and tips: what a till is
// told at once.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalOf } from './support/operations.ts';
import { eur, inputs, isOpen, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

describe('a terminal that an unknown command holds', () => {
  let world: World;
  let scene: Scene;

  beforeAll(async () => {
    // Long enough that the terminal is still held when the next command comes, on any machine.
    world = await startWorld(undefined, 120);
    scene = sceneAt(world, await world.bridge.program('a till'));
  });
  afterAll(async () => {
    await world.stop();
  });

  async function heldTerminal(): Promise<number> {
    const number = scene.number((sent, own) =>
      sent.body['messageType'] === 'SALE' ? { status: 500 } : lax(sent, own),
    );
    const lost = await scene.program.submit('cloud-pos', `lost-${number}`, inputs.terminal(number, 'SALE'), 2);
    expect(lost.ok && isOpen(lost.operation), JSON.stringify(lost)).toBe(true);
    return number;
  }

  test.each(['SALE', 'AUTHORISATION_OR_RESERVATION', 'CREDIT', 'CARD_READ'])(
    'a %s for it is answered at once with until when',
    async (messageType) => {
      const number = await heldTerminal();
      const input = { ...inputs.terminal(number, messageType), transId: `T-next-${number}` };
      const next = await scene.program.submit('cloud-pos', `next-${number}`, input, 0);
      expect(next.ok ? next.operation.state : next.problem.code).toBe('terminal-held');
      const seconds = next.ok ? 0 : (next.problem.retryAfterSeconds ?? 0);
      expect(seconds).toBeGreaterThan(0);
      expect(scene.sent(number, messageType)).toBe(messageType === 'SALE' ? 1 : 0);
    },
  );

  test('a sale beside a capture that is not permitted (403) goes on, and somebody is told of the capture', async () => {
    const forbidden = scene.number(() => ({ status: 403, body: {} }));
    const capture = await scene.program.submit('capture', `c-${forbidden}`, inputs.foreign(forbidden, 'c', 5000), 2);
    const number = scene.number(lax);
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
    const alarms = async () => {
      const status = (await scene.program.get('/v1/status')) as { alarms: { code: string }[] };
      return status.alarms.map(({ code }) => code).filter((code) => /credentials|operation-refused/.test(code));
    };
    await expect.poll(alarms, { timeout: 60_000 }).toEqual(['operation-refused']);
    const { state } = await scene.program.operation(capture.ok ? capture.operation.id : '');
    expect(state).toBe('accepted');
  });

  test('another terminal is free', async () => {
    await heldTerminal();
    const number = scene.number(lax);
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
  });

  test('DIAGNOSE may be sent to it', async () => {
    const number = await heldTerminal();
    const { messageType, ...rest } = {
      messageType: 'DIAGNOSE',
      transId: `T-diag-${number}`,
      posTerminalId: terminalOf(number),
    };
    await scene.program.submit('cloud-pos', `diagnose-${number}`, { messageType, ...rest }, 5);
    expect(scene.sent(number, 'DIAGNOSE')).toBe(1);
  });
});

describe('the bare /api/v2 is ill and operations are answered', () => {
  const saleAt = (scene: Scene) => {
    const number = scene.number(lax);
    return scene.run('cloud-pos', number, inputs.terminal(number, 'SALE'));
  };

  async function expectSales(scene: Scene, count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      const sold = await saleAt(scene);
      expect(sold.ok ? sold.operation.state : sold.problem.code).toBe('succeeded');
    }
  }

  describe('after a sale went through', () => {
    let world: World;
    let scene: Scene;

    beforeAll(async () => {
      world = await startWorld();
      scene = sceneAt(world, await world.bridge.program('a till'));
    });
    afterAll(async () => {
      await world.stop();
    });

    test.each([502, 503, 504])('%i there alone is not "offline"', async (status) => {
      world.gateway.setReachability({ status: 404 });
      await expect.poll(async () => (await saleAt(scene)).ok, { timeout: 20_000 }).toBe(true);
      world.gateway.setReachability({ status, body: 'bad gateway' });
      await expectSales(scene, 5);
      const { connection } = (await scene.program.get('/v1/status')) as { connection: { state: string } };
      expect(connection.state).toBe('online');
    });
  });

  test('also where it was ill from the beginning: what may wait is sent and answered, so the bridge is online', async () => {
    const world = await startWorld();
    try {
      world.gateway.setReachability({ status: 502, body: 'bad gateway' });
      const scene = sceneAt(world, await world.bridge.program('a till'));
      const first = scene.number(lax);
      const captured = await scene.must('capture', first, inputs.foreign(first, 'c', 1000));
      expect(captured.state, `sent ${scene.sent(first, '/captures')} times`).toBe('succeeded');
      await expectSales(scene, 1);
    } finally {
      await world.stop();
    }
  });
});

describe('settings say how this gateway speaks', () => {
  let world: World;
  let scene: Scene;

  beforeAll(async () => {
    world = await startWorld({
      tips: true,
      answers: {
        statuses: { succeeded: ['GENEHMIGT'], failed: ['ABGELEHNT'], open: ['IN_ARBEIT'] },
        paths: {
          amount: ['beleg.summe.betrag'],
          currency: ['beleg.summe.waehrung'],
          tip: ['beleg.trinkgeld'],
          traceNr: ['beleg.nummer'],
          approvalCode: ['beleg.freigabe'],
        },
      },
    });
    scene = sceneAt(world, await world.bridge.program('a till'));
  });
  afterAll(async () => {
    await world.stop();
  });

  const slip = (betrag: number, more: Record<string, unknown> = {}) => ({
    traceNr: undefined,
    approvalCode: undefined,
    amount: undefined,
    responseCode: undefined,
    beleg: { nummer: '000042', freigabe: '123456', summe: { betrag, waehrung: 'EUR' }, ...more },
  });
  const saleAnswered = (over: Record<string, unknown>) => {
    const number = scene.number((sent, own) => lax(sent, own, over));
    return scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'));
  };

  test('its word for success', async () => {
    const sold = await saleAnswered({ status: 'GENEHMIGT', ...slip(5000) });
    expect(sold).toMatchObject({ state: 'succeeded', approved: eur(5000) });
  });

  test('its word for a refusal', async () => {
    expect((await saleAnswered({ status: 'ABGELEHNT', ...slip(5000), beleg: undefined })).state).toBe('failed');
  });

  test('its word for "not yet"', async () => {
    expect(isOpen(await saleAnswered({ status: 'IN_ARBEIT', ...slip(5000) }))).toBe(true);
  });

  test('its amount, when it is less', async () => {
    const sold = await saleAnswered({ status: 'GENEHMIGT', ...slip(2500) });
    expect(sold.state).toBe('needs-person');
  });

  test('its currency', async () => {
    const over = slip(5000);
    const sold = await saleAnswered({
      status: 'GENEHMIGT',
      ...over,
      beleg: { ...over.beleg, summe: { betrag: 5000, waehrung: 'CHF' } },
    });
    expect(isOpen(sold), sold.state).toBe(true);
  });

  test('its trace number is needed and is enough', async () => {
    const number = scene.number((sent, own) =>
      lax(sent, own, { status: 'GENEHMIGT', ...slip(5000), refNr: undefined, beleg: { nummer: '000042' } }),
    );
    expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
    const bare = scene.number((sent, own) =>
      lax(sent, own, { status: 'GENEHMIGT', ...slip(5000), refNr: undefined, beleg: {} }),
    );
    expect(isOpen(await scene.must('cloud-pos', bare, inputs.terminal(bare, 'SALE')))).toBe(true);
  });

  test('a tip', async () => {
    const sold = await saleAnswered({ status: 'GENEHMIGT', ...slip(5500, { trinkgeld: 500 }) });
    expect(sold).toMatchObject({ state: 'succeeded', approved: eur(5500) });
    const shift = (await scene.program.get('/v1/shifts/current')) as {
      sections: { takings: { tipMinor: number }[] }[];
    };
    expect(shift.sections[0]?.takings[0]?.tipMinor).toBe(500);
  });

  test('more than asked on a refund is no tip', async () => {
    const number = scene.number((sent, own) => lax(sent, own, { amount: eur(5500) }));
    const refund = await scene.must('refund', number, inputs.foreign(number, 'r', 5000));
    expect(isOpen(refund), refund.state).toBe(true);
    expect(scene.sent(number, '/refunds')).toBe(1);
  });
});
