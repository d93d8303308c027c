// Whether a program may still start what it asked for. Between its request and the acceptance lie a question to the
// gateway and perhaps one to a person. Where its access is revoked meanwhile, the request is refused.
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { Command } from '#operations/define.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import type { StoreReads } from '../ports/store.ts';
import { makerOf } from '../sale/credits.ts';

/**
 * A program that may only sell changes no payment that another caller made here: while such a change is in doubt, it holds
 * back that caller's captures and refunds.
 */
const forOthers = ['capture', 'refund'] as const satisfies readonly Scope[];

/** Why the program may not start what needs this scope, or null. */
export function accessLost(clients: Pick<ClientRegistry, 'byId'>, clientId: string, scope: Scope): Refusal | null {
  const client = clients.byId(clientId);
  if (client === null || client.revokedAt !== null) {
    return { code: 'token-unknown', detail: 'The access of this program was revoked. Nothing was stored.' };
  }
  if (client.scopes.includes(scope)) return null;
  return { code: 'scope-missing', detail: `The program lost the scope ${scope}. Nothing was stored.` };
}

/** Only for programs; a person at the till is authorized in api/submit.ts, and by `approvalRefusal`. */
export function accessRefusal(
  reads: Pick<StoreReads, 'creatorOf' | 'operation'>,
  { barred }: Pick<EnginePorts, 'barred'>,
  command: Command,
  { origin }: Pick<OperationRecord, 'origin'>,
  input: JsonObject,
  known: KnownPayment | null,
): Refusal | null {
  if (origin.type !== 'erp') return null;
  const refusal = barred(origin.clientId, command.scope(input));
  if (refusal !== null || known === null) return refusal;
  const maker = makerOf(reads, known);
  if (maker === null || maker.origin.clientId === origin.clientId) return null;
  if (forOthers.some((scope) => barred(origin.clientId, scope) === null)) return null;
  const detail =
    'The payment was made by another program or at the window. To change it, this program needs the scope ' +
    `${forOthers.join(' or ')} too. Nothing was stored.`;
  return { code: 'scope-missing', detail };
}
