// Sends a message of alarms by e-mail, through one SMTP server that the office's file names.
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { messageText } from './message-text.ts';
import type { Message } from './deliver.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS, without which nothing is sent but to this machine, without signing in. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
}

/** From the connection to the answer, however slowly the server speaks. */
const mostSendMs = 30_000;
const address = /^[^\s@<>"',;:\\()[\]]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text);
}

/** `smtps://user:password@host:465`; null where it is no such address. A query is refused: it could switch checks off. */
export function mailServerOf(text: string, from: string): MailServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return null;
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname) || !isMailAddress(from)) return null;
  const secure = url.protocol === 'smtps:';
  const decoded = (part: string): string | null => {
    try {
      return decodeURIComponent(part);
    } catch {
      return null;
    }
  };
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === null || pass === null) return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    auth: user === '' ? null : { user, pass },
    from,
  };
}

/** Null: the server took it; else why not. Texts of the server are left out: they may repeat what was sent to it. */
export async function sendMail(
  { host, port, secure, auth, from }: MailServer,
  message: Message,
  ending: AbortSignal,
): Promise<string | null> {
  const isHere = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  // Another user of this machine may listen at the port: no password goes without TLS.
  const needsTls = !secure && !(isHere && auth === null);
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: needsTls,
    ignoreTLS: !secure && !needsTls,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(auth === null ? {} : { auth: { user: auth.user, pass: auth.pass } }),
  });
  const { subject, text } = messageText(message);
  try {
    await transport.sendMail({
      from: { name: 'Tillbridge', address: from },
      to: { name: '', address: message.address },
      subject,
      text,
      messageId: `<alarm-${message.number}-${message.recipient}@${from.split('@')[1]}>`,
      date: new Date(message.at),
      // Other programs do not answer it with notes of absence.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([ending, AbortSignal.timeout(mostSendMs)]),
    });
    return null;
  } catch (error) {
    return whyOf(error);
  } finally {
    transport.close();
  }
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'mail: unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : '';
  return `mail: ${code}${status}`;
}
