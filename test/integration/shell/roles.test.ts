// Every call of the window, asked by everybody who may stand at a till: main's door lets through what the shop's rules
// say, written here a second time, and nothing else.
import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import type { Approval } from '#contract/people.ts';
import { type Role, mayActAs, roles } from '#contract/roles.ts';
import { windowCallNames } from '#contract/window-channels.ts';
import type { Seat } from '#contract/window-roles.ts';
import type { Preferences, WindowCall } from '#contract/window.ts';
import { preferences } from '#support/preferences.ts';
import { type Handlers, createAnswerer } from '../../../main/shell/ipc.ts';

const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;

const pins: { readonly [role in Role]: Approval } = {
  cashier: { operatorId: 'c', pin: '409618' },
  supervisor: { operatorId: 's', pin: '582047' },
  manager: { operatorId: 'm', pin: '731926' },
};

/** Somebody stands before the till; `locked`: a till with people, none of whom is signed in. */
type Who = 'unmanned' | 'locked' | Role;
const everybody: readonly Who[] = ['unmanned', 'locked', ...roles];

const gateway = { mode: 'test', root: null, merchantId: null, apiKey: null, passphrase: null };
const shop = {
  terminals: [],
  shopCurrency: 'EUR',
  reversalMayWait: false,
  queueLimit: 1,
  processingSeconds: 1,
  loopbackPort: 0,
  refundLimitMinor: 0,
  autoLockMinutes: 1,
  cardNumbersTyped: null,
  approverPinDigits: 6,
};
const operator = { id: null, name: 'X', role: 'cashier', active: true, pin: null };

/** Each call with an input that it takes, and who may make it: from that role on, or anybody at all. */
const calls: { readonly [C in WindowCall]: readonly [object, Role | 'anyone'] } = {
  submit: [{ kind: 'capture', input: {}, requestId: 'r' }, 'cashier'],
  operation: [{ id: 'x' }, 'cashier'],
  operations: [{ limit: 1 }, 'cashier'],
  cancel: [{ id: 'x' }, 'cashier'],
  findPayment: [{ by: 'payId', id: 'x' }, 'cashier'],
  payments: [{ limit: 1 }, 'cashier'],
  paymentStory: [{ id: 'x' }, 'cashier'],
  learnPayId: [{ id: 'x' }, 'cashier'],
  tender: [{ id: 'x' }, 'cashier'],
  customers: [{ page: 1 }, 'cashier'],
  customer: [{ customerId: 'x' }, 'cashier'],
  customerMethods: [{ customerId: 'x' }, 'cashier'],
  terminals: [{}, 'cashier'],
  status: [{}, 'anyone'],
  gatewayChoice: [{}, 'cashier'],
  testConnection: [gateway, 'manager'],
  saveGatewayChoice: [gateway, 'manager'],
  shopSettings: [{}, 'anyone'],
  saveShopSettings: [shop, 'manager'],
  lockedSettings: [{}, 'anyone'],
  preferences: [{}, 'anyone'],
  savePreferences: [preferences, 'cashier'],
  clients: [{}, 'cashier'],
  createClient: [{ name: 'x', scopes: ['status'], origin: null }, 'manager'],
  revokeClient: [{ id: 'x' }, 'manager'],
  changeClient: [{ id: 'x', change: { removed: ['refund'] } }, 'manager'],
  pairings: [{}, 'cashier'],
  answerPairing: [{ id: 'x', grant: null }, 'cashier'],
  saveReceipt: [{ operationId: 'x', copy: 'merchant' }, 'cashier'],
  dccOffer: [{ quoteOperationId: 'x' }, 'cashier'],
  dccSetting: [{}, 'anyone'],
  cardBin: [{ operationId: 'x' }, 'cashier'],
  shiftReport: [{ number: null }, 'cashier'],
  closeShift: [{ evenIfOpen: true }, 'supervisor'],
  saveShift: [{ number: null, format: 'pdf' }, 'cashier'],
  compareShift: [{ number: null, withList: false }, 'supervisor'],
  comparison: [{}, 'cashier'],
  comparisonFindings: [{ group: 'amounts', after: 0, limit: 1 }, 'supervisor'],
  stopComparison: [{}, 'supervisor'],
  forgetComparison: [{}, 'supervisor'],
  unlock: [{ passphrase: 'x' }, 'anyone'],
  operators: [{}, 'anyone'],
  signIn: [pins.cashier, 'anyone'],
  changePin: [{ pin: '409618', next: '582047' }, 'cashier'],
  signOut: [{}, 'anyone'],
  touch: [{}, 'anyone'],
  saveOperator: [operator, 'manager'],
  needsApproval: [{ kind: 'refund', input: {} }, 'cashier'],
  decide: [{ id: 'x', outcome: 'failed', reason: 'why', evidence: 'what', second: null }, 'supervisor'],
  keepApproved: [{ id: 'x' }, 'cashier'],
  payRestOtherwise: [{ id: 'x', value: 1 }, 'cashier'],
  freeTerminal: [{ id: 'x', reason: 'why', approval: null }, 'cashier'],
  confirmations: [{}, 'anyone'],
  answerConfirmation: [{ id: 'x', allow: true, approval: null }, 'anyone'],
  resume: [{ reason: 'why' }, 'manager'],
  quit: [{ evenIfWaiting: true }, 'cashier'],
};

/** Whether main lets somebody through, at a till with these preferences. */
async function getsThrough(who: Who, call: WindowCall, input: object, likings: Preferences = preferences) {
  const handled: string[] = [];
  const handlers = Object.fromEntries(windowCallNames.map((each) => [each, () => handled.push(each)]));
  const seat: Seat = {
    manned: who !== 'unmanned',
    role: who === 'unmanned' || who === 'locked' ? null : who,
    preferences: likings,
  };
  const answer = createAnswerer({
    handlers: handlers as unknown as Handlers,
    windowId: () => 7,
    seat: async () => seat,
    verify: async (approval, needed) => {
      const role = roles.find((each) => pins[each].operatorId === approval.operatorId) ?? 'cashier';
      return pins[role].pin === approval.pin && mayActAs(role, needed)
        ? { type: 'person', person: { id: approval.operatorId, name: role, role } }
        : { type: 'refused', refusal: { code: 'pin-wrong', detail: 'The PIN is wrong.' } };
    },
    log: () => {},
  });
  await answer(call, event, [input]).catch((error: unknown) => {
    if (!/till-locked|role-missing/.test(String(error))) throw error;
  });
  return handled.length === 1;
}

/** Those of everybody whom it lets through. */
async function whoGetsThrough(call: WindowCall, input: object, likings?: Preferences): Promise<Who[]> {
  const through = await Promise.all(everybody.map((who) => getsThrough(who, call, input, likings)));
  return everybody.filter((_, index) => through[index]);
}

function from(role: Role | 'anyone'): Who[] {
  return role === 'anyone' ? [...everybody] : ['unmanned', ...roles.filter((each) => mayActAs(each, role))];
}

it.each(windowCallNames)('%s is for those whom the shop means', async (call) => {
  const [input, role] = calls[call];
  const meant = from(role);
  // What became of money is said by somebody with a name, and only somebody has a PIN.
  const byName = call === 'decide' || call === 'changePin';
  expect(await whoGetsThrough(call, input)).toEqual(byName ? meant.slice(1) : meant);
});

describe('some inputs of a call ask for more', () => {
  it.each(['kiosk', 'startAtLogin'] as const)('%s is switched by a manager, either way', async (name) => {
    for (const before of [false, true]) {
      const now = { ...preferences, [name]: before };
      const wanted = { ...now, [name]: !before };
      expect(await whoGetsThrough('savePreferences', wanted, now)).toEqual(from('manager'));
      expect(await whoGetsThrough('savePreferences', { ...now, theme: 'dark' }, now)).toEqual(from('cashier'));
    }
  });

  it.each(['ndjson', 'csv'])('the whole journal (%s) is for a manager', async (format) => {
    expect(await whoGetsThrough('saveShift', { number: null, format })).toEqual(from('manager'));
  });

  it('a till in full screen is quit by a manager', async () => {
    expect(await whoGetsThrough('quit', { evenIfWaiting: true }, { ...preferences, kiosk: true })).toEqual(
      from('manager'),
    );
  });
});

describe('a PIN stands for whoever is there', () => {
  it('quits a locked till, where its role may', async () => {
    const kiosk = { ...preferences, kiosk: true };
    const withPin = (approval: Approval, likings: Preferences) =>
      whoGetsThrough('quit', { evenIfWaiting: true, approval }, likings);
    expect(await withPin(pins.cashier, preferences)).toEqual([...everybody]);
    expect(await withPin(pins.cashier, kiosk)).toEqual(from('manager'));
    expect(await withPin(pins.manager, kiosk)).toEqual([...everybody]);
    expect(await withPin({ ...pins.manager, pin: '000000' }, kiosk)).toEqual(from('manager'));
  });

  it('where its call takes none, it is no input', async () => {
    const asked = getsThrough('manager', 'resume', { reason: 'why', approval: pins.manager });
    await expect(asked).rejects.toThrow('cannot be understood');
  });
});
