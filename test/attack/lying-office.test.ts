// An office that lies, a server in its place, and folders that know an office: a till sells on whatever its office says,
// believes no head that it did not write, tells nothing to another server, and its log says that something is wrong.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { genesis } from '#core/ports/journal.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const json =
  (status: number, value: Json): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };

describe.skipIf(!officeRuns)('a till whose office lies', () => {
  const office = new OfficeBench();
  const shop = new Shop();
  const kept = () => join(shop.dataDir, 'office');
  const files = () => readdirSync(kept()).map((name) => join(kept(), name));
  let number = 0;
  const sells = async () => {
    number += 1;
    const id = `S-${number}`;
    return (await shop.erp.operate('cloud-pos', sale(id, 100), id)).state;
  };
  const headOf = async () =>
    (
      JSON.parse(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])) as {
        head: { seq: number; hash: string };
      }
    ).head;
  const caughtUp = async () => {
    const { seq } = await headOf();
    await until(async () => ((await office.head('Till').catch(() => null))?.seq ?? 0) >= seq || null);
  };
  const highMiB = () => {
    const status = readFileSync(`/proc/${shop.program.child.pid ?? 0}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
  };

  beforeAll(async () => {
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till');
    await sells();
    await caughtUp();
  });
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  /** In the place of the office, with its own authority, or with another one. */
  async function inItsPlace(answer: Answer, keysOf = office.dataDir) {
    const { key, cert } = await (await openOfficeKeys(keysOf)).serverCertificate(['localhost', '127.0.0.1']);
    const asked: string[] = [];
    const server = createHttpsServer(
      { key, cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
        let body = '';
        request.setEncoding('utf8').on('data', (text: string) => (body += text));
        request.on('end', () => answer(request, response, body));
      },
    );
    server.on('tlsClientError', () => asked.push('refused'));
    server.listen(Number(new URL(office.url).port), '127.0.0.1');
    await once(server, 'listening');
    return {
      asked,
      async close() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  const place = (change: JsonObject): JsonObject => {
    const { till } = JSON.parse(readFileSync(join(kept(), 'member.json'), 'utf8')) as { till: string };
    return { till, lineage: 1, seq: 0, hash: genesis.hash, countersigned: null, ...change };
  };
  const says =
    (change: JsonObject): Answer =>
    (...given) =>
      json(200, place(change))(...given);
  const signed = (seq: number): JsonObject => ({
    seq,
    hash: 'a'.repeat(64),
    countersigned: {
      ...(JSON.parse(readFileSync(join(kept(), 'countersigned.json'), 'utf8')) as JsonObject),
      seq,
      hash: 'a'.repeat(64),
    },
  });
  const lies: { readonly [what: string]: Answer } = {
    'says each time that it has nothing': says({}),
    'countersigns another head': (...given) => json(200, place(signed(2)))(...given),
    'answers without an end': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(65_536, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    },
  };

  it.each(Object.keys(lies))(
    '%s: the till sells on, believes nothing of it, and stays as small as it was',
    async (what) => {
      const before = highMiB();
      const countersigned = join(kept(), 'countersigned.json');
      const signedBefore = readFileSync(countersigned, 'utf8');
      await office.kill();
      const liar = await inItsPlace(lies[what]!);
      try {
        await shop.killBridge();
        await shop.startBridge();
        expect(await sells()).toBe('succeeded');
        await until(async () => (liar.asked.length > 0 ? true : null));
        for (let times = 0; times < 3; times += 1) expect(await sells()).toBe('succeeded');
        expect(readFileSync(countersigned, 'utf8')).toBe(signedBefore);
        expect(liar.asked.length).toBeLessThan(60);
      } finally {
        await liar.close();
        await office.start();
      }
      await caughtUp();
      expect(highMiB() - before).toBeLessThan(96);
      expect(await office.alarms()).toEqual([]);
    },
    120_000,
  );

  it('takes records, refuses a refund because of this till’s own one, and says nothing more: it is not paid', async () => {
    const { result } = await shop.erp.operate('cloud-pos', sale('S-claimed', 1_000), 'S-claimed');
    const payId = textAt(result ?? {}, 'payId') ?? '';
    await office.kill();
    let head: JsonObject = {};
    const by = { till: 'Till', shop: null, isOwn: true, at: '2026-01-31T10:00:00.000Z', state: 'used', amount: null };
    const refusal = json(200, { type: 'refused', why: 'line', by, left: null });
    const claims: unknown[] = [];
    const liar = await inItsPlace((request, response, body) => {
      if (request.url === '/v1/claims') {
        claims.push(JSON.parse(body));
        if (claims.length === 1) refusal(request, response, body);
        return;
      }
      if (body !== '') {
        const { seq, hash } = JSON.parse(body.trimEnd().split('\n').at(-1) ?? '') as { seq: number; hash: string };
        head = { seq, hash };
      }
      says({ ...head, claims: true })(request, response, body);
    });
    try {
      await shop.killBridge();
      await shop.startBridge();
      await until(async () =>
        valueAt((await shop.erp.get('/v1/status')).body, 'office.claims') === true ? true : null,
      );
      const input = { payId, transId: 'R-claimed', amount: { value: 1_000, currency: 'EUR' } };
      const { body } = await shop.erp.post('/v1/operations/refund?wait=30&line=1', input, 'R-claimed');
      expect(body['code']).toBe('refunded-elsewhere');
      expect(claims).toHaveLength(2);
    } finally {
      await liar.close();
      await office.start();
    }
    await caughtUp();
  }, 120_000);

  it('says that it does not take the question: not even a payment of this till is refunded', async () => {
    const { result } = await shop.erp.operate('cloud-pos', sale('S-stale', 1_000), 'S-stale');
    const payId = textAt(result ?? {}, 'payId') ?? '';
    await office.kill();
    const liar = await inItsPlace((request, response, body) => {
      const refusal = { code: 'claim-stale', detail: 'the till gave this claim up' };
      if (request.url === '/v1/claims') json(409, refusal)(request, response, body);
      else says({ claims: true })(request, response, body);
    });
    try {
      await shop.killBridge();
      await shop.startBridge();
      await until(async () =>
        valueAt((await shop.erp.get('/v1/status')).body, 'office.claims') === true ? true : null,
      );
      const input = { payId, transId: 'R-stale', amount: { value: 1_000, currency: 'EUR' } };
      const { body } = await shop.erp.post('/v1/operations/refund?wait=30&line=1', input, 'R-stale');
      expect(body['code']).toBe('office-away');
    } finally {
      await liar.close();
      await office.start();
    }
    await caughtUp();
  }, 120_000);

  it('sends it to another server: that one hears nothing', async () => {
    const heard: string[] = [];
    const other = createHttpServer((request, response) => {
      heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{}');
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await office.kill();
    for (const status of [301, 302, 307, 308]) {
      const liar = await inItsPlace((_request, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${port}/v1/place` });
        response.end();
      });
      await shop.killBridge();
      await shop.startBridge();
      expect(await sells()).toBe('succeeded');
      await until(async () => (liar.asked.length > 0 ? true : null));
      await liar.close();
    }
    other.close();
    await office.start();
    await caughtUp();
    expect(heard).toEqual([]);
  }, 120_000);

  it('is another server, with another authority: it hears nothing, and the log says so', async () => {
    const foreign = office.bench.folder();
    const isSaid = (code: string) =>
      shop.program.stderrText
        .split('\n')
        .some((line) => line.includes('"office-not-reached"') && line.includes(`"code":"${code}"`));
    await office.kill();
    await shop.killBridge();
    await shop.startBridge();
    await until(async () => (isSaid('away') ? true : null));
    const liar = await inItsPlace(says({}), foreign);
    await until(async () => (liar.asked.length > 0 ? true : null));
    expect(await sells()).toBe('succeeded');
    await until(async () => (isSaid('not-the-office') ? true : null));
    expect(liar.asked.filter((each) => each !== 'refused')).toEqual([]);
    await liar.close();
    await office.start();
    await caughtUp();
  }, 120_000);

  it('stands in its folder with another address and another authority: it hears nothing', async () => {
    await until(async () => (existsSync(kept()) ? true : null));
    const own = files().map((file) => [file, readFileSync(file)] as const);
    const foreign = office.bench.folder();
    const { key, cert } = await (await openOfficeKeys(foreign)).serverCertificate(['localhost', '127.0.0.1']);
    const authority = readFileSync(join(foreign, 'keys', 'authority.pem'), 'utf8');
    const heard: string[] = [];
    const server = createHttpsServer(
      { key, cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
        says({})(request, response, '');
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let changed = 0;
    for (const [file, bytes] of own) {
      const text = bytes.toString();
      if (!text.includes('BEGIN CERTIFICATE') || !text.includes(office.url)) continue;
      const member = JSON.parse(text) as JsonObject;
      writeFileSync(file, JSON.stringify({ ...member, url, authority }), { mode: 0o600 });
      changed += 1;
    }
    expect(changed).toBeGreaterThan(0);
    try {
      await shop.killBridge();
      await shop.startBridge();
      expect(await sells()).toBe('succeeded');
      await until(async () =>
        /office-link-not-started/.test(shop.program.stderrText) || heard.length > 0 ? true : null,
      );
      expect(heard).toEqual([]);
    } finally {
      for (const [file, bytes] of own) writeFileSync(file, bytes, { mode: 0o600 });
      server.closeAllConnections();
      server.close();
    }
    await shop.killBridge();
    await shop.startBridge();
    await caughtUp();
  }, 120_000);
});
