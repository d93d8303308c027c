// Starts the engine of a bridge, and the listeners to its changes: waiting callers, the window, the print queue, and
// the look-ups of payments by link.
import type { Digests } from '#core/ports/chance.ts';
import { areClaimsOpen, closeClaims } from '#core/acceptance/refund-claims.ts';
import { accessLost } from '#core/acceptance/access.ts';
import { viewOf } from '#core/api/view.ts';
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import { isFromOffice } from '#contract/people/people.ts';
import { Listeners } from '#core/commit/listeners.ts';
import type { Changes } from '#core/commit/wait-until.ts';
import type { Office } from '#core/ports/engine.ts';
import { Engine } from '#core/engine/engine.ts';
import { waitAtMost } from '#core/engine/wait-at-most.ts';
import { OfferWatch } from '#core/payments/offer-watch.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { officeRefundsPerDay, refundsPerDayOf, refundsSetByPolicy } from '#settings/policy.ts';
import type { Base } from './base/base.ts';
import { stopGraceMs } from './base/close-all.ts';
import { unlessStorageFails } from './watch/watch-operations.ts';

export interface RunningEngine {
  readonly engine: Engine;
  readonly changes: Changes<OperationRecord>;
  /** Engine time at which the engine started. */
  readonly begunMs: number;
}

/** Is told of each operation's change after its commit, before the window is. */
interface EngineFollower {
  changed(record: OperationRecord): void;
}

export async function startEngine(
  base: Base,
  digests: Digests,
  printing: EngineFollower,
  office: Office,
): Promise<RunningEngine> {
  const { ports, folder, opened, environment, clients, policy, listeners } = base;
  const { opening, clock } = folder;
  const { store } = opening;
  const { log, settings, itPolicy } = ports;
  const changes: Changes<OperationRecord> = new Listeners(log);
  changes.add((record) => printing.changed(record));
  changes.add((record) => {
    const view = () => viewOf(record, { clock, store, clients, policy });
    const facts = { operation: record.id };
    listeners.show('operation', view, (listener, value) => listener.operationChanged(value), facts);
  });
  const engine = new Engine({
    clock,
    chance: ports.chance,
    digests,
    gateway: base.gateway,
    store,
    environment,
    policy,
    pause: folder.pause,
    office,
    keyWithheld: base.keyWithheld,
    refundsPerDayMinor: (id, currency) =>
      refundsPerDayOf(clients.byId(id)?.options.refundsPerDayMinor, currency, settings, itPolicy),
    refundsSetByPolicy: (id) => refundsSetByPolicy(clients.byId(id), settings, itPolicy),
    officeCap(id, currency) {
      const minor = isFromOffice(id) ? officeRefundsPerDay(currency, settings, itPolicy) : null;
      if (minor === null) return null;
      return { minor, programs: clients.list().flatMap((each) => (isFromOffice(each.id) ? [each.id] : [])) };
    },
    barred: (id, scope) => accessLost(clients, id, scope),
    events: {
      changed: (record) => changes.notify('operation', (listener) => listener(record), { operation: record.id }),
      connection: () => {
        log('info', 'connection', { ...engine.connection.status() });
        folder.news.notify('news', (listener) => listener());
        base.statusChanged();
      },
      log,
    },
  });
  const begunMs = clock.nowMs();
  opened.push(() => engine.stop(stopGraceMs));
  // Lanes are restored before anything is sent. A failing disk is ignored here: the status has an alarm for it.
  unlessStorageFails(() => opening.restoreLaneRows(clock.nowMs()));
  const { journal } = opening;
  const lastSeqOf = (type: JournalRecordType): number | null => journal.lastOf(type)?.seq ?? null;
  const areOpen = areClaimsOpen(lastSeqOf('claims-opened'), lastSeqOf('claims-closed'), journal.archivedTo() > 0);
  if (office.wantsClaims() && areOpen) {
    const closing = store.transact((tx) => closeClaims(tx, clock.nowMs()));
    // A failing disk accepts nothing in this run either.
    await closing.catch(() => undefined);
  }
  await unlessEnding(engine.start(), ports.ending);
  const offers = watchOffers(base, engine);
  changes.add((record) => {
    if (record.offer !== undefined) offers.kick();
  });
  return { engine, changes, begunMs };
}

function watchOffers({ ports, folder, opened, environment, policy }: Base, engine: Engine): OfferWatch {
  const { clock, opening } = folder;
  const offers = new OfferWatch({
    store: opening.store,
    clock,
    chance: ports.chance,
    environment,
    policy,
    payment: (lookUp) => engine.payment(lookUp),
    isIdle: () => engine.connection.maySend() && engine.paused() === null,
    changed: (record) => engine.notifyChanged(record),
    log: ports.log,
  });
  opened.push(() => waitAtMost(clock, stopGraceMs, offers.stop()));
  offers.kick();
  return offers;
}

/** Rejects with the reason of `ending` as soon as there is one; the result of `work` is then ignored. */
async function unlessEnding(work: Promise<void>, ending: AbortSignal | undefined): Promise<void> {
  if (ending === undefined) return work;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(ending.reason);
  ending.addEventListener('abort', giveUp);
  if (ending.aborted) giveUp();
  try {
    await Promise.race([work, ended]);
  } finally {
    ending.removeEventListener('abort', giveUp);
  }
}
