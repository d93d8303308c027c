// What a command does to operations, with the rules of the window: the desk is asked, and whoever sits at it is whoever
// showed their PIN with the call. Nobody stays signed in, and the session at the window is not touched.
import type { ControlCalls, ControlOutputs, ControlPerson, ControlRow } from '#contract/control.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Mode } from '#contract/states.ts';
import type { Cancellation } from './cancel.ts';
import { commandFor } from './context.ts';
import { createDecisionDesk, refuse } from './decision-desk.ts';
import type { Settlement } from './decisions.ts';
import { voicesNeeded } from './money-out.ts';
import type { People } from './people.ts';
import type { Clock } from './ports/clock.ts';
import type { Store } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import type { Settling } from './settling.ts';

export interface ControlCallPorts {
  readonly settling: Settling;
  readonly people: Pick<People, 'isManned' | 'list' | 'verify'>;
  readonly store: Store;
  readonly clock: Pick<Clock, 'iso'>;
  /** What no text may hold follows from it; `live` where it is not known. */
  readonly mode: Mode;
}

type Named = NonNullable<ControlPerson['operator']>;
type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

const pageSize = 200;

export function createControlCalls(ports: ControlCallPorts): ControlCalls {
  const { settling, people, store, mode } = ports;

  function approvalOf({ name, pin }: Named): Approval | Refused {
    const operator = people.list().find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (operator === undefined) return refuse('operator-unknown', `There is no operator named ${name}.`);
    return { operatorId: operator.id, pin };
  }

  function secondOf(second: Named | null): Approval | Refused | null {
    return second === null ? null : approvalOf(second);
  }

  /** The desk with this person at it. */
  async function deskFor({ account, operator }: ControlPerson) {
    const person = operator === null ? machineUser(account) : await verified(operator);
    if ('refusal' in person) return person;
    const seat = {
      current: () => person,
      touch: () => undefined,
      isManned: () => people.isManned(),
      verify: people.verify.bind(people),
    };
    return createDecisionDesk({ engine: settling, people: seat, mode });
  }

  async function verified(operator: Named): Promise<Person | Refused> {
    const approval = approvalOf(operator);
    if ('refusal' in approval) return approval;
    const shown = await people.verify(approval, 'cashier');
    return shown.type === 'refused' ? shown : shown.person;
  }

  /** Whoever may use the data folder stands for the shop, as long as the shop names nobody. */
  function machineUser(account: string): Person | Refused {
    if (people.isManned()) return refuse('not-signed-in', 'This shop has operators: one of them must do it, by PIN.');
    return { id: `account:${account}`, name: `command: ${account}`, role: 'supervisor' };
  }

  function outcomeOf(id: string, outcome: Settlement | Cancellation | null): ControlOutputs['decide'] {
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
    async cancel({ id, by }) {
      return outcomeOf(id, await settling.cancel(id, by));
    },
    async decide({ id, by, second, ...decision }) {
      const approval = secondOf(second);
      if (approval !== null && 'refusal' in approval) return approval;
      const desk = await deskFor(by);
      return 'refusal' in desk ? desk : outcomeOf(id, await desk.decide(id, decision, approval));
    },
    async keepApproved({ id, by }) {
      const desk = await deskFor(by);
      return 'refusal' in desk ? desk : outcomeOf(id, await desk.keepApproved(id));
    },
    async freeTerminal({ id, by, second, reason }) {
      const approval = secondOf(second);
      if (approval !== null && 'refusal' in approval) return approval;
      const desk = await deskFor(by);
      return 'refusal' in desk ? desk : outcomeOf(id, await desk.freeTerminal(id, reason, approval));
    },
  };
}

function rowOf({ store, clock }: ControlCallPorts, record: OperationRecord): ControlRow {
  const { id, kind, state, origin, amount, payId, transId, createdAtMs, environmentId, input } = record;
  const row = { id, kind, state, client: origin.clientId, amount, payId, transId, createdAt: clock.iso(createdAtMs) };
  if (state !== 'needs-person') return row;
  const voices = voicesNeeded(store, environmentId, commandFor(record), input);
  return { ...row, decisions: { saidBy: record.decisions.map(({ by }) => by.name), voicesNeeded: voices } };
}
