// The panel for tests and demonstrations under /_sandbox: what was really done (the ledger), faults, terminals, tokens.
// It is no part of the gateway's interface and needs no credentials.
import { z } from 'zod';
import type { Json } from '#contract/json.ts';
import { fieldErrors, json, noContent, problem } from './answers.ts';
import type { Answer, Call } from './exchange.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './state/ledger.ts';
import type { Terminals } from './terminals.ts';

export type Control = (call: Call) => Answer;

export interface ControlParts {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly terminals: Terminals;
}

const steeringSchema = z.strictObject({
  next: z.enum(['approve', 'decline', 'timeout'], { error: 'must be approve, decline or timeout' }).optional(),
  delayMs: z.int({ error: 'must be whole milliseconds' }).min(0).max(3_600_000).optional(),
  bin: z
    .string()
    .regex(/^\d{6,8}$/, { error: 'must be 6 to 8 digits' })
    .optional(),
});

export function createControl({ ledger, faults, terminals }: ControlParts): Control {
  return (call) => {
    const { method, path } = call;
    const terminalId = /^\/_sandbox\/terminals\/([^/]+)$/.exec(path)?.[1];
    if (terminalId !== undefined && method === 'POST') return steer(terminals, terminalId, call);
    switch (`${method} ${path}`) {
      case 'GET /_sandbox/ledger':
        return json(200, ledger.view() as unknown as Json);
      case 'GET /_sandbox/faults':
        return json(200, { faults: faults.list() });
      case 'POST /_sandbox/faults':
        return addFaults(faults, call);
      case 'DELETE /_sandbox/faults':
        faults.clear();
        return noContent;
      case 'POST /_sandbox/tokens/revoke':
        ledger.commit({ tokenGeneration: ledger.tokenGeneration() + 1 });
        return noContent;
      default:
        return problem(404);
    }
  };
}

function addFaults(faults: Faults, { body }: Call): Answer {
  const input = parsed(body);
  if (input === undefined) return problem(400, { body: ['is not valid JSON'] });
  const added = faults.add(input);
  return added.ok ? json(200, { faults: faults.list() }) : problem(400, fieldErrors(added.error));
}

function steer(terminals: Terminals, encodedId: string, { body }: Call): Answer {
  const input = steeringSchema.safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  try {
    terminals.steer(decodeURIComponent(encodedId), input.data);
  } catch {
    return problem(404);
  }
  return noContent;
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}
