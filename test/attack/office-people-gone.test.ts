// Whom the office removes must not act any more at a till that has heard of it, whatever that till's clock says, after weeks
// away, in a folder that was put back, and in the middle of what takes two people or an approval. And what PINs hash to, the
// PINs themselves and their key are in no list of processes, no statement, view, log, export or bundle.
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { asOwner } from '#office/database/database.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { aheadBy } from '#support/clock-ahead.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { type TestWindow, aWindowAt, addPeople, pins } from '#support/joined-window.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { listProc, readProc } from '#support/proc.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const dayMs = 86_400_000;
const people = { Anna: ['cashier', '4839'], Ben: ['cashier', '7351'], Sam: ['supervisor', '640183'] } as const;
type Name = keyof typeof people;

describe.skipIf(!officeRuns)('a till whose office removes a person', () => {
  let ahead: NodeJS.ProcessEnv = {};
  const office = new OfficeBench();
  const shop = new Shop({
    samePort: true,
    get environment() {
      return ahead;
    },
  });
  let window: TestWindow;
  let number = 0;
  const next = (): string => `N-${(number += 1)}`;
  const status = async () => (await shop.erp.get('/v1/status')).body;
  const view = async () => ((await status())['office'] as unknown as OfficeView | null)?.people ?? null;
  const staff = (action: string, ...more: string[]) =>
    office.run('staff', action, '--scope', 'chain', '--by', 'Ada', ...more);
  const add = (name: Name) => {
    const [role, pin] = people[name];
    office.pins.push(pin);
    return staff('add', '--name', name, '--role', role);
  };
  const idOf = async (name: string): Promise<string> =>
    (await window.ask('operators', {})).find((each) => each.name === name && each.active)?.id ?? 'nobody';
  const outcomeOf = (answer: { readonly type: string } | { type: 'refused'; refusal: { code: string } }): string =>
    'refusal' in answer ? answer.refusal.code : answer.type;
  const signIn = async (name: Name, at = window) =>
    outcomeOf(await at.ask('signIn', { operatorId: await idOf(name), pin: people[name][1] }));
  const asManager = async (at = window) => at.ask('signIn', { operatorId: await idOf('manager'), pin: pins.manager });
  const sells = async () => shop.erp.operate('cloud-pos', sale(next(), 1_000), `r-${number}`);
  /** With its next record, or by itself after a start. */
  const hears = async (name: string, isThere: boolean, { records = true } = {}) => {
    await until(async () => {
      if (records) await sells();
      return ((await idOf(name)) !== 'nobody') === isThere ? true : null;
    });
  };
  const start = async (aheadMs = 0) => {
    ahead = aheadMs === 0 ? {} : aheadBy(shop.bench, aheadMs);
    await shop.startBridge();
    window = await aWindowAt(shop.dataDir);
  };
  const stop = () => shop.program.kill('SIGTERM');
  const restart = async (aheadMs = 0) => {
    await stop();
    await start(aheadMs);
  };

  beforeAll(async () => {
    const settings = {
      office: { people: true },
      timeouts: { terminalSeconds: 1 },
      people: { refundLimitMinor: 500 },
      loopback: { confirmUnreferenced: 'never' },
    };
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
  }, 240_000);
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });
  // A window leaves with its test.
  const joins = async () => {
    window = await aWindowAt(shop.dataDir);
  };

  it('has them beside its own people', async () => {
    await joins();
    await addPeople(window);
    for (const name of Object.keys(people) as Name[]) await add(name);
    await hears('Sam', true);
    expect(await signIn('Sam')).toBe('signed-in');
  }, 120_000);

  it('that was away for a month takes the removal, whatever its clock says, and keeps to it', async () => {
    await joins();
    expect(await signIn('Anna')).toBe('signed-in');
    await stop();
    await staff('remove', '--name', 'Anna');
    await start(30 * dayMs);
    await hears('Anna', false, { records: false });
    expect([await signIn('Anna'), await signIn('Ben')]).toEqual(['operator-unknown', 'signed-in']);
    for (const aheadMs of [-Date.now(), 0, 700 * dayMs, -30 * dayMs]) {
      await restart(aheadMs);
      expect([aheadMs, await signIn('Anna'), await signIn('Ben')]).toEqual([aheadMs, 'operator-unknown', 'signed-in']);
    }
    // A till whose clock is wrong takes what is newer, by its number and by no time.
    await restart(-Date.now());
    await staff('revert');
    await hears('Anna', true, { records: false });
    expect(await signIn('Anna')).toBe('signed-in');
    await staff('remove', '--name', 'Anna');
    await restart();
    await hears('Anna', false, { records: false });
    expect([await signIn('Anna'), await view()]).toMatchObject(['operator-unknown', { refused: null }]);
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 300_000);

  it('between the two voices of a decision: theirs does not count', async () => {
    await joins();
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-before', times: 1 }]);
    const doubt = sale(next(), 100, { messageType: 'CREDIT', posTerminalId: 'T-9' });
    const { id } = await until(async () => {
      const made = await shop.erp.operate('cloud-pos', doubt, 'credit');
      return made.state === 'needs-person' ? made : null;
    });
    const said = { outcome: 'failed', reason: 'no slip', evidence: 'its journal' } as const;
    const says = (at: TestWindow, second: { operatorId: string; pin: string } | null = null) =>
      at.ask('decide', { id, ...said, approval: null, second });
    const sams = await aWindowAt(shop.dataDir);
    expect(await signIn('Sam', sams)).toBe('signed-in');
    expect(await says(sams)).toMatchObject({ operation: { state: 'needs-person' } });
    const sam = { operatorId: await idOf('Sam'), pin: people.Sam[1] };
    await staff('remove', '--name', 'Sam');
    await hears('Sam', false);
    await asManager();
    expect(outcomeOf(await says(window, sam))).toBe('operator-unknown');
    expect(await says(window)).toMatchObject({ operation: { state: 'needs-person' } });
    expect(outcomeOf(await says(sams))).toBe('not-signed-in');
    const second = { operatorId: await idOf('supervisor'), pin: pins.supervisor };
    expect(await says(window, second)).toMatchObject({ operation: { state: 'failed' } });
    await add('Sam');
    await hears('Sam', true);
  }, 120_000);

  it('between asking and approving: nothing is paid out, whether who asked is gone or who approves', async () => {
    await joins();
    await add('Anna');
    await hears('Anna', true);
    const payId = textAt((await sells()).result, 'payId') ?? '';
    const input = { payId, transId: next(), amount: { value: 900, currency: 'EUR' } };
    const wish = { kind: 'refund', input, requestId: next() };
    const given = async () => (await ledgerOf(shop.sandboxUrl)).payments.find((each) => each.payId === payId)?.refunded;
    expect(await signIn('Anna')).toBe('signed-in');
    expect(outcomeOf(await window.ask('submit', wish))).toBe('approval-needed');
    const approval = { operatorId: await idOf('Sam'), pin: people.Sam[1] };
    await staff('remove', '--name', 'Anna');
    await hears('Anna', false);
    expect(outcomeOf(await window.ask('submit', { ...wish, approval }))).toBe('not-signed-in');
    expect(await signIn('Ben')).toBe('signed-in');
    expect(outcomeOf(await window.ask('submit', wish))).toBe('approval-needed');
    await staff('remove', '--name', 'Sam');
    await hears('Sam', false);
    expect(outcomeOf(await window.ask('submit', { ...wish, approval }))).toBe('operator-unknown');
    expect(await given()).toBe(0);
    const own = { operatorId: await idOf('supervisor'), pin: pins.supervisor };
    expect(outcomeOf(await window.ask('submit', { ...wish, approval: own }))).toBe('accepted');
    await until(async () => ((await given()) === 900 ? true : null));
  }, 120_000);

  it('PINs, what they hash to, and the key of the hashes stand nowhere but where they are kept', async () => {
    await joins();
    const pinKey = (await openOfficeKeys(office.dataDir)).pinKey;
    const [{ login, password } = { login: '', password: '' }] = await office.run<{ login: string; password: string }>(
      'reader',
      'add',
      '--name',
      'books',
    );
    const secrets = [...Object.values(people).map(([, pin]) => pin), 'scrypt$', pinKey.toString('base64')];
    /** As words: four digits may be a piece of any number. */
    const found = (text: string) =>
      secrets.filter((each) => new RegExp(`(?<![0-9a-z])${each.replaceAll(/[$+]/g, '\\$&')}`).test(text));
    const seen = new Set<string>();
    /** The commands themselves, so that what is looked at is there. */
    let isSeen = false;
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) {
        for (const pid of listProc('').filter((name) => /^\d+$/.test(name))) {
          for (const what of ['cmdline', 'environ']) {
            const text = unreadable(() => readProc(`${pid}/${what}`));
            if (text.includes('staff\0add')) isSeen = true;
            if (/office|tillbridge|postgres/.test(text)) for (const each of found(text)) seen.add(`${what}: ${each}`);
          }
        }
        const texts = await asOwner(office.databaseUrl, (tx) =>
          tx.rows<{ query: string }>('SELECT query FROM pg_stat_activity'),
        );
        for (const { query } of texts) for (const each of found(query)) seen.add(`pg_stat_activity: ${each}`);
      }
    })();
    for (const [name, [role, pin]] of Object.entries(people)) {
      const args = ['staff', 'add', '--name', `${name} 2`, '--role', role, '--scope', 'chain', '--by', 'Ada'];
      const program = office.bench.start('office/cli.ts', [...args, '--data-dir', office.dataDir], {}, `${pin}\n`);
      expect([await program.exited(), program.stderrText, found(program.stdoutLines.join('\n'))]).toEqual([0, '', []]);
    }
    await hears('Sam 2', true);
    over.abort();
    await watching;
    expect([isSeen, ...seen]).toEqual([true]);
    const [audit, days, bundle] = ['audit', 'days', 'bundle'].map((name) => join(office.bench.folder(), name));
    await office.run('export', '--audit', '--out', audit!);
    await office.run('export', '--from', '2020-01-01', '--to', '2039-12-31', '--zone', 'UTC', '--out', days!);
    await shop.run(['bundle', '--data-dir', shop.dataDir, '--out', bundle!]);
    const files = [audit!, days!].flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)));
    const shown = {
      ...Object.fromEntries([...files, bundle!].map((file) => [file, readFileSync(file, 'utf8')])),
      'journal export': await shop.run(['journal', 'export', '--data-dir', shop.dataDir]),
      'operator list': await shop.run(['operator', 'list', '--data-dir', shop.dataDir]),
      'staff list': JSON.stringify([
        await office.run('staff', 'list'),
        await office.run('staff', 'history', '--scope', 'chain'),
      ]),
      'the till’s log': shop.program.stderrText,
      'the office’s log': office.logText,
      status: JSON.stringify(await status()),
    };
    for (const [what, text] of Object.entries(shown)) expect([what, found(text)]).toEqual([what, []]);
    const reader = new Client({ connectionString: withLogin(office.databaseUrl, login, password) });
    await reader.connect();
    try {
      for (const table of ['people_layer', 'till_people', 'settings_layer', 'page_audit']) {
        await expect(reader.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
      }
      const views = await reader.query(`SELECT viewname FROM pg_views WHERE schemaname = 'office_v1'`);
      for (const { viewname } of views.rows as { viewname: string }[]) {
        const { rows } = await reader.query(`SELECT * FROM office_v1.${viewname}`);
        expect([viewname, found(JSON.stringify(rows))]).toEqual([viewname, []]);
      }
      const { rows } = await reader.query(`SELECT query FROM pg_stat_activity WHERE usename <> current_user`);
      const others = new Set((rows as { query: string }[]).map(({ query }) => query));
      expect([...others].filter((query) => query !== '<insufficient privilege>')).toEqual([]);
    } finally {
      await reader.end();
    }
  }, 240_000);

  it('and a folder is put back in which they still are: they are gone again before it goes on', async () => {
    await joins();
    await add('Anna');
    await hears('Anna', true);
    await stop();
    const copy = join(shop.bench.folder(), 'copy');
    cpSync(shop.dataDir, copy, { recursive: true });
    await start();
    await staff('remove', '--name', 'Anna');
    await hears('Anna', false);
    const before = (await view())?.version ?? 0;
    await stop();
    for (const name of readdirSync(shop.dataDir)) rmSync(join(shop.dataDir, name), { recursive: true });
    cpSync(copy, shop.dataDir, { recursive: true });
    await start();
    expect((await status())['paused']).not.toBe(null);
    // Before a person says that this is the only copy.
    await hears('Anna', false, { records: false });
    expect(await signIn('Anna')).toBe('operator-unknown');
    await asManager();
    await window.ask('resume', { reason: 'The only copy.' });
    expect((await view())?.version).toBeGreaterThanOrEqual(before);
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 300_000);
});

function withLogin(url: string, login: string, password: string): string {
  const changed = new URL(url);
  changed.username = login;
  changed.password = password;
  return changed.href;
}

/** Of a process of another user; this test may also run as one that is not root. */
function unreadable(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
