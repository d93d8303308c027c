// What a command does, with the rules of the window: the desk is asked, and whoever sits at it is whoever showed their PIN
// with the call. Each wish is carried out once, however often a command asks for it (once.ts).
import type {
  Asked,
  ControlCalls,
  ControlInput,
  ControlOutputs,
  ControlPerson,
  ControlRow,
} from '#contract/control.ts';
import { textAt } from '#contract/json.ts';
import type { Approval } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import type { ShiftClosing, ShiftReport } from '#contract/shift.ts';
import type { Mode } from '#contract/states.ts';
import type { Cancellation } from './cancel.ts';
import { commandFor } from './context.ts';
import { type ClientControlPorts, clientControl } from './control-clients.ts';
import { operatorControl } from './control-operators.ts';
import { type NamedOperator, type Seats, actorOf, approvalOf } from './control-people.ts';
import { type DecisionDesk, createDecisionDesk, refuse, wordsOf } from './decision-desk.ts';
import type { Settlement } from './decisions.ts';
import { voicesNeeded } from './money-out.ts';
import { type Once, createOnce } from './once.ts';
import type { People } from './people.ts';
import type { BooksReads, JournalFact } from './ports/books.ts';
import type { Store } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import { lastClosedMs } from './shift-books.ts';
import type { Settling, SettlingFor } from './settling.ts';

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

/** What is left to do where the folder's key is not at hand: nobody's PIN can be compared, nothing read or signed. */
export interface SealedControlPorts extends Omit<ClientControlPorts, 'once'> {
  readonly books: Pick<BooksReads, 'facts' | 'head' | 'lastShift'>;
  /** What no text may hold follows from it; `live` where it is not known. */
  readonly mode: Mode;
}

export interface ControlCallPorts extends SealedControlPorts {
  readonly settling: SettlingFor;
  readonly people: Pick<People, 'isManned' | 'list' | 'verify' | 'saveBy' | 'changePinOf'>;
  readonly store: Store;
  readonly shifts: ShiftsForCommands;
  /** Takes personal data away; `request` is the command's wish. */
  readonly erase: (wish: ControlInput<'erase'>, request: string) => Promise<ControlOutputs['erase']>;
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

type FolderCalls = Pick<ControlCalls, 'clients' | 'createClient' | 'changeClient' | 'revokeClient' | 'resume'>;

const pageSize = 200;

/** Where the folder's key is not at hand, its pause stays. */
export const resumeSealed: ControlCalls['resume'] = async () =>
  refuse('sealed', 'The key of the data folder is not at hand, and a pause is lifted with it. Nothing was changed.');

/** For a folder whose key is not at hand: access is given with it, and can be taken back without. */
export function createSealedControlCalls(
  ports: SealedControlPorts,
): Omit<FolderCalls, 'createClient' | 'changeClient'> {
  const { clients, revokeClient } = clientControl({ ...ports, once: createOnce(ports.books) });
  return { clients, revokeClient, resume: resumeSealed };
}

function folderCalls(ports: ControlCallPorts, once: Once): FolderCalls {
  const { people, paused, mode } = ports;
  return {
    ...clientControl({ ...ports, once }),
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

/** Where the shop knows nobody by name, whoever runs the command says who they are. */
function nameFor(people: Seats, name: string, called: string | null): string {
  return people.isManned() ? name : (called ?? name);
}

export function createControlCalls(ports: ControlCallPorts): ControlCalls {
  const { settling, people, store, mode, shifts } = ports;
  const once = createOnce(ports.books);

  function secondOf(second: NamedOperator | null): Approval | Refused | null {
    return second === null ? null : approvalOf(people, second);
  }

  /** The desk with this person at it, for one wish. */
  async function deskFor(by: ControlPerson, engine: Settling): Promise<DecisionDesk | Refused> {
    const needed = by.operator === null ? 'supervisor' : 'cashier';
    const person = await actorOf(people, by, needed);
    if ('refusal' in person) return person;
    const seat = {
      current: () => person,
      touch: () => undefined,
      isManned: () => people.isManned(),
      verify: people.verify.bind(people),
    };
    return createDecisionDesk({ engine, people: seat, mode, lastClosedMs: () => lastClosedMs(ports.books) });
  }

  /** Changes an operation, once. */
  function settle(
    id: string,
    asked: Asked,
    work: (engine: Settling) => Promise<Settlement | Cancellation | Refused | null>,
  ): Promise<ControlOutputs['decide']> {
    return once(
      asked,
      async () => outcomeOf(id, await work(settling.settlingFor(asked.id))),
      ({ operation }: JournalFact) => changedBefore(operation ?? id),
    );
  }

  function changedBefore(id: string): ControlOutputs['decide'] {
    const record = store.operation(id);
    if (record === null) return refuse('operation-not-found', `There is no operation ${id}.`);
    return { type: 'changed', operation: rowOf(ports, record) };
  }

  function outcomeOf(id: string, outcome: Settlement | Cancellation | Refused | null): ControlOutputs['decide'] {
    if (outcome === null) return refuse('operation-not-found', `There is no operation ${id}.`);
    return outcome.type === 'refused' ? outcome : { type: 'changed', operation: rowOf(ports, outcome.record) };
  }

  return {
    async list({ state, client, after }) {
      const records = store.list(null, {
        state,
        limit: pageSize,
        ...(after === null ? {} : { after }),
      });
      const meant = records.filter(({ origin }) => client === null || origin.clientId === client);
      const next = records.length === pageSize ? (records.at(-1)?.id ?? null) : null;
      return { operations: meant.map((record) => rowOf(ports, record)), next };
    },
    cancel: ({ id, by }, asked) => settle(id, asked, (engine) => engine.cancel(id, by)),
    decide: ({ id, by, second, ...decision }, asked) =>
      settle(id, asked, async (engine) => {
        const approval = secondOf(second);
        if (approval !== null && 'refusal' in approval) return approval;
        const desk = await deskFor(by, engine);
        return 'refusal' in desk ? desk : desk.decide(id, decision, approval);
      }),
    keepApproved: ({ id, by }, asked) =>
      settle(id, asked, async (engine) => {
        const desk = await deskFor(by, engine);
        return 'refusal' in desk ? desk : desk.keepApproved(id);
      }),
    freeTerminal: ({ id, by, second, reason }, asked) =>
      settle(id, asked, async (engine) => {
        const approval = secondOf(second);
        if (approval !== null && 'refusal' in approval) return approval;
        const desk = await deskFor(by, engine);
        return 'refusal' in desk ? desk : desk.freeTerminal(id, reason, approval);
      }),
    takeBackRest: ({ id, by, reason }, asked) =>
      settle(id, asked, async (engine) => {
        const desk = await deskFor(by, engine);
        return 'refusal' in desk ? desk : desk.takeBackRest(id, reason);
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
    // What was taken is gone: asked for again, it takes the rest.
    erase: (wish, asked) => ports.erase(wish, asked.id),
    ...operatorControl({ people, once }),
    ...folderCalls(ports, once),
  };
}

function rowOf({ store, clock }: ControlCallPorts, record: OperationRecord): ControlRow {
  const { id, kind, state, origin, amount, payId, transId, createdAtMs, environmentId, input } = record;
  const row = { id, kind, state, client: origin.clientId, amount, payId, transId, createdAt: clock.iso(createdAtMs) };
  if (state !== 'needs-person') return row;
  const voices = voicesNeeded(store, environmentId, commandFor(record), input);
  return { ...row, decisions: { saidBy: record.decisions.map(({ by }) => by.name), voicesNeeded: voices } };
}
