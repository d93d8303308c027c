// Which alarms are new, go on, come back and are over; and how a message of them reads.
import { describe, expect, it } from 'vitest';
import { languages } from '#contract/data/languages.ts';
import type { Condition } from '#office/alarms/conditions.ts';
import { type NoticeItem, type NoticeKind, alarmKinds } from '#office/alarms/kinds.ts';
import { isMailAddress, mailServerOf } from '#office/alarms/mail.ts';
import { messageText } from '#office/alarms/message-text.ts';
import { type OpenNotice, overAfterMs, settle } from '#office/alarms/settle.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const condition = (kind: NoticeKind, subject: string): Condition => ({
  kind,
  subject,
  till: 'Till 1',
  shop: null,
  since: new Date(now),
  facts: {},
});
const open = (number: number, kind: NoticeKind, more: Partial<OpenNotice> = {}): OpenNotice => ({
  number,
  kind,
  subject: String(number),
  goneAt: null,
  remindAt: new Date(now + 1),
  ...more,
});
const nothing = { opened: [], back: [], gone: [], over: [], past: [], reminded: [] };

describe('the alarms of a chain', () => {
  it('opens what is new, and says nothing of what goes on', () => {
    const fresh = condition('doubt', '2');
    expect(settle([condition('doubt', '1'), fresh], [open(1, 'doubt')], now)).toEqual({ ...nothing, opened: [fresh] });
  });

  it('takes the same subject of another kind for another alarm', () => {
    const fresh = condition('silent', '1');
    expect(settle([condition('doubt', '1'), fresh], [open(1, 'doubt')], now).opened).toEqual([fresh]);
  });

  it('is over only once it has been gone for a while, and goes on where it comes back before', () => {
    expect(settle([], [open(1, 'silent')], now)).toEqual({ ...nothing, gone: [1] });
    const gone = (ms: number) => open(1, 'silent', { goneAt: new Date(now - ms) });
    expect(settle([], [gone(overAfterMs - 1)], now)).toEqual(nothing);
    expect(settle([], [gone(overAfterMs)], now)).toEqual({ ...nothing, over: [1] });
    expect(settle([condition('silent', '1')], [gone(overAfterMs - 1)], now)).toEqual({ ...nothing, back: [1] });
  });

  it('reminds of what goes on, and not of what is gone', () => {
    const due = { remindAt: new Date(now) };
    expect(settle([condition('doubt', '1')], [open(1, 'doubt', due)], now).reminded).toEqual([1]);
    expect(settle([], [open(1, 'doubt', { ...due, goneAt: new Date(now) })], now)).toEqual(nothing);
  });

  it('says of an event neither that it goes on nor that it is over', () => {
    const event = open(1, 'restored', { remindAt: null });
    expect(settle([condition('restored', '1')], [event], now)).toEqual(nothing);
    expect(settle([], [event], now)).toEqual({ ...nothing, past: [1] });
  });
});

describe('a message of alarms', () => {
  const item = (more: Partial<NoticeItem> = {}): NoticeItem => ({
    event: 'opened',
    kind: 'doubt',
    till: 'Till 1',
    shop: 'North',
    facts: { amountMinor: 1_234, currency: 'EUR', reference: 'R-1', mode: 'test' },
    since: '2026-03-01T11:45:00.000Z',
    ...more,
  });

  it.each(languages)('says in %s what is wrong and what to do, of every kind', (language) => {
    for (const kind of alarmKinds) {
      const { subject, text } = messageText({ language, items: [item({ kind })], more: 0 });
      expect(subject).toContain('Till 1');
      expect(text).toMatch(/Till 1 \(North\) · 12[.,]34\u00A0EUR · R-1 · test/);
      expect(text.split('\n\n')).toHaveLength(2);
      expect(text).not.toMatch(/undefined|\bnull\b/);
    }
  });

  it('says each advice once, none of what is over, and how many more there are', () => {
    const items = [item(), item({ till: 'Till 2' }), item({ kind: 'silent', event: 'over', facts: {} })];
    const { subject, text } = messageText({ language: 'en', items, more: 7 });
    expect(subject).toMatch(/\(\+9\)$/);
    expect(text.match(/What to do/g)).toHaveLength(1);
    expect(text).toContain('Is over: A till is silent');
    expect(text).toContain('Further alarms: 7');
  });

  it('keeps a name of a till on its line, and shows what is not seen in it', () => {
    const till = `Till\r\nBcc: everybody@example.com\r\n\r\n\u202Eevil${'x'.repeat(200)}`;
    const { subject, text } = messageText({ language: 'en', items: [item({ till })], more: 0 });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).toContain('‹U+202E›');
    expect(subject.length).toBeLessThan(300);
  });
});

describe('a mail server and an address', () => {
  it('is read of one line, and refused with a query that could switch checks off', () => {
    expect(mailServerOf('smtps://till%40shop:p%40ss@mail.example', 'a@shop.example')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      auth: { user: 'till@shop', pass: 'p@ss' },
      from: 'a@shop.example',
    });
    expect(mailServerOf('smtp://[::1]:2525', 'a@shop.example')).toMatchObject({ host: '::1', port: 2525, auth: null });
    const wrong = [
      'http://mail.example',
      'smtps://',
      'mail.example',
      'smtps://h?tls.rejectUnauthorized=false',
      'smtp://h/x',
    ];
    for (const text of wrong) expect([text, mailServerOf(text, 'a@shop.example')]).toEqual([text, null]);
    expect(mailServerOf('smtp://mail.example', 'no address')).toBe(null);
  });

  it('is one address and nothing else', () => {
    for (const text of ['ada@shop.example', 'a.b+c@shop.example'])
      expect([text, isMailAddress(text)]).toEqual([text, true]);
    const wrong = [
      '',
      'ada',
      'a@b\r\nBcc: c@d',
      'a@b, c@d',
      'Ada <a@b>',
      'a@b c',
      '"a b"@c',
      'a@b>',
      `${'a'.repeat(65)}@b`,
    ];
    for (const text of wrong) expect([text, isMailAddress(text)]).toEqual([text, false]);
  });
});
