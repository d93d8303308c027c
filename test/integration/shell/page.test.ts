import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isWindowUrl } from '../../../main/shell/address.ts';
import { servePage } from '../../../main/shell/page.ts';
import { receiptOf } from '../../../main/shell/receipt-page.ts';
import type { OperationView } from '#contract/operation.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-page-'));
const root = join(folder, 'renderer');
mkdirSync(root);
writeFileSync(join(root, 'index.html'), '<script nonce="__CSP_NONCE__"></script>');
writeFileSync(join(folder, 'secret.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives each load a nonce of its own, in the page and in its policy', async () => {
  const [first, second] = await Promise.all([servePage(root, 'app://till/'), servePage(root, 'app://till/')]);
  const policy = first.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(await first.text()).toBe(`<script nonce="${nonce}"></script>`);
  expect(second.headers.get('content-security-policy')).not.toBe(policy);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

it.each(['/../secret.json', '/%2e%2e/secret.json', '/..%2fsecret.json', '/%00', '/%ff', '/none.html', '/x'])(
  'has nothing at %s',
  async (path) => {
    expect((await servePage(root, `app://till${path}`)).status).toBe(404);
  },
);

it.each(['app://receipt/', 'app://till.evil/', 'https://till/', 'file:///till', 'about:blank', ''])(
  'does not take %s for the page of the till',
  (url) => {
    expect(isWindowUrl(url)).toBe(false);
  },
);

it('shows the text of a receipt as text', () => {
  const result = { receipt: { customer: ['<script>x</script>', 'EUR 5.00 & more'] } };
  const operation = { id: 'op_12345678', createdAt: '2026-01-31T10:00:00.000Z', result } as unknown as OperationView;
  expect(receiptOf(operation, 'customer')?.html).toContain('&lt;script&gt;x&lt;/script&gt;\nEUR 5.00 &amp; more');
  expect(receiptOf(operation, 'merchant')).toBeNull();
});
