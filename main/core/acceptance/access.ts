// Whether a program may still start what it asked for. Between its request and the acceptance lie a question to the
// gateway and perhaps one to a person. Where its access is revoked meanwhile, the request is refused.
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { Command } from '#operations/define.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { OperationRecord } from '../ports/record.ts';

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
  { barred }: Pick<EnginePorts, 'barred'>,
  command: Command,
  { origin }: Pick<OperationRecord, 'origin'>,
  input: JsonObject,
): Refusal | null {
  return origin.type === 'erp' ? barred(origin.clientId, command.scope(input)) : null;
}
