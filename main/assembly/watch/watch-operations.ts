// Reports operations whose rows were changed outside of this program: in the log when they are first seen, and as an
// alarm while they are there. Nothing is sent or answered by such a row. It keeps its place in its payment's lane,
// since it may have been sent; its terminal is freed once no command can be running there any more.
import { textAt, valueAt } from '#contract/data/json.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { formatMoney } from '#contract/money/money.ts';
import type { Clock } from '#core/ports/clock.ts';
import { StorageFailed } from '#store/database/errors.ts';
import type { AlteredOperation } from '#store/operations/operation-binding.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';

export interface OperationsWatch {
  /** Checks more rows, and logs those that are new since the last look. */
  look(): void;
  addTo(status: JsonObject): JsonObject;
}

interface Watched {
  readonly opened: Pick<
    OpenedStore,
    'bindings' | 'store' | 'payments' | 'proofs' | 'restoreLaneRows' | 'books' | 'catchUpTexts'
  >;
  readonly log: BridgePorts['log'];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly terminalWindowMs: number;
}

const file = 'tillbridge.db';
/**
 * Takes a few hundredths of a second. The rows of a busy year are checked within hours, and each row before its use.
 */
const rowsPerLook = 2_000;
const shownAtMost = 10;

export function watchOperations({ opened, log, clock, terminalWindowMs }: Watched): OperationsWatch {
  const { bindings, store } = opened;
  /** When each was first seen, engine time in ms. */
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
    // The next look tries again; the status has an alarm for a failing disk.
    freed.catch((error: unknown) => log('warn', 'terminal-not-freed', { operation: id, reason: String(error) }));
  };
  const look = () => {
    opened.restoreLaneRows(clock.nowMs());
    bindings.sweep(rowsPerLook);
    opened.payments.sweep(rowsPerLook, clock.nowMs());
    opened.proofs.sweep(rowsPerLook);
    // Reading where the last shift ends tells of closings that the bridge did not write.
    opened.books.lastShift();
    for (const each of note()) freeTerminal(each);
  };
  const catchUpTexts = () => {
    opened.catchUpTexts().then(
      (tables) => {
        for (const table of tables) log('warn', 'search-index-made-anew', { file, table });
      },
      (error: unknown) => log('warn', 'search-index-not-kept', { file, reason: String(error) }),
    );
  };
  unlessStorageFails(look);
  return {
    look() {
      unlessStorageFails(look);
      catchUpTexts();
    },
    addTo(status) {
      const altered = note();
      if (altered.length === 0) return status;
      const shown = altered.slice(0, shownAtMost).map(inWords);
      const more = altered.length > shownAtMost ? ` and ${altered.length - shownAtMost} more` : '';
      const message =
        `Somebody changed operations in the database: ${shown.join('; ')}${more}. Nothing is sent, looked up, ` +
        'printed or answered by these rows, and their requests are refused. Find out who can write the data folder. Do not repeat these ' +
        'payments: compare each with the gateway, or put back a backup of the folder. `journal verify` names them all.';
      return withAlarms(status, { code: 'operation-altered', message });
    },
  };
}

function inWords({ what, said }: AlteredOperation): string {
  const [value, currency] = [valueAt(valueAt(said, 'amount'), 'value'), textAt(valueAt(said, 'amount'), 'currency')];
  const amount = typeof value === 'number' && currency !== null ? formatMoney({ value, currency }) : null;
  const facts = [textAt(said, 'kind'), amount, textAt(said, 'state')].filter((each) => each !== null);
  return facts.length === 0 ? what : `${what} (the journal says last: ${facts.join(', ')})`;
}

/** Ignores a failing disk, for which the status has an alarm already. */
export function unlessStorageFails(look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
  }
}
