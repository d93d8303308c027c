// What the status of the connection says, whom its changes are told, and how often the gateway is asked: with a clock
// that the test moves and chance that it sets.
import { describe, expect, it } from 'vitest';
import { type ConnectionStatus, Connection } from '#core/gateway/connection.ts';
import type { Gateway, GatewayAnswer } from '#core/ports/gateway.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { answered } from '#support/records.ts';

type Renewal = Awaited<ReturnType<Gateway['renew']>>;

function aConnection(fraction = 1) {
  const clock = new FakeClock();
  const told: ConnectionStatus[] = [];
  const probes: number[] = [];
  const renewals: number[] = [];
  const gateway = { reachable: true, renewal: 'renewed' as Renewal };
  const connection: Connection = new Connection({
    clock,
    chance: { fraction: () => fraction, operationId: () => 'x', hex128: () => 'x' },
    gateway: {
      send: async () => answered(200),
      probe: async () => {
        probes.push(clock.nowMs() - begunMs);
        return gateway.reachable;
      },
      renew: async () => {
        renewals.push(clock.nowMs() - begunMs);
        return gateway.renewal;
      },
    },
    changed: () => told.push(connection.status()),
  });
  const begunMs = clock.nowMs();
  return { clock, gateway, connection, told, probes, renewals, begunMs };
}

const unsent: GatewayAnswer = { type: 'unsent', reason: 'the cable is out' };
const reset: GatewayAnswer = { type: 'lost', reason: 'reset' };
const timeout: GatewayAnswer = { type: 'lost', reason: 'timeout' };
const withheld: GatewayAnswer = { type: 'withheld' };
const refused = { type: 'credentials-refused' } as GatewayAnswer;

describe('the status of a connection', () => {
  it('says at first that nothing was checked', () => {
    const { connection, begunMs } = aConnection();
    expect(connection.status()).toEqual({
      state: 'unchecked',
      sinceMs: begunMs,
      reason: null,
      credentials: 'unchecked',
      acceptedAtMs: null,
    });
    expect(connection.limit(16)).toBe(16);
  });

  it('is told once for each change, and says since when and why', async () => {
    const { connection, clock, told } = aConnection();
    await connection.check();
    await connection.check();
    expect(told).toHaveLength(1);
    await clock.advance(1_000);
    connection.note(unsent, false);
    connection.note(unsent, false);
    expect(told).toHaveLength(2);
    expect(connection.status()).toMatchObject({
      state: 'offline',
      sinceMs: clock.nowMs(),
      reason: 'the cable is out',
    });
  });

  it('says why the gateway could not be reached', async () => {
    const { connection, gateway } = aConnection();
    gateway.reachable = false;
    expect(await connection.check()).toBe(false);
    expect(connection.status()).toMatchObject({ state: 'offline', reason: 'the gateway does not answer' });
  });

  it.each([502, 503, 504])('names %i as the reason', async (status) => {
    const { connection } = aConnection();
    await connection.check();
    for (let times = 0; times < 3; times += 1) connection.note(answered(status), false);
    expect(connection.status()).toMatchObject({ state: 'offline', reason: `status ${status}` });
  });

  it('is online after 505: the gateway answered', async () => {
    const { connection } = aConnection();
    for (let times = 0; times < 4; times += 1) connection.note(answered(505), false);
    expect(connection.status().state).toBe('online');
  });

  it('notes each time at which the credentials were taken, and tells the first', async () => {
    const { connection, clock, told } = aConnection();
    connection.note(answered(200), false);
    expect(connection.status()).toMatchObject({ credentials: 'accepted', acceptedAtMs: clock.nowMs() });
    expect(told).toHaveLength(2);
    await clock.advance(5_000);
    connection.note(answered(404), false);
    expect(connection.status()).toMatchObject({
      state: 'online',
      credentials: 'accepted',
      acceptedAtMs: clock.nowMs(),
    });
    expect(told).toHaveLength(2);
  });

  it.each([401, 403])('learns nothing of the credentials from %i', async (status) => {
    const { connection } = aConnection();
    connection.note(answered(status), false);
    expect(connection.status()).toMatchObject({ state: 'online', credentials: 'unchecked', acceptedAtMs: null });
  });

  it('learns nothing from what was not sent at all', () => {
    const { connection, told } = aConnection();
    connection.note(withheld, false);
    expect(told).toEqual([]);
    expect(connection.status().credentials).toBe('unchecked');
  });
});

describe('failures', () => {
  it.each([
    ['a reset at a terminal', reset, true, 'offline'],
    ['a time-out away from a terminal', timeout, false, 'offline'],
    ['a time-out at a terminal', timeout, true, 'online'],
  ] as const)('%s, three times', async (_what, answer, atTerminal, state) => {
    const { connection } = aConnection();
    await connection.check();
    for (let times = 0; times < 3; times += 1) connection.note(answer, atTerminal);
    expect(connection.status().state).toBe(state);
  });

  it('count only in a row', async () => {
    const { connection } = aConnection();
    await connection.check();
    for (const answer of [reset, reset, answered(200), reset, reset]) connection.note(answer, false);
    expect(connection.status().state).toBe('online');
  });
});

describe('probes', () => {
  it('wait longer each time, up to five seconds', async () => {
    const { connection, gateway, clock, probes } = aConnection();
    gateway.reachable = false;
    connection.note(unsent, false);
    // Failures while it is offline plan no further probe.
    connection.note(unsent, false);
    await clock.advance(25_000);
    expect(probes).toEqual([1_000, 3_000, 7_000, 12_000, 17_000, 22_000]);
  });

  it('begin anew after the gateway was reached', async () => {
    const { connection, gateway, clock, probes, begunMs } = aConnection();
    gateway.reachable = false;
    connection.note(unsent, false);
    await clock.advance(12_000);
    gateway.reachable = true;
    await clock.advance(5_000);
    expect(connection.status().state).toBe('online');
    probes.length = 0;
    gateway.reachable = false;
    connection.note(unsent, false);
    const fromMs = clock.nowMs() - begunMs;
    await clock.advance(3_500);
    expect(probes).toEqual([fromMs + 1_000, fromMs + 3_000]);
  });

  it('are given up once an answer came', async () => {
    const { connection, clock, probes } = aConnection();
    connection.note(unsent, false);
    connection.note(answered(200), false);
    expect(clock.pending).toBe(0);
    await clock.advance(60_000);
    expect(probes).toEqual([]);
  });

  it('are one question for all who ask at the same time', async () => {
    const { connection, probes } = aConnection();
    expect(await Promise.all([connection.check(), connection.check()])).toEqual([true, true]);
    expect(probes).toHaveLength(1);
    await connection.check();
    expect(probes).toHaveLength(2);
  });

  it('end when the bridge stops', async () => {
    const { connection, gateway, clock, probes, told } = aConnection();
    gateway.reachable = false;
    connection.note(unsent, false);
    connection.credentialsRefused();
    connection.stop();
    expect(clock.pending).toBe(0);
    const before = told.length;
    expect(await connection.check()).toBe(false);
    connection.note(reset, false);
    connection.note(unsent, false);
    expect(told).toHaveLength(before);
    expect(clock.pending).toBe(0);
    expect(probes).toHaveLength(1);
  });

  it('may be stopped before there is any', () => {
    const { connection, clock } = aConnection();
    connection.stop();
    connection.note(unsent, false);
    connection.note(refused, false);
    expect(clock.pending).toBe(0);
  });
});

describe('refused credentials', () => {
  it('are told once, and tried again after four seconds, ever more rarely, once a minute in the end', async () => {
    const { connection, gateway, clock, told, renewals } = aConnection();
    gateway.renewal = 'refused';
    await connection.check();
    told.length = 0;
    connection.note(refused, false);
    connection.credentialsRefused();
    expect(told.map(({ credentials }) => credentials)).toEqual(['refused']);
    expect(connection.maySend()).toBe(false);
    await clock.advance(250_000);
    expect(renewals).toEqual([4_000, 12_000, 28_000, 60_000, 120_000, 180_000, 240_000]);
    expect(told).toHaveLength(1);
  });

  it('stay refused where a fresh token was: one operation tries for all, and only its answer says more', async () => {
    const { connection, clock } = aConnection();
    await connection.check();
    connection.credentialsRefused();
    expect(connection.maySend()).toBe(false);
    await clock.advance(4_000);
    expect(connection.status().credentials).toBe('refused');
    expect([connection.maySend(), connection.limit(16)]).toEqual([true, 1]);
    connection.note(answered(200), false);
    expect(connection.status().credentials).toBe('accepted');
    expect([connection.maySend(), connection.limit(16)]).toEqual([true, 16]);
  });

  it('are unchecked again once the gateway gives a token: then one operation tries for all', async () => {
    const { connection, gateway, clock, renewals, begunMs } = aConnection();
    await connection.check();
    connection.note(refused, false);
    await clock.advance(4_000);
    expect(connection.status().credentials).toBe('unchecked');
    expect(connection.limit(16)).toBe(1);
    connection.note(answered(403), false);
    expect(connection.limit(16)).toBe(1);
    // Refused again: it is no longer on trial, and the wait is longer.
    gateway.renewal = 'refused';
    const refusedMs = clock.nowMs() - begunMs;
    connection.note(refused, false);
    expect(connection.limit(16)).toBe(16);
    await clock.advance(8_000);
    expect(renewals).toEqual([4_000, refusedMs + 8_000]);
    gateway.renewal = 'renewed';
    await clock.advance(16_000);
    connection.note(answered(200), false);
    expect(connection.limit(16)).toBe(16);
    connection.credentialsRefused();
    const atMs = clock.nowMs() - begunMs;
    await clock.advance(4_000);
    expect(renewals.at(-1)).toBe(atMs + 4_000);
  });

  it('whose renewal does not reach the server are a matter of the connection', async () => {
    const { connection, gateway, clock } = aConnection();
    await connection.check();
    gateway.renewal = 'unreachable';
    gateway.reachable = false;
    connection.note(refused, false);
    await clock.advance(4_000);
    expect(connection.status()).toMatchObject({
      state: 'offline',
      reason: 'the gateway does not answer',
      credentials: 'unchecked',
    });
    expect(connection.limit(16)).toBe(16);
  });

  it('are not renewed for a bridge that stopped meanwhile', async () => {
    const { connection, clock, told } = aConnection();
    await connection.check();
    connection.credentialsRefused();
    told.length = 0;
    const waiting = clock.advance(4_000);
    await Promise.resolve();
    connection.stop();
    await waiting;
    expect(told).toEqual([]);
    expect(connection.status().credentials).toBe('refused');
  });
});
