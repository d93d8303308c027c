// The fake's world as it begins: a shop without people, programs and operations, online, in training.
import { pinDigits } from '#contract/people/pins.ts';
import { usualPreferences } from '#contract/till/preferences.ts';
import { defaultReceiptPaths } from '#contract/operation/receipt-paths.ts';
import { comparisonsIn } from './comparison.ts';
import { confirmationsIn } from './confirmations.ts';
import { createJournal } from './journal.ts';
import { createStaff } from './staff.ts';
import { programsIn } from './programs.ts';
import { freshDevices } from './world-parts.ts';
import { createTill } from './till.ts';
import { askToDecide, statusOf, tell, type World } from './world.ts';

export function createWorld(now: () => number): World {
  const staff = createStaff({
    now: () => world.now(),
    shop: () => world.shop,
    nextId: () => String(world.nextNumber++),
    changed: () => tell(world, 'statusChanged', statusOf(world)),
  });
  const till = createTill(() => world, {
    changed(record, view) {
      tell(world, 'operationChanged', view);
      tell(world, 'statusChanged', statusOf(world));
      if (record.state === 'unknown' && world.fate === 'person') askToDecide(world, record);
    },
    connection: () => tell(world, 'statusChanged', statusOf(world)),
  });
  const confirmations = confirmationsIn(staff, till, () => world);
  const world: World = {
    ...staff,
    ...createJournal(till, staff.clock),
    till,
    operations: till.operations,
    payments: till.payments,
    programNames: new Map(),
    numberShown: null,
    notShown: 'missing',
    clients: [],
    programs: programsIn(staff, till, () => world),
    confirmations,
    printing: {
      settingsTroubles: [],
      lineDevices: [],
      receiptPaths: defaultReceiptPaths,
      training: null,
      receipts: null,
      paymentCode: true,
      printers: [],
      doubts: [],
      doubtCount: 0,
    },
    devices: freshDevices(),
    printed: [],
    noSaleSlips: [],
    printedShifts: [],
    drawerFate: 'opened',
    comparison: { gatewayShows: new Map(), unlisted: new Set(), listedBeside: [], list: 'good' },
    comparisons: comparisonsIn(() => world),
    vault: new Map(),
    hosted: new Map(),
    preferences: { ...usualPreferences, language: 'en', theme: 'light', guided: true },
    shop: {
      terminals: ['T-1', 'T-2'],
      shopCurrency: 'EUR',
      shopName: '',
      shopAddress: '',
      receiptsByMail: false,
      reversalMayWait: false,
      queueLimit: 10_000,
      processingSeconds: 180,
      loopbackPort: 0,
      refundLimitMinor: 50_000,
      cardNumbersTyped: null,
      approverPinDigits: pinDigits.usual,
      autoLockMinutes: 10,
    },
    receipts: { folder: '/documents/receipts', isThere: true, saved: [], mailed: [] },
    gateway: {
      mode: 'training',
      root: null,
      merchantId: null,
      hasApiKey: false,
      keptBy: 'none',
      systemProtects: true,
      destination: null,
      keyIsForAnother: false,
    },
    dccAtTerminal: 'information',
    dccOnPages: false,
    cardBin: '400002',
    dccSeconds: 300,
    asksOffice: false,
    officeQuestions: [],
    online: true,
    silent: false,
    fate: 'approve',
    programsListen: false,
    delayMs: 1_000,
    mode: 'training',
    sealed: false,
    alarms: [],
    update: { state: 'off', version: null, waits: null, asks: false, moment: null, last: null },
    backup: { to: null, lastAt: null, failed: null },
    office: null,
    disk: { freeBytes: 100_000_000_000, daysLeft: 2_000 },
    paused: null,
    portInUse: 4711,
    parked: new Map(),
    tipPercentages: [],
    customerScreen: { there: false, turned: { type: 'nothing' } },
    locked: [],
    lockedByOffice: [],
    mostRefundsPerDay: null,
    now,
    nextNumber: 1,
    listeners: {
      operationChanged: new Set(),
      statusChanged: new Set(),
      preferencesChanged: new Set(),
      pairingsChanged: new Set(),
      confirmationsChanged: new Set(),
      scanned: new Set(),
      comparisonChanged: new Set(),
      printingChanged: new Set(),
      quitAsked: new Set(),
      customerScreenChanged: new Set(),
      customerChose: new Set(),
    },
  };
  return world;
}
