// Looking for a version and getting its package ready, from a server on this machine that breaks off, lies, and shows old
// lists again.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '#support/store-folder.ts';
import { anUpdateServer, platform } from '#support/update-server.ts';
import { until } from '#support/until.ts';
import { type UpdateFolder, updateFolderOf } from '#updates/note.ts';
import { type Updater, createUpdater } from '#updates/updater.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;

async function aTill() {
  const clock = { ms: Date.parse('2026-11-28T10:00:00Z') };
  const server = await anUpdateServer(() => clock.ms);
  const dataDir = join(aFolder(), 'shop');
  const folder = updateFolderOf(dataDir);
  const free = { bytes: Number.MAX_SAFE_INTEGER };
  const start = (change: Partial<Parameters<typeof createUpdater>[0]> = {}): Updater =>
    createUpdater({
      folder,
      settings: { url: server.url, channel: 'stable', key: server.key },
      version: '1.0.0',
      schema: 7,
      kind: 'deb',
      platform,
      nowMs: () => clock.ms,
      free: () => free.bytes,
      changed: () => undefined,
      ...change,
    });
  return { clock, server, folder, start, free };
}

/** True once some of a package is on the disk. */
const hasCome = ({ packages }: UpdateFolder) =>
  existsSync(packages) && readdirSync(packages).some((name) => statSync(join(packages, name)).size > 0) ? true : null;

const partIn = ({ packages }: UpdateFolder) => readdirSync(packages);

async function got(updater: Updater) {
  await updater.look(signal);
  await updater.fetch(signal);
  return updater.found();
}

it('a newer version is known, downloaded, and ready with the very bytes that were signed', async () => {
  const { server, start } = await aTill();
  server.offer();
  const updater = start();
  expect(updater.found()).toMatchObject({ state: 'unknown', manifest: null, problem: null });
  await updater.look(signal);
  expect(updater.found()).toMatchObject({ state: 'known', file: null, problem: null });
  await updater.fetch(signal);
  const { state, file } = updater.found();
  expect([state, readFileSync(file ?? '')]).toEqual([
    'ready',
    server.files.get('/stable/tillbridge-9.0.0-linux-amd64.deb'),
  ]);
});

it('what was downloaded is ready after a restart without another download, unless it was changed meanwhile', async () => {
  const { server, start } = await aTill();
  server.offer();
  const { file } = await got(start());
  server.asked.length = 0;
  const again = start();
  await again.fetch(signal);
  expect([again.found().state, server.asked]).toEqual(['ready', []]);
  writeFileSync(file ?? '', Buffer.alloc(300_000, 'another'));
  const third = start();
  await third.fetch(signal);
  expect([third.found().state, server.asked.length]).toEqual(['ready', 1]);
  expect(
    readFileSync(file ?? '')
      .subarray(0, 7)
      .toString(),
  ).toBe('package');
});

describe('a download', () => {
  it('that breaks off goes on where it ended', async () => {
    const { server, folder, start } = await aTill();
    server.offer();
    const updater = start();
    await updater.look(signal);
    server.answer = (_, response, body) => {
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.subarray(0, 100_000));
      void until(async () => hasCome(folder)).then(() => response.destroy());
    };
    await updater.fetch(signal);
    expect(updater.found()).toMatchObject({ state: 'known', problem: 'Not downloaded: the download broke off.' });
    expect(partIn(folder)).toEqual(['tillbridge-9.0.0-linux-amd64.deb.part']);
    await start().fetch(signal);
    expect(server.asked.at(-1)).toMatch(/^\/stable\/tillbridge-9\.0\.0-linux-amd64\.deb bytes=[1-9]\d*-$/);
    expect(partIn(folder)).toEqual(['tillbridge-9.0.0-linux-amd64.deb']);
  });

  it('begins anew at a server that knows no ranges', async () => {
    const { server, folder, start } = await aTill();
    server.offer();
    const updater = start();
    await updater.look(signal);
    server.answer = (_, response, body) => response.write(body.subarray(0, 1_000), () => response.destroy());
    await updater.fetch(signal);
    server.answer = (_, response, body) => response.end(body);
    await updater.fetch(signal);
    expect([updater.found().state, partIn(folder)]).toEqual(['ready', ['tillbridge-9.0.0-linux-amd64.deb']]);
  });

  it('of other bytes than were signed is removed whole', async () => {
    const { server, folder, start } = await aTill();
    server.offer();
    server.files.set('/stable/tillbridge-9.0.0-linux-amd64.deb', Buffer.alloc(300_000, 'evil'));
    const { state, problem } = await got(start());
    expect([state, problem]).toEqual(['known', expect.stringContaining('is not the package that was signed')]);
    expect(partIn(folder)).toEqual([]);
  });

  it('of more bytes than were signed ends there', async () => {
    const { server, folder, start } = await aTill();
    server.offer();
    server.files.set('/stable/tillbridge-9.0.0-linux-amd64.deb', Buffer.alloc(300_001, 'package'));
    const { state, problem } = await got(start());
    expect([state, problem]).toEqual(['known', expect.stringContaining('sends more than the 300000 bytes')]);
    expect(partIn(folder)).toEqual([]);
  });

  it.each<[string, number, { [name: string]: string }]>([
    ['a redirect', 302, { location: 'https://elsewhere.example/' }],
    ['an error', 500, {}],
    ['a part that was not asked for', 206, { 'content-range': 'bytes 5-299999/300000' }],
  ])('does not take %s', async (_, status, headers) => {
    const { server, start } = await aTill();
    server.offer();
    const updater = start();
    await updater.look(signal);
    server.answer = (__, response, body) => response.writeHead(status, headers).end(body);
    await updater.fetch(signal);
    expect(updater.found()).toMatchObject({
      state: 'known',
      problem: `Not downloaded: the server answers with status ${status}.`,
    });
    await updater.fetch(signal);
    expect(updater.found().state).toBe('ready');
  });

  it('is not begun where the disk would be filled', async () => {
    const { server, start, free } = await aTill();
    server.offer();
    free.bytes = 500_000_000;
    const { state, problem } = await got(start());
    expect([state, problem]).toEqual(['known', expect.stringMatching(/^Not downloaded: \d+ MB must be free/)]);
    expect(server.asked).toEqual(['/stable/update.json']);
  });

  it('takes the packages of other versions away', async () => {
    const { server, folder, start } = await aTill();
    server.offer();
    await got(start());
    server.offer({ version: '9.0.1' });
    await got(start());
    expect(partIn(folder)).toEqual(['tillbridge-9.0.1-linux-amd64.deb']);
  });
});

describe('an old list that is shown again', () => {
  it('is refused, and what the till knows stays', async () => {
    const { clock, server, start } = await aTill();
    server.offer();
    const old = server.files.get('/stable/update.json') ?? Buffer.alloc(0);
    clock.ms += dayMs;
    server.offer({ version: '9.0.1' });
    await start().look(signal);
    server.files.set('/stable/update.json', old);
    const updater = start();
    await updater.look(signal);
    expect(updater.found()).toMatchObject({ state: 'known', manifest: { version: '9.0.1' } });
    expect(updater.found().problem).toContain('older than one that this till has seen');
  });

  it('of a lower version than the till has run is refused after going back by hand', async () => {
    const { server, start } = await aTill();
    server.offer({ version: '1.4.0' });
    start({ version: '1.5.0' });
    const updater = start({ version: '1.3.0' });
    await updater.look(signal);
    expect(updater.found()).toMatchObject({ state: 'current' });
    expect(updater.found().problem).toContain('older version than this till has run');
  });

  it('ends with its time, also one that is ready', async () => {
    const { clock, server, start } = await aTill();
    server.offer();
    const updater = start();
    expect((await got(updater)).state).toBe('ready');
    clock.ms += 30 * dayMs;
    expect(updater.found()).toMatchObject({ state: 'current', file: null });
    await updater.look(signal);
    expect(updater.found().problem).toContain('has expired');
  });
});

it('a version that is withdrawn by a newer list is not ready any more', async () => {
  const { clock, server, start } = await aTill();
  server.offer();
  const updater = start();
  await got(updater);
  clock.ms += 1_000;
  server.offer({ version: '1.0.0' });
  expect(await got(updater)).toMatchObject({ state: 'current', manifest: null, file: null, problem: null });
});

it('what was believed is verified again at each start: not with another key, and not where the note was written by others', async () => {
  const { server, folder, start } = await aTill();
  server.offer();
  await start().look(signal);
  const other = await anUpdateServer(() => Date.parse('2026-11-28T10:00:00Z'));
  const { url } = server;
  expect(start().found().state).toBe('known');
  expect(start({ settings: { url, channel: 'stable', key: other.key } }).found()).toMatchObject({ manifest: null });
  other.offer();
  const forged = other.files.get('/stable/update.json')?.toString() ?? '';
  folder.write({ ...folder.note(), signed: forged });
  expect(start().found()).toMatchObject({ manifest: null });
});

it('nothing is kept of what another key signed', async () => {
  const { server, folder, start } = await aTill();
  const other = await anUpdateServer(() => Date.parse('2026-11-28T10:00:00Z'));
  server.offer();
  other.offer();
  const updater = start({ settings: { url: other.url, channel: 'stable', key: server.key } });
  expect(await got(updater)).toMatchObject({ state: 'unknown', manifest: null });
  expect(folder.note().signed).toBeNull();
  expect(updater.found().problem).toContain('not signed with a key');
});

it.each<[string, Parameters<typeof createUpdater>[0]['settings'] | null, string | null, RegExp]>([
  ['from a checkout', null, null, /not installed from a package/],
  ['without a key', { url: 'http://127.0.0.1:9/update.json', channel: 'stable', key: null }, 'deb', /no key is known/],
])('updates are off %s, and the server is not asked', async (_, settings, kind, words) => {
  const { server, start } = await aTill();
  server.offer();
  const found = await got(start({ kind, ...(settings === null ? {} : { settings }) }));
  expect(found.state).toBe('off');
  expect(found.problem).toMatch(words);
  expect(server.asked).toEqual([]);
});

it('nothing is written for a till whose settings name no server', async () => {
  const { folder, start } = await aTill();
  expect(await got(start({ settings: { url: null, channel: 'stable', key: null } }))).toMatchObject({
    state: 'off',
    problem: null,
  });
  expect(existsSync(folder.dir)).toBe(false);
});

it('a folder beside the data folder that takes nothing is a problem in words, and no till fails to start', async () => {
  const { server, folder, start } = await aTill();
  server.offer();
  writeFileSync(folder.dir, '');
  const updater = start();
  expect(updater.found().problem).toMatch(/^The folder .*-updates takes nothing: .* is a file/);
  expect(await got(updater)).toMatchObject({ state: 'unknown', problem: expect.stringContaining('is a file') });
});

it('a server that does not answer is a problem in words, and a note that is damaged counts as none', async () => {
  const { folder, start } = await aTill();
  start();
  writeFileSync(join(folder.dir, 'note.json'), '{"manifest":');
  const updater = start();
  await updater.look(signal);
  expect(updater.found().problem).toMatch(/^Not looked: the server answers with status 404\.$/);
  expect(folder.note()).toMatchObject({ signed: null, highest: '1.0.0' });
});
