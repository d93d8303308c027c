// A program that drives the till's page (through a debugging port, say) must not get a token out of it while no person
// with the right to give one is signed in.
import { expect, it } from 'vitest';
import type { BridgePorts, Target } from '#assembly/base/ports.ts';
import type { WindowInput } from '#contract/calls/table.ts';
import { type ClientPatch, plainClientOptions } from '#contract/programs/client.ts';
import type { Json } from '#contract/data/json.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

// Nobody is there, and nobody is asked: making a token needs no gateway.
const live: Target = {
  type: 'gateway',
  root: 'http://127.0.0.1:9',
  authRoot: 'http://127.0.0.1:9',
  merchantId: 'SHOP',
  mode: 'live',
};
const wish = { name: 'Stranger', scopes: ['status', 'refund'], origin: null } as const;
const pins = { manager: '731926405817', cashier: '409618275530' };

async function aTill(ports: Partial<BridgePorts> = {}) {
  const whole = await aWholeBridge({ ports });
  const { window, bridge, session } = whole;
  const add = async (role: 'manager' | 'cashier') => {
    const saved = await session.save({ id: null, name: role, role, active: true, pin: pins[role] });
    if (saved.type === 'refused') throw new Error(saved.refusal.detail);
    const { id } = saved.operator;
    return { operatorId: id, pin: pins[role] };
  };
  return {
    add,
    session,
    made: () => {
      const answer = window.createClient({ ...wish, scopes: [...wish.scopes] });
      return answer.type === 'refused' ? answer.refusal.code : answer.type;
    },
    async paired(approval?: { readonly operatorId: string; readonly pin: string }): Promise<Json> {
      const asked = await fetch(`${bridge.url}/v1/pairings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Stranger', scopes: ['status'] }),
      });
      const { id } = (await asked.json()) as { readonly id: string };
      const grant = { scopes: ['status' as const], options: plainClientOptions };
      const answer = await window.answerPairing({ id, grant, ...(approval === undefined ? {} : { approval }) });
      // Put away, so that the next one may ask.
      if (answer.type === 'refused') await window.answerPairing({ id, grant: null });
      return answer.type === 'refused' ? answer.refusal.code : answer.type;
    },
    clients: () => window.clients().length,
    /** Made by a manager, who has left since. */
    async program() {
      const manager = await add('manager');
      await session.signIn(manager);
      const { id } = whole.program(['status', 'refund']);
      session.signOut();
      return { id, manager };
    },
    changed(id: string, change: Omit<ClientPatch, 'scopes'>) {
      const answer = window.changeClient({ id, change: change as WindowInput<'changeClient'>['change'] });
      return answer.type === 'refused' ? answer.refusal.code : answer.type;
    },
    grantOf(id: string) {
      const { scopes, options } = window.clients().find((client) => client.id === id) ?? {};
      return { scopes, ...options };
    },
  };
}

it('a new token for a program takes a person too, ends the one before at once, and keeps the program', async () => {
  const whole = await aWholeBridge();
  const { window, bridge, session } = whole;
  const { id, token } = whole.program(['status']);
  const status = async (of: string) =>
    (await fetch(`${bridge.url}/v1/status`, { headers: { authorization: `Bearer ${of}` } })).status;
  const saved = await session.save({ id: null, name: 'M', role: 'manager', active: true, pin: pins.manager });
  expect(saved.type).toBe('saved');
  session.signOut();
  expect(window.renewClient({ id })).toMatchObject({ type: 'refused', refusal: { code: 'not-signed-in' } });
  expect(await status(token)).toBe(200);
  await session.signIn({ operatorId: saved.type === 'saved' ? saved.operator.id : '', pin: pins.manager });
  const renewed = window.renewClient({ id });
  if (renewed.type === 'refused') throw new Error(renewed.refusal.detail);
  expect(renewed.client.id).toBe(id);
  expect([await status(token), await status(renewed.token)]).toEqual([401, 200]);
  expect(window.renewClient({ id: 'nobody' })).toMatchObject({ refusal: { code: 'client-unknown' } });
  expect(window.revokeClient({ id })).toEqual({ revoked: true });
  expect(window.renewClient({ id })).toMatchObject({ refusal: { code: 'client-unknown' } });
});

it('a till with real money and no people makes no token', async () => {
  const till = await aTill({ target: live });
  expect(till.made()).toBe('not-signed-in');
  expect(await till.paired()).toBe('not-signed-in');
  expect(till.clients()).toBe(0);
});

it.each(['test', 'live'] as const)('a %s till that nobody is signed in at makes no token', async (mode) => {
  const till = await aTill({ target: { ...live, mode } });
  const manager = await till.add('manager');
  expect(till.made()).toBe('not-signed-in');
  expect(await till.paired()).toBe('not-signed-in');
  await till.session.signIn(manager);
  await till.add('cashier');
  expect(till.made()).toBe('created');
  expect(await till.paired()).toBe('answered');
  till.session.signOut();
  expect(till.made()).toBe('not-signed-in');
  expect(await till.paired()).toBe('not-signed-in');
  expect(till.clients()).toBe(1);
});

it('a manager’s PIN stands for a program that asks while a cashier is signed in', async () => {
  const till = await aTill({ target: live });
  const manager = await till.add('manager');
  await till.session.signIn(manager);
  const cashier = await till.add('cashier');
  await till.session.signIn(cashier);
  expect(await till.paired()).toBe('role-missing');
  expect(await till.paired(manager)).toBe('answered');
});

it('a till without people may be tried out while no money is real', async () => {
  const till = await aTill();
  expect(till.made()).toBe('created');
  expect(await till.paired()).toBe('answered');
});

const more: readonly Omit<ClientPatch, 'scopes'>[] = [
  { added: ['refund-unreferenced'] },
  { options: { refundsPerDayMinor: null } },
  { options: { refundsPerDayMinor: 5_001 } },
  { options: { waitsOffline: true } },
  { options: { partialApprovals: true } },
  { options: { webhook: { id: 'w', url: 'https://erp.example/', from: 0, allowed: true } } },
  { added: ['sale'], removed: ['refund'], options: { refundsPerDayMinor: 0 } },
];

it('a program gets no more rights, and no higher limit, where no person with the right to give them is signed in', async () => {
  const till = await aTill({ target: live });
  const { id, manager } = await till.program();
  expect(till.changed(id, { options: { refundsPerDayMinor: 5_000 } })).toBe('not-signed-in');
  await till.session.signIn(manager);
  expect(till.changed(id, { options: { refundsPerDayMinor: 5_000 } })).toBe('changed');
  till.session.signOut();
  const before = till.grantOf(id);
  for (const change of more) expect([change, till.changed(id, change)]).toEqual([change, 'not-signed-in']);
  expect(till.grantOf(id)).toEqual(before);
  await till.session.signIn(manager);
  for (const change of more) expect([change, till.changed(id, change)]).toEqual([change, 'changed']);
});

it('rights are taken away, and limits lowered, by every person', async () => {
  const till = await aTill({ target: live });
  const { id } = await till.program();
  expect(till.changed(id, { options: { refundsPerDayMinor: 0 } })).toBe('changed');
  expect(till.changed(id, { removed: ['refund'] })).toBe('changed');
  expect(till.changed(id, { added: ['status'], options: { waitsOffline: false } })).toBe('changed');
  expect(till.grantOf(id)).toMatchObject({ scopes: ['status'], refundsPerDayMinor: 0 });
  expect(till.changed('unknown', { added: ['sale'] })).toBe('client-unknown');
});
