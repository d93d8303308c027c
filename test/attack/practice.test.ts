// What was let in while a till was practising (in training, or at a test gateway) must not move real money: its tokens,
// its pairings and its people end when the folder goes live.
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { BridgePorts, Target } from '#assembly/base/ports.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { officeId } from '#contract/people/people.ts';
import type { Mode } from '#contract/operation/states.ts';
import { preferences } from '#support/preferences.ts';
import { aFolder, rawDatabase } from '#support/store-folder.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import { silentListener } from '#support/silent-listener.ts';
import { BridgeHost } from '../../main/shell/bridge/bridge-host.ts';
import { Vault } from '../../main/shell/credentials/vault.ts';
import { SettingsCalls } from '../../main/shell/ipc/settings-calls.ts';
import { appPathsOf } from '../../main/shell/machine/app-paths.ts';

const pins = { manager: '731926405817', cashier: '409618275530' };

/** Nothing listens there, and nothing has to. */
function targetIn(mode: Mode): Target {
  const root = 'http://127.0.0.1:9';
  return mode === 'training'
    ? { type: 'sandbox' }
    : { type: 'gateway', root, authRoot: root, merchantId: 'SHOP', mode };
}

async function aTill(dataDir: string, mode: Mode, ports: Partial<BridgePorts> = {}) {
  const whole = await aWholeBridge({ dataDir, ports: { target: targetIn(mode), ...ports } });
  const { bridge, window, session } = whole;
  return {
    session,
    window,
    stop: () => bridge.stop(),
    program: () => whole.program(['status', 'refund']),
    async add(role: 'manager' | 'cashier') {
      const saved = await session.save({ id: null, name: role, role, active: true, pin: pins[role] });
      if (saved.type === 'refused') throw new Error(saved.refusal.detail);
      return { operatorId: saved.operator.id, pin: pins[role] };
    },
    signIn: async (approval: { readonly operatorId: string; readonly pin: string }) =>
      (await session.signIn(approval)).type,
    /** A manager whom the till's office lets sign in here. */
    async fromOffice(name: string) {
      const people = [{ id: officeId(name), name, role: 'manager', pinHash: 'hash' }] as const;
      const given = { version: 1, people, pins: { matches: async () => true } };
      await bridge.people.takeOffice(given, { sealed: 'AAAA', of: { till: 'till', officeKey: 'key', version: 1 } });
    },
    managedLive: (keyEnteredBy: string | null) => bridge.managedLive(keyEnteredBy),
    /** What the journal says of people. */
    journal: () =>
      rawDatabase(dataDir)
        .prepare(`SELECT data FROM journal WHERE type LIKE 'operator-%' ORDER BY seq`)
        .all()
        .map(({ data }) => JSON.parse(String(data)) as JsonObject),
    /** The status of reading with this token. */
    async reads(token: string) {
      const reply = await fetch(`${bridge.url}/v1/status`, { headers: { Authorization: `Bearer ${token}` } });
      return reply.status;
    },
    async paired() {
      const asked = await fetch(`${bridge.url}/v1/pairings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Shop', scopes: ['status', 'refund'] }),
      });
      const { id, secret } = (await asked.json()) as { readonly id: string; readonly secret: string };
      const grant = { scopes: ['refund' as const], options: plainClientOptions };
      await window.answerPairing({ id, grant });
      return { id, secret };
    },
    async fetched({ id, secret }: { readonly id: string; readonly secret: string }) {
      const headers = { Authorization: `Bearer ${secret}` };
      return (await fetch(`${bridge.url}/v1/pairings/${id}`, { headers })).status;
    },
  };
}

it.each(['training', 'test'] as const)(
  'a token that was made in %s mode is revoked when the till goes live',
  async (mode) => {
    const dataDir = aFolder();
    const practising = await aTill(dataDir, mode);
    const { token, id } = practising.program();
    expect(await practising.reads(token)).toBe(200);
    await practising.stop();
    const said: string[] = [];
    const live = await aTill(dataDir, 'live', { log: (_level, event) => void said.push(event) });
    expect(await live.reads(token)).toBe(401);
    expect(live.window.clients()).toMatchObject([{ id, revokedAt: expect.any(String) }]);
    expect(said).toContain('practice-ended');
  },
);

it('between training and a test gateway a token stays good', async () => {
  const dataDir = aFolder();
  const training = await aTill(dataDir, 'training');
  const { token } = training.program();
  await training.stop();
  const test = await aTill(dataDir, 'test');
  expect(await test.reads(token)).toBe(200);
});

it('a pairing that was granted while practising gives no token once the till is live', async () => {
  const dataDir = aFolder();
  const practising = await aTill(dataDir, 'training');
  const asked = await practising.paired();
  await practising.stop();
  const live = await aTill(dataDir, 'live');
  expect(await live.fetched(asked)).toBeGreaterThanOrEqual(400);
  expect(live.window.clients()).toEqual([]);
});

it('people who were added while practising are removed; a manager who enters the key for live payments stays', async () => {
  const dataDir = aFolder();
  const practising = await aTill(dataDir, 'training');
  const manager = await practising.add('manager');
  await practising.signIn(manager);
  const cashier = await practising.add('cashier');
  await practising.stop();
  const live = await aTill(dataDir, 'live', { keyEnteredBy: manager.operatorId });
  expect(await live.signIn(cashier)).toBe('refused');
  expect(await live.signIn(manager)).toBe('person');
  // Taken back by the manager, with the PIN that they had.
  const wish = { id: cashier.operatorId, name: 'cashier', role: 'cashier', active: true, pin: null } as const;
  expect(await live.session.save(wish)).toMatchObject({ type: 'saved' });
  expect(await live.signIn(cashier)).toBe('person');
});

/** The shell's bridge, settings and vault, as main-services.ts puts them together. */
async function anApp() {
  const home = aFolder();
  const paths = { ...appPathsOf(home, home), worker: fileURLToPath(import.meta.resolve('#background/worker.ts')) };
  const vault = new Vault(paths.vault, {
    protects: async () => true,
    seal: async (text) => Buffer.from(text),
    open: async (sealed) => sealed.toString(),
  });
  const store = {
    preferences: () => preferences,
    save: () => preferences,
    loopbackPort: () => 0,
    rememberPort: () => {},
    receiptFolder: () => null,
    chooseReceiptFolder: () => {},
  };
  const common = { paths, vault, environment: {}, version: '0.0.0', log: () => {} };
  const host = new BridgeHost({ ...common, preferences: store, listener: silentListener, isFolderNamed: true });
  onTestFinished(() => host.stop());
  await host.restart(() => vault.openSystem());
  const { calls } = new SettingsCalls({ ...common, host });
  const choose = async (mode: Mode, apiKey: string | null) => {
    const gateway =
      mode === 'training' ? { root: null, merchantId: null } : { root: 'http://127.0.0.1:9', merchantId: 'SHOP' };
    const answer = await calls.saveGatewayChoice({ mode, ...gateway, apiKey, passphrase: null });
    return answer.type === 'refused' ? answer.refusal.code : answer.type;
  };
  return {
    choose,
    async becomes(name: string, pin: string) {
      const window = await host.running();
      const saved = await window.saveOperator({ id: null, name, role: 'manager', active: true, pin });
      if (saved.type === 'refused') throw new Error(saved.refusal.detail);
      return (await window.signIn({ operatorId: saved.operator.id, pin })).type;
    },
    mode: async () => (await calls.gatewayChoice()).mode,
    signedIn: async () => (await host.running()).seat().person?.name ?? null,
    active: async () =>
      (await (await host.running()).operators({})).flatMap(({ name, active }) => (active ? [name] : [])),
  };
}

it('a manager from practice stays who enters the API key for live payments, and not who uses the one that was kept', async () => {
  const app = await anApp();
  expect(await app.becomes('Owner', pins.manager)).toBe('signed-in');
  expect(await app.choose('live', 'canary-live-key')).toBe('saved');
  expect([await app.signedIn(), await app.active()]).toEqual(['Owner', ['Owner']]);
  expect(await app.choose('training', null)).toBe('saved');
  expect(await app.becomes('Trainee', pins.cashier)).toBe('signed-in');
  expect(await app.choose('live', null)).toBe('saved');
  expect([await app.signedIn(), await app.active()]).toEqual([null, ['Owner']]);
});

it('a till with people does not go live where no manager of its own would be left, and says so before', async () => {
  const app = await anApp();
  // A till without people may: its first manager is made when it is live.
  expect(await app.choose('live', 'canary-live-key')).toBe('saved');
  expect(await app.choose('training', null)).toBe('saved');
  expect(await app.becomes('Trainee', pins.manager)).toBe('signed-in');
  expect(await app.choose('live', null)).toBe('live-without-manager');
  expect([await app.mode(), await app.signedIn(), await app.active()]).toEqual(['training', 'Trainee', ['Trainee']]);
  expect(await app.choose('live', 'canary-live-key')).toBe('saved');
  expect([await app.mode(), await app.signedIn(), await app.active()]).toEqual(['live', 'Trainee', ['Trainee']]);
});

it('a manager from the office who enters the key is none of the till’s own, and people of the office do not end with practice', async () => {
  const dataDir = aFolder();
  const practising = await aTill(dataDir, 'training');
  const manager = await practising.add('manager');
  await practising.signIn(manager);
  await practising.fromOffice('Olga');
  const olga = officeId('Olga');
  expect([practising.managedLive(olga), practising.managedLive(null)]).toEqual([false, false]);
  expect(practising.managedLive(manager.operatorId)).toBe(true);
  await practising.stop();
  const live = await aTill(dataDir, 'live', { keyEnteredBy: manager.operatorId });
  const about = live.journal().filter(({ id }) => id === olga);
  // Gone by the next look at the office's list, which this test does not keep, and by nothing else.
  expect(about.map(({ active, fromOffice }) => [active, fromOffice])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(live.managedLive(null)).toBe(true);
});

it('a manager from practice who is not at the till then is removed as well, and so is a cashier who is', async () => {
  const dataDir = aFolder();
  const practising = await aTill(dataDir, 'training');
  const manager = await practising.add('manager');
  await practising.signIn(manager);
  const cashier = await practising.add('cashier');
  await practising.stop();
  const live = await aTill(dataDir, 'live', { keyEnteredBy: cashier.operatorId });
  expect([await live.signIn(manager), await live.signIn(cashier)]).toEqual(['refused', 'refused']);
});

it('rights that were given live stay, also over a time of practice in between; what was widened there does not', async () => {
  const dataDir = aFolder();
  const first = await aTill(dataDir, 'live');
  const manager = await first.add('manager');
  await first.signIn(manager);
  const [kept, widened] = [first.program(), first.program()];
  await first.stop();
  const practising = await aTill(dataDir, 'training');
  await practising.signIn(manager);
  practising.window.changeClient({ id: widened.id, change: { added: ['sale'] } });
  await practising.stop();
  const live = await aTill(dataDir, 'live');
  expect([await live.reads(kept.token), await live.reads(widened.token)]).toEqual([200, 401]);
  expect(await live.signIn(manager)).toBe('person');
});

it('a destination that no person confirmed takes no rights away', async () => {
  const dataDir = aFolder();
  const practising = await aTill(dataDir, 'test');
  const { token } = practising.program();
  await practising.stop();
  const changed = await aTill(dataDir, 'live', { destinationSaid: [] });
  expect(await changed.reads(token)).toBe(200);
  await changed.stop();
  const back = await aTill(dataDir, 'test');
  expect(await back.reads(token)).toBe(200);
});
