// The API's own document and its page: there for everybody on this machine, from nowhere else, and not loaded before
// somebody asks.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '#loopback/document/openapi-types.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';
import { problemCode, startTill } from './till.ts';
import { send } from './wire.ts';

const text = readFileSync(join(projectRoot, 'docs', 'loopback-openapi.json'), 'utf8');
const document = JSON.parse(text) as OpenApiDocument;

const addresses = ['/openapi.json', '/docs', '/docs/page.css'] as const;

test('/openapi.json is the document of the repository', async () => {
  const { port } = await startTill();
  const answer = await send(port, { path: '/openapi.json', headers: [] });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.text)).toEqual(document);
});

test.each(addresses)('%s needs no token, and answers every caller the same', async (path) => {
  const { port, erp } = await startTill();
  const [stranger, known] = [await send(port, { path, headers: [] }), await erp().get(path)];
  expect([stranger.status, known.status]).toEqual([200, 200]);
  expect(stranger.text).toBe(known.text);
});

test.each(addresses)('%s is nothing for a page of another origin', async (path) => {
  const { port } = await startTill();
  const answer = await send(port, { path, headers: [['Origin', 'https://evil.example']] });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect([answer.status, problemCode(answer)]).toEqual([403, 'origin-refused']);
});

test('the page holds no script and asks nothing of the network', async () => {
  const { port } = await startTill();
  const page = await send(port, { path: '/docs', headers: [] });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; img-src data:;/);
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.text).not.toMatch(/<script|<style| style=| on\w+=|javascript:/i);
  const fetched = [...page.text.matchAll(/<(?:link|img|iframe|object|embed|source)[^>]*(?:href|src)="([^"]*)"/g)];
  expect(fetched.map(([, address]) => address)).toEqual(['data:,', '/docs/page.css']);
  const style = await send(port, { path: '/docs/page.css', headers: [] });
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style.text).not.toMatch(/url\(|@import/);
});

test('every operation, problem and schema has an address on the page, and no link leads nowhere', async () => {
  const { port } = await startTill();
  const { text: page } = await send(port, { path: '/docs', headers: [] });
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
  expect(ids).toEqual(expect.arrayContaining(Object.keys(document['x-problems']).map((code) => `problem-${code}`)));
  expect(ids).toEqual(expect.arrayContaining(Object.keys(document.components.schemas).map((name) => `schema-${name}`)));
  const links = new Set([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
  expect([...links].filter((id) => !ids.includes(id))).toEqual([]);
});

test('the examples name this very bridge, and no secret', async () => {
  const { port, erp } = await startTill();
  const { text: page } = await erp().get('/docs');
  expect(page).toContain(`export TILLBRIDGE_URL=http://127.0.0.1:${port}`);
  expect(page).toContain('$TILLBRIDGE_TOKEN');
  const byName = await send(port, { path: '/docs', headers: [['Host', `localhost:${port}`]] });
  expect(byName.text).toContain(`export TILLBRIDGE_URL=http://localhost:${port}`);
});

test('the start of the bridge loads nothing of it', () => {
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, clause = '', from = ''] of source.matchAll(/^(?:import|export) ([^;]*?) from '([^']+)'/gms)) {
      if (!clause.startsWith('type ') && /^[.#]/.test(from)) walk(fileOf(from, file));
    }
  };
  walk(join(projectRoot, 'main/bridge.ts'));
  expect([...seen].filter((file) => file.includes('/loopback/')).length).toBeGreaterThan(10);
  const heavy = [...seen].filter((file) => /loopback\/document\/|-schemas\.ts$|schema-names|json-schema/.test(file));
  expect(heavy.filter((file) => !file.endsWith('money-schemas.ts'))).toEqual([]);
});

function fileOf(from: string, importer: string): string {
  if (from.startsWith('.')) return resolve(dirname(importer), from);
  const direct = from === '#bridge' ? 'bridge.ts' : from.slice(1);
  return join(projectRoot, 'main', direct);
}
