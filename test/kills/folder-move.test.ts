// A till moves from one user's folder to another's, and is killed at every change of a file: at each moment exactly one of
// the two folders starts, and what was sold is in it. Root moves it between two users; any other user between own folders.
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startable } from '#support/bundled.ts';
import { Erp } from '#support/erp.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { seedOfRun, share } from '#support/share.ts';

const dieAt = resolve(import.meta.dirname, '../support/die-at.ts');
const isRoot = process.getuid?.() === 0;
/** Of a person's folder, and of the service's. */
const users = isRoot ? [65_534, 1] : [null, null];

const bench = new Workbench();
afterAll(() => bench.close());

/** A place that all users may enter, and a program that they may read. */
const place = bench.folder();
chmodSync(place, 0o755);
let cli = '';
beforeAll(() => {
  cpSync(dirname(dirname(dirname(startable('main/cli.ts')))), join(place, 'program'), { recursive: true });
  cli = join(place, 'program/main/commands/cli.js');
  for (const user of users) {
    mkdirSync(join(place, `state-${user}`), { recursive: true, mode: 0o700 });
    if (user !== null) chownSync(join(place, `state-${user}`), user, user);
  }
});

interface Till {
  readonly dir: string;
  readonly user: number | null;
  readonly key: string;
}

let count = 0;
function nextTill(): Till {
  count += 1;
  const user = users[count % 2] ?? null;
  const home = join(place, `home-${count}`);
  mkdirSync(home, { mode: 0o755 });
  const dir = join(home, 'till');
  mkdirSync(dir, { mode: 0o700 });
  // As /var/lib: the user may not write there, nor rename the folder.
  if (user !== null) chownSync(dir, user, user);
  const keys = `${dir}-notes`;
  if (count === 1) {
    mkdirSync(keys, { mode: 0o700 });
    if (user !== null) chownSync(keys, user, user);
  }
  return { dir, user, key: join(keys, 'data.key') };
}

function run({ dir, user, key }: Till, args: readonly string[]): Program {
  const state = join(place, `state-${user}`);
  const environment = {
    PATH: process.env['PATH'],
    HOME: dirname(dir),
    XDG_STATE_HOME: state,
    TILLBRIDGE_KEY_FILE: key,
  };
  const as = user === null ? '' : `setpriv --reuid ${user} --regid ${user} --clear-groups `;
  const words = [process.execPath, cli, ...args, '--data-dir', dir].map((word) => `'${word}'`).join(' ');
  return bench.shell(`exec ${as}${words}`, environment);
}

const serve = (till: Till) => run(till, ['serve', '--port', '0', '--terminal', 'T1', '--processing-seconds', '1']);

/** The bridge's address, or why it did not start. */
async function started(till: Till): Promise<{ readonly program: Program; readonly url: string | null }> {
  const program = serve(till);
  const url = await program.ready().then(
    (ready) => ready.url,
    () => null,
  );
  return { program, url };
}

function move(from: Till, to: Till, at: number | null): Program {
  const args = ['folder', 'move', '--data-dir', from.dir, '--to', to.dir, '--key-file', to.key];
  const environment = { TILLBRIDGE_KEY_FILE: from.key, ...(at === null ? {} : { DIE_AT: String(at) }) };
  const preload = at === null ? [] : ['--import', dieAt];
  const words = [process.execPath, ...preload, cli, ...args].map((word) => `'${word}'`).join(' ');
  return bench.shell(`exec ${words}`, { ...bench.environment(), ...environment });
}

async function tokenOf(till: Till): Promise<string> {
  const program = run(till, ['token', 'create', '--name', `ERP ${count}`, '--scopes', 'status,sale']);
  expect(await program.exited(), program.stderrText).toBe(0);
  return program.stdoutLines[0] ?? '';
}

const sold: { readonly id: string; readonly transId: string }[] = [];

async function sell(url: string, token: string): Promise<void> {
  const transId = `M-${sold.length + 1}`;
  const sale = { transId, posTerminalId: 'T1', amount: { value: 1_000, currency: 'EUR' } };
  const erp = new Erp(url, token, { connection: 'close' });
  await expect
    .poll(async () => (await erp.post('/v1/operations/sale?wait=60', sale, transId)).body, { timeout: 30_000 })
    .toMatchObject({ state: 'succeeded' });
  const { body } = await erp.post('/v1/operations/sale?wait=60', sale, transId);
  const { id } = body;
  sold.push({ id: typeof id === 'string' ? id : '', transId });
}

async function expectAll(url: string, token: string): Promise<void> {
  const erp = new Erp(url, token, { connection: 'close' });
  for (const { id, transId } of sold) expect(await erp.operation(id), transId).toMatchObject({ state: 'succeeded' });
}

it('starts in exactly one of the two folders, wherever the move was killed', async () => {
  let till = nextTill();
  const first = await started(till);
  const token = await tokenOf(till);
  await sell(first.url ?? '', token);
  expect(await first.program.kill('SIGTERM')).toBe(0);
  let kills = 0;
  const every = Number.parseInt(process.env['TILLBRIDGE_EVERY'] ?? '0', 10) || share({ small: 25, large: 12 });
  // Each run of the large share takes other places.
  const begin = 1 + (share({ small: 0, large: seedOfRun() }) % every);
  for (let at = begin; ; at += every) {
    const next = nextTill();
    const moving = move(till, next, at);
    const code = await moving.exited();
    const isBegun = existsSync(`${next.dir}.moving`) || existsSync(join(till.dir, 'moved.json'));
    // Killed before that, the other folder is empty, and no till.
    if (!isBegun) expect(readdirSync(next.dir)).toEqual([]);
    const old = await started(till);
    const fresh = isBegun ? await started(next) : null;
    const words = `killed at ${at}: ${moving.stderrText} ${old.program.stderrText} ${fresh?.program.stderrText}`;
    const running = [old, fresh].filter((each) => each !== null && each.url !== null);
    expect(running, words).toHaveLength(1);
    if (isBegun) expect(words).toMatch(/was moved to|is being moved to/);
    await expectAll(running[0]?.url ?? '', token);
    expect(await running[0]?.program.kill('SIGTERM')).toBe(0);
    const again = move(till, next, null);
    expect(await again.exited(), `after a kill at ${at}: ${again.stderrText}`).toBe(0);
    expect(existsSync(`${next.dir}.moving`)).toBe(false);
    till = next;
    if (code === 0) break;
    kills += 1;
  }
  process.stdout.write(`a move was killed at ${kills} places, from ${begin} on in steps of ${every}\n`);
  expect(kills).toBeGreaterThan(3);

  const resume = run(till, ['folder', 'resume', '--name', 'Ann', '--reason', 'moved']);
  expect(await resume.exited(), resume.stderrText).toBe(0);
  const last = await started(till);
  await sell(last.url ?? '', token);
  await expectAll(last.url ?? '', token);
  expect(await last.program.kill('SIGTERM')).toBe(0);
  if (till.user === null) return;
  const { user, dir } = till;
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    expect({ name, uid: statSync(join(dir, name)).uid }).toEqual({ name, uid: user });
  }
}, 1_200_000);
