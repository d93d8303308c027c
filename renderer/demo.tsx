// The window over the fake bridge, in a plain browser: for development and for the pictures. The address describes the
// world: ?rows=40&open=1&captures=1&held=1&long=1&other=1&customers=40&stay=1&confirm=1&offline=1&language=de
// &theme=dark&keyboard=always&mode=live&guide=1&fate=decline&delay=800
// &authorizations=9&print=large&hand=left&drawer=1, and &customer=tip the page of the customer's screen instead
// oxlint-disable-next-line import/no-unassigned-import -- it must run before any schema is made
import './app/frame/strict-schemas.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { languages } from '#contract/data/languages.ts';
import { pauseSentences } from '#contract/people/pause.ts';
import { mount } from './app/mount.tsx';
import { ask } from './bridge/fake/confirmations.ts';
import { seedAuthorizations } from './bridge/fake/seeds/seed-authorizations.ts';
import { seedDifferences } from './bridge/fake/seeds/seed-comparison.ts';
import { createFakeBridge } from './bridge/fake/fake-bridge.ts';
import { setPrinter } from './bridge/fake/printing.ts';
import { askToPair } from './bridge/fake/programs.ts';
import { seedOfficePeople, seedPeople, seedRefundToDecide } from './bridge/fake/seeds/seed-people.ts';
import { seedCaptures, seedHeld, seedLong, seedPaidOther } from './bridge/fake/seeds/seed-special.ts';
import { programName } from './bridge/fake/seeds/seed-words.ts';
import { seedStay, seedToConfirm, seedVault } from './bridge/fake/seeds/seed-vault.ts';
import { seedOpen, seedPast } from './bridge/fake/seeds/seed.ts';
import type { Fate } from './bridge/fake/world-parts.ts';
import { mountCustomer } from './demo-customer.tsx';

const query = new URLSearchParams(location.search);
const fixedNow = query.get('now');
const started = performance.now();
const now = () => (fixedNow === null ? Date.now() : Date.parse(fixedNow) + (performance.now() - started));
const fake = createFakeBridge(now);
const { world } = fake;

const fates: readonly Fate[] = ['approve', 'less', 'more', 'tip', 'decline', 'busy', 'lost', 'person', 'hang'];
world.fate = fates.find((fate) => fate === query.get('fate')) ?? 'approve';
world.delayMs = Number(query.get('delay') ?? '1500');
world.mode = query.get('mode') === 'live' ? 'live' : query.get('mode') === 'test' ? 'test' : 'training';
world.sealed = query.get('sealed') === '1';
if (query.get('dcc') === 'choice') world.dccAtTerminal = 'choice';
if (query.get('tips') === '1') {
  world.tipPercentages = [5, 10, 15];
  world.customerScreen.there = true;
}
world.cardBin = query.get('bin') ?? world.cardBin;
world.gateway = { ...world.gateway, mode: world.mode };
world.preferences = {
  ...world.preferences,
  language: languages.find((language) => language === query.get('language')) ?? 'en',
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  guided: query.get('guide') !== '1',
  largePrint: query.get('print') === 'large',
  leftHanded: query.get('hand') === 'left',
  customerScreen: false,
  screenKeyboard: query.get('keyboard') === 'always' ? 'always' : 'touch',
};
seedPast(world, Number(query.get('rows') ?? '0'));
if (query.get('open') === '1') seedOpen(world);
if (query.get('authorizations') !== null) seedAuthorizations(world, Number(query.get('authorizations')));
if (query.get('captures') === '1') seedCaptures(world);
if (query.get('held') === '1') seedHeld(world);
if (query.get('long') === '1') seedLong(world);
if (query.get('other') === '1') seedPaidOther(world, query.get('long') === '1');
if (query.get('customers') !== null) seedVault(world, Number(query.get('customers')));
if (query.get('stay') === '1') seedStay(world);
if (query.get('confirm') === '1') seedToConfirm(world);
if (query.get('programs') === '1') {
  const at = new Date(now()).toISOString();
  const scopes = ['status', 'sale', 'capture', 'refund'] as const;
  world.clients.push({
    id: 'c1',
    name: programName(world),
    scopes,
    origin: null,
    options: plainClientOptions,
    createdAt: at,
    lastUsedAt: at,
    revokedAt: null,
  });
}
// ?hook=1: the first program asks for its events to be sent to its address.
if (query.get('hook') === '1') {
  const webhook = { id: 'w1', url: 'https://erp.example/tillbridge', from: 1, allowed: false };
  const client = world.clients.pop();
  if (client !== undefined) world.clients.push({ ...client, options: { ...client.options, webhook } });
}
// ?mail=1: receipts may go to the computer's mail program.
if (query.get('mail') === '1') world.shop = { ...world.shop, receiptsByMail: true };
// ?office=claims: it joined an office that is asked before money is paid out; ?office=trouble: one that signs wrongly.
const office = query.get('office');
if (office !== null) {
  const since = new Date(now() - 3_600_000).toISOString();
  const trouble = { code: 'signature-wrong', since, detail: null } as const;
  const wrong = office === 'trouble' ? trouble : null;
  const url = 'https://office.shop.lan:8443';
  world.office = { url, name: 'Till 1', takenAt: since, waiting: 12, claims: true, trouble: wrong };
  if (wrong !== null) world.alarms.push({ code: 'office-trouble', message: '' });
}
// ?drawer=1: a drawer hangs on the printer.
if (query.get('drawer') === '1') setPrinter(world, 'COUNTER');
// ?most=100000: the IT department's limit on what a program may refund in a day.
if (query.get('most') !== null) world.mostRefundsPerDay = Number(query.get('most'));
// ?asks=program, ?asks=page, ?asks=namesake, ?asks=look-alike: the program that wants to use this till.
const asks = query.get('asks');
if (asks !== null) {
  const scopes = ['status', 'sale', 'refund', 'refund-unreferenced'] as const;
  const own = programName(world);
  // In Cyrillic letters.
  const name = asks === 'namesake' ? own : asks === 'look-alike' ? own.replaceAll('e', 'е') : 'Corner ERP';
  const origin = asks === 'page' ? 'https://erp.corner-shop.example' : null;
  askToPair(world, { name, origin, scopes });
}
// ?people=locked shows the lock screen, ?people=Supervisor who is signed in.
const people = query.get('people');
if (people !== null) seedPeople(world, people);
// ?staff=office: the office gives this till people, too.
if (query.get('staff') === 'office') void seedOfficePeople(world);
// ?pins=old: the operators' PINs are older than the rules for PINs.
if (query.get('pins') === 'old') {
  for (const [index, person] of world.operators.entries()) world.operators[index] = { ...person, pinHash: '1234' };
}
if (query.get('kiosk') === '1') world.preferences = { ...world.preferences, kiosk: true };
if (query.get('refund') === 'person') seedRefundToDecide(world, query.get('said') === '1');
// ?asks=2: two refunds of a program wait for a person.
for (let asked = 0; asked < Number(query.get('asks') ?? '0'); asked += 1) void ask(world);
// ?differs=1: the shift differs from the gateway and the list; ?differs=500: and 500 findings could not be told.
if (query.get('differs') !== null) seedDifferences(world, Number(query.get('differs')) - 1);
if (query.get('paused') === '1') world.paused = pauseSentences.copied;
if (query.get('offline') === '1') fake.setOnline(false);
Object.assign(window, { fake });
const customer = query.get('customer');
if (customer === null) mount(fake.api, now);
else mountCustomer(customer, world.preferences.language);
