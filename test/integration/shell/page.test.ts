// The window's page and a receipt's: their files, policy, texts and addresses.
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWindowUrl } from '../../../main/shell/window/address.ts';
import { pageFile } from '../../../main/shell/window/page.ts';
import { createReceiptMailer, mailUrl } from '../../../main/shell/documents/receipt-mail.ts';
import { receiptOf } from '../../../main/shell/documents/receipt-page.ts';
import type { OperationView } from '#contract/operation/operation.ts';

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

it.each([
  'app://customer/',
  'app://receipt/',
  'receipt://page/x',
  'app://till.evil/',
  'https://till/',
  'file:///till',
  'about:blank',
  '',
])('does not take %s for the page of the till', (url) => {
  expect(isWindowUrl(url)).toBe(false);
});

it('shows the text of a receipt as text', () => {
  const none = { beneath: [], shown: [] };
  const result = { receipt: { customer: ['<script>x</script>', 'EUR 5.00 & more'] } };
  const operation = { id: 'op_12345678', createdAt: '2026-01-31T10:00:00.000Z', result } as unknown as OperationView;
  expect(receiptOf(operation, 'customer', none)?.html).toContain('&lt;script&gt;x&lt;/script&gt;\nEUR 5.00 &amp; more');
  expect(receiptOf(operation, 'customer', none)?.html).not.toContain('<svg');
  expect(receiptOf({ ...operation, state: 'succeeded' }, 'customer', { ...none, code: 'PAY-1' })?.html).toContain(
    '<svg viewBox=',
  );
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

describe('a receipt by mail', () => {
  const sold = {
    id: 'op-12345678',
    createdAt: '2026-01-31T18:05:00.000Z',
    result: { receipt: { customer: ['EUR 5.00'] } },
  };
  const mailed = async (change: {
    readonly allowed?: boolean;
    readonly lines?: readonly string[];
    readonly fails?: boolean;
  }) => {
    const opened: string[] = [];
    const mail = createReceiptMailer({
      open: async (url) => {
        if (change.fails === true) throw new Error('no program');
        opened.push(url);
      },
      isAllowed: async () => change.allowed ?? true,
      subject: async () => 'Your receipt',
    });
    const result = change.lines === undefined ? sold.result : { receipt: { customer: change.lines } };
    const outcome = await mail({ ...sold, result } as unknown as OperationView, 'customer', { beneath: [], shown: [] });
    return { outcome, opened };
  };

  it('opens one new mail without a recipient, with the text of the receipt', async () => {
    expect(await mailed({})).toEqual({
      outcome: 'opened',
      opened: ['mailto:?subject=Your%20receipt&body=EUR%205.00'],
    });
  });

  it('holds nothing that makes another mail of it, whatever the lines say', () => {
    const url = mailUrl('Shop & Co', ['&cc=x@example.org', '?to=y@example.org', 'a        b   ', 'Größe €']);
    expect(url.startsWith('mailto:?subject=Shop%20%26%20Co&body=%26cc%3Dx%40example.org%0D%0A')).toBe(true);
    const { searchParams } = new URL(url);
    expect([...searchParams.keys()]).toEqual(['subject', 'body']);
    expect(searchParams.get('body')).toBe('&cc=x@example.org\r\n?to=y@example.org\r\na  b\r\nGröße €');
  });

  it('says where the shop does not want it, where there is none, where it is too long, and where nothing opened', async () => {
    expect((await mailed({ allowed: false })).outcome).toBe('off');
    expect((await mailed({ lines: [] })).outcome).toBe('no-receipt');
    expect(await mailed({ lines: Array(60).fill('x'.repeat(40)) })).toEqual({ outcome: 'too-long', opened: [] });
    expect((await mailed({ fails: true })).outcome).toBe('not-opened');
  });
});
