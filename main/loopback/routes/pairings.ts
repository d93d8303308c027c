// Asking to be paired, and fetching what came of it. These addresses are open to all who reach this computer's
// loopback, so they are strict where others may trust a token: a page asks for its own origin only, a program for none,
// and a caller learns of no request but its own.
import { z } from 'zod';
import { fieldIssues, issueInWords } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { scopeSchema } from '#contract/programs/scopes.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import type { BodyLimits } from '#http/json/json-body.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { createRateLimit } from '#http/limits/rate-limit.ts';
import { type RouteAbout, bodyProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import { withoutDetail } from '../request/fault.ts';
import { originRefusal } from '../access/origin.ts';
import type { PairingWish, Pairings } from '../pairing/pairings.ts';
import { originProblem } from '#http/origin.ts';
import { pairingNameProblem } from '../access/new-client.ts';
import { waitSchema } from '../request/wait.ts';

const wishSchema = z.strictObject({
  name: z.string().superRefine((name, issues) => {
    const message = pairingNameProblem(name);
    if (message !== null) issues.addIssue({ code: 'custom', message });
  }),
  scopes: z.array(scopeSchema).min(1, { error: 'must name at least one scope' }).max(64),
  origin: z.string().max(256).optional(),
});
const noQuery = z.object({});
const fetchQuery = z.object({ wait: waitSchema });

const askAbout: RouteAbout = {
  operationId: 'askForPairing',
  summary: 'Ask the person at the till for a token',
  description:
    'The window shows who asks for what, and six digits. Show the same digits; the person compares them and grants ' +
    'scopes within 120 seconds. A page asks for its own origin only, a program for none. The Origin is the word of ' +
    'the caller: a browser sends the true one, and a program that sends one counts as that page. At most three ' +
    'requests a minute are heard of a site, and of all programs.',
  tag: 'pairing',
  query: noQuery,
  body: wishSchema,
  bodyExample: { name: 'Our ERP', scopes: ['status', 'sale', 'refund'] },
  answers: {
    201: {
      description: 'The person is being asked',
      schema: 'PairingAsked',
      headers: { Location: 'Where the answer is fetched' },
    },
  },
  problems: ['pairing-impossible', 'sealed', 'paused', 'too-many-requests', 'origin-refused', ...bodyProblems],
  security: 'none',
};

const fetchAbout: RouteAbout = {
  operationId: 'fetchPairing',
  summary: 'Fetch the token that a person granted',
  description:
    'With `wait` the answer comes when the person has answered, at the latest after so many seconds. The token is ' +
    'made in the moment of this answer and given once; a request that was not granted, ran out, or was fetched ' +
    'before is over.',
  tag: 'pairing',
  path: z.object({ id: z.string().describe('The id of the pairing') }),
  example: { id: 'ID_OF_THE_PAIRING' },
  query: fetchQuery,
  answers: {
    200: { description: 'The token, this once', schema: 'PairingGranted' },
    202: { description: 'Nobody has answered yet', schema: 'PairingWaiting' },
  },
  problems: ['pairing-refused', 'pairing-expired', 'token-missing', 'token-unknown', 'too-many-requests', 'sealed'],
  security: 'pairing',
};

export function pairingRoutes(ports: LoopbackPorts): Route[] {
  // Callers without a secret share one rate; it bounds guesses and does not affect callers with a secret.
  const guesses = createRateLimit({ perSecond: 5, burst: 20 });
  return [
    { method: 'POST', path: '/v1/pairings', scope: null, about: askAbout, handle: (context) => ask(ports, context) },
    {
      method: 'GET',
      path: '/v1/pairings/:id',
      scope: null,
      about: fetchAbout,
      handle: (context) => {
        const foreign = originRefusalOf(context);
        if (foreign !== null) return problemAnswer(foreign);
        // A HEAD would use up the token without showing it.
        if (context.method !== 'GET') return problemAnswer(onlyGet, { Allow: 'GET' });
        const { pairings } = ports;
        if (pairings === null) return problemAnswer(closedRefusal(ports.calls) ?? impossible(ports, context));
        const id = context.param('id');
        const secret = /^Pairing +([!-~]{1,256})$/i.exec(context.header('authorization') ?? '')?.[1];
        if (secret === undefined) return problemAnswer(secretMissing, challenge);
        const known = pairings.proves(id, secret);
        if (known === true) ports.knownConnections.add(context.incoming.socket);
        else if (!guesses.take('guesses')) return problemAnswer(tooManyGuesses);
        return known === false ? problemAnswer(secretWrong, challenge) : fetched(pairings, id, context);
      },
    },
  ];
}

/** A name, scopes and words. The caller has no token yet, so the body must be small. */
const wishLimits: BodyLimits = { maxBytes: 4 * 1024, maxDepth: 4 };

async function ask(ports: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const { pairings, identity, calls } = ports;
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const foreign = originRefusalOf(context);
  if (foreign !== null) return problemAnswer(foreign);
  const closed = closedRefusal(calls) ?? pausedRefusal(calls.status()['paused']);
  if (closed !== null) return problemAnswer(closed);
  if (pairings === null || identity === null || !pairings.attended()) return problemAnswer(impossible(ports, context));
  const body = await context.readJson({ optional: false, limits: wishLimits });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const wish = readWish(body.value, context.header('origin'), ports);
  if ('refusal' in wish) return problemAnswer(wish.refusal);
  const asked = pairings.ask(wish);
  if (asked.type === 'refused') {
    return problemAnswer(asked.refusal, { 'Retry-After': String(asked.retryAfterSeconds ?? 1) });
  }
  const { id, code, secret, expiresAt } = asked;
  const { publicKeyPem: publicKey, keyId } = identity;
  return jsonAnswer(201, { id, code, secret, expiresAt, publicKey, keyId }, { Location: `/v1/pairings/${id}` });
}

async function fetched(pairings: Pairings, id: string, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, fetchQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const { outgoing } = context;
  await pairings.moved(id, query.query.wait ?? 0, (work) => outgoing.once('close', work));
  // A program that disconnected would never see the token, which is shown once.
  if (outgoing.destroyed) return problemAnswer({ code: 'request-timeout', detail: 'The caller has left.' });
  const outcome = pairings.fetch(id);
  switch (outcome.type) {
    case 'waiting':
      return jsonAnswer(202, { state: 'waiting', expiresAt: outcome.expiresAt });
    case 'refused':
      return problemAnswer(outcome.refusal);
    case 'fetched': {
      const { client, token } = outcome;
      const { id: clientId, name, scopes, origin } = client;
      return jsonAnswer(200, { state: 'granted', token, clientId, name, scopes, origin });
    }
  }
}

/** A page without an origin of its own, or one that browsers do not send. */
function originRefusalOf(context: LoopbackContext): Refusal | null {
  const origin = context.header('origin');
  return origin === undefined || originProblem(origin) === null ? null : originRefusal;
}

function readWish(
  value: object,
  sent: string | undefined,
  ports: LoopbackPorts,
): PairingWish | { readonly refusal: Refusal } {
  const parsed = wishSchema.safeParse(value, { error: issueInWords, reportInput: true });
  if (!parsed.success) return { refusal: inputRefusal('body', fieldIssues(parsed.error.issues)) };
  const { name, scopes, origin } = parsed.data;
  // A browser sends the origin of its page. A program sends none, so it cannot be paired for a page.
  if (origin !== undefined && origin !== sent) return { refusal: foreignWish(ports, sent !== undefined) };
  return { name, scopes, origin: sent ?? null };
}

function closedRefusal(calls: LoopbackPorts['calls']): Refusal | null {
  const refusal = calls.refusal();
  return refusal === null ? null : withoutDetail(refusal);
}

function pausedRefusal(paused: unknown): Refusal | null {
  if (typeof paused !== 'string') return null;
  return { code: 'paused', detail: 'The data folder may be a copy. A person must say at the window that it is not.' };
}

/** Where a token is made instead. A page is not told where this program lies: the path may hold a person's name. */
function otherWay({ program }: Pick<LoopbackPorts, 'program'>, isPage: boolean, origin: string): string {
  if (program === null) return 'in the settings, under Programs';
  const command = `token create --data-dir DIR --name NAME --scopes a,b ${origin}`;
  return `in the settings, or with the command: ${isPage ? command : `${program} ${command}`}`;
}

function foreignWish(ports: LoopbackPorts, isPage: boolean): Refusal {
  return {
    code: 'origin-refused',
    detail:
      'A page may ask for its own origin only, and a program for none. A token for a page that cannot ask itself is made ' +
      `${otherWay(ports, isPage, '--origin ORIGIN')}.`,
  };
}

function impossible(ports: LoopbackPorts, context: LoopbackContext): Refusal {
  const way = otherWay(ports, context.header('origin') !== undefined, '[--origin ORIGIN]');
  return {
    code: 'pairing-impossible',
    detail: `This bridge has no window at which a person could be asked. A token is made ${way}.`,
  };
}

const challenge = { 'WWW-Authenticate': 'Pairing realm="tillbridge"' };
const secretMissing: Refusal = {
  code: 'token-missing',
  detail: 'Send the secret of the pairing as Authorization: Pairing SECRET.',
};
const secretWrong: Refusal = { code: 'token-unknown', detail: 'This is not the secret of that pairing.' };
const tooManyGuesses: Refusal = { code: 'too-many-requests', detail: 'Too many wrong secrets. Try again in a second.' };
const onlyGet: Refusal = { code: 'method-not-allowed', detail: 'This address takes GET.' };
