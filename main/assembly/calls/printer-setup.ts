// The window's calls that try a printer before it is in the settings. Managers make them (contract/calls/devices.ts). What
// drives printers is loaded only here. A drawer that opens meanwhile stands in the journal like any other.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { Implementations } from '#contract/calls/table.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import { drawerNotOpened, drawerOpened } from '#contract/devices/print-jobs.ts';
import { type TrialOutcome, triedPages } from '#contract/devices/printer-setup.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Chance } from '#core/ports/chance.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Store } from '#core/ports/store.ts';
import {
  confirmationSheet,
  cutSheet,
  feedSheet,
  pageLine,
  rulerSheet,
  sampleSheet,
} from '#core/printing/trial-sheets.ts';
import { createRateLimit } from '#http/limits/rate-limit.ts';
import type { PrinterTrials, TrialParts, withOptions } from '#peripherals/printers/trial.ts';
import type { Session } from '#core/staff/session.ts';
import type { Language } from '#texts/index.ts';

export interface PrinterSetupPorts {
  readonly store: Pick<Store, 'transact'>;
  readonly session: Pick<Session, 'current' | 'touch'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly shopName: string;
  /** The printers that the settings name; null where none is driven. */
  readonly inUse: TrialParts['inUse'];
}

type Trials = PrinterTrials & { readonly withOptions: typeof withOptions };

export type PrinterSetupCalls = ReturnType<typeof printerSetupCalls>;

/** Setting a printer up takes about ten. More would let a page that was taken over look around in the network. */
const triesAllowed = { burst: 20, perSecond: 1 / 3 };

export function printerSetupCalls({ store, session, clock, chance, shopName, inUse = null }: PrinterSetupPorts) {
  const allowed = createRateLimit(triesAllowed);
  async function tried<T>(work: (trials: Trials) => Promise<T>): Promise<T | Refused> {
    session.touch();
    if (!allowed.take('trial')) return refuse('too-many-requests', 'Too many addresses were tried. Wait a minute.');
    const { createPrinterTrials, withOptions } = await import('#peripherals/printers/trial.ts');
    const firstFence = () => Math.floor(chance.fraction() * 2 ** 31);
    return work({ ...createPrinterTrials({ firstFence, inUse }), withOptions });
  }

  /** Every line with the code page that it tries; where one did not come out the others would count wrong. */
  async function pages({ print, withOptions }: Trials, address: string): Promise<TrialOutcome> {
    const language = /[?&]language=star-line/.test(address) ? 'star-line' : 'esc-pos';
    for (const [index, page] of triedPages[language].entries()) {
      const outcome = await print(withOptions(address, { pages: page }), pageLine(index + 1));
      if (outcome.type !== 'printed' && outcome.type !== 'handed-over') return outcome;
    }
    return print(address, feedSheet());
  }

  function sheet(
    { print, withOptions }: Trials,
    address: string,
    wanted: 'ruler' | 'cut' | 'sample',
    language: Language,
  ) {
    switch (wanted) {
      case 'ruler':
        return print(withOptions(address, { columns: '48' }), rulerSheet(language));
      case 'cut':
        return print(address, cutSheet(language));
      case 'sample':
        return print(address, sampleSheet(language, shopName));
    }
  }

  return {
    async foundPrinters() {
      const { foundPrinters } = await import('#peripherals/find/found-printers.ts');
      return foundPrinters();
    },
    tryPrinter: ({ address }) => tried((trials) => trials.answer(address)),
    tryConfirmation: ({ address }) => tried((trials) => trials.confirmation(address, confirmationSheet())),
    printTrial: ({ address, sheet: wanted, language }) =>
      tried((trials) => (wanted === 'pages' ? pages(trials, address) : sheet(trials, address, wanted, language))),
    tryDrawer: ({ address }) =>
      tried(async ({ openDrawer }) => {
        const note = (type: JournalRecordType, data: JsonObject) =>
          store.transact((tx) =>
            tx.journal({ type, operationId: null, atMs: clock.nowMs(), data: { drawer: 'set-up', ...data } }),
          );
        const by = session.current()?.name ?? 'cashier';
        let noted = false;
        const result = await openDrawer(address, async () => {
          await note(drawerOpened, { reason: 'The printer is set up.', by, client: null });
          noted = true;
        });
        if (result === 'not-sent' && noted) await note(drawerNotOpened, {});
        return { type: result };
      }),
  } satisfies Partial<Implementations>;
}
