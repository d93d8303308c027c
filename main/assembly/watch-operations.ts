// Operations whose rows are not the ones that were written: said in the log when they are met first, and an alarm for as
// long as they are there. Nothing is sent or answered by them. What such a row holds of a payment it keeps, since it may
// have been sent; its terminal is free again once no command can be running there any more.
import { textAt, valueAt } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { formatMoney } from '#contract/money.ts';
import type { Clock } from '#core/ports/clock.ts';
import { StorageFailed } from '#store/errors.ts';
import type { AlteredOperation } from '#store/operation-binding.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from './ports.ts';

export interface OperationsWatch {
  /** Looks at more rows, and says in the log what is new since it looked last. */
  look(): void;
  told(status: JsonObject): JsonObject;
}

interface Watched {
  readonly opened: Pick<OpenedStore, 'bindings' | 'store'>;
  readonly log: BridgePorts['log'];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly terminalWindowMs: number;
}

const file = 'tillbridge.db';
/** A few hundredths of a second; the rows of a busy year are seen within hours, and each one before it is used. */
const rowsPerLook = 2_000;
const shownAtMost = 10;

export function watchOperations({ opened, log, clock, terminalWindowMs }: Watched): OperationsWatch {
  const { bindings, store } = opened;
  /** Since when each is known, engine time in ms. */
  const since = new Map<string, number>();
  const note = (): readonly AlteredOperation[] => {
    const altered = bindings.altered();
    for (const { id, what } of altered) {
      if (since.has(id)) continue;
      since.set(id, clock.nowMs());
      log('error', 'operation-altered', { file, id, what });
    }
    return altered;
  };
  const freeTerminal = ({ id, seq, what }: AlteredOperation): void => {
    const lanes = seq === null ? [] : bindings.terminalLanes(seq);
    if (lanes.length === 0 || clock.nowMs() - (since.get(id) ?? Infinity) < terminalWindowMs) return;
    const freed = store.transact((tx) => {
      tx.release(id, lanes);
      const data = { operation: id, what, terminalLanes: [...lanes] };
      tx.journal({ type: 'altered-terminal-freed', operationId: null, atMs: clock.nowMs(), data });
    });
    // Tried again at the next look; a disk that fails has an alarm of its own.
    freed.catch((error: unknown) => log('warn', 'terminal-not-freed', { id, reason: String(error) }));
  };
  const look = () => {
    bindings.sweep(rowsPerLook);
    for (const each of note()) freeTerminal(each);
  };
  unlessStorageFails(look);
  return {
    look: () => unlessStorageFails(look),
    told(status) {
      const altered = note();
      if (altered.length === 0) return status;
      const shown = altered.slice(0, shownAtMost).map(inWords);
      const more = altered.length > shownAtMost ? ` and ${altered.length - shownAtMost} more` : '';
      const message =
        `Somebody changed operations in the database: ${shown.join('; ')}${more}. Nothing is sent, looked up or answered by ` +
        'these rows, and their requests are refused. Find out who can write the data folder. Do not repeat these ' +
        'payments: compare each with the gateway, or put back a backup of the folder. `journal verify` names them all.';
      const { alarms } = status;
      return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), { code: 'operation-altered', message }] };
    },
  };
}

function inWords({ what, said }: AlteredOperation): string {
  const [value, currency] = [valueAt(valueAt(said, 'amount'), 'value'), textAt(valueAt(said, 'amount'), 'currency')];
  const amount = typeof value === 'number' && currency !== null ? formatMoney({ value, currency }) : null;
  const facts = [textAt(said, 'kind'), amount, textAt(said, 'state')].filter((each) => each !== null);
  return facts.length === 0 ? what : `${what} (the journal says last: ${facts.join(', ')})`;
}

/** Of a disk that fails the status has an alarm already. */
function unlessStorageFails(look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
  }
}
