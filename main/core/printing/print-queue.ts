// Brings print jobs to their printers: for each printer one at a time, in order. A printer that cannot print holds up
// only its own jobs: nothing is sent, and they are tried again when the printer says that it can, and now and then.
import type { Alarm } from '#contract/till/alarms.ts';
import type { PrinterObstacleCode } from '#contract/devices/print-jobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { PrintJobRecord } from '../ports/record.ts';
import type { PrintOutcome, Printer, PrinterInfo, Printers, PrinterState } from '../ports/printers.ts';
import type { Store } from '../ports/store.ts';
import { beginJob, endJob, mostOwnDue, restarted, takeBackDue } from './jobs.ts';

export interface PrintQueuePorts {
  readonly store: Pick<Store, 'transact' | 'nextPrintJob' | 'printJobsIn' | 'printJobCounts' | 'failure'>;
  readonly printers: Printers;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  /** Whether the folder may be a copy (acceptance/pause.ts): what is due may have been printed by another one. */
  readonly isPaused: () => boolean;
  /** After the commit. */
  readonly changed: (job: PrintJobRecord) => void;
  /** A printer's state changed. */
  readonly stateChanged: () => void;
  readonly log: EngineEvents['log'];
}

/** A printer that does not report its state by itself is asked again after so long. */
const pollMs = 15_000;
const batch = 100;

/** The job is not due any more: it was cancelled before its first byte. */
class NoLongerDue extends Error {}

/** A printer, and how far its jobs are. */
interface QueuedPrinter {
  readonly printer: Printer;
  running: Promise<void> | null;
  again: boolean;
  obstacle: PrinterObstacleCode | null;
  /** What it said last; null before its first word. */
  state: PrinterState | null;
  /** Engine time at which its drawer was first seen open; null while it is shut or not known. */
  drawerOpenMs: number | null;
  cancelTimer: (() => void) | null;
  unsubscribe: () => void;
}

export class PrintQueue {
  readonly #ports: PrintQueuePorts;
  readonly #printers = new Map<string, QueuedPrinter>();
  #stopped = false;

  constructor(ports: PrintQueuePorts) {
    this.#ports = ports;
  }

  /** What an earlier run left on its way is doubtful; what was due goes on, unless the folder may be a copy. */
  async start(): Promise<void> {
    const { printers } = this.#ports;
    if (this.#ports.isPaused()) {
      await this.#each('due', async (job) =>
        this.#end(await this.#begin(job), { type: 'doubtful', reason: 'restored' }),
      );
    }
    await this.#each('sending', (job) => this.#end(job, { type: 'doubtful', reason: restarted }));
    for (const printer of printers.list()) this.#watch(printer);
    this.kick();
  }

  /** There may be something to print. */
  kick(): void {
    for (const queued of this.#printers.values()) this.#kick(queued);
  }

  /** Why the jobs of this device wait, or null. A device that the settings no longer name answers nothing. */
  obstacle(device: string): PrinterObstacleCode | null {
    const queued = this.#printers.get(device);
    return queued === undefined ? 'no-answer' : queued.obstacle;
  }

  /** Each printer with what it said last, without asking it. */
  printers(): { readonly info: PrinterInfo; readonly state: PrinterState; readonly drawerOpenMs: number | null }[] {
    return [...this.#printers.values()].map(({ printer, state, obstacle, drawerOpenMs }) => {
      const { paperLow = false, drawerOpen = null, trouble } = state ?? {};
      const known = { paperLow, drawerOpen, obstacle };
      const isAway = trouble !== undefined && obstacle !== null;
      return { info: printer.info, drawerOpenMs, state: isAway ? { ...known, trouble } : known };
    });
  }

  /** For an alarm: one sentence for each printer whose line does not open. */
  troubles(): string[] {
    return this.printers().flatMap(({ info, state: { trouble } }) =>
      trouble === undefined ? [] : [`The printer ${info.id} cannot be used: ${trouble.advice}`],
    );
  }

  /** What waits for a person or for a printer, one sentence for each printer: also for a till without a window. */
  alarms(): Alarm[] {
    const counts = { 'print-doubtful': new Map<string, number>(), 'print-waiting': new Map<string, number>() };
    const full = new Set<string>();
    for (const { state, device, count, own } of this.#ports.store.printJobCounts()) {
      if (state === 'doubtful') counts['print-doubtful'].set(device, count);
      // A printer that prints is through with them in a moment.
      else if (state === 'due' && this.obstacle(device) !== null) {
        counts['print-waiting'].set(device, count);
        if (own >= mostOwnDue) full.add(device);
      }
    }
    const doubtful = [...counts['print-doubtful']].map(([device, count]) => {
      const message = `${jobs(count)} of the printer ${device} may have come out or not: say at the window, or as the program that asked for it, whether it did.`;
      return { code: 'print-doubtful' as const, message };
    });
    const waiting = [...counts['print-waiting']].map(([device, count]) => {
      const older = full.has(device) ? ' Older receipts were taken back: print them again from Payments.' : '';
      const message = `Waiting for the printer ${device} (${this.obstacle(device)}): ${jobs(count)}.${older}`;
      return { code: 'print-waiting' as const, message };
    });
    return [...doubtful, ...waiting];
  }

  /** Begins no other job; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const queued of this.#printers.values()) {
      queued.cancelTimer?.();
      queued.unsubscribe();
    }
    for (const { running } of this.#printers.values()) await running;
  }

  /** Does `work`, which takes a job out of its state, for each job in that state. */
  async #each(state: 'due' | 'sending', work: (job: PrintJobRecord) => Promise<void>): Promise<void> {
    for (;;) {
      const left = this.#ports.store.printJobsIn(state, batch);
      for (const job of left) await work(job);
      if (left.length < batch) return;
    }
  }

  #watch(printer: Printer): void {
    const queued: QueuedPrinter = {
      printer,
      running: null,
      again: false,
      obstacle: null,
      state: null,
      drawerOpenMs: null,
      cancelTimer: null,
      unsubscribe: printer.onState((state) => {
        const { obstacle, trouble } = state;
        if (trouble !== undefined && trouble.advice !== queued.state?.trouble?.advice) {
          this.#ports.log('warn', 'device', { device: printer.info.id, obstacle, advice: trouble.advice });
        }
        queued.obstacle = obstacle;
        queued.state = state;
        queued.drawerOpenMs = state.drawerOpen === true ? (queued.drawerOpenMs ?? this.#ports.clock.nowMs()) : null;
        this.#ports.stateChanged();
        if (obstacle === null) this.#kick(queued);
      }),
    };
    this.#printers.set(printer.info.id, queued);
  }

  #noteObstacle(queued: QueuedPrinter, obstacle: PrinterObstacleCode | null): void {
    if (queued.obstacle === obstacle) return;
    queued.obstacle = obstacle;
    this.#ports.stateChanged();
  }

  #kick(queued: QueuedPrinter): void {
    if (this.#stopped) return;
    queued.again = true;
    queued.running ??= this.#untilQuiet(queued);
  }

  async #untilQuiet(queued: QueuedPrinter): Promise<void> {
    queued.cancelTimer?.();
    queued.cancelTimer = null;
    let waits = false;
    try {
      while (queued.again && !this.#stopped) {
        queued.again = false;
        waits = !(await this.#printAll(queued));
      }
      if (waits) await this.#takeBack(queued);
    } catch (error) {
      waits = true;
      this.#log('error', 'print-queue-broke', queued, error);
    }
    queued.running = null;
    const goesOn = waits && !this.#stopped && this.#ports.store.failure() === null;
    if (goesOn) queued.cancelTimer = this.#ports.clock.after(pollMs, () => this.#kick(queued));
  }

  /** Bounds what waits for a printer that takes nothing, and tells what is not printed by itself any more. */
  async #takeBack({ printer }: QueuedPrinter): Promise<void> {
    const { store, clock, log, changed } = this.#ports;
    const device = printer.info.id;
    for (;;) {
      const taken = await store.transact((tx) => takeBackDue(tx, device, batch, clock.nowMs()));
      if (taken.length === 0) return;
      for (const job of taken) changed(job);
      log('warn', 'print-jobs-taken-back', {
        device,
        count: taken.length,
        first: taken[0]?.id ?? null,
        last: taken.at(-1)?.id ?? null,
      });
    }
  }

  /** False where jobs are left that the printer does not take now. */
  async #printAll(queued: QueuedPrinter): Promise<boolean> {
    const { store } = this.#ports;
    while (!this.#stopped) {
      const job = store.nextPrintJob(queued.printer.info.id);
      if (job === null) return true;
      const outcome = await this.#print(queued.printer, job);
      this.#noteObstacle(queued, outcome?.type === 'not-sent' ? outcome.obstacle : null);
      if (outcome?.type === 'not-sent') return false;
    }
    return true;
  }

  /** Null where the job was cancelled before its first byte. */
  async #print(printer: Printer, job: PrintJobRecord): Promise<PrintOutcome | null> {
    const { document, copy } = job;
    if (document === null) {
      // Its row is damaged. It must not hold up the jobs behind it.
      this.#ports.log('error', 'print-job-unreadable', { job: job.id, operation: job.operationId, device: job.device });
      await this.#end(await this.#begin(job), { type: 'doubtful', reason: 'unreadable' });
      return null;
    }
    const sent: PrintJobRecord[] = [];
    let outcome: PrintOutcome;
    try {
      outcome = await printer.print(document, async () => void sent.push(await this.#begin(job)), copy);
    } catch (error) {
      if (error instanceof NoLongerDue) return null;
      if (sent.length === 0) throw error;
      this.#ports.log('error', 'printer-broke', {
        job: job.id,
        operation: job.operationId,
        device: job.device,
        error: messageOf(error),
      });
      outcome = { type: 'doubtful', reason: 'driver-failed' };
    }
    const [sending] = sent;
    if (sending !== undefined) await this.#end(sending, outcome);
    else if (outcome.type !== 'not-sent') throw new Error(`the printer ${job.device} printed what was not durable`);
    return outcome;
  }

  async #begin(job: PrintJobRecord): Promise<PrintJobRecord> {
    const { store, clock } = this.#ports;
    const begun = await store.transact((tx) => {
      const now = tx.printJob(job.id);
      return now?.state === 'due' ? beginJob(tx, now, clock.nowMs()) : null;
    });
    if (begun === null) throw new NoLongerDue();
    this.#ports.changed(begun);
    return begun;
  }

  async #end(sending: PrintJobRecord, outcome: PrintOutcome): Promise<void> {
    const { store, clock } = this.#ports;
    this.#ports.changed(await store.transact((tx) => endJob(tx, sending, outcome, clock.nowMs())));
  }

  #log(level: 'error', event: string, { printer }: QueuedPrinter, error: unknown): void {
    this.#ports.log(level, event, { device: printer.info.id, error: messageOf(error) });
  }
}

function jobs(count: number): string {
  return count === 1 ? '1 print job' : `${count} print jobs`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
