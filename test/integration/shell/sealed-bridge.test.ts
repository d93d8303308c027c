// A till that was sealed while a call was on its way: the bridge behind main's check refuses each call by itself.
import { expect, it } from 'vitest';
import type { SealedBridge } from '#assembly/base/ports.ts';
import { windowCallNames, windowCalls } from '#contract/calls/table.ts';
import { sealedRefusal } from '#contract/calls/window-roles.ts';
import { openWindowAt } from '#assembly/window/window-at.ts';
import { createHandlers } from '../../../main/shell/ipc/handlers.ts';
import { silentListener } from '#support/silent-listener.ts';

/** What the shell answers without the bridge, or with its status. */
const shells = [
  'status',
  'preferences',
  'savePreferences',
  'customerScreen',
  'parkedSales',
  'parkSales',
  'receiptFolder',
  'chooseReceiptFolder',
  'makeBundle',
  'prepareMove',
  'saveShift',
  'quit',
] as const;

const sealed = {
  type: 'sealed',
  url: 'http://127.0.0.1:1',
  calls: {},
  stop: async () => {},
} as unknown as SealedBridge;

it('a sealed bridge refuses each call that it would carry out', async () => {
  const { window } = openWindowAt(sealed, { listener: silentListener, fixedPort: 0, signedIn: null });
  const handlerOf = createHandlers({
    host: { running: async () => window, joined: () => null },
    settings: {},
  } as unknown as Parameters<typeof createHandlers>[0]);
  const settings = ['gatewayChoice', 'testConnection', 'saveGatewayChoice', 'shopSettings', 'saveShopSettings'];
  const own = new Set<string>([...shells, ...settings, 'lockedSettings', 'unlock']);
  const others = windowCallNames.filter((call) => !own.has(call));
  expect(others.length).toBeGreaterThan(40);
  for (const call of others) {
    const answer = Promise.resolve()
      .then(async () => (await handlerOf(call))({} as never))
      .catch(String);
    const { detail } = sealedRefusal.refusal;
    const refused = windowCalls[call].output.refusable ? sealedRefusal : `CallRefused: sealed: ${detail}`;
    expect(await answer, call).toEqual(refused);
  }
});
