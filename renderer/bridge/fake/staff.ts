// The people at the fake's till: the bridge's own list, PIN counting and session, over a list in memory and with PINs
// that are kept as they are, so that a test needs no slow hash.
import type { ShopSettings } from '#contract/till/window.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { OperatorRecord, OperatorRegistry } from '#core/ports/operators.ts';
import { People } from '#core/staff/people.ts';
import { Session } from '#core/staff/session.ts';

export interface Staff {
  readonly clock: Clock;
  /** `pinHash` is the PIN. */
  readonly operators: OperatorRecord[];
  readonly people: People;
  readonly session: Session;
}

interface StaffWorld {
  readonly now: () => number;
  readonly shop: () => ShopSettings;
  readonly nextId: () => string;
  /** The list changed, or a person signed in or out. */
  readonly changed: () => void;
}

export function createStaff({ now, shop, nextId, changed }: StaffWorld): Staff {
  const operators: OperatorRecord[] = [];
  const clock = clockOf(now);
  const save = (record: OperatorRecord) => {
    const index = operators.findIndex(({ id }) => id === record.id);
    if (index < 0) operators.push(record);
    else operators[index] = record;
  };
  const registry: OperatorRegistry = {
    list: () => operators.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    byId: (id) => operators.find((each) => each.id === id) ?? null,
    save,
    saveOffice: (_, changes) => changes.forEach(({ record }) => save(record)),
    officeKept: () => null,
    journal: () => {},
  };
  const people = new People({
    clock,
    chance: { hex128: nextId },
    operators: registry,
    pins: { hash: async (pin) => pin, matches: async (pin, hash) => pin === hash },
    get approverPinDigits() {
      return shop().approverPinDigits;
    },
    changed,
  });
  const session = new Session({
    people,
    operators: registry,
    clock,
    get autoLockMs() {
      return shop().autoLockMinutes * 60_000;
    },
    touched: () => {},
    changed,
  });
  return { clock, operators, people, session };
}

function clockOf(now: () => number): Clock {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    nowMs: now,
    lateMs: now,
    wallMs: now,
    ageUnknownBeforeMs: () => 0,
    iso,
    localDateTime: () => iso(now()).slice(0, 19),
    localDay: (ms) => iso(ms).slice(0, 10),
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}
