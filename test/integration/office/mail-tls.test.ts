// Alarms by e-mail over TLS, at a mail server that is right, and at ones that are not what the office's file names or are
// reached through an attacker on the way who changes what it says. The password and the mail go to the right one only, never in clear.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#office/alarms/deliver.ts';
import { mailServerOf, sendMail } from '#office/alarms/mail.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { type Guard, MailServer } from '#support/mail-server.ts';

const [user, password] = ['till', 'hunter2'];
const inBase64 = Buffer.from(`\0${user}\0${password}`).toString('base64');
const message: Message = {
  chain: 'chain',
  number: 1,
  recipient: 'recipient',
  kind: 'mail',
  address: 'ada@shop.example',
  language: 'en',
  items: [
    { event: 'opened', kind: 'silent', till: 'Till 1', shop: null, facts: {}, since: '2026-03-01T12:00:00.000Z' },
  ],
  more: 0,
  at: '2026-03-01T12:00:00.000Z',
};

describe('alarms by e-mail over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-mail-'));
  const trusted = getCACertificates('default');
  const certificates: { [name in 'right' | 'not trusted' | 'of another name']?: { key: string; cert: string } } = {};

  beforeAll(async () => {
    const [ours, others] = [await openOfficeKeys(join(folder, 'ours')), await openOfficeKeys(join(folder, 'others'))];
    setDefaultCACertificates([...trusted, ours.authority]);
    certificates.right = await ours.serverCertificate(['localhost', '127.0.0.1']);
    certificates['of another name'] = await ours.serverCertificate(['mail.example']);
    certificates['not trusted'] = await others.serverCertificate(['localhost', '127.0.0.1']);
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the office says of it, and what the server heard. `signedIn`: as whom; null: without signing in. */
  async function sent(
    way: Guard['way'],
    {
      certificate = 'right',
      signIn = `${user}:${password}@`,
      host = 'localhost',
    }: { certificate?: keyof typeof certificates; signIn?: string; host?: string } = {},
  ) {
    const server = new MailServer({ way, user, password, ...certificates[certificate]! });
    await server.start();
    const scheme = way === 'implicit' ? 'smtps' : 'smtp';
    const to = mailServerOf(`${scheme}://${signIn}${host}:${server.port}`, 'office@shop.example');
    if (to === null) throw new Error('no mail server');
    const why = await sendMail(to, message, AbortSignal.timeout(60_000));
    await server.stop();
    const { clear, secret, mails } = server;
    for (const word of [password, inBase64, 'AUTH', 'Till 1']) expect(clear).not.toContain(word);
    return { why, secret, mails: mails.length, clear };
  }

  it('signs in and sends over TLS from the first byte', async () => {
    const { why, secret, mails, clear } = await sent('implicit');
    expect({ why, mails, clear }).toEqual({ why: null, mails: 1, clear: '' });
    expect(secret).toContain(`AUTH PLAIN ${inBase64}`);
  });

  it('signs in and sends over STARTTLS, and says nothing before it', async () => {
    const { why, secret, mails, clear } = await sent('starttls');
    expect({ why, mails }).toEqual({ why: null, mails: 1 });
    expect(secret).toContain(`AUTH PLAIN ${inBase64}`);
    expect(clear).toMatch(/^EHLO \S+\r\nSTARTTLS\r\n/);
  });

  it.each([
    ['implicit', 'not trusted'],
    ['implicit', 'of another name'],
    ['starttls', 'not trusted'],
    ['starttls', 'of another name'],
  ] as const)('tells nothing to a server (%s) whose certificate is %s', async (way, certificate) => {
    const { why, secret, mails } = await sent(way, { certificate });
    expect({ why, secret, mails }).toEqual({ why: expect.stringMatching(/^mail: E/), secret: [], mails: 0 });
  });

  it.each(['localhost', '127.0.0.1', '0.0.0.0'])(
    'signs in at no server (%s) that offers no STARTTLS, or of which the offer was taken out',
    async (host) => {
      const { why, mails } = await sent('stripped', { host });
      expect({ why, mails }).toEqual({ why: expect.stringMatching(/^mail: E/), mails: 0 });
    },
  );

  it('sends no mail without TLS to another machine, also where it need not sign in', async () => {
    const { why, mails } = await sent('stripped', { host: '0.0.0.0', signIn: '' });
    expect({ why, mails }).toEqual({ why: expect.stringMatching(/^mail: E/), mails: 0 });
  });

  it('believes nothing that an attacker on the way says in clear instead of the handshake', async () => {
    const { why, mails } = await sent('injected');
    expect({ why, mails }).toEqual({ why: expect.stringMatching(/^mail: E/), mails: 0 });
  });

  it('repeats nothing of what a server says that refuses the password', async () => {
    expect((await sent('starttls', { signIn: 'till:wrong@' })).why).toBe('mail: EAUTH 535');
  });
});
