// Printers at the fake's till: what stands in their way, and documents in doubt, with the same answers as main's.
import { refuse } from '#contract/programs/problems.ts';
import type { PrintDoubtView, PrinterView, PrintingView, TrainingPrinterView } from '#contract/devices/printing.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { ReceiptCopy, WhenPrinted } from '#contract/devices/print-jobs.ts';
import { type Handlers, tell, type World } from './world.ts';

export function printingCalls(world: World) {
  return {
    printing: () => world.printing,
    decidePrint: ({ id, cameOut, reprint }) => {
      const asked = world.printing.doubts.find((each) => each.id === id);
      if (asked === undefined) return refuse('not-decidable', 'It is printed: only a doubtful print job is decided.');
      settle(world, id);
      if (!cameOut && reprint) {
        const before = world.printing.printers.find((each) => each.id === asked.device);
        if (before !== undefined && before.obstacle !== null) {
          setPrinter(world, before.id, { waiting: before.waiting + 1 });
        }
      }
      return { type: 'decided' };
    },
    cancelPrints: ({ device }) => {
      const count = world.printing.printers.find(({ id }) => id === device)?.waiting ?? 0;
      setPrinter(world, device, { waiting: 0 });
      return { type: 'cancelled', count };
    },
    handleTrainingPrinter: ({ action }) => {
      const { training } = world.printing;
      if (training === null) return { done: false };
      const after = {
        paper: { paperOut: !training.paperOut },
        cover: { coverOpen: !training.coverOpen },
        cable: { cablePulled: !training.cablePulled },
        'shut-drawer': { drawerOpen: false },
        'tear-off': { paper: [] },
      }[action];
      become(world, { training: { ...training, ...after } });
      return { done: true };
    },
    receiptPrinted: ({ operationId }) => ({
      customer: wasPrinted(world, operationId, 'customer'),
      merchant: wasPrinted(world, operationId, 'merchant'),
      otherwise: { customer: world.devices.unprintable, merchant: [] },
    }),
    printReceipt: ({ operationId, copy, reason }) => {
      const isCopy = wasPrinted(world, operationId, copy);
      if (isCopy && reason === null) return refuse('invalid-input', 'Say why it is printed again.');
      world.printed.push({ operationId, copy, reason });
      return { type: 'accepted', isCopy };
    },
    noSaleSlips: () => ({ slips: world.noSaleSlips }),
    printNoSale: ({ id, reason }) => {
      if (!world.noSaleSlips.some((slip) => slip.id === id)) {
        return refuse('print-job-not-found', 'None of the latest slips has this id.');
      }
      world.printed.push({ operationId: id, copy: 'merchant', reason });
      return { type: 'accepted', isCopy: true };
    },
    openDrawer: async ({ drawer, reason, approval }) => {
      const person = world.session.current();
      const { role } = person ?? { role: 'manager' };
      if (!mayActAs(role, 'supervisor')) {
        if (approval === null) return refuse('approval-needed', '');
        const verified = await world.people.verify(approval, 'supervisor');
        if (verified.type === 'refused') return verified;
      }
      const { drawerFate } = world;
      if (drawerFate === 'not-sent' || drawerFate === 'too-many-requests')
        return refuse(drawerFate, 'Nothing was sent.');
      if (drawerFate === 'opened') {
        setPrinter(world, drawer, { drawerOpen: true, drawerOpenSince: new Date(world.now()).toISOString() });
      }
      const slip = { id: `print-${world.nextNumber++}`, at: new Date(world.now()).toISOString(), reason };
      world.noSaleSlips.unshift({ ...slip, by: person?.name ?? 'cashier', isKnown: drawerFate === 'opened' });
      return { type: drawerFate };
    },
  } satisfies Partial<Handlers>;
}

function wasPrinted(world: World, operationId: string, copy: ReceiptCopy): boolean {
  return world.printed.some((each) => each.operationId === operationId && each.copy === copy);
}

function become(world: World, part: Partial<PrintingView>): void {
  world.printing = { ...world.printing, ...part };
  tell(world, 'printingChanged', world.printing);
}

/** A printer is there, or is another than it was. */
export function setPrinter(world: World, id: string, to: Partial<PrinterView> = {}): void {
  const { printers } = world.printing;
  const quiet = { known: true, obstacle: null, trouble: null, paperLow: false, hasDrawer: true, waiting: 0 };
  const fresh: PrinterView = { id, ...quiet, drawerOpen: null, drawerOpenSince: null };
  const next = { ...fresh, ...printers.find((each) => each.id === id), ...to };
  const isKnown = printers.some((each) => each.id === id);
  become(world, { printers: isKnown ? printers.map((each) => (each.id === id ? next : each)) : [...printers, next] });
}

/** A training printer stands beside the till, with this paper hanging from it. */
export function trainWith(world: World, paper: TrainingPrinterView['paper']): void {
  const before = world.printing.training;
  const quiet = { paperOut: false, coverOpen: false, cablePulled: false, drawerOpen: false };
  become(world, { training: { ...(before ?? quiet), paper } });
}

/** Displays and scanners that cannot be used. */
export function lineDevices(world: World, devices: PrintingView['lineDevices']): void {
  become(world, { lineDevices: devices });
}

/** The first printer prints receipts, when the settings say so. */
export function printReceipts(world: World, customer: WhenPrinted, merchant: WhenPrinted = 'ask'): void {
  const [printer] = world.printing.printers;
  if (printer === undefined) throw new Error('The fake has no printer.');
  become(world, { receipts: { printer: printer.id, when: { customer, merchant } } });
}

/** One more document may have come out or not. */
export function doubt(world: World, to: Partial<PrintDoubtView> = {}): PrintDoubtView {
  const one: PrintDoubtView = {
    id: `print-${world.nextNumber++}`,
    device: world.printing.printers[0]?.id ?? 'COUNTER',
    doubt: 'line-lost',
    operation: [...world.operations.values()].find(({ state }) => state === 'succeeded') ?? null,
    receipt: 'customer',
    client: null,
    canReprint: true,
    createdAt: new Date(world.now()).toISOString(),
    ...to,
  };
  const doubts = [...world.printing.doubts, one];
  become(world, { doubts, doubtCount: doubts.length });
  return one;
}

/** A person or a program has answered for it, here or elsewhere. */
export function settle(world: World, id: string): void {
  const doubts = world.printing.doubts.filter((each) => each.id !== id);
  become(world, { doubts, doubtCount: doubts.length });
}
