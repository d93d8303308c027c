// Settlement files at the page of a real office, from people who may not, from other pages, for another chain, and files
// that mean to break the office or who opens its export.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#office/database/database.ts';
import { lockSettlement } from '#office/settlement/imports.ts';
import { layouts } from '#office/settlement/layouts.ts';
import { PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const [, stripe] = layouts;
const mapping = {
  ...stripe!.mapping,
  currency: 'EUR',
  paymentTypes: [],
  refundTypes: [],
  ignoredTypes: [],
  columns: {
    ...stripe!.mapping.columns,
    date: 'date',
    gross: 'gross',
    net: null,
    fees: [],
    currency: null,
    references: ['ref'],
    type: null,
  },
};
const days = new URLSearchParams({ from: '2020-01-01', to: '2020-12-31', zone: 'Europe/Berlin' }).toString();
const importAt = `/api/settlement/import?${new URLSearchParams({ mapping: 'plain', file: 'a.csv' }).toString()}`;
const previewAt = `/api/settlement/preview?${new URLSearchParams({ mapping: JSON.stringify(mapping) }).toString()}`;
const plain = 'date,gross,ref\n2020-01-31,1.00,a\n';

describe.skipIf(!officeRuns)('settlement files at the page of an office', () => {
  const office = new OfficeBench({ withPage: true });
  let manager: PageClient;
  let viewer: PageClient;

  const signedIn = async (name: string, role: 'manager' | 'viewer'): Promise<PageClient> => {
    const { nextCode } = await madePerson(office, name, role);
    const client = new PageClient(office.pageUrl);
    await client.signIn(name, password, nextCode());
    return client;
  };
  const count = async (table: string): Promise<number> =>
    (await asOwner(office.databaseUrl, (tx) => tx.row<{ count: number }>(`SELECT count(*) FROM ${table}`)))?.count ??
    -1;

  beforeAll(async () => {
    buildPage();
    await office.start();
    manager = await signedIn('Mia', 'manager');
    viewer = await signedIn('Vic', 'viewer');
    await manager.post('/api/settlement/mapping', { name: 'plain', mapping });
  });
  afterAll(() => office.close());

  it('are no matter of viewers, of strangers, of other pages, or of a session without its token', async () => {
    const stranger = new PageClient(office.pageUrl);
    const reads = ['', '/lines', '/export', '/mappings'].map((path) => `/api/settlement${path}?${days}`);
    for (const path of reads) {
      expect([path, (await viewer.ask(path)).status]).toEqual([path, 403]);
      expect([path, (await stranger.ask(path)).status]).toEqual([path, 401]);
    }
    for (const path of [importAt, previewAt]) {
      expect([(await viewer.upload(path, plain)).status, (await stranger.upload(path, plain)).status]).toEqual([
        403, 401,
      ]);
      for (const headers of [
        { Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'X-Tillbridge-Token': 'x' },
      ]) {
        expect([path, headers, (await manager.upload(path, plain, headers)).status]).toEqual([path, headers, 403]);
      }
      // What a form of another page can send.
      for (const type of ['text/plain', 'multipart/form-data', 'application/json']) {
        expect((await manager.upload(path, plain, { 'Content-Type': type })).status).toBe(400);
      }
    }
    for (const path of ['mapping', 'take-back', 'match']) {
      const body = path === 'mapping' ? { name: 'x', mapping } : { number: 1 };
      expect((await viewer.post(`/api/settlement/${path}`, body)).status).toBe(403);
      expect((await stranger.post(`/api/settlement/${path}`, body)).status).toBe(401);
    }
    expect([await count('settlement_import'), await count('settlement_mapping')]).toEqual([0, 1]);
  });

  it('of another chain are neither shown nor taken back', async () => {
    const other = randomUUID();
    const number = await asOwner(office.databaseUrl, async (tx) => {
      await tx.run('INSERT INTO chain (id, name) VALUES ($1, $2)', [other, 'other']);
      await tx.run(`INSERT INTO settlement_mapping (chain_id, name, mapping) VALUES ($1, 'theirs', $2)`, [
        other,
        mapping,
      ]);
      const made = await tx.row<{ number: number }>(
        `INSERT INTO settlement_import (chain_id, file, mapping_name, mapping, imported_by)
          VALUES ($1, 'theirs.csv', 'theirs', $2, 'Eve') RETURNING number`,
        [other, mapping],
      );
      return made?.number;
    });
    const { text } = await manager.ask('/api/settlement/mappings');
    expect(text).not.toContain('theirs');
    expect((await manager.post('/api/settlement/take-back', { number })).status).toBe(404);
    expect((await manager.upload(importAt.replace('plain', 'theirs'), plain)).value).toMatchObject({
      type: 'refused',
      problem: { code: 'mapping' },
    });
    await asOwner(office.databaseUrl, async (tx) => {
      await tx.run('DELETE FROM settlement_import WHERE chain_id = $1', [other]);
      await tx.run('DELETE FROM settlement_mapping WHERE chain_id = $1', [other]);
      await tx.run('DELETE FROM chain WHERE id = $1', [other]);
    });
  });

  it.each([
    ['zero characters', Buffer.from(`${plain}\0\0\0`), 'zero-character'],
    ['ten megabytes without a line', Buffer.from(`${plain}"${'x'.repeat(10 * 1024 * 1024)}`), 'record-size'],
    ['a quote that is never closed', Buffer.from(`${plain}2020-01-31,1.00,"b`), 'quotes'],
    ['another encoding', Buffer.from(`${plain}2020-01-31,1.00,\xe4\n`, 'latin1'), 'encoding'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'encoding'],
    ['an archive', Buffer.from('504b0304140000000800', 'hex'), 'zero-character'],
    ['no end', Buffer.alloc(65 * 1024 * 1024, 'date,gross,ref\n'), 'size'],
  ])('with %s leave nothing, and the page goes on', async (_what, file, code) => {
    const answer = await manager.upload(importAt, file).catch(() => null);
    // A connection that is cut while it sends is an answer as well.
    if (answer !== null) expect(answer.value).toMatchObject({ type: 'refused', problem: { code } });
    expect([await count('settlement_import'), await count('settlement_row')]).toEqual([0, 0]);
    expect(readdirSync(join(office.dataDir, 'uploads'))).toEqual([]);
    expect((await manager.ask('/api/session')).status).toBe(200);
  });

  it('hold their texts as texts, and no formula leaves by the export', async () => {
    const texts = ['=1+1', '@SUM(A1)', `'); DROP TABLE settlement_row; --`, '<img src=x onerror=alert(1)>'];
    const rows = texts.map((text) => `2020-02-01,1.00,"${text}"\n`).join('');
    const named = importAt.replace('a.csv', encodeURIComponent('=cmd.csv'));
    const { value } = await manager.upload(named, `date,gross,ref\n${rows}`);
    expect(value).toMatchObject({ type: 'imported', rows: 4 });
    const { value: lines } = await manager.ask(`/api/settlement/lines?${days}`);
    expect((lines as { reference: string }[]).map(({ reference }) => reference).toSorted()).toEqual(texts.toSorted());
    const { text, headers } = await manager.ask(`/api/settlement/export?${days}`);
    expect(headers['content-disposition']).toBe('attachment; filename="settlement-2020-01-01-2020-12-31.csv"');
    const cells = text
      .split('\r\n')
      .slice(1)
      .flatMap((line) => line.split(','));
    expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([]);
    expect(text).toContain(`,'=1+1,`);
  });

  it('keep no connection of the office waiting while another one is imported', async () => {
    const asked = (): Promise<{ readonly status: number }>[] => [
      manager.upload(importAt, 'date,gross,ref\n2020-03-01,1.00,c\n'),
      ...Array.from({ length: 12 }, () => manager.post('/api/settlement/match', {})),
      ...Array.from({ length: 12 }, () => manager.post('/api/settlement/take-back', { number: 1 })),
    ];
    await asOwner(office.databaseUrl, async (tx) => {
      const { id = '' } = (await tx.row<{ id: string }>('SELECT id FROM chain')) ?? {};
      await lockSettlement(tx, id);
      const answers = await Promise.all(asked());
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect((await manager.ask(`/api/settlement?${days}`)).status).toBe(200);
    });
    expect(await count(`settlement_row WHERE refs = '{c}'`)).toBe(0);
  });

  it('are one at a time', async () => {
    const [one, two] = await Promise.all([manager.upload(importAt, plain), manager.upload(importAt, plain)]);
    const answers = [one, two].map(({ status, value }) => (status === 200 ? (value as { type: string }).type : status));
    // Both at once: one is told to try again; one after the other: the second is known.
    expect([
      ['imported', 503],
      ['imported', 'known'],
    ]).toContainEqual(answers.toSorted((a, b) => (a === 'imported' ? -1 : b === 'imported' ? 1 : 0)));
    expect(await count(`settlement_row WHERE refs = '{a}'`)).toBe(1);
  });

  it('are seen in the audit', async () => {
    const rows = await asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ what: string }>(
        `SELECT DISTINCT what FROM page_audit WHERE person = 'Mia' AND what LIKE 'settlement%'`,
      ),
    );
    expect(rows.map(({ what }) => what).toSorted()).toEqual(['settlement-imported', 'settlement-mapping-saved']);
  });
});
