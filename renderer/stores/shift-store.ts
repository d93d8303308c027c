// The report of the running shift, or of a closed one that was chosen. The running one is read again when an operation
// changes, but not more often than people can read.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WindowInput } from '#contract/calls/table.ts';
import type { OpenCounts, ShiftReport } from '#contract/shift/shift.ts';
import type { Approval } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Bridge, Timers } from '../bridge/bridge.ts';
import { failedOf, wrongPinOf } from '../bridge/failed.ts';

export type Closing =
  | { readonly step: 'no' }
  | { readonly step: 'ask'; readonly open: OpenCounts | null }
  | { readonly step: 'running' }
  /** `refusal`: main's answer; null where it did not answer. */
  | { readonly step: 'failed'; readonly refusal: Refusal | null };

export type ReportPrint =
  | { readonly step: 'no' }
  | { readonly step: 'busy' }
  | { readonly step: 'done'; readonly isCopy: boolean }
  | { readonly step: 'failed'; readonly failed: Refusal | 'silent' };

export interface ShiftState {
  /** Null: the running shift. */
  readonly number: number | null;
  readonly report: ShiftReport | null;
  readonly lastClosed: number;
  readonly loading: boolean;
  /** Main did not answer, or could not read the report. */
  readonly broken: boolean;
  readonly closing: Closing;
  /** The file that was written last; empty where none was written; null before. */
  readonly saved: string | null;
  /** The print of the report that is shown. */
  readonly print: ReportPrint;
}

export type ShiftStore = StoreApi<ShiftState> & {
  show(number: number | null): void;
  askToClose(): void;
  keepOpen(): void;
  /** Whether the shift is closed now. */
  /** Whether it was closed; or the refusal of a wrong PIN, which `closing` does not show. */
  close(evenIfOpen: boolean, approval?: Approval | null): Promise<boolean | Refusal>;
  /** Prints the report that is shown. `asks-why`: it came out before, or this reason is none. */
  print(reason: string | null): Promise<'asks-why' | null>;
  save(format: WindowInput<'saveShift'>['format']): Promise<void>;
  start(): () => void;
};

const restMs = 1_000;

export function createShiftStore(bridge: Bridge, timers: Timers, onClosed: (number: number) => void): ShiftStore {
  const store = createStore<ShiftState>(() => ({
    number: null,
    report: null,
    lastClosed: 0,
    loading: true,
    broken: false,
    closing: { step: 'no' },
    saved: null,
    print: { step: 'no' },
  }));

  const load = async () => {
    const { number } = store.getState();
    const answer = await bridge.ask('shiftReport', { number });
    if (store.getState().number !== number) return;
    if (answer.type === 'silent' || 'type' in answer.value) store.setState({ loading: false, broken: true });
    else store.setState({ ...answer.value, loading: false, broken: false });
  };

  const notClosed = (refusal: Refusal | null): boolean => {
    store.setState({ closing: { step: 'failed', refusal } });
    void load();
    return false;
  };

  const openCounts = (): OpenCounts | null => {
    const sum = { waiting: 0, inDoubt: 0, needsPerson: 0 };
    for (const { openCounts: open } of store.getState().report?.sections ?? []) {
      sum.waiting += open.waiting;
      sum.inDoubt += open.inDoubt;
      sum.needsPerson += open.needsPerson;
    }
    return sum.waiting + sum.inDoubt + sum.needsPerson === 0 ? null : sum;
  };

  return Object.assign(store, {
    show(number: number | null) {
      store.setState({ number, loading: true, saved: null, print: { step: 'no' } });
      void load();
    },
    askToClose() {
      store.setState({ closing: { step: 'ask', open: openCounts() } });
    },
    keepOpen() {
      store.setState({ closing: { step: 'no' } });
    },
    async close(evenIfOpen: boolean, approval: Approval | null = null) {
      const before = store.getState().closing;
      if (before.step === 'running') return false;
      store.setState({ closing: { step: 'running' } });
      const answer = await bridge.ask('closeShift', { evenIfOpen, approval });
      if (answer.type === 'silent') return notClosed(null);
      const wrong = wrongPinOf(failedOf(answer));
      if (wrong !== null) {
        store.setState({ closing: before });
        return wrong;
      }
      if (answer.value.type === 'refused') return notClosed(answer.value.refusal);
      if (answer.value.type === 'still-open') {
        store.setState({ closing: { step: 'ask', open: answer.value.open } });
        return false;
      }
      const { report } = answer.value;
      onClosed(report.number);
      store.setState({
        number: report.number,
        report,
        lastClosed: report.number,
        closing: { step: 'no' },
        saved: null,
        print: { step: 'no' },
      });
      return true;
    },
    async print(reason: string | null) {
      const { number } = store.getState();
      const say = (print: ReportPrint) => {
        if (store.getState().number === number) store.setState({ print });
      };
      say({ step: 'busy' });
      const answer = await bridge.ask('printShift', { number, reason });
      if (answer.type === 'answer' && answer.value.type === 'accepted') {
        say({ step: 'done', isCopy: answer.value.isCopy });
        return null;
      }
      const failed = answer.type === 'silent' || answer.value.type !== 'refused' ? 'silent' : answer.value.refusal;
      const wantsReason = reason === null && failed !== 'silent' && failed.code === 'invalid-input';
      say(wantsReason ? { step: 'no' } : { step: 'failed', failed });
      // The reason that was typed stays in its field.
      return wantsReason || reason !== null ? 'asks-why' : null;
    },
    async save(format: WindowInput<'saveShift'>['format']) {
      const answer = await bridge.ask('saveShift', { number: store.getState().number, format });
      store.setState({ saved: answer.type === 'answer' && answer.value.saved ? (answer.value.file ?? '') : '' });
    },
    start() {
      void load();
      let cancel: (() => void) | null = null;
      const stop = bridge.on('operationChanged', () => {
        if (store.getState().number !== null) return;
        cancel ??= timers.after(restMs, () => {
          cancel = null;
          void load();
        });
      });
      // Also closed outside of this window, for example with a command.
      const stopClosing = bridge.on('statusChanged', ({ lastShift }) => {
        const { number, lastClosed } = store.getState();
        if (number === null && lastShift !== null && lastShift > lastClosed) void load();
      });
      return () => {
        cancel?.();
        stop();
        stopClosing();
      };
    },
  });
}
