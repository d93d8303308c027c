import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { isWindowUrl } from '../../../main/shell/address.ts';
import { pageFile } from '../../../main/shell/page.ts';
import { receiptOf } from '../../../main/shell/receipt-page.ts';
import type { OperationView } from '#contract/operation.ts';

const root = join('/', 'opt', 'till', 'renderer');

it('gives its page a policy that lets nothing in but its own files', () => {
  const policy = pageFile(root, 'app://till/')?.headers['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/);
});

it.each(['/%00.js', '/%ff.js', '/x', '/assets/', '/assets'])('has nothing at %s', (path) => {
  expect(pageFile(root, `app://till${path}`)).toBeNull();
});

it.each([
  '/',
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/a/..%2f..%2fsecret.json',
  '/%2561.js',
  '//etc/passwd.js',
  '/C:/Windows/x.js',
])('looks for %s below the built window and nowhere else', (path) => {
  const file = pageFile(root, `app://till${path}`)?.path ?? '';
  expect(file).not.toBe('');
  expect(relative(root, file)).not.toMatch(/^\.\.|^[/\\]/);
});

it.each(['app://receipt/', 'receipt://page/x', 'app://till.evil/', 'https://till/', 'file:///till', 'about:blank', ''])(
  'does not take %s for the page of the till',
  (url) => {
    expect(isWindowUrl(url)).toBe(false);
  },
);

it('shows the text of a receipt as text', () => {
  const none = { beneath: [], shown: [] };
  const result = { receipt: { customer: ['<script>x</script>', 'EUR 5.00 & more'] } };
  const operation = { id: 'op_12345678', createdAt: '2026-01-31T10:00:00.000Z', result } as unknown as OperationView;
  expect(receiptOf(operation, 'customer', none)?.html).toContain('&lt;script&gt;x&lt;/script&gt;\nEUR 5.00 &amp; more');
  expect(receiptOf(operation, 'merchant', { ...none, beneath: ['more'] })).toBeNull();
  expect(receiptOf(operation, 'customer', { ...none, beneath: ['Mark-up: 3 %'] })?.html).toContain(
    '&amp; more\nMark-up: 3 %</pre>',
  );
  // What the window shows stands there only where no terminal sent anything, and never with card data.
  const shown = ['Refund', 'Amount: -5.00 EUR'];
  expect(receiptOf(operation, 'merchant', { ...none, shown })?.html).toContain('<pre>Refund\nAmount: -5.00 EUR</pre>');
  expect(receiptOf(operation, 'customer', { ...none, shown })?.html).not.toContain('Refund');
  expect(receiptOf(operation, 'merchant', { ...none, shown: ['5555555555554444'] })).toBeNull();
});
