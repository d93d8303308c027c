// The page of a real office, asked without end: tills are heard meanwhile, and what strangers
// send fills no log.
import { once } from 'node:events';
import { type TLSSocket, connect } from 'node:tls';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('the page of an office that is asked without end', () => {
  const office = new OfficeBench({ withPage: true });
  const till = new FakeTill();
  const page = (): PageClient => signed;
  let signed: PageClient;

  beforeAll(async () => {
    buildPage();
    await office.start();
    const { nextCode } = await madePerson(office, 'Ada', 'viewer');
    signed = new PageClient(office.pageUrl);
    await signed.signIn('Ada', password, nextCode());
    await till.join(office.url, await office.enrol('Till 1'));
  });
  afterAll(async () => {
    till.close();
    await office.close();
  });

  /** Sessions cannot be read until it is called. */
  async function sessionsHeld(): Promise<{ release(): Promise<void>; waiting(): Promise<number> }> {
    const client = new Client({ connectionString: office.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN; LOCK TABLE person_session IN ACCESS EXCLUSIVE MODE');
    return {
      async release() {
        await client.query('COMMIT');
      },
      async waiting() {
        const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM pg_locks WHERE NOT granted');
        return Number(rows[0]?.count);
      },
    };
  }

  it('keeps no till waiting', async () => {
    const held = await sessionsHeld();
    const asked = Array.from({ length: 40 }, () => page().ask('/api/session'));
    await until(async () => ((await held.waiting()) > 0 ? true : null));
    expect(await till.client().place()).toMatchObject({ lineage: 1 });
    expect(await till.client().send('/v1/stretches', 1, 0, till.lines())).toMatchObject({
      lineage: 1,
      seq: till.records.length,
    });
    await held.release();
    const answers = await Promise.all(asked);
    // Those that found no room are told to try again.
    expect(answers.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect((await page().ask('/api/session')).status).toBe(200);
  });

  const lines = () => office.logText.split('\n').length;
  const ports = [
    ['the page', () => office.pageUrl],
    ['the tills’ port', () => office.url],
  ] as const;

  it.each(ports)('writes few lines for addresses that cannot be read: %s', async (_what, url) => {
    const before = lines();
    for (let time = 0; time < 60; time += 1) expect(await answeredAs(url(), '//[')).toBe(404);
    expect(lines() - before).toBeLessThanOrEqual(3);
  });

  it.each(ports)('reads no body whose end others may see elsewhere: %s', async (_what, url) => {
    expect(await answeredAs(url(), '/', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n')).toBe(400);
  });

  it.each(ports)('carries out nothing that stands behind an offer of another protocol: %s', async (_what, url) => {
    const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    const whole = await allOf(url(), '/nothing', offer);
    expect(whole.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    expect(whole).toMatch(/^Connection: close/im);
  });

  it('writes few lines for tills that may not join', async () => {
    const code = await office.enrol('Once');
    const one = new FakeTill();
    await one.join(office.url, code);
    one.close();
    const before = lines();
    for (let time = 0; time < 30; time += 1) await expect(new FakeTill().join(office.url, code)).rejects.toThrow(/./);
    await expect.poll(() => office.logText).toContain('join-refused');
    expect(lines() - before).toBeLessThanOrEqual(4);
  });
});

/** A connection on which this was sent that no client of ours would send, and behind it an ordinary request. */
async function asking(url: string, target: string, headers: string): Promise<TLSSocket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const get = (path: string, more: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
  socket.setEncoding('utf8').write(`${get(target, headers)}${get('/', '')}`);
  return socket;
}

/** The status of the first answer. */
async function answeredAs(url: string, target: string, headers = ''): Promise<number> {
  const socket = await asking(url, target, headers);
  const [head] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
}

/** All that is answered until the other side ends the connection. */
async function allOf(url: string, target: string, headers: string): Promise<string> {
  const socket = await asking(url, target, headers);
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  await once(socket, 'close');
  return heard;
}
