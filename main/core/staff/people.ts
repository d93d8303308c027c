// The operators of the till, with a role and a PIN: whose PIN it is, and whose approves an act that needs a higher role.
// Who is signed in at a window is its session (session.ts). A till without operators asks for no PIN; the first one is
// a manager, and from then on everyone must sign in.
import { cardNumberWords, containsCardNumber } from '#contract/cards/card-number.ts';
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import { type Approval, type Operator, type Person, isFromOffice, personData } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { type FieldIssue, messagesOf, ruleIssue } from '#contract/data/issue-words.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';
import { nameHasUnseen, unseenWords } from '#contract/text/shown-text.ts';
import { pinIssue } from '#contract/people/pins.ts';
import type { PeopleProblem } from '#contract/office/office-people.ts';
import { mostProblems } from '#contract/office/till-document.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type Refusal, type Refused, refuse } from '#contract/programs/problems.ts';
import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { ListOfOffice, OperatorRecord, OperatorRegistry, Pins, Verified } from '../ports/operators.ts';
import { type GivenPeople, changedRecords, hasOwnManager, namesTaken } from './office-people.ts';

export interface PeoplePorts {
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly operators: OperatorRegistry;
  readonly pins: Pins;
  /** The least number of digits in a new PIN of a person who approves money out. */
  readonly approverPinDigits: number;
  /** The list changed. */
  readonly changed: () => void;
}

/** The document as the till keeps it. */
export interface SealedOffice {
  readonly sealed: string;
  readonly of: ListOfOffice;
}

export type Saved = { readonly type: 'saved'; readonly operator: Operator } | Refused;

export interface OperatorWish {
  /** Null makes a new one. */
  readonly id: string | null;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  /** Null keeps the PIN; a new operator needs one. */
  readonly pin: string | null;
}

/** How many wrong PINs in a row lock a name; each further one doubles the time. */
const triesBeforeLock = 5;
const firstLockMs = 60_000;
const longestLockMs = 3_600_000;

function lockMsOf(failures: number): number {
  const excess = failures - triesBeforeLock;
  return excess < 0 ? 0 : Math.min(longestLockMs, firstLockMs * 2 ** excess);
}

function isLocked(record: OperatorRecord): record is OperatorRecord & { readonly lockedUntilMs: number } {
  return record.lockedUntilMs !== null;
}

export class People {
  readonly #ports: PeoplePorts;
  /** One PIN at a time: guesses sent at once must not all be counted after the first is checked. */
  #checking: Promise<unknown> = Promise.resolve();
  /** What the till's office says, as far as the till goes by it; null: nothing. */
  #given: GivenPeople | null = null;
  /** One change of the list at a time: the names of two that come at once are held against each other. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(ports: PeoplePorts) {
    this.#ports = ports;
  }

  /** Whether the till has operators, so that people must sign in. */
  isManned(): boolean {
    return this.#ports.operators.list().some(({ active }) => active);
  }

  list(): Operator[] {
    return this.#ports.operators
      .list()
      .filter(isListed)
      .map((record) => this.#view(record));
  }

  /** The person whose PIN it is, where they may act as `needed`. Too many wrong PINs lock the name for a while. */
  verify(approval: Approval, needed: Role): Promise<Verified> {
    const result = this.#checking.then(() => this.#verify(approval, needed));
    this.#checking = result.catch(() => undefined);
    return result;
  }

  /**
   * At a start: each lock that was not over begins anew, for its whole time. Between two runs only the wall clock says how
   * long the program was off, and a clock that is put ahead would lift every lock.
   */
  renewLocks(): void {
    const { operators, clock } = this.#ports;
    for (const record of operators.list().filter(isLocked)) {
      operators.save({ ...record, lockedUntilMs: clock.nowMs() + lockMsOf(record.failures) }, null);
    }
  }

  /** Asked often while the program runs: a lock that is over then does not begin anew at the next start. */
  endLocks(): void {
    const { operators, clock } = this.#ports;
    for (const record of operators.list().filter(isLocked)) {
      if (record.lockedUntilMs <= clock.nowMs()) operators.save({ ...record, lockedUntilMs: null }, null);
    }
  }

  /** What would be wrong with a PIN if it were chosen now, or null. */
  pinIssue(pin: string, role: Role): FieldIssue | null {
    const issue = pinIssue(pin, role, this.#ports.approverPinDigits);
    return issue === null ? null : { field: 'pin', ...issue };
  }

  /** The person whose PIN it is chooses another one. `request`: the command's wish, which the journal keeps. */
  async changePinOf(approval: Approval, next: string, request?: string): Promise<Verified> {
    if (isFromOffice(approval.operatorId)) return ofOffice;
    const verified = await this.verify(approval, 'cashier');
    if (verified.type === 'refused') return verified;
    const { person } = verified;
    const issue = this.pinIssue(next, person.role);
    if (issue !== null) return badField(issue);
    const pinHash = await this.#ports.pins.hash(next);
    // Read after the waiting: a manager may have changed it meanwhile.
    const record = this.#ports.operators.byId(person.id);
    if (record === null) return refuse('operator-unknown', 'There is no such operator.');
    const data = { ...personData(personOf(record)), active: record.active, newPin: true, by: personData(person) };
    this.#keep({ ...record, pinHash }, 'operator-changed', noted(data, request));
    return verified;
  }

  /**
   * Only a manager changes the list; the first operator of an empty list must be a manager. `request`: the command's
   * wish, which the journal keeps.
   */
  saveBy(by: Person | null, wish: OperatorWish, request?: string): Promise<Saved> {
    const result = this.#saving.then(() => this.#save(by, wish, request));
    this.#saving = result.catch(() => undefined);
    return result;
  }

  /**
   * Replaces the people from the office by `given`; null removes them all. `kept`: the sealed document that the till
   * stores in the same commit. A person who is no longer among them is signed out at once.
   */
  takeOffice(given: GivenPeople | null, kept: SealedOffice | null): Promise<void> {
    const result = this.#saving.then(() => this.#takeOffice(given, kept));
    this.#saving = result.catch(() => undefined);
    return result;
  }

  /** What of the office's people the till does not take, and why. */
  notTaken(given: Pick<GivenPeople, 'people'>): PeopleProblem[] {
    const records = this.#ports.operators.list();
    if (given.people.length > 0 && !hasOwnManager(records)) return [{ name: '', why: 'manager-missing', detail: null }];
    const taken = namesTaken(records, given.people).slice(0, mostProblems);
    return taken.map((name) => ({ name, why: 'name-taken', detail: null }));
  }

  #takeOffice(given: GivenPeople | null, kept: SealedOffice | null): void {
    const { operators, clock, changed } = this.#ports;
    const atMs = clock.nowMs();
    const records = operators.list();
    const changes = changedRecords(records, given?.people ?? [], atMs).map((record) => {
      const before = records.find(({ id }) => id === record.id);
      const newPin = record.active && record.pinHash !== before?.pinHash;
      const data = { ...personData(personOf(record)), active: record.active, newPin, by: null, fromOffice: true };
      const type = before === undefined ? 'operator-added' : 'operator-changed';
      return { record, entry: { type, operationId: null, atMs, data } as const };
    });
    if (changes.length === 0 && kept === null) {
      this.#given = given;
      return;
    }
    const type = given === null ? 'office-people-removed' : 'office-people-applied';
    const data =
      given === null ? {} : { version: given.version, notTaken: this.notTaken(given).map(({ name }) => name) };
    const keeping = kept === null ? null : { ...kept, atMs };
    operators.saveOffice(keeping, changes, changes.length === 0 ? null : { type, operationId: null, atMs, data });
    // Not before: where it could not be stored, the list before still holds.
    this.#given = given;
    changed();
  }

  async #save(by: Person | null, wish: OperatorWish, request: string | undefined): Promise<Saved> {
    if (wish.id !== null && isFromOffice(wish.id)) return ofOffice;
    const manned = this.isManned();
    // The first operator is made by a person who is not in the list. From then on a manager of the list must do it.
    const writer = by === null ? null : this.#ports.operators.byId(by.id);
    if (manned && (writer?.active !== true || !mayActAs(writer.role, 'manager'))) {
      return refuse('role-missing', 'Only a manager who is signed in can change the list of operators.', {
        facts: { role: 'manager' },
      });
    }
    const records = this.#ports.operators.list();
    const before = wish.id === null ? null : (records.find(({ id }) => id === wish.id) ?? null);
    const problem = this.#problemOf(wish, before, records, manned);
    if (problem !== null) return problem;
    const pinHash = wish.pin === null ? (before?.pinHash ?? '') : await this.#ports.pins.hash(wish.pin);
    const record: OperatorRecord = {
      id: before?.id ?? `person_${this.#ports.chance.hex128()}`,
      name: wish.name,
      role: wish.role,
      active: wish.active,
      pinHash,
      failures: 0,
      lockedUntilMs: null,
      createdAtMs: before?.createdAtMs ?? this.#ports.clock.nowMs(),
    };
    const data = {
      ...personData(personOf(record)),
      active: record.active,
      newPin: wish.pin !== null,
      by: by === null ? null : personData(by),
    };
    this.#keep(record, before === null ? 'operator-added' : 'operator-changed', noted(data, request));
    this.#ports.changed();
    // A name may be free for a person of the office now.
    this.#takeOffice(this.#given, null);
    return { type: 'saved', operator: this.#view(record) };
  }

  #problemOf(
    wish: OperatorWish,
    before: OperatorRecord | null,
    records: readonly OperatorRecord[],
    manned: boolean,
  ): Refused | null {
    if (wish.id !== null && before === null) return refuse('operator-unknown', 'There is no such operator.');
    if (before === null && wish.pin === null) return refuse('invalid-input', 'A new operator needs a PIN.');
    const issue = wish.pin === null ? this.#oldPinIssue(wish, before) : this.pinIssue(wish.pin, wish.role);
    if (issue !== null) return badField(issue);
    if (before?.name !== wish.name) {
      if (nameHasUnseen(wish.name)) return badField({ field: 'name', ...ruleIssue(unseenWords) });
      // The journal keeps it for ever.
      if (containsCardNumber(wish.name)) return badField({ field: 'name', ...ruleIssue(cardNumberWords) });
    }
    // An operator who had the name before this rule keeps it.
    const [ofTheOffice, own] = [
      records.filter(({ id }) => isFromOffice(id)),
      records.filter(({ id }) => !isFromOffice(id)),
    ];
    const names = before?.name === wish.name ? [] : own.flatMap(({ id, name }) => (id === wish.id ? [] : [name]));
    // Two people of one name would be taken for one voice, or one person for two. Those who left hold no name.
    const held = wish.active ? ofTheOffice.filter(({ active }) => active).map(({ name }) => name) : [];
    const alike = namesakeIn([...names, ...held], wish.name);
    if (alike !== null) return refuse('operator-exists', `There is an operator named ${alike.name} already.`);
    const managed = hasOwnManager(own.filter(({ id }) => id !== wish.id));
    if (!managed && !(wish.active && wish.role === 'manager')) {
      const detail = manned ? 'One active manager must remain.' : 'The first operator must be a manager.';
      return refuse('manager-missing', detail);
    }
    return null;
  }

  /** The till does not know how long a stored PIN is, so a cashier who becomes a supervisor must choose a new one. */
  #oldPinIssue({ role }: OperatorWish, before: OperatorRecord | null): FieldIssue | null {
    if (before === null || mayActAs(before.role, 'supervisor') || !mayActAs(role, 'supervisor')) return null;
    return this.pinIssue('', role);
  }

  async #verify({ operatorId, pin }: Approval, needed: Role): Promise<Verified> {
    const { operators, clock, pins } = this.#ports;
    const record = operators.byId(operatorId);
    if (record === null || !record.active) return refuse('operator-unknown', 'There is no such operator.');
    const nowMs = clock.nowMs();
    if (record.lockedUntilMs !== null && record.lockedUntilMs > nowMs) {
      const minutes = Math.ceil((record.lockedUntilMs - nowMs) / 60_000);
      return refuse('operator-locked', `Too many wrong PINs. Try again in ${minutes} min, or ask a manager.`);
    }
    const matches = await (isFromOffice(record.id)
      ? this.#matchesOffice(pin, record)
      : pins.matches(pin, record.pinHash));
    // A manager may have changed the person meanwhile: then this PIN was held against one that is no longer theirs.
    const now = operators.byId(operatorId);
    if (now === null || now.pinHash !== record.pinHash || now.role !== record.role || !now.active) {
      return refuse('pin-wrong', 'The PIN is wrong.');
    }
    if (!matches) return this.#countFailure(now);
    if (now.failures > 0) operators.save({ ...now, failures: 0, lockedUntilMs: null }, null);
    if (mayActAs(record.role, needed)) return { type: 'person', person: personOf(record) };
    return refuse('role-missing', `${record.name} may not do that; it needs a ${needed}.`, { facts: { role: needed } });
  }

  /** At the office's document, which names the key of its hashes. */
  async #matchesOffice(pin: string, { pinHash }: OperatorRecord): Promise<boolean> {
    return (await this.#given?.pins.matches(pin, pinHash)) ?? false;
  }

  #countFailure(record: OperatorRecord): Refused {
    const failures = record.failures + 1;
    const lockMs = lockMsOf(failures);
    const lockedUntilMs = lockMs === 0 ? null : this.#ports.clock.nowMs() + lockMs;
    this.#keep({ ...record, failures, lockedUntilMs }, 'pin-refused', { operator: record.id, failures });
    if (lockedUntilMs === null) return refuse('pin-wrong', 'The PIN is wrong.');
    return refuse('operator-locked', `Too many wrong PINs. Try again in ${Math.ceil(lockMs / 60_000)} min.`);
  }

  #keep(record: OperatorRecord, type: JournalRecordType, data: JsonObject): void {
    this.#ports.operators.save(record, { type, operationId: null, atMs: this.#ports.clock.nowMs(), data });
  }

  #view(record: OperatorRecord): Operator {
    const { lockedUntilMs } = record;
    const locked = lockedUntilMs !== null && lockedUntilMs > this.#ports.clock.nowMs();
    const lockedUntil = locked ? this.#ports.clock.iso(lockedUntilMs) : null;
    return viewOfPerson(record, lockedUntil);
  }
}

/**
 * The supervisor whose PIN is shown for an act that needs one. `why` is the refusal where no PIN is shown. A till
 * without operators has no supervisor to ask: the caller decides what may be done there.
 */
export async function supervisorShown(
  people: Pick<People, 'verify'>,
  approval: Approval | null,
  why: Pick<Refusal, 'detail' | 'facts'>,
): Promise<Person | Refused> {
  if (approval === null) return { type: 'refused', refusal: { code: 'approval-needed', ...why } };
  const verified = await people.verify(approval, 'supervisor');
  return verified.type === 'refused' ? verified : verified.person;
}

export function viewOfPerson(record: OperatorRecord, lockedUntil: string | null): Operator {
  const { id, active } = record;
  return { ...personOf(record), active, lockedUntil, fromOffice: isFromOffice(id) };
}

/** A person whom the office removed stands in the journal only: no list at the till shows them, no manager there adds them again. */
export function isListed({ id, active }: OperatorRecord): boolean {
  return active || !isFromOffice(id);
}

export function personOf({ id, name, role }: OperatorRecord): Person {
  return { id, name, role };
}

const ofOffice = refuse('set-by-office', 'The till’s office lets this person sign in here: they are changed there.');

function noted(data: JsonObject, request: string | undefined): JsonObject {
  return request === undefined ? data : { ...data, request };
}

function badField(issue: FieldIssue): Refused {
  const detail = `Nothing was changed. Correct: ${issue.field}.`;
  return {
    type: 'refused',
    refusal: { code: 'invalid-input', detail, errors: messagesOf([issue]), issues: [issue] },
  };
}
