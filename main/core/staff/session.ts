// Who is signed in at one window, and when that person is signed out. Each window has a session of its own, so that one
// person's sign-out or lock changes nothing at another window. The list of people and the counting of wrong PINs are
// shared by all (people.ts).
import { type Approval, type Operator, type Person, personData } from '#contract/people/people.ts';
import type { FieldIssue } from '#contract/data/issue-words.ts';
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { refuse } from '#contract/programs/problems.ts';
import type { Role } from '#contract/people/roles.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperatorRegistry, Verified } from '../ports/operators.ts';
import { type OperatorWish, type People, type Saved, personOf } from './people.ts';

export interface SessionPorts {
  readonly people: People;
  readonly operators: Pick<OperatorRegistry, 'byId' | 'journal'>;
  readonly clock: Pick<Clock, 'nowMs' | 'lateMs'>;
  /** After so long without a touch the person who is signed in is signed out. */
  readonly autoLockMs: number;
  /** A person signed in or out. */
  readonly changed: () => void;
  /** A person touched the screen, or signed in. */
  readonly touched: () => void;
}

export class Session {
  readonly #ports: SessionPorts;
  #signedIn: { readonly id: string; touchedMs: number } | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** Whether the till has operators, so that people must sign in. */
  isManned(): boolean {
    return this.#ports.people.isManned();
  }

  /** Whether a person has to sign in before anything is shown or done. */
  isLocked(): boolean {
    return this.current() === null && this.isManned();
  }

  list(): Operator[] {
    return this.#ports.people.list();
  }

  current(): Person | null {
    const signedIn = this.#signedIn;
    if (signedIn === null) return null;
    const record = this.#ports.operators.byId(signedIn.id);
    const idleMs = this.#ports.clock.lateMs() - signedIn.touchedMs;
    if (record?.active === true && idleMs < this.#ports.autoLockMs) return personOf(record);
    this.#end({ reason: record?.active === true ? 'idle' : 'inactive' });
    return null;
  }

  /** A person touched the screen or a key. */
  touch(): void {
    this.#ports.touched();
    if (this.current() !== null && this.#signedIn !== null) this.#signedIn.touchedMs = this.#ports.clock.lateMs();
  }

  /** The shell replaced the running bridge: the operator who was signed in stays signed in. */
  carryOn(operatorId: string): void {
    const record = this.#ports.operators.byId(operatorId);
    if (record?.active !== true) return;
    this.#signedIn = { id: operatorId, touchedMs: this.#ports.clock.lateMs() };
    this.#ports.changed();
  }

  async signIn(approval: Approval): Promise<Verified> {
    const verified = await this.verify(approval, 'cashier');
    if (verified.type === 'refused') return verified;
    if (this.#signedIn !== null) this.#end({ reason: 'another' });
    this.#signedIn = { id: verified.person.id, touchedMs: this.#ports.clock.lateMs() };
    this.#ports.touched();
    this.#journal('signed-in', verified.person);
    this.#ports.changed();
    return verified;
  }

  signOut(): void {
    if (this.current() !== null) this.#end({ reason: 'asked' });
  }

  /** Its window is gone. */
  close(): void {
    if (this.current() !== null) this.#end({ reason: 'window-closed' });
  }

  verify(approval: Approval, needed: Role): Promise<Verified> {
    return this.#ports.people.verify(approval, needed);
  }

  pinIssue(pin: string, role: Role): FieldIssue | null {
    return this.#ports.people.pinIssue(pin, role);
  }

  /** The person who is signed in chooses another PIN for themselves. */
  async changePin(pin: string, next: string): Promise<Verified> {
    const person = this.current();
    if (person === null) return refuse('not-signed-in', 'Nobody is signed in. Sign in with your PIN.');
    return this.#ports.people.changePinOf({ operatorId: person.id, pin }, next);
  }

  /** The person who is signed in changes the list of operators. */
  save(wish: OperatorWish): Promise<Saved> {
    return this.#ports.people.saveBy(this.current(), wish);
  }

  #end(data: JsonObject): void {
    const record = this.#signedIn === null ? null : this.#ports.operators.byId(this.#signedIn.id);
    this.#signedIn = null;
    if (record !== null) this.#journal('signed-out', personOf(record), data);
    this.#ports.changed();
  }

  #journal(type: JournalRecordType, person: Person, data: JsonObject = {}): void {
    const atMs = this.#ports.clock.nowMs();
    this.#ports.operators.journal({ type, operationId: null, atMs, data: { by: personData(person), ...data } });
  }
}
