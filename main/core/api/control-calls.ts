// What a command does, with the rules of the window: the same function checks it (staff-decisions.ts). The person is the
// one whose PIN came with the call. Each request is carried out once, even if the command sends it again (once.ts).
import type { DecisionResult } from '../operation/change.ts';
import type {
  Asked,
  BridgeSetUp,
  ControlCalls,
  ControlInput,
  ControlOutputs,
  ControlPerson,
  ControlRow,
} from '#contract/programs/control.ts';
import type { PublicIdentity } from '#contract/data/identity.ts';
import { textAt } from '#contract/data/json.ts';
import type { Approval } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { ShiftClosing, ShiftReport } from '#contract/shift/shift.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Cancellation } from '../acceptance/cancel.ts';
import { commandFor } from '../gateway/context.ts';
import { type ClientControlPorts, clientControl } from './control-clients.ts';
import { operatorControl } from './control-operators.ts';
import { type PrintingForCommands, printControl } from './control-printing.ts';
import { type NamedOperator, type CommandPeople, actorOf, approvalOf } from '../staff/command-person.ts';
import { type StaffDecisions, createStaffDecisions, wordsOf } from '../staff/staff-decisions.ts';
import { type Once, createOnce, namingWishes } from './once.ts';
import type { People } from '../staff/people.ts';
import type { BooksReads, JournalFact } from '../ports/books.ts';
import type { Policy } from '../ports/policy.ts';
import type { Store } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { lastClosedMs } from '../shift/shift-books.ts';
import { countedDecisions, voicesFor } from '../recovery/decisions.ts';
import type { ManualActions, ManualActionsFor } from '../recovery/manual-actions.ts';
import { purchaseOf } from '../sale/tender.ts';

/** What commands need where the folder's key is not at hand: no PIN can be compared, and nothing read or signed. */
export interface SealedControlPorts extends Omit<ClientControlPorts, 'once' | 'letIn'> {
  readonly books: Pick<BooksReads, 'facts' | 'head' | 'lastShift'>;
  /** What no text may hold follows from it; `live` where it is not known. */
  readonly mode: Mode;
  /** Null where no bridge runs. */
  readonly setUp: () => BridgeSetUp | null;
}

export interface ControlCallPorts extends SealedControlPorts, Pick<ClientControlPorts, 'letIn'> {
  readonly manualActions: ManualActionsFor;
  readonly policy: Pick<Policy, 'idsMayLookLikeCards'>;
  readonly people: Pick<People, 'isManned' | 'list' | 'verify' | 'saveBy' | 'changePinOf'>;
  readonly store: Store;
  readonly shifts: ShiftsForCommands;
  readonly devices: PrintingForCommands;
  /** Takes personal data away; `request` is the command's wish. */
  readonly erase: (wish: ControlInput<'erase'>, request: string) => Promise<ControlOutputs['erase']>;
  readonly identity: () => PublicIdentity | null;
  /** Why the folder is paused, or null. */
  readonly paused: () => string | null;
  /** `request`: the command's wish, which the journal keeps. */
  readonly resume: (by: string, why: string, request: string) => void;
}

export interface ShiftsForCommands {
  /** Null where no closed shift has that number. */
  report(number: number | null): Promise<ShiftReport | null>;
  close(input: { readonly by: string; readonly evenIfOpen: boolean; readonly request: string }): Promise<ShiftClosing>;
}

export type CoreControlCalls = Omit<ControlCalls, 'update' | 'health'>;

type FolderCalls = Pick<
  ControlCalls,
  | 'clients'
  | 'createClient'
  | 'identity'
  | 'setUp'
  | 'changeClient'
  | 'renewToken'
  | 'revokeClient'
  | 'letInClient'
  | 'resume'
>;

const pageSize = 200;

/** Without the folder's key its pause cannot be lifted. */
export const resumeSealed: ControlCalls['resume'] = async () =>
  refuse('sealed', 'The key of the data folder is not at hand, and a pause is lifted with it. Nothing was changed.');

/** For a folder whose key is not at hand: a program's access can be revoked without the key, but not given. */
export function createSealedControlCalls(
  ports: SealedControlPorts,
): Omit<FolderCalls, 'createClient' | 'identity' | 'changeClient' | 'renewToken' | 'letInClient'> {
  const letIn = () => refuse('sealed', 'The key of the data folder is not at hand, and access is given with it.');
  const { clients, revokeClient } = clientControl({ ...ports, letIn, once: createOnce(ports.books) });
  const setUp = async () => ({ setUp: ports.setUp() });
  return namingWishes({ clients, revokeClient, resume: resumeSealed, setUp });
}

function folderCalls(ports: ControlCallPorts, once: Once): FolderCalls {
  const { people, paused, mode } = ports;
  return {
    ...clientControl({ ...ports, once }),
    identity: async () => ({ identity: ports.identity() }),
    setUp: async () => ({ setUp: ports.setUp() }),
    resume: ({ by, called, reason }, asked) =>
      once(
        asked,
        async () => {
          const person = await actorOf(people, by, 'manager');
          if ('refusal' in person) return person;
          const said = wordsOf(reason, mode);
          if (said.type === 'refused') return said;
          const was = paused();
          ports.resume(nameFor(people, person.name, called), said.words, asked.id);
          return { type: 'resumed', reason: was };
        },
        ({ data }) => ({ type: 'resumed', reason: textAt(data, 'reason') }),
      ),
  };
}

/** In a shop without operators the person who runs the command may say who they are. */
function nameFor(people: CommandPeople, name: string, called: string | null): string {
  return people.isManned() ? name : (called ?? name);
}

/** All but those that are no matter of the core. */
export function createControlCalls(ports: ControlCallPorts): CoreControlCalls {
  const { manualActions, policy, people, store, mode, shifts } = ports;
  const once = createOnce(ports.books);

  function secondOf(second: NamedOperator | null): Approval | Refused | null {
    return second === null ? null : approvalOf(people, second);
  }

  /** The decisions that this person may make, for one wish. */
  async function decisionsFor(by: ControlPerson, engine: ManualActions): Promise<StaffDecisions | Refused> {
    const needed = by.operator === null ? 'supervisor' : 'cashier';
    const person = await actorOf(people, by, needed);
    if ('refusal' in person) return person;
    const seat = {
      current: () => person,
      touch: () => undefined,
      isManned: () => people.isManned(),
      verify: people.verify.bind(people),
    };
    return createStaffDecisions({ engine, session: seat, mode, policy, lastClosedMs: () => lastClosedMs(ports.books) });
  }

  /** Changes an operation, once. */
  function act(
    id: string,
    asked: Asked,
    work: (engine: ManualActions) => Promise<DecisionResult | Cancellation | Refused | null>,
  ): Promise<ControlOutputs['decide']> {
    return once(
      asked,
      async () => outcomeOf(id, await work(manualActions.manualActionsFor(asked.id))),
      ({ operation }: JournalFact) => changedBefore(operation ?? id),
    );
  }

  function changedBefore(id: string): ControlOutputs['decide'] {
    const record = store.operation(id);
    if (record === null) return refuse('operation-not-found', `There is no operation ${id}.`);
    return { type: 'changed', operation: rowOf(ports, record) };
  }

  function outcomeOf(id: string, outcome: DecisionResult | Cancellation | Refused | null): ControlOutputs['decide'] {
    if (outcome === null) return refuse('operation-not-found', `There is no operation ${id}.`);
    return outcome.type === 'refused' ? outcome : { type: 'changed', operation: rowOf(ports, outcome.record) };
  }

  return namingWishes({
    async list({ state, client, after }) {
      const records = store.list(null, {
        states: [state],
        limit: pageSize,
        ...(after === null ? {} : { after }),
      });
      const meant = records.filter(({ origin }) => client === null || origin.clientId === client);
      const next = records.length === pageSize ? (records.at(-1)?.id ?? null) : null;
      return { operations: meant.map((record) => rowOf(ports, record)), next };
    },
    cancel: ({ id, by }, asked) => act(id, asked, (engine) => engine.cancel(id, by)),
    decide: ({ id, by, second, ...decision }, asked) =>
      act(id, asked, async (engine) => {
        const other = secondOf(second);
        if (other !== null && 'refusal' in other) return other;
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.decide(id, decision, { approval: null, second: other });
      }),
    keepApproved: ({ id, by }, asked) =>
      act(id, asked, async (engine) => {
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.keepApproved(id);
      }),
    freeTerminal: ({ id, by, second, reason }, asked) =>
      act(id, asked, async (engine) => {
        const approval = secondOf(second);
        if (approval !== null && 'refusal' in approval) return approval;
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.freeTerminal(id, reason, approval);
      }),
    payRest: ({ id, by, value }, asked) =>
      act(id, asked, async (engine) => {
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.payRestOtherwise(id, value);
      }),
    seeDiffering: ({ id, by }, asked) =>
      act(id, asked, async (engine) => {
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.seeDiffering(id);
      }),
    takeBackRest: ({ id, by, reason }, asked) =>
      act(id, asked, async (engine) => {
        const decisions = await decisionsFor(by, engine);
        return 'refusal' in decisions ? decisions : decisions.takeBackRest(id, reason);
      }),
    shiftReport: async ({ number }) => ({ report: await shifts.report(number) }),
    closeShift: ({ by, called, evenIfOpen }, asked) =>
      once(
        asked,
        async () => {
          const person = await actorOf(people, by, 'supervisor');
          if ('refusal' in person) return person;
          const named = people.isManned() || called === null ? person.name : `command: ${called}`;
          return shifts.close({ by: named, evenIfOpen, request: asked.id });
        },
        async ({ data }) => {
          const report = await shifts.report(Number(data['number']));
          if (report === null) throw new Error('a shift that the journal closes cannot be read');
          return { type: 'closed', report };
        },
      ),
    // Not through `once`: a repeated erasure finds nothing of what was erased before, and erases the rest.
    erase: (wish, asked) => ports.erase(wish, asked.id),
    ...operatorControl({ people, once }),
    ...printControl({ devices: ports.devices, people, mode, once }),
    ...folderCalls(ports, once),
  });
}

function rowOf({ store, clock }: ControlCallPorts, record: OperationRecord): ControlRow {
  const { id, kind, state, origin, amount, payId, transId, createdAtMs } = record;
  const row = { id, kind, state, client: origin.clientId, amount, payId, transId, createdAt: clock.iso(createdAtMs) };
  const { remaining } = purchaseOf(store, record);
  if (remaining !== null && remaining.value > 0) return { ...row, remaining };
  if (state !== 'needs-person') return row;
  const voices = voicesFor(store, commandFor(record), record);
  return {
    ...row,
    decisions: { saidBy: countedDecisions(store, record).map(({ by }) => by.name), voicesNeeded: voices },
  };
}
