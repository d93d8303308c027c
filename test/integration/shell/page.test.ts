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
writeFileSync(join(root, 'index.html'), '<title>Till</title>');
writeFileSync(join(folder, 'secret.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives its page a policy that lets nothing in but its own files', async () => {
  const page = await servePage(root, 'app://till/');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/);
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
