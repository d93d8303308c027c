// The circuit breaker and the credentials gate, with a clock that the test moves.
import { describe, expect, it } from 'vitest';
import { Connection } from '#core/gateway/connection.ts';
import type { Gateway, GatewayAnswer } from '#core/ports/gateway.ts';
import { answered } from '../../support/records.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function aConnection() {
  const clock = new FakeClock();
  const gateway = {
    reachable: true,
    probes: 0,
    renewal: 'renewed' as Awaited<ReturnType<Gateway['renew']>>,
    renewals: 0,
  };
  const connection = new Connection({
    clock,
    chance: { fraction: () => 0.5, operationId: () => 'x', hex128: () => 'x' },
    gateway: {
      send: async () => answered(200),
      probe: async () => {
        gateway.probes += 1;
        return gateway.reachable;
      },
      renew: async () => {
        gateway.renewals += 1;
        return gateway.renewal;
      },
    },
    changed: () => {},
  });
  return { clock, gateway, connection };
}

const lost: GatewayAnswer = { type: 'lost', reason: 'reset' };

describe('the circuit breaker', () => {
  it('is open until the gateway was reached once', async () => {
    const { connection } = aConnection();
    expect(connection.maySend()).toBe(false);
    await connection.check();
    expect(connection.maySend()).toBe(true);
  });

  it('opens at once where no connection came about', () => {
    const { connection } = aConnection();
    connection.note({ type: 'unsent', reason: 'refused' }, false);
    expect(connection.maySend()).toBe(false);
  });

  it.each([
    ['resets', lost],
    ['502', answered(502)],
    ['503', answered(503)],
    ['504', answered(504)],
  ])('opens after three %s in a row', async (_name, answer) => {
    const { connection } = aConnection();
    await connection.check();
    connection.note(answer, false);
    connection.note(answer, false);
    expect(connection.maySend()).toBe(true);
    connection.note(answer, false);
    expect(connection.maySend()).toBe(false);
  });

  it.each([500, 501, 429, 409, 400, 200])('does not open on %d: the gateway answered', (status) => {
    const { connection } = aConnection();
    for (let times = 0; times < 5; times += 1) connection.note(answered(status), false);
    expect(connection.maySend()).toBe(true);
  });

  it('does not open because a customer did not present the card', async () => {
    const { connection } = aConnection();
    await connection.check();
    for (let times = 0; times < 5; times += 1) connection.note({ type: 'lost', reason: 'timeout' }, true);
    expect(connection.maySend()).toBe(true);
  });

  it('probes until the gateway answers, then closes', async () => {
    const { connection, gateway, clock } = aConnection();
    gateway.reachable = false;
    connection.note({ type: 'unsent', reason: 'refused' }, false);
    await clock.advance(20_000);
    expect(gateway.probes).toBeGreaterThan(2);
    expect(connection.maySend()).toBe(false);
    gateway.reachable = true;
    await clock.advance(5_000);
    expect(connection.status().state).toBe('online');
    const { probes } = gateway;
    await clock.advance(60_000);
    expect(gateway.probes).toBe(probes);
  });
});

describe('refused credentials', () => {
  it('stop the queue until a new token is given; then one tries for all', async () => {
    const { connection, gateway, clock } = aConnection();
    gateway.renewal = 'refused';
    await connection.check();
    connection.credentialsRefused();
    await clock.advance(120_000);
    expect(gateway.renewals).toBeGreaterThan(1);
    expect(connection.maySend()).toBe(false);
    gateway.renewal = 'renewed';
    await clock.advance(60_000);
    expect(connection.maySend()).toBe(true);
    expect(connection.limit(16)).toBe(1);
    connection.note(answered(200), false);
    expect(connection.limit(16)).toBe(16);
    expect(connection.status().credentials).toBe('accepted');
  });
});
