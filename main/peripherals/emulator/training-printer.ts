// The printer of a till in training: an emulated one behind the same driver as a real one, with the paper that a person
// sees and the hand that opens its cover, takes its paper out and pulls its cable.
import type { TrainingAction, TrainingPaperItem, TrainingPrinterView } from '#contract/devices/printing.ts';
import type { Printer } from '#core/ports/printers.ts';
import { defaultProfile } from '../address/profile.ts';
import { printerLimits } from '../printers/limits.ts';
import { createLinePrinter } from '../printers/line-printer.ts';
import { escPosStatus } from '../status/esc-pos-status.ts';
import { createEmulatedPrinter } from './emulated-printer.ts';
import { memoryLine } from './memory-line.ts';
import type { PaperItem } from './paper.ts';

const trainingPrinterId = 'TRAINING';

export interface TrainingPrinter {
  readonly printer: Printer;
  readonly view: () => TrainingPrinterView;
  readonly act: (action: TrainingAction) => void;
}

/** So much paper hangs from it before it is torn off. */
const mostPaper = 300;
/** Slow enough to be watched. */
const msPerLine = 25;

/** `changed`: paper came out, or something was done to it. */
export function createTrainingPrinter(firstFence: number, changed: () => void): TrainingPrinter {
  const emulated = createEmulatedPrinter();
  const { line, pullCable, plugCable } = memoryLine(emulated);
  const profile = { ...defaultProfile('esc-pos'), columns: 42, drawerOpenIs: 'high' } as const;
  const language = escPosStatus(profile.confirms, firstFence);
  const driver = createLinePrinter({ id: trainingPrinterId, line, profile, language, limits: printerLimits });
  const state = { paperOut: false, coverOpen: false, cablePulled: false, drawerOpen: false };
  let kicks = 0;
  emulated.slow(msPerLine);
  emulated.onChange(() => {
    if (emulated.drawerKicks() > kicks) state.drawerOpen = true;
    kicks = emulated.drawerKicks();
    emulated.keepLast(mostPaper);
    changed();
  });

  /** Each is the other way round the second time. */
  const actions: { readonly [action in TrainingAction]: () => void } = {
    paper: () => {
      state.paperOut = !state.paperOut;
      if (state.paperOut) emulated.paperOut();
      else emulated.paperIn();
    },
    cover: () => {
      state.coverOpen = !state.coverOpen;
      if (state.coverOpen) emulated.openCover();
      else emulated.closeCover();
    },
    cable: () => {
      state.cablePulled = !state.cablePulled;
      if (state.cablePulled) pullCable();
      else plugCable();
    },
    'shut-drawer': () => {
      state.drawerOpen = false;
      emulated.drawer(false);
    },
    'tear-off': () => emulated.keepLast(0),
  };
  return {
    printer: {
      ...driver,
      close: async () => {
        await driver.close();
        emulated.close();
      },
    },
    view: () => ({ ...state, paper: emulated.paper.map(itemShown) }),
    act: (action) => {
      actions[action]();
      changed();
    },
  };
}

function itemShown(item: PaperItem): TrainingPaperItem {
  switch (item.type) {
    case 'line':
    case 'qr':
    case 'cut':
      return item;
    case 'barcode':
      return { type: 'barcode', data: item.data };
    case 'picture':
      return { type: 'picture', width: item.width, height: item.height };
  }
}
