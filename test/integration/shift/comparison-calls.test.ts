// The comparison through a whole bridge with a sandbox behind it: the credentials, the connection and the desk are
// the till's own.
import { expect, it } from 'vitest';
import type { ComparisonView } from '#contract/shift/reconcile.ts';
import type { WindowBridgeCalls } from '#assembly/base/ports.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import { sale } from '#support/shop.ts';
import { silentListener } from '#support/silent-listener.ts';

async function done(window: WindowBridgeCalls): Promise<ComparisonView | null> {
  const { promise, resolve } = Promise.withResolvers<ComparisonView | null>();
  const stop = window.subscribe({
    ...silentListener,
    comparisonChanged: (view) => {
      if (view?.type !== 'running') resolve(view);
    },
  });
  const standing = window.comparison();
  if (standing !== null && standing.type !== 'running') resolve(standing);
  return promise.finally(stop);
}

it('compares the running shift and a closed one, with the gateway itself', async () => {
  const whole = await aWholeBridge();
  const { window } = whole;
  await whole.program().post('cloud-pos', sale('S-1', 1_000), 'sale-1');
  const begun = await window.compare(null, async () => ({
    type: 'text',
    text: 'transId,amount,currency\nS-1,1000,EUR\n',
  }));
  expect(begun).toMatchObject({ type: 'begun', comparison: { type: 'running', withList: true } });
  expect(await done(window)).toMatchObject({ shift: 1, asking: 'whole', agreed: { gateway: 1, erp: 1 } });
  await window.closeShift({ evenIfOpen: false, approval: null });
  window.forgetComparison();
  await window.compare(1, null);
  expect(await done(window)).toMatchObject({ type: 'done', number: 1, agreed: { gateway: 1, erp: 0 } });
});

it('begins nothing where no list was chosen, and refuses a wrong one by its line', async () => {
  const { window } = await aWholeBridge();
  expect(await window.compare(null, async () => ({ type: 'no-list' }))).toEqual({ type: 'no-list' });
  const wrong = async () => ({ type: 'text', text: 'transId,amount,currency\nS-1,10.00,EUR\n' }) as const;
  expect(await window.compare(null, wrong)).toEqual({ type: 'list-refused', fault: 'amount', line: 2 });
  expect(window.comparison()).toBeNull();
});

it('is for people who may close a shift: no other is asked for a file, or shown what was found', async () => {
  const { window, session } = await aWholeBridge();
  await session.save({ id: null, name: 'Manager', role: 'manager', active: true, pin: '731926' });
  const signIn = (name: string, pin: string) =>
    session.signIn({ operatorId: session.list().find((each) => each.name === name)?.id ?? '', pin });
  await signIn('Manager', '731926');
  await session.save({ id: null, name: 'Cashier', role: 'cashier', active: true, pin: '4096' });
  session.signOut();
  const askForList = () => Promise.reject(new Error('nobody may be asked'));
  const codeOf = (answer: { type: string; refusal?: { code: string } }) => answer.refusal?.code ?? answer.type;
  expect(codeOf(await window.compare(null, askForList))).toBe('not-signed-in');
  await signIn('Cashier', '4096');
  expect(codeOf(await window.compare(null, askForList))).toBe('role-missing');
  expect(codeOf(window.comparisonFindings({ group: 'amounts', after: 0, limit: 1 }))).toBe('role-missing');
  expect(codeOf(window.stopComparison())).toBe('role-missing');
  expect(codeOf(window.forgetComparison())).toBe('role-missing');
});
