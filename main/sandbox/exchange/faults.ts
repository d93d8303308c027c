// Faults that a test or a demonstration asks for, so that a client meets refusals, delays, lost and broken answers as
// with a real network and gateway. They are planned before a request is processed; the gateway's rules do not know
// them.
import { z } from 'zod';
import type { Json } from '#contract/data/json.ts';
import { requestToken } from '#operations/index.ts';
import type { Routes } from './routes.ts';

const kinds = [
  'refuse', // a business decline; nothing is executed
  'latency', // waits before processing; the next fault applies too
  'reset-before', // the connection is torn down before anything is executed
  'reset-after', // executed, then torn down
  'hang-after', // executed, then silence
  'cut-body', // executed, then half of an announced body
  'garbled-body', // executed, then 200 with a whole body that is not JSON
  'status', // this status; executed before only when it is a 2xx or `executed` says so
  'status-after', // executed, then this status
  'refuse-after', // executed, then a business decline
  'slow', // registers its key, processes for `ms`, then executes: what arrives meanwhile finds it open
  'ignore-keys', // as if no Idempotency-Key were sent
  'forget-keys', // the key's answer is forgotten before the request is looked at
  'reexecute-open', // a repeated key is processed again while its first request, or its payment, is not final
  'stale', // a look-up answers with what was known `ms` ago
  'expire-token', // all bearer tokens so far are expired; at the token endpoint: gives one that is
] as const;

/** Faults of the sandbox's notifications; their route is "WEBHOOK". */
const webhookKinds = [
  'latency', // sent `ms` later
  'duplicate', // sent twice
  'reorder', // held back until the next notification was sent (or for `ms`)
  'reset-before', // this attempt never arrives
  'wrong-signature', // signed with another key
] as const;

const webhookOnly = ['duplicate', 'reorder', 'wrong-signature'] as const;
const allKinds = [...kinds, ...webhookOnly] as const;

export type FaultKind = (typeof allKinds)[number];

const ofCommands = ['slow', 'ignore-keys', 'forget-keys', 'reexecute-open'] as const;
const tokenRoute = `${requestToken.method} ${requestToken.path}`;

/** Names the notifications where other faults name a route. */
export const webhookRoute = 'WEBHOOK';

export interface Fault {
  readonly route: string;
  readonly fault: FaultKind;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
  readonly times?: number | undefined;
  readonly executed?: boolean | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface Plan {
  readonly latencyMs: number;
  /** Never of kind latency. */
  readonly fault: Fault | null;
}

export type Added = { readonly ok: true } | { readonly ok: false; readonly error: z.ZodError };

export interface Faults {
  add(input: unknown): Added;
  clear(): void;
  list(): Json;
  /** Takes the faults of the next request of a route, each once. `anyRoute`: whether "*" includes this route. */
  take(routeName: string, anyRoute: boolean): Plan;
}

const defaultLatencyMs = 1000;
/** A week; a timer of Node's takes no more than 24 days. */
const longestMs = 604_800_000;
const noFault: Plan = { latencyMs: 0, fault: null };

export function createFaults(routes: Routes): Faults {
  const schema = faultSchema(routes);
  let active: { readonly fault: Fault; left: number }[] = [];

  return {
    add: (input) => {
      const parsed = Array.isArray(input) ? z.array(schema).safeParse(input) : schema.safeParse(input);
      if (!parsed.success) return { ok: false, error: parsed.error };
      const added = Array.isArray(parsed.data) ? parsed.data : [parsed.data];
      active.push(...added.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })));
      return { ok: true };
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ fault, left }) => listed(fault, left)),
    take: (routeName, anyRoute) => {
      if (active.length === 0) return noFault;
      const candidates = [
        ...active.filter(({ fault }) => fault.route === routeName),
        ...active.filter(({ fault }) => anyRoute && fault.route === '*'),
      ];
      let latencyMs = 0;
      for (const candidate of candidates) {
        candidate.left -= 1;
        if (candidate.left === 0) active = active.filter((each) => each !== candidate);
        if (candidate.fault.fault !== 'latency') return { latencyMs, fault: candidate.fault };
        latencyMs += candidate.fault.ms ?? defaultLatencyMs;
      }
      return { latencyMs, fault: null };
    },
  };
}

function listed(fault: Fault, left: number): { [name: string]: Json } {
  const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined));
  return { ...given, left: Number.isFinite(left) ? left : null };
}

function faultSchema(routes: Routes): z.ZodType<Fault> {
  const route = z.string({ error: 'is required: "METHOD /path" of an operation, or "*"' }).transform((text, issues) => {
    const trimmed = text.trim();
    const name = trimmed === '*' || trimmed === webhookRoute ? trimmed : routes.named(trimmed)?.name;
    if (name !== undefined) return name;
    issues.addIssue({
      code: 'custom',
      message: 'must be "METHOD /path" of an operation, with {id} in it, "WEBHOOK", or "*"',
    });
    return z.NEVER;
  });
  return z
    .strictObject(
      {
        route,
        fault: z.enum(allKinds, { error: `must be one of ${allKinds.join(', ')}` }),
        status: z.int({ error: 'must be an HTTP status from 200 to 599' }).min(200).max(599).optional(),
        ms: z.int({ error: 'must be whole milliseconds' }).min(0).max(longestMs).optional(),
        times: z.int({ error: 'must be a whole number of at least 1' }).min(1).optional(),
        executed: z.boolean().optional(),
        retryAfterSeconds: z.int({ error: 'must be whole seconds' }).min(0).max(86_400).optional(),
      },
      { error: 'must be a fault or a list of faults' },
    )
    .refine(({ fault, status }) => !fault.startsWith('status') || status !== undefined, {
      error: 'is required for this fault',
      path: ['status'],
    })
    .refine(({ route: name, fault }) => allowedOn(name).some((kind) => kind === fault), {
      error: `is no fault of this route; "WEBHOOK" has ${webhookKinds.join(', ')}; ${ofCommands.join(', ')} are of
        commands, stale is of look-ups`.replaceAll(/\s+/g, ' '),
      path: ['fault'],
    });
}

/** The faults that can take effect on a route; a test with another fault would prove nothing. */
function allowedOn(route: string): readonly FaultKind[] {
  if (route === webhookRoute) return webhookKinds;
  if (route === '*') return kinds;
  const isCommand = !route.startsWith('GET ') && route !== tokenRoute;
  return kinds.filter((kind) => {
    if (kind === 'stale') return route.startsWith('GET ');
    return isCommand || !ofCommands.some((each) => each === kind);
  });
}
