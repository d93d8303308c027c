// Windows that join a bridge which runs without one: several people at one till, each at a window of their own, and
// nothing at the socket that Electron's IPC would not do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { windowCallNames, windowCalls } from '#contract/calls/table.ts';
import { failsWhenDenied } from '#contract/calls/window-roles.ts';
import { joinBridge } from '#control/window/client.ts';
import { type TestWindow, aWindowAt, addPeople, pins, version } from '#support/joined-window.ts';
import { sentOverSocket } from '#support/sent-over-socket.ts';
import { needSecondUser, otherUser } from '#support/second-user.ts';
import { aCallOf } from '#support/window-calls.ts';
import { aBench, serve } from './started.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function aTill(...more: readonly [args?: readonly string[], environment?: NodeJS.ProcessEnv]) {
  const bench = aBench();
  const dataDir = bench.folder();
  const bridge = serve(bench, dataDir, ...more);
  const { url } = await bridge.ready();
  return { bench, dataDir, bridge, url, socket: join(dataDir, 'window.sock'), window: () => aWindowAt(dataDir) };
}

const sale = (requestId: string, value = 1_234) => ({
  kind: 'cloud-pos',
  input: { messageType: 'SALE', transId: requestId, posTerminalId: 'VIRTUAL-1', amount: { value, currency: 'EUR' } },
  requestId,
});

const isSale = (id: string) => (word: object) =>
  'event' in word && word.event === 'operationChanged' && JSON.stringify(word).includes(`"${id}"`);

describe('two windows at one bridge', () => {
  it('are one till for two people: what one sells the other sees, and the lock of one does not lock the other', async () => {
    const { window, bench, dataDir, bridge } = await aTill();
    const [first, second] = [await window(), await window()];
    expect(first.seat()).toEqual({ manned: false, person: null, sealed: false });
    const ids = await addPeople(first);
    expect((await second.ask('status', {})).signedIn).toBeNull();
    expect(await second.reply('operations', { limit: 10 })).toEqual({
      refused: expect.stringContaining('till-locked'),
    });
    expect(await second.ask('signIn', { operatorId: ids.cashier, pin: pins.cashier })).toMatchObject({
      type: 'signed-in',
      person: { name: 'cashier' },
    });
    expect([first.seat()?.person?.name, second.seat()?.person?.name]).toEqual(['manager', 'cashier']);

    const sold = await second.ask('submit', sale('S-1'));
    if (sold.type === 'refused') throw new Error(sold.refusal.detail);
    await first.told(isSale(sold.operation.id));
    const seen = await first.ask('operations', { limit: 10 });
    expect(seen.operations.map(({ id }) => id)).toEqual([sold.operation.id]);

    await first.ask('signOut', {});
    expect(await first.reply('operations', { limit: 10 })).toEqual({ refused: expect.stringContaining('till-locked') });
    expect((await second.ask('operations', { limit: 10 })).operations).toHaveLength(1);
    const before = first.words.length;
    const next = await second.ask('submit', sale('S-2'));
    if (next.type === 'refused') throw new Error(next.refusal.detail);
    await second.told((word) => isSale(next.operation.id)(word) && JSON.stringify(word).includes('"succeeded"'));
    await first.ask('status', {});
    expect(first.words.slice(before).filter((word) => 'event' in word && word.event === 'operationChanged')).toEqual(
      [],
    );
    // The same request at the other window is the same sale.
    await first.ask('signIn', { operatorId: ids.supervisor, pin: pins.supervisor });
    expect(await first.ask('submit', sale('S-2'))).toMatchObject({ operation: { id: next.operation.id } });

    second.joined.leave();
    await second.joined.ended;
    await bridge.kill('SIGTERM');
    const exported = bench.start('main/cli.ts', ['journal', 'export', '--data-dir', dataDir]);
    expect(await exported.exited()).toBe(0);
    const records = exported.stdoutLines.map((line) => JSON.parse(line) as { type?: string; data?: object });
    const leaving = records.filter(({ type }) => type === 'signed-out').map(({ data }) => data);
    expect(leaving).toMatchObject([
      { by: { name: 'manager' }, reason: 'asked' },
      { by: { name: 'cashier' }, reason: 'window-closed' },
      { by: { name: 'supervisor' }, reason: 'window-closed' },
    ]);
    const accepted = records.filter(({ type }) => type === 'accepted').map(({ data }) => data);
    expect(accepted).toMatchObject([{ operator: { name: 'cashier' } }, { operator: { name: 'cashier' } }]);
  });

  it('count wrong PINs together', async () => {
    const { window } = await aTill();
    const [first, second] = [await window(), await window()];
    const { cashier } = await addPeople(first);
    const guess = (at: TestWindow) => at.ask('signIn', { operatorId: cashier, pin: '000000' });
    for (const at of [first, second, first, second]) expect(await guess(at)).toMatchObject({ type: 'refused' });
    expect(await guess(first)).toMatchObject({ refusal: { code: 'operator-locked' } });
    const right = second.ask('signIn', { operatorId: cashier, pin: pins.cashier });
    expect(await right).toMatchObject({ refusal: { code: 'operator-locked' } });
  });

  it('are asked before a program pays out by hand, which is refused while none has joined', async () => {
    const { window, bench, dataDir, url } = await aTill();
    const made = bench.start('main/cli.ts', [
      'token',
      'create',
      '--data-dir',
      dataDir,
      '--name',
      'Pays',
      '--scopes',
      'refund-unreferenced',
    ]);
    expect(await made.exited(), made.stderrText).toBe(0);
    const payOut = (id: string) =>
      fetch(`${url}/v1/operations/refund-unreferenced?wait=20`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${made.stdoutLines[0]}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({
          transId: id,
          amount: { value: 100, currency: 'EUR' },
          paymentMethods: { directDebit: { account: { number: 'DE02120300000000202051', accountHolderName: 'S' } } },
        }),
      });
    expect((await payOut('R-1')).status).toBe(200);
    const at = await window();
    const asking = payOut('R-2');
    await at.told((word) => 'event' in word && word.event === 'confirmationsChanged' && word.value.length === 1);
    const [question] = await at.ask('confirmations', {});
    await at.ask('answerConfirmation', { id: question?.id ?? '', allow: false, approval: null });
    expect((await asking).status).toBe(403);
  });
});

/** What another user's window is told that would join there. */
async function joining(folder: string): Promise<string> {
  const client = join(process.cwd(), 'main/control/window/client.ts');
  const program = `const { joinBridge } = await import(${JSON.stringify(client)});
    const { type = 'joined' } = await joinBridge({ folder: process.argv[1], version: 'x', heard() {} });
    console.log(type);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program, folder], { ...otherUser, cwd: '/' });
  onTestFinished(() => void other.kill('SIGKILL'));
  let heard = '';
  for (const output of [other.stdout, other.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (heard += text));
  }
  await once(other, 'close');
  return heard.trim();
}

describe('the socket', () => {
  it('is the bridge’s own user’s, or its group’s where a folder for windows is named, and gone with the bridge', async () => {
    const { socket, bridge, bench } = await aTill();
    expect(modeOf(socket)).toBe('600');
    await bridge.kill('SIGTERM');
    expect(existsSync(socket)).toBe(false);
    const folder = join(bench.folder(), 'windows');
    mkdirSync(folder, { mode: 0o750 });
    const shared = serve(bench, bench.folder(), [], { TILLBRIDGE_WINDOW_DIR: folder });
    await shared.ready();
    expect(modeOf(join(folder, 'window.sock'))).toBe('660');
    expect(await (await aWindowAt(folder)).ask('status', {})).toMatchObject({ mode: 'training' });
  });

  it('lets no user of the machine in who is not of its group', async (context) => {
    needSecondUser(context);
    const bench = aBench();
    const base = bench.folder();
    chmodSync(base, 0o755);
    const folder = join(base, 'windows');
    mkdirSync(folder, { mode: 0o750 });
    await serve(bench, bench.folder(), [], { TILLBRIDGE_WINDOW_DIR: folder }).ready();
    const address = join(folder, 'window.sock');
    const program = `require('net').connect(process.argv[1]).once('error', (e) => console.log(e.code))
      .once('connect', () => { console.log('connected'); process.exit(); })`;
    const tried = async (gid: number) => {
      const other = spawn(process.execPath, ['-e', program, address], { ...otherUser, gid, cwd: '/' });
      onTestFinished(() => void other.kill('SIGKILL'));
      let heard = '';
      other.stdout.setEncoding('utf8').on('data', (text: string) => (heard += text));
      await once(other, 'close');
      return heard;
    };
    expect(await tried(otherUser.gid)).toBe('EACCES\n');
    expect(await joining(folder)).toBe('not-permitted');
    for (const path of [folder, address]) chownSync(path, 0, otherUser.gid);
    expect(await tried(otherUser.gid)).toBe('connected\n');
  });

  it('is joined by no window of another version, and says which it met', async () => {
    const { dataDir } = await aTill();
    const heard = () => {};
    expect(await joinBridge({ folder: dataDir, version: '9.9.9', heard })).toEqual({ type: 'other-version', version });
  });

  it('of a killed bridge does not stop the next one, which takes its place', async () => {
    const { dataDir, bridge, bench, socket, window } = await aTill();
    const joined = await window();
    await bridge.end();
    await joined.joined.ended;
    expect(existsSync(socket)).toBe(true);
    expect(await joinBridge({ folder: dataDir, version, heard: () => {} })).toEqual({ type: 'not-running' });
    await serve(bench, dataDir).ready();
    expect(await (await window()).ask('status', {})).toMatchObject({ mode: 'training' });
  });

  it('in a folder that others may write gets no PIN', async () => {
    const { dataDir } = await aTill();
    chmodSync(dataDir, 0o777);
    expect(await joinBridge({ folder: dataDir, version, heard: () => {} })).toMatchObject({ type: 'not-safe' });
    chmodSync(dataDir, 0o700);
  });
});

describe('a window’s roles hold at the socket', () => {
  /** Calls of the app itself, which no bridge carries out for a window. */
  const shells = [
    'preferences',
    'savePreferences',
    'mailReceipt',
    'receiptFolder',
    'chooseReceiptFolder',
    'parkedSales',
    'parkSales',
    'customerScreen',
    'makeBundle',
    'prepareMove',
    'quit',
  ];

  it('a locked window is answered what the lock screen needs, and nothing else', async () => {
    const { window } = await aTill();
    const ids = await addPeople(await window());
    const locked = await window();
    for (const call of windowCallNames.filter((each) => !shells.includes(each))) {
      const rule = windowCalls[call];
      const reply = await locked.reply(call, aCallOf[call]);
      const isRefused = 'refused' in reply ? /till-locked/.test(reply.refused) : isNotSignedIn(reply.answer);
      expect({ call, isRefused }).toEqual({ call, isRefused: rule.role !== 'anyone' });
      if (rule.role !== 'anyone') expect('refused' in reply).toBe(failsWhenDenied(call));
    }
    expect(locked.seat()?.person).toBeNull();
    expect(ids.manager).not.toBe('');
    expect(locked.words.filter((word) => 'event' in word && word.event !== 'statusChanged')).toEqual([]);
  });

  it('a cashier does nothing of a manager’s or a supervisor’s, and no call of the app’s own', async () => {
    const { window, url } = await aTill();
    const ids = await addPeople(await window());
    const at = await window();
    await at.ask('signIn', { operatorId: ids.cashier, pin: pins.cashier });
    for (const call of windowCallNames) {
      const { role } = windowCalls[call];
      if (role !== 'manager' && role !== 'supervisor') continue;
      if (shells.includes(call)) continue;
      const reply = await at.reply(call, aCallOf[call]);
      expect(JSON.stringify({ call, reply })).toContain('role-missing');
    }
    for (const call of [
      ...shells,
      'noSuchCall',
      'constructor',
      '__proto__',
      'dccReceipt',
      'exportJournal',
      'subscribe',
    ]) {
      const reply = await at.reply(call as never, {});
      expect(reply).toEqual({ refused: expect.stringContaining('There is no call') });
    }
    const journal = await at.reply('saveShift', { number: null, format: 'ndjson' });
    expect(journal).toEqual({ refused: expect.stringContaining('role-missing') });
    const verified = await at.joined.verify({ operatorId: ids.cashier, pin: pins.cashier }, 'manager');
    expect(verified).toMatchObject({ answer: { type: 'refused', refusal: { code: 'role-missing' } } });
    expect((await fetch(`${url}/v1/status`)).status).toBe(401);
  });

  it('the settings are read there and not changed', async () => {
    const { window } = await aTill();
    const at = await window();
    const shop = await at.ask('shopSettings', {});
    const saved = await at.ask('saveShopSettings', shop);
    expect(saved).toMatchObject({ type: 'refused', refusal: { code: 'set-by-policy' } });
    const { names } = await at.ask('lockedSettings', {});
    expect(names).toEqual(expect.arrayContaining(['shopName', 'people.refundLimitMinor', 'gateway.root']));
    expect(await at.ask('gatewayChoice', {})).toMatchObject({ mode: 'training', hasApiKey: false });
  });
});

it('a till with real money gets its first manager by the command on its machine, not at a window that joins it', async () => {
  const gateway = ['--gateway', 'http://127.0.0.1:9', '--merchant-id', 'SHOP', '--mode', 'live'];
  const { bench, dataDir, window } = await aTill(gateway, { TILLBRIDGE_API_KEY: 'canary-api-key' });
  const [one, other] = [await window(), await window()];
  const person = (role: 'manager' | 'cashier') =>
    ({ id: null, name: role, role, active: true, pin: pins[role] }) as const;
  const atOnce = await Promise.all([one, other].map((each) => each.ask('saveOperator', person('manager'))));
  const refused = { type: 'refused', refusal: { code: 'first-manager-by-command' } };
  expect(atOnce).toMatchObject([refused, refused]);
  expect(await one.ask('operators', {})).toEqual([]);

  const command = ['operator', 'create', '--data-dir', dataDir, '--name', 'First', '--role', 'manager'];
  const made = bench.start('main/cli.ts', command, {}, `${pins.manager}\n`);
  expect(await made.exited(), made.stderrText).toBe(0);
  const [first] = await one.ask('operators', {});
  // From then on the window is as any other: a manager who is signed in adds people there.
  expect(await other.ask('saveOperator', person('cashier'))).toMatchObject({
    type: 'refused',
    refusal: { code: 'not-signed-in' },
  });
  await one.ask('signIn', { operatorId: first?.id ?? '', pin: pins.manager });
  expect(await one.ask('saveOperator', person('cashier'))).toMatchObject({ type: 'saved' });
});

function isNotSignedIn(answer: unknown): boolean {
  return JSON.stringify(answer ?? null).includes('"not-signed-in"');
}

describe('what is no window', () => {
  const hello = JSON.stringify({ window: { protocol: 1, version } });
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

  it.each([
    ['no JSON', 'hello\n'],
    ['an HTTP request', 'GET / HTTP/1.1\r\n\r\n'],
    ['a command’s hello', lineOf({ nonce: '0'.repeat(32) })],
    ['bytes', Buffer.from([0xff, 0xfe, 0x0a])],
    ['a megabyte', Buffer.alloc(1_048_576, 0x20)],
    ['a hello with more', lineOf({ window: { protocol: 1, version }, more: 1 })],
    ['a request without hello', lineOf({ id: 1, call: 'operations', input: {} })],
  ])('%s ends its connection without an answer', async (_, piece) => {
    const { socket, window } = await aTill();
    expect(await sentOverSocket(socket, piece)).toBe('');
    expect(await (await window()).ask('status', {})).toMatchObject({ mode: 'training' });
  });

  it.each([
    ['a megabyte', Buffer.alloc(1_048_576, 0x20)],
    ['a megabyte of input', lineOf({ id: 1, call: 'operations', input: { text: 'x'.repeat(1_048_576) } })],
    ['two equal names', '{"id":1,"id":2,"call":"status","input":{}}\n'],
    ['an id of another kind', lineOf({ id: 'x', call: 'status', input: {} })],
    ['a deep nest', `{"id":1,"call":"status","input":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}\n`],
  ])('%s after a hello ends it too, and nothing of it is done', async (_, piece) => {
    const { socket, window } = await aTill();
    const heard = await sentOverSocket(socket, `${hello}\n`, piece);
    expect(heard).toContain('"product":"Tillbridge"');
    expect(heard).not.toContain('"answer"');
    expect(await (await window()).ask('status', {})).toMatchObject({ mode: 'training' });
  });

  it('a hundred connections leave the bridge to its programs, and windows find a place when they have gone', async () => {
    const { dataDir, socket, url, window } = await aTill();
    const silent = Array.from({ length: 100 }, () => {
      const each = connect(socket);
      each.on('error', () => undefined);
      onTestFinished(() => void each.destroy());
      return each;
    });
    expect((await fetch(`${url}/v1/status`)).status).toBe(401);
    for (const each of silent) each.destroy();
    await expect
      .poll(async () => {
        const joined = await joinBridge({ folder: dataDir, version, heard: () => {} });
        if ('type' in joined) return joined.type;
        joined.leave();
        return 'joined';
      })
      .toBe('joined');
    expect(await (await window()).ask('status', {})).toMatchObject({ mode: 'training' });
  });

  it('a window that reads nothing of what it asked for is let go', async () => {
    const { socket, window, bridge } = await aTill();
    const at = await window();
    const deaf = connect(socket);
    onTestFinished(() => void deaf.destroy());
    deaf.on('error', () => undefined).pause();
    deaf.write(`${hello}\n`);
    const ask = Array.from({ length: 5_000 }, (_, id) => lineOf({ id, call: 'lockedSettings', input: {} })).join('');
    deaf.write(ask);
    expect(await at.ask('status', {})).toMatchObject({ mode: 'training' });
    await expect.poll(() => bridge.stderrText).toContain('window-refused');
  });
});
