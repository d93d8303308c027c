// What a till says of its office: which one it joined, what the office has, and what is wrong with what to do. A bridge and
// an office, each a process of its own, asked at the status, by the doctor and by `office status`.
import { type Server, createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeView } from '#contract/office/office-view.ts';
import { asOwner } from '#office/database/database.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { aWindowAt, version } from '#support/joined-window.ts';
import { ownPort } from '#support/port.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

interface Status {
  readonly office: OfficeView | null;
  readonly alarms: readonly { readonly code: string; readonly message: string }[];
}

interface Found {
  readonly findings: readonly { readonly code: string; readonly level: string; readonly what: string }[];
}

describe.skipIf(!officeRuns)('a till and its office', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });

  const status = async (): Promise<Status> => {
    const headers = { authorization: `Bearer ${shop.token}` };
    return (await (await fetch(`${shop.bridgeUrl}/v1/status`, { headers })).json()) as Status;
  };
  const standing = async (isThere: (view: OfficeView) => boolean): Promise<OfficeView> =>
    until(async () => {
      const { office: view } = await status();
      return view !== null && isThere(view) ? view : null;
    });
  const troubled = (code: string) => standing(({ trouble }) => trouble?.code === code);
  const well = () => standing(({ trouble, waiting }) => trouble === null && waiting === 0);
  const command = async (...args: string[]) => {
    const program = shop.bench.start('main/cli.ts', [...args, '--data-dir', shop.dataDir]);
    const code = await program.exited();
    return { code, line: program.stdoutLines[0] ?? '', words: program.stderrText };
  };
  const found = async (): Promise<unknown[]> => {
    const { findings } = JSON.parse((await command('doctor', '--json')).line) as Found;
    return findings.filter(({ code }) => code.startsWith('office-')).map(({ code, level }) => [code, level]);
  };
  const officeAlarms = async () => (await status()).alarms.filter(({ code }) => code === 'office-trouble');
  const join = async (name: string): Promise<void> => {
    const code = await office.enrol(name);
    await shop.run(['office', 'join', '--office', office.url, '--code', code, '--data-dir', shop.dataDir]);
  };

  beforeAll(async () => {
    await Promise.all([office.start(), shop.open()]);
  });
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('has none before it joined one', async () => {
    expect((await status()).office).toBe(null);
    expect(await found()).toEqual([]);
    expect(await command('office', 'status')).toMatchObject({
      code: 1,
      words: 'bridge: This till joined no office.\n',
    });
  });

  it('joins at the window, which says what is wrong with address or code', async () => {
    const window = await aWindowAt(shop.dataDir);
    const joins = (url: string, code: string) => window.ask('joinOffice', { url, code });
    const code = await office.enrol('Till 1');
    const notJoined = (why: string) => ({ type: 'not-joined', why });
    expect(await joins(office.url.replace('https:', 'http:'), code)).toEqual(notJoined('address'));
    expect(await joins(`${office.url}/?as=me`, code)).toEqual(notJoined('address'));
    expect(await joins(`https://127.0.0.1:${await ownPort()}`, code)).toEqual(notJoined('away'));
    expect(await joins(office.url, 'open sesame')).toEqual(notJoined('code'));
    expect(await joins(office.url, code)).toEqual({ type: 'joined', name: 'Till 1' });
    expect(await joins(office.url, code)).toEqual(notJoined('code'));
    expect(await well()).toMatchObject({ url: office.url, name: 'Till 1' });
  });

  it('says which one it joined, and that the office has everything', async () => {
    // As of a till whose program was updated since.
    await asOwner(office.databaseUrl, (tx) => tx.run(`UPDATE till SET version = '0.0.1'`));
    await shop.killBridge();
    await shop.startBridge();
    await shop.erp.operate('cloud-pos', sale('A-1', 100), 'A-1');
    const view = await well();
    expect(view).toMatchObject({ url: office.url, name: 'Till 1', takenAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await found()).toEqual([['office-joined', 'note']]);
    const [till] = await office.run<{ version: string }>('tills');
    expect(till?.version).toBe(version);
    const told = await command('office', 'status');
    expect([told.code, JSON.parse(told.line)]).toEqual([0, view]);
    expect(told.words).toContain('This till is Till 1 there.');
    expect(await officeAlarms()).toEqual([]);
  });

  it('says since when the office is away, and how much waits, without an alarm at once', async () => {
    expect(await office.stop()).toBe(0);
    await shop.erp.operate('cloud-pos', sale('A-2', 100), 'A-2');
    const view = await troubled('away');
    expect(view.waiting).toBeGreaterThan(0);
    expect(await found()).toEqual([['office-away', 'note']]);
    expect((await command('office', 'status')).code).toBe(1);
    expect(await officeAlarms()).toEqual([]);
  });

  it('knows after a start of its own when the office took something last', async () => {
    const before = (await status()).office;
    await shop.killBridge();
    expect(await found()).toEqual([['office-joined', 'note']]);
    await shop.startBridge();
    const view = await troubled('away');
    expect(before?.takenAt?.slice(0, 16)).toBe(view.takenAt?.slice(0, 16));
    expect(view.waiting).toBeGreaterThan(0);
  });

  it('has an alarm at once where another server answers at the address, and none when the office is back', async () => {
    const impostor = await serverWith(await openOfficeKeys(office.bench.folder()), Number(new URL(office.url).port));
    try {
      await troubled('not-the-office');
      expect(await found()).toEqual([['office-not-the-office', 'warning']]);
      const [alarm] = await officeAlarms();
      expect(alarm?.message).toContain('Another server answers at the address of the office.');
    } finally {
      await ended(impostor);
    }
    await office.start();
    await well();
    expect(await officeAlarms()).toEqual([]);
  });

  it('says that it is not let in, and is again while it runs, after it joined with a new code', async () => {
    await office.run('till', 'revoke', '--name', 'Till 1');
    await shop.erp.operate('cloud-pos', sale('A-3', 100), 'A-3');
    await troubled('not-let-in');
    expect(await found()).toEqual([['office-not-let-in', 'warning']]);
    expect((await command('office', 'status')).words).toContain('Get a new code of the office, and join again.');
    await join('Till 1');
    await well();
  });
});

async function serverWith(keys: Awaited<ReturnType<typeof openOfficeKeys>>, port: number): Promise<Server> {
  const server = createServer(await keys.serverCertificate(['127.0.0.1', 'localhost']));
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function ended(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
