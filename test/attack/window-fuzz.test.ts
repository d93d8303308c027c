// Generated calls of the window at main's door, over a whole bridge: whatever a page that was taken over asks, it is
// answered or refused in words. Nothing breaks inside, no secret comes out, and no money moves that no accepted operation
// stands for. TILLBRIDGE_PROPERTY_SEED=7 makes another run.
import * as fc from 'fast-check';
import type { IpcMainInvokeEvent } from 'electron';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { windowCallNames } from '#contract/window-channels.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { Seat } from '#contract/window-roles.ts';
import { type WindowCall, windowCalls } from '#contract/window.ts';
import { preferences } from '#support/preferences.ts';
import { factor, seed } from '#support/specification/runs.ts';
import { aWholeBridge, merchant } from '#support/whole-bridge.ts';
import { adaptBridge } from '../../main/shell/bridge-adapter.ts';
import { CallRefused } from '../../main/shell/call-refused.ts';
import { createHandlers } from '../../main/shell/handlers.ts';
import { type Handlers, createAnswerer } from '../../main/shell/ipc.ts';
import { nearly } from './fuzz/schema-values.ts';

const total = 10_000 * factor;
const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;

const nobodyYet = { code: 'not-signed-in', detail: 'Nobody yet.' } as const;

/** The shell's own: dialogs, settings files, the end of the app. Their inputs are tried, and go nowhere. */
const own = ['testConnection', 'saveGatewayChoice', 'saveShopSettings', 'savePreferences', 'unlock', 'quit'] as const;
const dialogs = [
  'saveReceipt',
  'receiptFolder',
  'chooseReceiptFolder',
  'saveShift',
  'gatewayChoice',
  'shopSettings',
  'lockedSettings',
  'preferences',
] as const;

const seats: readonly Seat[] = [
  { manned: false, role: null, preferences, sealed: false },
  { manned: true, role: null, preferences, sealed: false },
  { manned: false, role: null, preferences, sealed: true },
  ...roles.map((role: Role) => ({ manned: true, role, preferences, sealed: false })),
];

const anyCall = fc.constantFrom(...windowCallNames).chain((call) => {
  const schema = z.toJSONSchema(windowCalls[call], { io: 'input', unrepresentable: 'any' });
  return fc.record({ call: fc.constant(call), input: nearly(schema), seat: fc.constantFrom(...seats) });
});

/** Sales that are really carried out, each pressed a few times, by whoever is there. */
const sale = fc.record({
  call: fc.constant('submit' as const),
  input: fc.integer({ min: 1, max: 40 }).map((number) => ({
    kind: 'cloud-pos',
    requestId: `sale-${number}`,
    input: {
      messageType: 'SALE',
      transId: `S-${number}`,
      posTerminalId: `T${number}`,
      amount: { value: 100 + number, currency: 'EUR' },
    },
  })),
  seat: fc.constantFrom(...seats),
});

const made = fc.oneof({ arbitrary: anyCall, weight: 19 }, { arbitrary: sale, weight: 1 });

it(`${total} generated calls of the window`, { timeout: 600_000 * Math.max(factor, 1) }, async () => {
  const whole = await aWholeBridge();
  const running = adaptBridge(whole.bridge, quiet, 0, null);
  const broken: string[] = [];
  let seat: Seat = { manned: false, role: null, preferences, sealed: false };
  const nothing = Object.fromEntries([...own, ...dialogs].map((call) => [call, () => null]));
  const handlers = {
    ...createHandlers({
      host: { running: async () => running.window } as never,
      settings: {} as never,
      preferences: {} as never,
      applyPreferences: () => {},
      saveReceipt: async () => ({ saved: false, file: null, missing: null }),
      receiptFolder: {} as never,
      saveShift: async () => ({ saved: false, file: null }),
      openList: async () => ({ type: 'cancelled' }) as never,
      status: (bridge) => bridge.status(),
      quit: (() => null) as never,
    }),
    ...nothing,
  } as unknown as Handlers;
  // A till with people takes nothing from nobody: there are some from the second half on.
  let asked = 0;
  const { saveOperator } = handlers;
  const halves: Handlers = {
    ...handlers,
    saveOperator: (wish) => (asked < total / 2 ? { type: 'refused', refusal: nobodyYet } : saveOperator(wish)),
  };
  const ask = createAnswerer({
    handlers: halves,
    windowId: () => 7,
    seat: async () => seat,
    verify: async () => ({ type: 'refused', refusal: { code: 'pin-wrong', detail: 'The PIN is wrong.' } }),
    log(_level, what, details) {
      if (what === 'window-call-failed') broken.push(JSON.stringify(details));
    },
  });

  const answered = new Map<WindowCall, number>();
  const leaked: string[] = [];
  for (const each of fc.sample(made, { seed, numRuns: total })) {
    ({ seat } = each);
    asked += 1;
    try {
      const text = JSON.stringify(await ask(each.call, event, [each.input])) ?? '';
      answered.set(each.call, (answered.get(each.call) ?? 0) + 1);
      if (text.includes(merchant.apiKey) || /scrypt\$/.test(text)) leaked.push(`${each.call}: ${text.slice(0, 200)}`);
    } catch (error) {
      if (!(error instanceof CallRefused)) broken.push(`${each.call}: ${String(error)}`);
    }
  }
  expect(broken).toEqual([]);
  expect(leaked).toEqual([]);
  // The run proves something: every call came through to an answer.
  expect(windowCallNames.filter((call) => !answered.has(call))).toEqual([]);
  await whole.bridge.stop();
  const { executions } = await whole.ledger();
  const transIds = executions.map(({ transId }) => transId);
  expect(transIds.length).toBeGreaterThan(0);
  expect(new Set(transIds).size).toBe(transIds.length);
});

const quiet = {
  operationChanged: () => {},
  statusMayHaveChanged: () => {},
  pairingsChanged: () => {},
  comparisonChanged: () => {},
  confirmationsChanged: () => {},
};
