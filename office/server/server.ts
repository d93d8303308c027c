// The office's HTTPS server. Tills connect outwards to it with certificates of the office's own authority; whether a
// till may still speak is read from the database at each request.
import { type Server, createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { guardHeaders } from '#http/answer.ts';
import { readBody } from '#http/body.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { readAlike } from '#http/request-head.ts';
import { type OfficeRefusal, type Place, joinSchema, mostStretchBytes } from '#contract/office/office.ts';
import { approvalQuestionSchema, approvalWithdrawnSchema } from '#contract/office/approvals.ts';
import { claimAskedSchema } from '#contract/office/claims.ts';
import { peopleAskedSchema } from '#contract/office/office-people.ts';
import { programsAskedSchema } from '#contract/office/office-programs.ts';
import { settingsAskedSchema } from '#contract/office/office-settings.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import type { Log } from '#host/log.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { withdrawIn } from '../approvals/questions.ts';
import { awaitAnswer } from '../approvals/await-answer.ts';
import { claim } from '../claims/claim.ts';
import { LayerAltered } from '../config/layers.ts';
import { type DocumentKind, peopleKind, programsKind, settingsKind } from '../config/kinds.ts';
import { documentFor } from '../config/till-document.ts';
import { type Database, DatabaseAway } from '../database/database.ts';
import { currentLineage, placeIn } from '../journals/lineage.ts';
import { type Received, branch, receive } from '../journals/receive.ts';
import { hashesOf } from '../journals/segments.ts';
import { type ShownTill, standingRefusal } from '../database/standing.ts';
import type { TillAt } from '../database/till-at.ts';
import { type OfficeKeys, printOf } from '../keys/office-keys.ts';
import { join } from '../tills/enrolment.ts';

export interface OfficeServer {
  readonly url: string;
  close(): Promise<void>;
}

interface ServerPorts {
  readonly database: Database;
  readonly keys: OfficeKeys;
  readonly log: Log;
  readonly nowIso: () => string;
  /** The database server ended or cannot be reached. */
  readonly onAway: () => void;
}

interface Serving extends ServerPorts {
  /** The server closes: what waits is answered at once. */
  readonly closing: AbortSignal;
}

interface Listening {
  readonly port: number;
  /** The address to listen at, and further names that tills know the office by. */
  readonly address: string;
  readonly hosts: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly value: object;
}

const mostJoinBytes = 16 * 1024;
const mostClaimBytes = 4 * 1024;
const mostSettingsBytes = 16 * 1024;
const maxConnections = 10_000;
const graceMs = 3_000;

const statusOf: { readonly [code in OfficeRefusal['code']]: number } = {
  'not-a-till': 401,
  revoked: 403,
  'code-not-valid': 403,
  'too-many-attempts': 429,
  'journal-of-another': 409,
  'bad-request': 400,
  'not-found': 404,
  elsewhere: 409,
  'record-refused': 422,
  'claim-stale': 409,
  'too-many-claims': 429,
  'settings-altered': 500,
  'try-again': 503,
};

export async function startServer(given: ServerPorts, { port, address, hosts }: Listening): Promise<OfficeServer> {
  const counted = createCountedLog(given.log, unheldTimer);
  const closing = new AbortController();
  const ports: Serving = { ...given, log: counted.line, closing: closing.signal };
  const server = createServer(
    {
      ...(await ports.keys.serverCertificate(hosts)),
      ca: ports.keys.authority,
      requestCert: true,
      // A till that joins has no certificate yet: each route says what it needs.
      rejectUnauthorized: false,
      minVersion: 'TLSv1.3',
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16 * 1024,
    },
    readAlike(
      (incoming, outgoing) => {
        void answerTo(ports, incoming).then((answer) => write(outgoing, answer));
      },
      (outgoing, { detail }) => write(outgoing, refusal('bad-request', detail)),
    ),
  );
  server.maxConnections = maxConnections;
  const bound = await listen(server, port, address);
  const [host = 'localhost'] = hosts;
  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(deadline);
      counted.end();
    },
  };
}

async function answerTo(ports: Serving, incoming: IncomingMessage): Promise<Answer> {
  try {
    return await route(ports, incoming);
  } catch (error) {
    if (error instanceof DatabaseAway) {
      ports.onAway();
      return refusal('try-again', 'the database is away');
    }
    ports.log('error', 'request-failed', {
      error: error instanceof Error ? error.name : 'unknown',
      detail: String(error),
    });
    return refusal('try-again', 'the office could not answer');
  }
}

async function route(ports: Serving, incoming: IncomingMessage): Promise<Answer> {
  const target = URL.parse(incoming.url ?? '/', 'https://office.invalid');
  if (target === null) return refusal('not-found', 'there is no such address');
  const { pathname, searchParams } = target;
  const asked = `${incoming.method} ${pathname}`;
  if (asked === 'GET /v1/authority') return { status: 200, value: { authority: ports.keys.authority } };
  if (asked === 'POST /v1/join') return joinWith(ports, incoming);
  const at = shownBy(incoming.socket as TLSSocket);
  if (at === null) return refusal('not-a-till', 'no certificate of this office was shown');
  if (asked === 'POST /v1/claims') return claimWith(ports, at, incoming);
  if (asked === 'POST /v1/approvals') return approveWith(ports, at, incoming);
  const notLetIn = standingRefusal(await ports.database.standingOf(at.chain, at.till), at);
  if (notLetIn !== null) return refusal(notLetIn.code, notLetIn.detail);
  if (asked === 'GET /v1/place') {
    const version = joinSchema.shape.version.safeParse(searchParams.get('version')).data ?? null;
    return { status: 200, value: await heardAt(ports.database, at, version) };
  }
  if (asked === 'POST /v1/settings') return settingsWith(ports, at, incoming);
  if (asked === 'POST /v1/people') return peopleWith(ports, at, incoming);
  if (asked === 'POST /v1/programs') return programsWith(ports, at, incoming);
  if (asked === 'GET /v1/record') return recordHash(ports, at, numberIn(searchParams, 'seq'));
  if (asked === 'POST /v1/approvals/withdraw') return withdrawWith(ports, at, incoming);
  const take = asked === 'POST /v1/stretches' ? receive : asked === 'POST /v1/lineages' ? branch : null;
  if (take === null) return refusal('not-found', 'there is no such address');
  const [lineage, after] = [numberIn(searchParams, 'lineage'), numberIn(searchParams, 'after')];
  if (lineage === null || after === null) return refusal('bad-request', 'lineage and after are numbers');
  const body = await readBody(incoming, mostStretchBytes);
  if (body.type !== 'read') return refusal('bad-request', `the body is ${body.type}`);
  const received = await take(ports, at, { lineage, after, body: body.bytes });
  ports.database.announce(at.chain);
  return receivedAnswer(received);
}

async function joinWith(ports: ServerPorts, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostJoinBytes);
  const wish = body.type === 'read' ? joinSchema.safeParse(jsonIn(body.bytes)) : null;
  if (wish?.success !== true) return refusal('bad-request', 'this is no wish to join');
  try {
    const address = incoming.socket.remoteAddress ?? 'unknown';
    const joined = await join(ports.database, ports.keys, wish.data, address);
    if ('code' in joined) {
      ports.log('warn', 'join-refused', { from: address, code: joined.code });
      return refusal(joined.code, joined.detail);
    }
    ports.log('info', 'till-joined', { till: joined.till, name: joined.name });
    return { status: 200, value: { ...joined, officeKey: ports.keys.publicKey } };
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    return refusal('bad-request', 'a key is none that the office takes');
  }
}

/** Its standing is read with the claim, in one transaction. */
async function claimWith({ database }: ServerPorts, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostClaimBytes);
  const asked = body.type === 'read' ? claimAskedSchema.safeParse(jsonIn(body.bytes)) : null;
  if (asked?.success !== true) return refusal('bad-request', 'this is no claim');
  const answer = await claim(database, at, asked.data);
  return 'code' in answer ? refusal(answer.code, answer.detail) : { status: 200, value: answer };
}

/** Its standing is read with the question. The answer may take as long as a person does. */
async function approveWith(ports: Serving, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostClaimBytes);
  const asked = body.type === 'read' ? approvalQuestionSchema.safeParse(jsonIn(body.bytes)) : null;
  if (asked?.success !== true) return refusal('bad-request', 'this is no question');
  const answer = await awaitAnswer(ports.database, at, asked.data, { socket: incoming.socket, closing: ports.closing });
  return 'code' in answer ? refusal(answer.code, answer.detail) : { status: 200, value: answer };
}

async function withdrawWith({ database }: Serving, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostClaimBytes);
  const wish = body.type === 'read' ? approvalWithdrawnSchema.safeParse(jsonIn(body.bytes)) : null;
  if (wish?.success !== true) return refusal('bad-request', 'this is no question');
  const withdrawn = await database.transact(at.chain, (tx) => withdrawIn(tx, at, wish.data.id));
  if (withdrawn) database.announce(at.chain);
  return { status: 200, value: {} };
}

async function settingsWith(ports: ServerPorts, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostSettingsBytes);
  const asked = body.type === 'read' ? settingsAskedSchema.safeParse(jsonIn(body.bytes)) : null;
  if (asked?.success !== true) return refusal('bad-request', 'this is no question about settings');
  const given = await documentOf(ports, settingsKind, at, { ...asked.data, takes: true });
  return 'status' in given ? given : { status: 200, value: given };
}

async function peopleWith(ports: ServerPorts, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostSettingsBytes);
  const asked = body.type === 'read' ? peopleAskedSchema.safeParse(jsonIn(body.bytes)) : null;
  if (asked?.success !== true) return refusal('bad-request', 'this is no question about people');
  const { has, takes } = asked.data;
  const given = await documentOf(ports, peopleKind, at, { ...asked.data, inForce: takes ? has.version : 0 });
  if ('status' in given) return given;
  return { status: 200, value: { ...given, pinKey: takes ? ports.keys.pinKey.toString('base64') : null } };
}

async function programsWith(ports: ServerPorts, at: ShownTill, incoming: IncomingMessage): Promise<Answer> {
  const body = await readBody(incoming, mostSettingsBytes);
  const asked = body.type === 'read' ? programsAskedSchema.safeParse(jsonIn(body.bytes)) : null;
  if (asked?.success !== true) return refusal('bad-request', 'this is no question about programs');
  const { has, takes } = asked.data;
  const given = await documentOf(ports, programsKind, at, { ...asked.data, inForce: takes ? has.version : 0 });
  return 'status' in given ? given : { status: 200, value: given };
}

async function documentOf<C extends object, D extends C & TillDocument>(
  { database, keys, log, nowIso }: ServerPorts,
  kind: DocumentKind<C, D>,
  at: ShownTill,
  asked: Parameters<typeof documentFor>[4]['asked'],
): Promise<Answer | { readonly document: D | null }> {
  try {
    const given = { asked, nowIso: nowIso() };
    return { document: await database.transact(at.chain, (tx) => documentFor(tx, kind, keys, at, given)) };
  } catch (error) {
    if (!(error instanceof LayerAltered)) throw error;
    log('error', 'settings-altered', { detail: error.message });
    return refusal('settings-altered', `what the office has of ${kind.name} is not what it signed`);
  }
}

function shownBy(socket: TLSSocket): ShownTill | null {
  const certificate = socket.authorized ? socket.getPeerCertificate() : null;
  const { O: chain, CN: till } = certificate?.subject ?? {};
  if (certificate === null || typeof chain !== 'string' || typeof till !== 'string') return null;
  return { chain, till, certificate: printOf(certificate.raw) };
}

/** A till asks at its start, after a failure, and each few minutes while it has nothing to send. */
async function heardAt(database: Database, at: TillAt, version: string | null): Promise<Place> {
  return database.transact(at.chain, async (tx) => {
    await tx.run('UPDATE till SET heard_at = now(), version = coalesce($3, version) WHERE chain_id = $1 AND id = $2', [
      at.chain,
      at.till,
      version,
    ]);
    return placeIn(at, await currentLineage(tx, at));
  });
}

async function recordHash({ database }: ServerPorts, at: TillAt, seq: number | null): Promise<Answer> {
  if (seq === null || seq === 0) return refusal('bad-request', 'seq is the number of a record');
  const hash = await database.transact(at.chain, async (tx) => {
    const hashes = await hashesOf(tx, at, await currentLineage(tx, at), seq, seq);
    return hashes.get(seq);
  });
  return hash === undefined ? refusal('not-found', 'there is no such record') : { status: 200, value: { seq, hash } };
}

function receivedAnswer(received: Received): Answer {
  switch (received.type) {
    case 'stored':
      return { status: 200, value: received.place };
    case 'elsewhere':
      return { status: 409, value: received.place };
    case 'refused':
      return refusal('record-refused', received.what, received.seq);
  }
}

function refusal(code: OfficeRefusal['code'], detail: string, record?: number): Answer {
  return { status: statusOf[code], value: { code, detail, ...(record === undefined ? {} : { record }) } };
}

function write(outgoing: ServerResponse, { status, value }: Answer): void {
  const body = JSON.stringify(value);
  // What was not read of a body that was too long would be taken for the next request.
  const rest = outgoing.req.complete ? {} : { Connection: 'close' };
  outgoing.writeHead(status, {
    ...guardHeaders,
    ...rest,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  outgoing.end(body);
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

async function listen(server: Server, port: number, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new StartProblem(`Port ${port} is taken: choose another with --port.`, { cause: error }) : error);
    });
    server.listen(port, address, resolve);
  });
  const at = server.address();
  return at !== null && typeof at === 'object' ? at.port : port;
}
