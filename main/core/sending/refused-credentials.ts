// What a 401 or 403 is about: the credentials, this operation alone, or neither, where something on the way withheld the
// answer to what was carried out. A look-up tells, so that nothing is sent a second time to find out.
import type { Command } from '#operations/define.ts';
import type { Signal } from '../answers/signals.ts';
import type { EngineContext } from '../gateway/context.ts';
import { askAsItIs } from '../gateway/look-up.ts';
import type { GatewayAnswer } from '../ports/gateway.ts';
import type { OperationRecord } from '../ports/record.ts';
import { look } from '../recovery/resolver.ts';

type Unauthorized = Extract<Signal, { type: 'unauthorized' }>;

/**
 * What may be done after it.
 * - renew: the credentials were refused, so nothing was carried out; they are renewed and it is sent once more;
 * - wait: the same, and there are no others, or they are refused too;
 * - unclear: look-ups are taken with the same credentials, and nothing but its status says that it was not carried out.
 */
export type AfterRefusal = 'renew' | 'wait' | 'unclear';

interface Looked {
  readonly answer: GatewayAnswer | null;
  readonly shows: 'of-it' | 'nothing-of-it' | 'neither';
}

export async function afterRefusal(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  { credential, page }: Unauthorized,
): Promise<AfterRefusal> {
  if (!command.movesMoney(record.input)) return 'renew';
  const { answer, shows } = await lookedUp(context, command, record);
  if (shows === 'of-it') return 'unclear';
  // Another operation may have had the token renewed meanwhile.
  const isOther = answer?.type === 'response' && answer.credential !== credential;
  if (isRefused(answer) || isOther) return 'renew';
  if (page === true) return 'unclear';
  return shows === 'nothing-of-it' || mayRepeat(context, command, record) ? 'renew' : 'unclear';
}

/** Before it is sent with renewed credentials: these must be taken, and nothing of it be shown. */
export async function afterRenewal(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
): Promise<AfterRefusal> {
  if (mayRepeat(context, command, record)) return 'renew';
  const { answer, shows } = await lookedUp(context, command, record);
  if (shows === 'of-it') return 'unclear';
  return isRefused(answer) ? 'wait' : 'renew';
}

/** Neither sent again nor told as failed: look-ups and, in the end, a person say what became of it. */
export function unclearRefusal({ status }: Unauthorized): Signal {
  return { type: 'unclear', reason: `http-status: ${status ?? 403}`, body: null };
}

async function lookedUp(context: EngineContext, command: Command, record: OperationRecord): Promise<Looked> {
  let answer: GatewayAnswer | null = null;
  const { observation } = await look(context, command, record, async (looking, lookUp) => {
    answer = await askAsItIs(looking, lookUp);
    return answer;
  });
  return { answer, shows: shownBy.get(observation) ?? 'neither' };
}

const shownBy: ReadonlyMap<string, Looked['shows']> = new Map([
  ['applied', 'of-it'],
  ['pending', 'of-it'],
  ['contradicted', 'of-it'],
  ['absent', 'nothing-of-it'],
  ['not-open', 'nothing-of-it'],
]);

function isRefused(answer: GatewayAnswer | null): boolean {
  if (answer?.type === 'credentials-refused') return true;
  return answer?.type === 'response' && (answer.status === 401 || answer.status === 403);
}

/** Whether what moves no money, or has a key that the gateway honours, may be sent twice. */
function mayRepeat({ ports }: EngineContext, command: Command, record: OperationRecord): boolean {
  const isKeyed = command.recovery(record.input) === 'keyed-resend' && record.key !== null;
  return !command.movesMoney(record.input) || (isKeyed && ports.policy.keysTrusted);
}
