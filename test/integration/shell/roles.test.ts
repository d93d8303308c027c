// Every call of the window, asked by everybody who may stand at a till: main's check lets through what the shop's rules
// say, written here a second time, and nothing else.
import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { windowCallNames, type WindowCall } from '#contract/calls/table.ts';
import type { Approval } from '#contract/people/people.ts';
import { type Role, mayActAs, roles } from '#contract/people/roles.ts';
import { type Seat, sealedRefusal } from '#contract/calls/window-roles.ts';
import type { Preferences } from '#contract/till/window.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { preferences } from '#support/preferences.ts';
import { aCallOf } from '#support/window-calls.ts';
import { createAnswerer } from '../../../main/shell/ipc/ipc.ts';

const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;

const pins: { readonly [role in Role]: Approval } = {
  cashier: { operatorId: 'c', pin: '409618' },
  supervisor: { operatorId: 's', pin: '582047' },
  manager: { operatorId: 'm', pin: '731926' },
};

/**
 * Somebody stands before the till; `locked`: a till with people, none of whom is signed in; `sealed`: one whose key is
 * not at hand, so that its people cannot be told.
 */
type Who = 'sealed' | 'unmanned' | 'locked' | Role;
const everybody: readonly Who[] = ['sealed', 'unmanned', 'locked', ...roles];

/** Who may make each call: from that role on, or anybody at all. */
const calls: { readonly [C in WindowCall]: Role | 'anyone' } = {
  submit: 'cashier',
  operation: 'cashier',
  operations: 'cashier',
  cancel: 'cashier',
  findPayment: 'cashier',
  payments: 'cashier',
  openAuthorizations: 'cashier',
  paymentStory: 'cashier',
  learnPayId: 'cashier',
  scanned: 'cashier',
  tender: 'cashier',
  customers: 'cashier',
  customer: 'cashier',
  customerMethods: 'cashier',
  terminals: 'cashier',
  ends: 'cashier',
  seeEnd: 'cashier',
  status: 'anyone',
  checkConnection: 'anyone',
  gatewayChoice: 'cashier',
  testConnection: 'manager',
  saveGatewayChoice: 'manager',
  shopSettings: 'anyone',
  saveShopSettings: 'manager',
  lockedSettings: 'anyone',
  preferences: 'anyone',
  savePreferences: 'cashier',
  clients: 'cashier',
  createClient: 'manager',
  revokeClient: 'manager',
  letInClient: 'manager',
  renewClient: 'manager',
  changeClient: 'manager',
  pairings: 'cashier',
  answerPairing: 'cashier',
  saveReceipt: 'cashier',
  mailReceipt: 'cashier',
  receiptFolder: 'cashier',
  chooseReceiptFolder: 'manager',
  makeBundle: 'manager',
  prepareMove: 'manager',
  joinOffice: 'manager',
  giveUpdateMoment: 'manager',
  dccOffer: 'cashier',
  turnToCustomer: 'cashier',
  tipSetting: 'anyone',
  customerScreen: 'cashier',
  parkedSales: 'cashier',
  parkSales: 'cashier',
  dccSetting: 'anyone',
  cardBin: 'cashier',
  shiftReport: 'cashier',
  closeShift: 'cashier',
  printShift: 'cashier',
  saveShift: 'cashier',
  compareShift: 'supervisor',
  comparison: 'cashier',
  comparisonFindings: 'supervisor',
  stopComparison: 'supervisor',
  forgetComparison: 'supervisor',
  unlock: 'anyone',
  operators: 'anyone',
  signIn: 'anyone',
  changePin: 'cashier',
  signOut: 'anyone',
  touch: 'anyone',
  saveOperator: 'manager',
  needsApproval: 'cashier',
  askOffice: 'cashier',
  withdrawOffice: 'anyone',
  decide: 'cashier',
  keepApproved: 'cashier',
  payRestOtherwise: 'cashier',
  takeBackRest: 'cashier',
  freeTerminal: 'cashier',
  printing: 'cashier',
  decidePrint: 'cashier',
  cancelPrints: 'cashier',
  receiptPrinted: 'cashier',
  printReceipt: 'cashier',
  noSaleSlips: 'cashier',
  printNoSale: 'cashier',
  openDrawer: 'cashier',
  handleTrainingPrinter: 'cashier',
  foundPrinters: 'manager',
  tryPrinter: 'manager',
  tryConfirmation: 'manager',
  printTrial: 'manager',
  tryDrawer: 'manager',
  tryDisplay: 'manager',
  deviceChoice: 'manager',
  saveDeviceChoice: 'manager',
  confirmations: 'anyone',
  answerConfirmation: 'anyone',
  resume: 'manager',
  quit: 'cashier',
};

/** Whether main lets somebody through, at a till with these preferences. */
async function getsThrough(who: Who, call: WindowCall, input: object, likings: Preferences = preferences) {
  const handled: string[] = [];
  const seat: Seat = {
    manned: who !== 'unmanned' && who !== 'sealed',
    role: who === 'unmanned' || who === 'locked' || who === 'sealed' ? null : who,
    preferences: likings,
    sealed: who === 'sealed',
  };
  const answer = createAnswerer({
    schemas: inputSchemas,
    handlerOf: (each) => () => handled.push(each),
    windowId: () => 7,
    seat: async () => seat,
    verify: async (approval, needed) => {
      if (who === 'sealed') return sealedRefusal;
      const role = roles.find((each) => pins[each].operatorId === approval.operatorId) ?? 'cashier';
      return pins[role].pin === approval.pin && mayActAs(role, needed)
        ? { type: 'person', person: { id: approval.operatorId, name: role, role } }
        : { type: 'refused', refusal: { code: 'pin-wrong', detail: 'The PIN is wrong.' } };
    },
    countedLog: createCountedLog(() => {}, unheldTimer),
  });
  await answer(call, event, [input]).catch((error: unknown) => {
    if (!/till-locked|role-missing|sealed/.test(String(error))) throw error;
  });
  return handled.length === 1;
}

/** Those of everybody whom it lets through. */
async function whoGetsThrough(call: WindowCall, input: object, likings?: Preferences): Promise<Who[]> {
  const through = await Promise.all(everybody.map((who) => getsThrough(who, call, input, likings)));
  return everybody.filter((_, index) => through[index]);
}

/** Of a till that is not sealed. */
function from(role: Role | 'anyone'): Who[] {
  return role === 'anyone' ? everybody.slice(1) : ['unmanned', ...roles.filter((each) => mayActAs(each, role))];
}

/** What a till needs to be unsealed, and to be told from a broken one. */
const whileSealed: readonly WindowCall[] = ['status', 'preferences', 'unlock', 'quit'];

it.each(windowCallNames)('%s is for those whom the shop means', async (call) => {
  const input = aCallOf[call];
  const meant = from(calls[call]);
  // What became of money is said by somebody with a name, and only somebody has a PIN.
  const byName = call === 'decide' || call === 'changePin';
  const named = byName ? meant.slice(1) : meant;
  expect(await whoGetsThrough(call, input)).toEqual(whileSealed.includes(call) ? ['sealed', ...named] : named);
});

describe('some inputs of a call ask for more', () => {
  it.each(['kiosk', 'startAtLogin', 'customerScreen'] as const)(
    '%s is switched by a manager, either way',
    async (name) => {
      for (const before of [false, true]) {
        const now = { ...preferences, [name]: before };
        const wanted = { ...now, [name]: !before };
        expect(await whoGetsThrough('savePreferences', wanted, now)).toEqual(from('manager'));
        expect(await whoGetsThrough('savePreferences', { ...now, theme: 'dark' }, now)).toEqual(from('cashier'));
      }
    },
  );

  it.each(['ndjson', 'csv'])('the whole journal (%s) is for a manager', async (format) => {
    expect(await whoGetsThrough('saveShift', { number: null, format })).toEqual(from('manager'));
  });

  it('a till in full screen is quit by a manager, and sealed by every person', async () => {
    const kiosk = { ...preferences, kiosk: true };
    expect(await whoGetsThrough('quit', { evenIfWaiting: true }, kiosk)).toEqual(['sealed', ...from('manager')]);
  });
});

describe('a PIN counts in the place of the person who is signed in', () => {
  it('quits a locked till, where its role may', async () => {
    const kiosk = { ...preferences, kiosk: true };
    const withPin = (approval: Approval, likings: Preferences) =>
      whoGetsThrough('quit', { evenIfWaiting: true, approval }, likings);
    expect(await withPin(pins.cashier, preferences)).toEqual([...everybody]);
    expect(await withPin(pins.cashier, kiosk)).toEqual(['sealed', ...from('manager')]);
    expect(await withPin(pins.manager, kiosk)).toEqual([...everybody]);
    expect(await withPin({ ...pins.manager, pin: '000000' }, kiosk)).toEqual(['sealed', ...from('manager')]);
  });

  it('where its call takes none, it is no input', async () => {
    const asked = getsThrough('manager', 'resume', { reason: 'why', approval: pins.manager });
    await expect(asked).rejects.toThrow('cannot be understood');
  });
});
