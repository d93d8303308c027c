// A mail server as far as SMTP goes, on this machine: it takes mails, or is one that an office should not wait for, or
// that it must not trust.
import { type Server, type Socket, createServer } from 'node:net';
import { TLSSocket, createSecureContext, createServer as createTlsServer } from 'node:tls';

/** `endless`: a greeting without an end; `silent`: none; `refusing`: takes no recipient; `cut`: ends within the mail. */
export type Manner = 'takes' | 'endless' | 'drips' | 'silent' | 'refusing' | 'cut';

/**
 * `implicit`: TLS from the first byte; `starttls`: offers it; `stripped`: an attacker on the way took the offer out;
 * `injected`: an attacker on the way answers STARTTLS and goes on in clear.
 */
export interface Guard {
  readonly way: 'implicit' | 'starttls' | 'stripped' | 'injected';
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  readonly user: string;
  readonly password: string;
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: { readonly [name: string]: string };
  /** The headers as they came. */
  readonly head: string;
  /** Decoded. */
  readonly text: string;
}

export class MailServer {
  manner: Manner = 'takes';
  readonly mails: Mail[] = [];
  /** Connections that were opened. */
  opened = 0;
  /** All that was heard without TLS. */
  clear = '';
  /** Commands that were heard within TLS. */
  readonly secret: string[] = [];
  readonly #guard: Guard | null;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  /** Null: it knows neither TLS nor who signs in. */
  constructor(guard: Guard | null = null) {
    this.#guard = guard;
  }

  get port(): number {
    return this.#port;
  }

  /** At the same port after each start. */
  async start(): Promise<void> {
    const server =
      this.#guard?.way === 'implicit'
        ? createTlsServer(this.#guard, (socket) => this.#talk(socket))
        : createServer((socket) => this.#talk(socket));
    server.on('tlsClientError', () => undefined);
    this.#server = server;
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    const at = server.address();
    if (at !== null && typeof at === 'object') this.#port = at.port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }

  to(address: string): Mail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  #talk(socket: Socket, greets = true): void {
    const guard = this.#guard;
    const isSecret = socket instanceof TLSSocket;
    if (greets) this.opened += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    if (this.manner === 'endless') {
      const flood = (): void => {
        while (!socket.destroyed && socket.write('220-'.padEnd(65_536, 'x')));
      };
      socket.on('drain', flood);
      flood();
      return;
    }
    if (this.manner === 'silent') return;
    if (this.manner === 'drips') {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 500);
      socket.on('close', () => clearInterval(drip));
      return;
    }
    let from = '';
    let to: string[] = [];
    let data: string | null = null;
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (data !== null) {
        if (line !== '.') {
          data += `${line.replace(/^\./, '')}\r\n`;
          return;
        }
        this.mails.push(mailOf(from, to, data));
        [from, to, data] = ['', [], null];
        say('250 taken');
        return;
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      if (isSecret) this.secret.push(line);
      if (verb === 'EHLO') say(`250-mail.example\r\n${offersOf(guard, isSecret)}250 8BITMIME`);
      else if (verb === 'STARTTLS' && guard !== null && guard.way !== 'stripped') {
        socket.removeAllListeners('data');
        if (guard.way === 'injected') {
          say('220 go on\r\n250-mail.example\r\n250 AUTH PLAIN LOGIN');
          socket.on('data', (bytes: Buffer) => {
            this.clear += bytes.toString('latin1');
            say('250-mail.example\r\n250 AUTH PLAIN LOGIN');
          });
          return;
        }
        say('220 go on');
        const secureContext = createSecureContext(guard);
        this.#talk(new TLSSocket(socket, { isServer: true, secureContext }), false);
      } else if (verb === 'AUTH' && guard !== null) {
        const shown = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8');
        say(shown === `\0${guard.user}\0${guard.password}` ? '235 well' : `535 not you: ${shown}`);
      } else if (verb === 'HELO' || verb === 'NOOP' || verb === 'RSET') say('250 well');
      else if (verb === 'MAIL') {
        from = addressIn(line);
        say('250 well');
      } else if (verb === 'RCPT') {
        to.push(addressIn(line));
        say(this.manner === 'refusing' ? '550 no such user: password=hunter2' : '250 well');
      } else if (verb === 'DATA') {
        if (this.manner === 'cut') socket.destroy();
        data = '';
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('502 what?');
    };
    // The bytes of the handshake must reach TLS as they came.
    socket.on('data', (bytes: Buffer) => {
      const piece = bytes.toString('utf8');
      if (!isSecret) this.clear += piece;
      const lines = `${rest}${piece}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    if (greets) say('220 mail.example');
  }
}

function offersOf(guard: Guard | null, isSecret: boolean): string {
  if (guard === null) return '';
  return `250-AUTH PLAIN\r\n${guard.way === 'stripped' || isSecret ? '' : '250-STARTTLS\r\n'}`;
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

function mailOf(from: string, to: readonly string[], data: string): Mail {
  const at = data.indexOf('\r\n\r\n');
  const [head, body] = [data.slice(0, at), data.slice(at + 4)];
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), words(value.join(':').trim())];
    }),
  );
  const encoding = headers['content-transfer-encoding'];
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quoted(body.replaceAll('=\r\n', ''), /=([\dA-F]{2})/g)
        : body;
  return { from, to, headers, head, text };
}

/** Encoded words (RFC 2047). */
function words(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quoted(text.replaceAll('_', ' '), /=([\dA-F]{2})/g),
    );
}

function quoted(text: string, sign: RegExp): string {
  return Buffer.from(
    text.replaceAll(sign, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
