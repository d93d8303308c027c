// What every answer must be, whatever was asked: known, whole, and a problem where it says that it is one.
import { problemOf, publicProblemCodes } from '#contract/programs/problems.ts';
import { type StrictAnswer, isStream } from '#support/strict-http.ts';

/** What the gateway says of a look-up that it cannot make, through us. */
const ofTheGateway: ReadonlySet<string> = new Set(['gateway-refused', 'gateway-unclear']);
/** There, also what had to wait for another one on its payment, for longer than it may. */
const notNow: ReadonlySet<string> = new Set([...ofTheGateway, 'not-sent']);
const statusOf = new Map<string, number>(
  publicProblemCodes.map((code) => [code, problemOf({ code, detail: '' }).status]),
);

export type Verdict =
  | { readonly type: 'fine'; readonly told: string; readonly json: { readonly [name: string]: unknown } | null }
  | { readonly type: 'wrong'; readonly why: string };

export function judge(answer: StrictAnswer, method: string, path: string): Verdict {
  const verdict = judgeNative(answer, method);
  // The printer that the drawer hangs on is busy.
  const isBusy = path.startsWith('/v1/drawers/') && answer.status === statusOf.get('not-sent');
  if (isBusy && answer.body.includes('"not-sent"')) return { type: 'fine', told: '503 not-sent', json: null };
  return verdict.type === 'wrong' && gatewaysAddress.test(path) ? judgeGateways(answer) : verdict;
}

/** Where the bridge answers as the gateway does. */
const gatewaysAddress = /^\/(?:api\/v2|authorization\/oauth\/token)/;

function judgeNative({ status, headers, body }: StrictAnswer, method: string): Verdict {
  const type = headers.get('content-type') ?? '';
  if (headers.get('cache-control') !== 'no-store' && status !== 100) return wrong('no cache-control');
  if (headers.get('access-control-allow-origin') === '*') return wrong('a star');
  if (method === 'HEAD') return status === 500 ? wrong('500') : { type: 'fine', told: `${status}`, json: null };
  if (status < 400) {
    if (status === 100 || status === 204) return { type: 'fine', told: `${status}`, json: null };
    if (status !== 200 && status !== 201 && status !== 202) return wrong(`status ${status}`);
    // Only its head was read.
    if (status === 200 && isStream({ headers })) return { type: 'fine', told: '200 stream', json: null };
    if (status === 200 && type === 'application/x-pem-file') return { type: 'fine', told: '200 key', json: null };
    if (type !== 'application/json') return wrong(`a success of ${type}`);
    const json = parsed(body);
    return json === null ? wrong('a success that is no JSON') : { type: 'fine', told: `${status}`, json };
  }
  if (type !== 'application/problem+json') return wrong(`a refusal of ${type}`);
  const json = parsed(body);
  if (json === null) return wrong('a refusal that is no JSON');
  const { code, status: said, title, detail } = json;
  if (typeof code !== 'string' || statusOf.get(code) !== status || said !== status)
    return wrong(`code ${String(code)}`);
  if (json['type'] !== `urn:tillbridge:problem:${code}`) return wrong('the type');
  if (typeof title !== 'string' || typeof detail !== 'string' || title === '') return wrong('no words');
  if (status >= 500 && !ofTheGateway.has(code)) return wrong(`${status} ${code}`);
  return { type: 'fine', told: `${status} ${code}`, json };
}

/** In the gateway's form: what the bridge refuses has its code in a header, and what the gateway said names its operation. */
function judgeGateways({ status, headers, body }: StrictAnswer): Verdict {
  if (headers.get('cache-control') !== 'no-store') return wrong('no cache-control');
  if (headers.get('access-control-allow-origin') === '*') return wrong('a star');
  if (status === 204 || (status < 300 && body.length === 0))
    return { type: 'fine', told: `as the gateway ${status}`, json: null };
  const type = headers.get('content-type') ?? '';
  if (!/^application\/(?:problem\+)?json(?:; charset=utf-8)?$/.test(type)) return wrong(`an answer of ${type}`);
  const json = parsed(body);
  if (json === null) return wrong('an answer that is no JSON');
  if (status < 400) return { type: 'fine', told: `as the gateway ${status}`, json };
  const code = headers.get('tillbridge-problem');
  const told = `as the gateway ${status}${code === undefined ? '' : ` ${code}`}`;
  if (code === undefined) return headers.has('tillbridge-operation') ? { type: 'fine', told, json } : wrong(told);
  if (!statusOf.has(code)) return wrong(`code ${code}`);
  return status >= 500 && !notNow.has(code) ? wrong(told) : { type: 'fine', told, json };
}

function wrong(why: string): Verdict {
  return { type: 'wrong', why };
}

function parsed(body: Buffer): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
