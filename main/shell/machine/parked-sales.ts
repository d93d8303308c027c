// Entries that a cashier put aside, kept while the app runs: they outlive a reload, a crash of the page and a lock. They are
// the person's who parked them, and gone with the shift, with another environment, and with the app. Nothing of them was
// charged, so nothing of them is written to the disk.
import type { WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import type { StatusView } from '#contract/till/window.ts';

type Entries = WindowInput<'parkSales'>['entries'];

export interface ParkedSales {
  read(): WindowOutputs['parkedSales'];
  keep(entries: Entries): void;
}

export function createParkedSales(
  status: () => Pick<StatusView, 'mode' | 'merchantId' | 'lastShift' | 'signedIn'> | null,
): ParkedSales {
  const byPerson = new Map<string, Entries>();
  let kept = '';
  /** Who is at the till; forgets what another shift or environment had. */
  const person = (): string => {
    const now = status();
    const { mode, merchantId, lastShift } = now ?? { mode: '', merchantId: '', lastShift: null };
    const standing = JSON.stringify([mode, merchantId, lastShift]);
    // While the bridge starts again nothing is known, and nothing forgotten.
    if (now !== null && standing !== kept) {
      byPerson.clear();
      kept = standing;
    }
    return now?.signedIn?.id ?? '';
  };
  return {
    read() {
      const own = person();
      const others = [...byPerson].filter(([id]) => id !== own).flatMap(([, entries]) => entries);
      return { entries: byPerson.get(own) ?? [], others: others.length };
    },
    keep(entries) {
      const own = person();
      if (entries.length === 0) byPerson.delete(own);
      else byPerson.set(own, entries);
    },
  };
}
