// What the page may ask, in one table: who may, and what is read of the request. A change needs the page's own origin and
// the session's token, which no other page can know.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ZodType } from 'zod';
import { readBody } from '#http/body.ts';
import {
  type PageRole,
  type PageSession,
  dayReportSchema,
  looksSchema,
  mayAs,
  noticesSchema,
  paymentsSchema,
  removeSchema,
  setupEndSchema,
  setupSchema,
  signInSchema,
} from '#contract/office/page.ts';
import { settlementLinesSchema, settlementSchema } from '#contract/office/settlement.ts';
import { noticesIn } from '../alarms/notices.ts';
import { recipients } from '../alarms/recipients.ts';
import { approvers } from '../approvals/approvers.ts';
import { openQuestions } from '../approvals/questions.ts';
import { openClaims } from '../claims/open-claims.ts';
import type { Tx } from '../database/database.ts';
import { auditEntries, noteAudit } from '../people/audit.ts';
import { beginSetup, finishSetup, people, takeAway } from '../people/people.ts';
import { sameText } from '../people/secrets.ts';
import { type Session, sessionOf, signIn, signOut } from '../people/sign-in.ts';
import { dayReport } from '../reports/day.ts';
import { looks } from '../reports/looks.ts';
import { payments } from '../reports/payments.ts';
import { addRecipientAs, removeRecipientAs } from './alarm-changes.ts';
import { type Signed, answerApprovalAs } from './approval-changes.ts';
import { settlementMappings } from '../settlement/mappings.ts';
import { settlement, settlementLines } from '../settlement/report.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import { freeClaimAs } from './claim-changes.ts';
import type { Live } from './live.ts';
import {
  revertSettingsAs,
  revertTillPeopleAs,
  revertTillProgramsAs,
  settingsAs,
  tillPeopleAs,
  tillProgramsAs,
} from './layer-changes.ts';
import { type Upload, changeSettlement, settlementExport, uploads } from './settlement.ts';
import type { WebPorts } from './web-ports.ts';

interface Asked {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  /** The page's own. */
  readonly origin: string;
}

const cookieName = '__Host-tillbridge-office';
const cookieRules = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const mostBodyBytes = 16 * 1024;
/** How long a caller may take for such a body. */
const bodyMs = 30_000;

/** Reads for people who are signed in: one transaction of their chain, which may change nothing. */
const reads: { readonly [path: string]: Read } = {
  '/api/looks': read('viewer', looksSchema, looks),
  '/api/day': read('viewer', dayReportSchema, dayReport),
  '/api/payments': read('manager', paymentsSchema, payments),
  '/api/alarms': read('viewer', noticesSchema, noticesIn),
  '/api/settlement': read('manager', settlementSchema, settlement),
  '/api/settlement/lines': read('manager', settlementLinesSchema, settlementLines),
  '/api/settlement/export': read('manager', settlementLinesSchema, settlementExport, (answer) => answer),
  '/api/settlement/mappings': read('manager', null, settlementMappings),
  '/api/approvals': read('viewer', null, (tx, chain, _, person) => openQuestions(tx, chain, person)),
  '/api/claims': read('manager', null, openClaims),
  '/api/recipients': read('admin', null, recipients),
  '/api/people': read('admin', null, people),
  '/api/audit': read('admin', null, auditEntries),
};

interface Read {
  readonly least: PageRole;
  readonly answer: (ports: WebPorts, session: Session, query: { [name: string]: string }) => Promise<WebAnswer>;
}

function read<Q, A>(
  least: PageRole,
  schema: ZodType<Q> | null,
  look: (tx: Tx, chain: string, query: Q, person: string) => Promise<A>,
  answerOf: (found: A) => WebAnswer = json,
): Read {
  return {
    least,
    async answer({ database }, { chain, person }, given) {
      const query = schema === null ? null : schema.safeParse(given);
      if (query?.success === false) return refused('bad-request');
      try {
        const found = await database.transact(chain, async (tx) => {
          await tx.run('SET TRANSACTION READ ONLY');
          return look(tx, chain, query?.data as Q, person);
        });
        return answerOf(found);
      } catch (error) {
        // A zone or a day that the database does not know; class 22 of SQLSTATE.
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (code.startsWith('22')) return refused('bad-request');
        throw error;
      }
    },
  };
}

interface Doors {
  readonly live: Live;
  readonly upload: Upload;
}

/** Null: the answer is a stream that was begun. */
export async function answerApi(ports: WebPorts, doors: Doors, asked: Asked): Promise<WebAnswer | null> {
  const { incoming, pathname, searchParams } = asked;
  if (incoming.method === 'POST') return change(ports, doors.upload, asked);
  if (incoming.method !== 'GET') return refused('not-found');
  const secret = cookieOf(incoming);
  const looking = incoming.headers['x-tillbridge-live'] === undefined;
  const session = secret === null ? null : await sessionOf(ports.database, secret, looking);
  if (session === null || secret === null) return refused('not-signed-in');
  const { chain, person, role, token } = session;
  if (pathname === '/api/session') {
    const own = await ports.database.transact(chain, (tx) => approvers(tx, chain, person));
    return json({ person, role, approves: own.length > 0, token } satisfies PageSession);
  }
  if (pathname === '/api/events') {
    return doors.live.open({ chain, person, secret, outgoing: asked.outgoing }) ? null : refused('try-again');
  }
  if (pathname === '/api/settings') return settingsAs(ports, session);
  if (pathname === '/api/till-people') return tillPeopleAs(ports, session);
  if (pathname === '/api/till-programs') return tillProgramsAs(ports, session);
  const wanted = Object.hasOwn(reads, pathname) ? reads[pathname] : undefined;
  if (wanted === undefined) return refused('not-found');
  if (!mayAs(role, wanted.least)) return refused('role-missing');
  return wanted.answer(ports, session, Object.fromEntries(searchParams));
}

async function change(ports: WebPorts, upload: Upload, asked: Asked): Promise<WebAnswer> {
  const { incoming, pathname, origin } = asked;
  const { headers } = incoming;
  const site = headers['sec-fetch-site'];
  if (headers.origin !== origin || (site !== undefined && site !== 'same-origin')) return refused('origin-refused');
  const address = incoming.socket.remoteAddress ?? 'unknown';
  if (uploads.has(pathname)) {
    if (headers['content-type'] !== 'application/octet-stream') return refused('bad-request');
    const signed = await changing(ports, incoming);
    return 'status' in signed ? signed : upload(ports, signed.session, { ...asked, address });
  }
  if (headers['content-type'] !== 'application/json') return refused('bad-request');
  const late = setTimeout(() => incoming.destroy(), bodyMs);
  const body = await readBody(incoming, mostBodyBytes).finally(() => clearTimeout(late));
  const given = body.type === 'read' ? jsonIn(body.bytes) : null;
  switch (pathname) {
    case '/api/sign-in': {
      const wish = signInSchema.safeParse(given);
      if (!wish.success) return refused('bad-request');
      const signed = await signIn(ports, { ...wish.data, address });
      if (signed.type !== 'signed-in')
        return refused(signed.type === 'limited' ? 'sign-in-limited' : 'sign-in-refused');
      return json({}, { 'Set-Cookie': `${cookieName}=${signed.secret}; ${cookieRules}` });
    }
    case '/api/setup': {
      const wish = setupSchema.safeParse(given);
      const begun = wish.success ? await beginSetup(ports, wish.data.secret) : null;
      return begun === null ? refused('link-not-valid') : json(begun);
    }
    case '/api/setup/end': {
      const wish = setupEndSchema.safeParse(given);
      if (!wish.success) return refused('bad-request');
      const ended = await finishSetup(ports, { ...wish.data, address });
      return ended === 'done' ? json({}) : refused(ended === 'wrong-code' ? 'wrong-code' : 'link-not-valid');
    }
    default:
      return changeAs(ports, incoming, pathname, given, address);
  }
}

/** Who asks for a change, by the cookie and the token of the session. */
async function changing(ports: WebPorts, incoming: IncomingMessage): Promise<Signed | WebAnswer> {
  const secret = cookieOf(incoming);
  const session = secret === null ? null : await sessionOf(ports.database, secret);
  if (session === null || secret === null) return refused('not-signed-in');
  const token = incoming.headers['x-tillbridge-token'];
  if (typeof token !== 'string' || !sameText(token, session.token)) return refused('origin-refused');
  return { session, secret };
}

/** Changes of people who are signed in. */
async function changeAs(
  ports: WebPorts,
  incoming: IncomingMessage,
  pathname: string,
  given: unknown,
  address: string,
): Promise<WebAnswer> {
  const signed = await changing(ports, incoming);
  if ('status' in signed) return signed;
  const { session, secret } = signed;
  switch (pathname) {
    case '/api/sign-out':
      await ports.database.transact(session.chain, (tx) => signOut(tx, session, secret, address));
      return json({}, { 'Set-Cookie': `${cookieName}=; ${cookieRules}; Max-Age=0` });
    case '/api/people/remove':
      return removeAs(ports, session, given, address);
    case '/api/recipients/add':
      return addRecipientAs(ports, session, given, address);
    case '/api/recipients/remove':
      return removeRecipientAs(ports, session, given, address);
    case '/api/approvals/answer':
      return answerApprovalAs(ports, signed, given, address);
    case '/api/settings/revert':
      return revertSettingsAs(ports, session, given, address);
    case '/api/till-people/revert':
      return revertTillPeopleAs(ports, session, given, address);
    case '/api/till-programs/revert':
      return revertTillProgramsAs(ports, session, given, address);
    case '/api/claims/free':
      return freeClaimAs(ports, session, given, address);
    default:
      return (await changeSettlement(ports, session, pathname, given, address)) ?? refused('not-found');
  }
}

async function removeAs(ports: WebPorts, session: Session, given: unknown, address: string): Promise<WebAnswer> {
  if (!mayAs(session.role, 'admin')) return refused('role-missing');
  const wish = removeSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const { chain, person } = session;
  const { name } = wish.data;
  const removed = await ports.database.transact(chain, async (tx) => {
    const done = await takeAway(tx, chain, name);
    if (done) await noteAudit(tx, chain, { person, address, what: 'person-removed', detail: name });
    return done;
  });
  // The streams of a person who was removed end at once.
  ports.database.announce(chain);
  return removed ? json({}) : refused('not-found');
}

function cookieOf({ headers }: IncomingMessage): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === cookieName && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
