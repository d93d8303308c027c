// Printers in a person's words: what is the matter, which printer matters most, why a document is in doubt, and which
// operations have a receipt.
import { valueAt } from '#contract/data/json.ts';
import type { LineDeviceTrouble, LineTrouble } from '#contract/devices/line-devices.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import { moneyOf } from '#texts/operation-facts.ts';
import { awaitsCustomer } from '#texts/receipt-lines.ts';
import type { PrintNote } from '#contract/devices/print-notes.ts';
import type { PrinterView, PrintingView } from '#contract/devices/printing.ts';
import type { Say } from '#texts/index.ts';

/** A printer that cannot print, the one with the most waiting documents first; null: all can. */
export function worstPrinter({ printers }: PrintingView): PrinterView | null {
  const stopped = printers.filter((each) => each.obstacle !== null && (each.known || each.waiting > 0));
  return stopped.toSorted((a, b) => b.waiting - a.waiting)[0] ?? null;
}

/** How many printers cannot print. */
export function stoppedPrinters({ printers }: PrintingView): number {
  return printers.filter((each) => each.obstacle !== null).length;
}

export function obstacleText(printer: PrinterView, { printers }: PrintingView, say: Say): string {
  const words = !printer.known
    ? say('print.unknown')
    : printer.obstacle === null
      ? say(printer.paperLow ? 'print.low' : 'print.ready')
      : printer.trouble === null
        ? say(`print.is.${printer.obstacle}`)
        : troubleText(printer.trouble, say);
  return printers.length === 1 ? words : say('print.at', { printer: printer.id, words });
}

/** What is the matter with a line that does not open. */
export function troubleText({ code, path }: LineTrouble, say: Say): string {
  return say(`device.is.${code}`, { path });
}

/** What a person does about it. */
export function troubleAdvice({ code, group }: LineTrouble, say: Say): string {
  return code === 'no-permission' ? say('device.do.no-permission', { group: group ?? '' }) : say(`device.do.${code}`);
}

export function lineDeviceName({ id, type }: LineDeviceTrouble, say: Say): string {
  return say(type === 'display' ? 'device.display' : 'device.scanner', { device: id });
}

/** Devices that a person has to see to, beside printers that cannot print. */
export function deviceTroubleCount({ printers, lineDevices, settingsTroubles }: PrintingView): number {
  const lines = printers.filter(({ trouble }) => trouble !== null).length + lineDevices.length;
  return lines + (settingsTroubles.length === 0 ? 0 : 1);
}

/** What the printer writes otherwise than it stands there. */
export function noteText(note: PrintNote, say: Say): string {
  switch (note.code) {
    case 'spelled': {
      const changes = note.changes.map((each) => say('note.change', { ...each })).join(', ');
      return say('note.spelled', { line: note.line, changes });
    }
    case 'barcode-as-text':
      return say('note.barcode-as-text', { data: note.data });
    case 'picture-narrowed':
      return say('note.picture-narrowed', { width: note.width, dots: note.dots });
    case 'qr-as-text':
    case 'picture-left-out':
      return say(`note.${note.code}`);
  }
}

export function waitingText(count: number, say: Say): string {
  return say('print.waits', { count });
}

const reasons = {
  'line-lost': 'doubtful.why.line-lost',
  'no-word': 'doubtful.why.no-word',
  silent: 'doubtful.why.no-word',
  'not-taken': 'doubtful.why.not-taken',
  'waited-too-long': 'doubtful.why.waited-too-long',
  closed: 'doubtful.why.restarted',
  restarted: 'doubtful.why.restarted',
  restored: 'doubtful.why.restored',
  unreadable: 'doubtful.why.unreadable',
  'driver-failed': 'doubtful.why.driver-failed',
} as const;

/** Why it is not known whether the document came out. */
export function doubtReason(code: string): (typeof reasons)[keyof typeof reasons] {
  return code in reasons ? reasons[code as keyof typeof reasons] : 'doubtful.why.no-word';
}

/** A drawer that is open for longer was left open. */
export const leftOpenMs = 60_000;

/** Since when a drawer has been open, ISO 8601; null: none is, or none tells. */
export function openDrawerSince({ printers }: PrintingView): string | null {
  return printers.flatMap(({ drawerOpenSince }) => drawerOpenSince ?? []).toSorted()[0] ?? null;
}

/** Whether there is something to print of it: money moved, or a terminal sent lines. */
export function hasReceipt(operation: OperationView): boolean {
  if (!isFinal(operation.state) || awaitsCustomer(operation.offer)) return false;
  const lines = valueAt(operation.result ?? {}, 'receipt.customer');
  return Array.isArray(lines) ? lines.length > 0 : operation.state === 'succeeded' && moneyOf(operation) !== null;
}
