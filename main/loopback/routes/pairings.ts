// Asking to be paired, and fetching what came of it. These addresses are open to all who reach this computer's
// loopback, so they are strict where others may trust a token: a page asks for its own origin only, a program for none,
// and whoever asks learns nothing but its own request.
import { z } from 'zod';
import type { Refusal } from '#contract/problems.ts';
import { scopeSchema } from '#contract/scopes.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import type { BodyLimits } from '#http/json-body.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { createRateLimit } from '#http/rate-limit.ts';
import { type RouteAbout, bodyProblems } from '../about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../context.ts';
import { forStranger } from '../fault.ts';
import { originRefusal } from '../origin.ts';
import type { PairingWish, Pairings } from '../pairings.ts';
import { originProblem, strangersNameProblem } from '../tokens.ts';
import { waitSchema } from '../wait.ts';

const wishSchema = z.strictObject({
  name: z.string().superRefine((name, issues) => {
    const message = strangersNameProblem(name);
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
    'whoever sends it: of a browser it is true, a program that sends one is taken for that page. At most three ' +
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
  // Whoever knows no secret shares one rate; it bounds guesses and costs nobody who knows one.
  const guesses = createRateLimit({ perSecond: 5, burst: 20 });
  return [
    { method: 'POST', path: '/v1/pairings', scope: null, about: askAbout, handle: (context) => ask(ports, context) },
    {
      method: 'GET',
      path: '/v1/pairings/:id',
      scope: null,
      about: fetchAbout,
      handle: (context) => {
        const stranger = strangerOf(context);
        if (stranger !== null) return problemAnswer(stranger);
        // A HEAD would take the token and show it to nobody.
        if (context.method !== 'GET') return problemAnswer(onlyGet, { Allow: 'GET' });
        const { pairings } = ports;
        if (pairings === null) return problemAnswer(closedRefusal(ports.calls) ?? impossible);
        const id = context.param('id');
        const secret = /^Pairing +([!-~]{1,256})$/i.exec(context.header('authorization') ?? '')?.[1];
        if (secret === undefined) return problemAnswer(secretMissing, challenge);
        const known = pairings.proves(id, secret);
        if (known !== true && !guesses.take('guesses')) return problemAnswer(tooManyGuesses);
        return known === false ? problemAnswer(secretWrong, challenge) : fetched(pairings, id, context);
      },
    },
  ];
}

/** A name, scopes and words: nobody knows yet who asks, so what is looked into is small. */
const wishLimits: BodyLimits = { maxBytes: 4 * 1024, maxDepth: 4 };

async function ask({ pairings, identity, calls }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const stranger = strangerOf(context);
  if (stranger !== null) return problemAnswer(stranger);
  const closed = closedRefusal(calls) ?? pausedRefusal(calls.status()['paused']);
  if (closed !== null) return problemAnswer(closed);
  if (pairings === null || identity === null || !pairings.attended()) return problemAnswer(impossible);
  const body = await context.readJson({ optional: false, limits: wishLimits });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const wish = readWish(body.value, context.header('origin'));
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
  // Whoever has left would never see the token that is made for this one answer.
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
function strangerOf(context: LoopbackContext): Refusal | null {
  const origin = context.header('origin');
  return origin === undefined || originProblem(origin) === null ? null : originRefusal;
}

function readWish(value: object, sent: string | undefined): PairingWish | { readonly refusal: Refusal } {
  const parsed = wishSchema.safeParse(value);
  if (!parsed.success) {
    const errors = new Map<string, string[]>();
    for (const issue of parsed.error.issues) {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
      const message = issue.code === 'unrecognized_keys' ? 'is not known here' : issue.message;
      for (const name of names) errors.set(name, [...(errors.get(name) ?? []), message]);
    }
    return { refusal: inputRefusal('body', errors) };
  }
  const { name, scopes, origin } = parsed.data;
  // A browser says where its page is from; of a program nobody can tell, so it speaks for no page.
  if (origin !== undefined && origin !== sent) return { refusal: foreignWish };
  return { name, scopes, origin: sent ?? null };
}

function closedRefusal(calls: LoopbackPorts['calls']): Refusal | null {
  const refusal = calls.refusal();
  return refusal === null ? null : forStranger(refusal);
}

function pausedRefusal(paused: unknown): Refusal | null {
  if (typeof paused !== 'string') return null;
  return { code: 'paused', detail: 'The data folder may be a copy. A person must say at the window that it is not.' };
}

const foreignWish: Refusal = {
  code: 'origin-refused',
  detail:
    'A page may ask for its own origin only, and a program for none. A token for a page that cannot ask itself is made in the settings, or with: bridge token create --origin ORIGIN.',
};

const impossible: Refusal = {
  code: 'pairing-impossible',
  detail:
    'This bridge has no window at which a person could be asked. Make a token with: bridge token create --data-dir DIR --name NAME --scopes a,b [--origin ORIGIN].',
};

const challenge = { 'WWW-Authenticate': 'Pairing realm="tillbridge"' };
const secretMissing: Refusal = {
  code: 'token-missing',
  detail: 'Send the secret of the pairing as Authorization: Pairing SECRET.',
};
const secretWrong: Refusal = { code: 'token-unknown', detail: 'This is not the secret of that pairing.' };
const tooManyGuesses: Refusal = { code: 'too-many-requests', detail: 'Too many wrong secrets. Try again in a second.' };
const onlyGet: Refusal = { code: 'method-not-allowed', detail: 'This address takes GET.' };
