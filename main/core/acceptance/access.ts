// Whether a program, or the people at the till, may still start what they asked for. Between the request and the acceptance
// lie a question to the gateway, perhaps one to a person and one to the office. Where access is revoked meanwhile, or a
// person is removed, the request is refused. What was accepted before stays accepted.
import type { JsonObject } from '#contract/data/json.ts';
import type { Person } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
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

/**
 * Why who pressed it, or who approved it, may no longer do so, or null: both were authorized in api/submit.ts, and were
 * removed since or have a lesser role. Who approved it at the office is no person of this till.
 */
function personRefusal(
  reads: Pick<StoreReads, 'operator'>,
  { type, operator, approvedBy }: OperationRecord['origin'],
): Refusal | null {
  const isGone = (person: Person | null): person is Person => {
    if (person === null || person.office !== undefined) return false;
    const now = reads.operator(person.id);
    return now?.active !== true || !mayActAs(now.role, person.role);
  };
  if (isGone(operator)) {
    const detail = `${operator.name} was removed meanwhile, or may do less. Nothing was stored. Sign in again.`;
    return { code: 'not-signed-in', detail };
  }
  if (!isGone(approvedBy)) return null;
  const why = `${approvedBy.name}, who approved it, was removed meanwhile or may no longer approve it. Nothing was stored.`;
  return type === 'erp'
    ? { code: 'confirmation-missed', detail: `${why} The request may be repeated.` }
    : { code: 'approval-needed', detail: `${why} Ask another supervisor.` };
}

/** Whether it may pay out is for `approvalRefusal`. */
export function accessRefusal(
  reads: Pick<StoreReads, 'creatorOf' | 'operation' | 'operator'>,
  { barred }: Pick<EnginePorts, 'barred'>,
  command: Command,
  { origin }: Pick<OperationRecord, 'origin'>,
  input: JsonObject,
  known: KnownPayment | null,
): Refusal | null {
  const gone = personRefusal(reads, origin);
  if (gone !== null || origin.type !== 'erp') return gone;
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
