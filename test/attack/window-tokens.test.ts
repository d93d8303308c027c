// Whoever drives the till's page (another user of the machine did, through a debugging port) must not get a token out
// of it while no person stands for that.
import { expect, it } from 'vitest';
import type { BridgePorts, Target } from '#assembly/ports.ts';
import { plainClientOptions } from '#contract/client.ts';
import type { Json } from '#contract/json.ts';
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
  const { window, bridge } = whole;
  const { till } = bridge;
  if (till === undefined) throw new Error('the bridge is sealed');
  const add = async (role: 'manager' | 'cashier') => {
    const saved = await till.people.save({ id: null, name: role, role, active: true, pin: pins[role] });
    if (saved.type === 'refused') throw new Error(saved.refusal.detail);
    const { id } = saved.operator;
    return { operatorId: id, pin: pins[role] };
  };
  return {
    add,
    people: till.people,
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
  };
}

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
  await till.people.signIn(manager);
  await till.add('cashier');
  expect(till.made()).toBe('created');
  expect(await till.paired()).toBe('answered');
  till.people.signOut();
  expect(till.made()).toBe('not-signed-in');
  expect(await till.paired()).toBe('not-signed-in');
  expect(till.clients()).toBe(1);
});

it('a manager’s PIN stands for a program that asks while a cashier is signed in', async () => {
  const till = await aTill({ target: live });
  const manager = await till.add('manager');
  await till.people.signIn(manager);
  const cashier = await till.add('cashier');
  await till.people.signIn(cashier);
  expect(await till.paired()).toBe('role-missing');
  expect(await till.paired(manager)).toBe('answered');
});

it('a till without people may be tried out while no money is real', async () => {
  const till = await aTill();
  expect(till.made()).toBe('created');
  expect(await till.paired()).toBe('answered');
});
