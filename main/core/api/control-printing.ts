// What commands do to print jobs, with the rules of the window: any person of the shop says whether a document came out,
// takes back what waits, and has a receipt printed again with a reason.
import type { ControlCalls, ControlOutputs, ControlPerson } from '#contract/programs/control.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Devices } from '../printing/devices.ts';
import type { DeviceAsker, JobAnswer } from '../printing/job-changes.ts';
import { wordsOf } from '../staff/staff-decisions.ts';
import { type CommandPeople, actorOf } from '../staff/command-person.ts';
import type { Once } from './once.ts';

export type PrintingForCommands = Pick<Devices, 'job' | 'jobsIn' | 'decide' | 'cancel' | 'printReceipt'>;

interface Ports {
  readonly devices: PrintingForCommands;
  readonly people: CommandPeople;
  readonly mode: Mode;
  readonly once: Once;
}

type Changed = ControlOutputs['decidePrint'];

/** More are not listed in one go; the next follow as these come to their end. */
const mostListed = 1_000;

export function printControl({
  devices,
  people,
  mode,
  once,
}: Ports): Pick<ControlCalls, 'printJobs' | 'decidePrint' | 'cancelPrint' | 'printReceipt'> {
  const asker = async (by: ControlPerson, request: string): Promise<DeviceAsker | Refused> => {
    const person = await actorOf(people, by, 'cashier');
    return 'refusal' in person ? person : { clientId: null, by: person.name, request };
  };
  const changed = (answer: JobAnswer): Changed =>
    answer.type === 'refused' ? answer : { type: 'changed', job: answer.job };
  const changedBefore = (id: string): Changed => {
    const job = devices.job(id);
    return job === null ? refuse('print-job-not-found', `There is no print job ${id}.`) : { type: 'changed', job };
  };
  return {
    printJobs: async ({ state }) => ({ jobs: devices.jobsIn(state, mostListed) }),
    decidePrint: ({ id, by, cameOut, reprint }, asked) =>
      once(
        asked,
        async () => {
          const person = await asker(by, asked.id);
          if ('refusal' in person) return person;
          return changed(await devices.decide(id, person, { cameOut, reprint: reprint && !cameOut }));
        },
        () => changedBefore(id),
      ),
    cancelPrint: ({ id, by }, asked) =>
      once(
        asked,
        async () => {
          const person = await asker(by, asked.id);
          return 'refusal' in person ? person : changed(await devices.cancel(id, person));
        },
        () => changedBefore(id),
      ),
    printReceipt: ({ operationId, copy, by, reason }, asked) =>
      once(
        asked,
        async () => {
          const said = reason === null ? null : wordsOf(reason, mode);
          if (said?.type === 'refused') return said;
          const person = await asker(by, asked.id);
          if ('refusal' in person) return person;
          const wish = { by: person.by, reason: said?.words ?? null, request: asked.id };
          return changed(await devices.printReceipt(operationId, copy, wish));
        },
        ({ data }) => changedBefore(typeof data['job'] === 'string' ? data['job'] : ''),
      ),
  };
}
