// Drawers: one pulse for each request, in the journal before it leaves, never repeated. A program's request has an id, so
// that the same request a second time opens nothing. A drawer that opens without a pulse was opened by key or by force.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { FieldIssue } from '#contract/data/issue-words.ts';
import type { JsonObject } from '#contract/data/json.ts';
import {
  drawerFoundOpen,
  drawerNotOpened,
  drawerNotOpenedBySale,
  drawerOpened,
  drawerOpenedBySale,
} from '#contract/devices/print-jobs.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Chance, Digests } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { Policy } from '../ports/policy.ts';
import type { Printer, Printers } from '../ports/printers.ts';
import type { DrawerRequest, PrintJobRecord } from '../ports/record.ts';
import type { Store, StoreWrites } from '../ports/store.ts';
import { freeTextIssues, requestIdIssue } from '../sensitive-data/free-text.ts';
import { makeJob, newJobId } from './jobs.ts';
import { noSaleDocument } from './no-sale.ts';
import { noSalePaper } from './papers.ts';
import type { ReceiptRules } from './receipt-jobs.ts';
import { invalid, noDevice, reused } from './refusals.ts';

export type DrawerAnswer =
  /** `repeated`: the same request was carried out before, and nothing was sent now. */
  | { readonly type: 'accepted'; readonly result: 'opened' | 'unknown'; readonly repeated: boolean }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface DrawerOpening {
  readonly drawer: string;
  readonly reason: string;
  /** Who asks: a program, by its id, or (null) a person, by name. */
  readonly clientId: string | null;
  readonly by: string;
  /** The request id that a program gave; null where it gave none. */
  readonly requestId: string | null;
  /** Who stood by with a PIN, where the person alone may not. */
  readonly approvedBy?: string | undefined;
  /** The sale that opens it; missing where it is opened without one. */
  readonly sale?: string;
}

export interface DrawerPorts {
  readonly store: Pick<Store, 'transact' | 'drawerRequest'>;
  readonly printers: Printers;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly digests: Digests;
  readonly cardRules: Pick<Policy, 'idsMayLookLikeCards'>;
  readonly log: EngineEvents['log'];
  readonly receipts: Pick<ReceiptRules, 'printer' | 'noSale' | 'style'>;
  readonly chance: Pick<Chance, 'hex128'>;
  /** A slip was made for the printer. */
  readonly made: (job: PrintJobRecord) => void;
}

export interface Drawers {
  open(opening: DrawerOpening): Promise<DrawerAnswer>;
  /** After a sale. It is no opening without a sale: no report counts it, and no slip is printed. */
  openAfter(sale: { readonly operation: string; readonly drawer: string; readonly by: string }): Promise<void>;
  /** Ends the watch over drawers that open by themselves; resolves once what it saw is in the journal. */
  close(): Promise<void>;
}

/** A drawer that opens so soon after a pulse was opened by it. */
const pulseShowsMs = 10_000;
/** A drawer that opens by itself time and again has one record in so long: a loose switch must not fill the journal. */
const foundOpenEveryMs = 60_000;

export function createDrawers(ports: DrawerPorts): Drawers {
  const { store, printers, clock, digests, cardRules } = ports;
  /** When a pulse went to the drawer last. */
  const pulses = new Map<string, number>();
  /** Requests that are carried out now. */
  const underWay = new Map<string, Promise<unknown>>();

  const note = (tx: Pick<StoreWrites, 'journal'>, type: JournalRecordType, drawer: string, data: JsonObject) =>
    tx.journal({ type, operationId: null, atMs: clock.nowMs(), data: { drawer, ...data } });

  /** In the transaction that follows the pulse. Null where the shop wants none. */
  function slip(tx: StoreWrites, { by, reason, sale }: DrawerOpening, isKnown: boolean): PrintJobRecord | null {
    const { printer, noSale, style } = ports.receipts;
    if (sale !== undefined || printer === null || noSale === 'never') return null;
    const opened = { by, reason, atMs: clock.nowMs(), isKnown };
    const job = { id: newJobId(ports.chance), device: printer, document: noSaleDocument(opened, style) };
    return makeJob(tx, { ...job, operationId: noSalePaper, noSale: opened, by }, clock.nowMs());
  }

  async function pulse(printer: Printer, opening: DrawerOpening, digest: string) {
    const { drawer, reason, clientId, by, requestId, approvedBy, sale } = opening;
    const id = { clientId: clientId ?? '', requestId: requestId ?? '' };
    const hasId = clientId !== null && requestId !== null;
    const keep = (tx: StoreWrites, result: DrawerRequest['result']) =>
      hasId ? tx.putDrawerRequest({ ...id, digest, result, atMs: clock.nowMs() }) : undefined;
    let noted = false;
    const result = await printer.openDrawer(async () => {
      await store.transact((tx) => {
        const approved = approvedBy === undefined ? {} : { approvedBy };
        if (sale === undefined) note(tx, drawerOpened, drawer, { reason, by, client: clientId, ...approved });
        else note(tx, drawerOpenedBySale, drawer, { operation: sale, by });
        keep(tx, 'unknown');
      });
      noted = true;
      pulses.set(drawer, clock.nowMs());
    });
    if (result !== 'not-sent') {
      const made = await store.transact((tx) => {
        if (result === 'unknown') note(tx, 'drawer-unknown', drawer, {});
        else keep(tx, result);
        return slip(tx, opening, result === 'opened');
      });
      if (made !== null) ports.made(made);
      return { type: 'accepted', result, repeated: false } as const;
    }
    if (noted) {
      await store.transact((tx) => {
        note(tx, sale === undefined ? drawerNotOpened : drawerNotOpenedBySale, drawer, {});
        if (hasId) tx.dropDrawerRequest(id.clientId, id.requestId);
      });
    }
    const detail = `The drawer ${drawer} cannot be opened: its printer does not answer, or has no drawer. Nothing was sent.`;
    return { type: 'refused', refusal: { code: 'not-sent', detail } } as const;
  }

  async function open(opening: DrawerOpening): Promise<DrawerAnswer> {
    const { drawer, reason, clientId, requestId } = opening;
    const printer = printers.byId(drawer);
    if (printer === null) return { type: 'refused', refusal: noDevice(drawer) };
    const badId = requestId === null ? null : requestIdIssue(requestId, cardRules);
    const issues: FieldIssue[] = [...(badId === null ? [] : [badId]), ...freeTextIssues({ reason }, 'test', [])];
    if (issues.length > 0) return { type: 'refused', refusal: invalid(issues) };
    const digest = digests.keyed(JSON.stringify([drawer, reason]));
    if (clientId === null || requestId === null) return pulse(printer, opening, digest);
    // The same request at the same time is answered by the first.
    const key = JSON.stringify([clientId, requestId]);
    for (let busy = underWay.get(key); busy !== undefined; busy = underWay.get(key)) await busy.catch(() => undefined);
    const before = store.drawerRequest(clientId, requestId);
    if (before !== null) {
      if (before.digest === digest) return { type: 'accepted', result: before.result, repeated: true };
      return { type: 'refused', refusal: reused(requestId, 'Nothing was sent to a drawer.') };
    }
    const work = pulse(printer, opening, digest);
    underWay.set(key, work);
    return work.finally(() => underWay.delete(key));
  }

  /** Journals a drawer that opens without a pulse. A switch that could not be read for a while may have changed meanwhile. */
  function watch(printer: Printer): () => Promise<void> {
    const { id } = printer.info;
    let wasOpen: boolean | null = null;
    /** How often it was opened since the last record. */
    let openings = 0;
    let cancelTimer: (() => void) | null = null;

    async function noteOpenings() {
      const noted = openings;
      openings = 0;
      try {
        await store.transact((tx) => note(tx, drawerFoundOpen, id, noted === 1 ? {} : { openings: noted }));
      } catch (error) {
        openings += noted;
        ports.log('error', 'drawer-not-noted', {
          drawer: id,
          error: error instanceof Error ? error.message : 'unknown',
        });
      }
    }

    function noteInTurn() {
      if (cancelTimer !== null || openings === 0) return;
      cancelTimer = clock.after(foundOpenEveryMs, () => {
        cancelTimer = null;
        noteInTurn();
      });
      void noteOpenings();
    }

    const unsubscribe = printer.onState(({ drawerOpen }) => {
      if (drawerOpen === null) return;
      const opened = drawerOpen && wasOpen === false;
      wasOpen = drawerOpen;
      if (!opened || clock.nowMs() - (pulses.get(id) ?? Number.NEGATIVE_INFINITY) < pulseShowsMs) return;
      openings += 1;
      noteInTurn();
    });
    return async () => {
      unsubscribe();
      cancelTimer?.();
      if (openings > 0) await noteOpenings();
    };
  }

  const watches = printers.list().map(watch);
  return {
    open,
    async openAfter({ operation, drawer, by }) {
      const printer = printers.byId(drawer);
      if (printer === null || !printer.info.hasDrawer) return;
      await pulse(printer, { drawer, by, sale: operation, reason: '', clientId: null, requestId: null }, '');
    },
    close: async () => {
      await Promise.all(watches.map((end) => end()));
    },
  };
}
