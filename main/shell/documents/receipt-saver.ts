// Prints a receipt into a PDF in the folder for receipts, by one press, so that a cashier with a queue need not choose
// a folder. Where that folder cannot be written the cashier is asked for a file.
import { join } from 'node:path';
import type { WindowOutputs } from '#contract/calls/table.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import type { PagePrinter } from './page-printer.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import type { ReceiptFolder } from './receipt-folder.ts';
import { saveProblem } from './save-target.ts';
import { type MoreLines, receiptOf } from './receipt-page.ts';
import type { SaveDialog } from './save-dialog.ts';

type Saved = WindowOutputs['saveReceipt'];
export type ReceiptSaver = (
  operation: OperationView,
  copy: 'merchant' | 'customer',
  lines: MoreLines,
) => Promise<Saved>;

interface Ports {
  readonly print: PagePrinter;
  readonly folder: Pick<ReceiptFolder, 'ready' | 'view'>;
  readonly paths: AppPaths;
  readonly ask: SaveDialog;
  readonly title: () => string;
}

export function createReceiptSaver(ports: Ports): ReceiptSaver {
  return async (operation, copy, lines) => {
    const receipt = receiptOf(operation, copy, lines);
    if (receipt === null) return notSaved;
    const { folder, isThere } = ports.folder.view();
    if (!isThere) return { ...notSaved, missing: folder };
    const page = await ports.print(operation.id, receipt);
    const below = writtenBelow(ports, receipt.name, page);
    if (below !== null) return savedAs(below);
    const file = await ports.ask({ title: ports.title(), name: receipt.name, extension: 'pdf' });
    if (file === null) return notSaved;
    writeDurably(file, page);
    return savedAs(file);
  };
}

const notSaved: Saved = { saved: false, file: null, missing: null };

function savedAs(file: string): Saved {
  return { saved: true, file, missing: null };
}

/** The file in the folder for receipts, written; null where that folder cannot be made or must not be written. */
function writtenBelow({ folder, paths }: Ports, name: string, page: Uint8Array): string | null {
  try {
    const ready = folder.ready();
    if (ready === null) return null;
    const file = join(ready, name);
    if (saveProblem(file, paths, null) !== null) return null;
    writeDurably(file, page);
    return file;
  } catch {
    return null;
  }
}
