// What a printer may hang on at this computer: serial lines with the names that their devices give themselves, and the
// queues of the system's spooler. A line is named by its device, where that has a serial number of its own.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { FoundLine, FoundPrinters } from '#contract/printer-setup.ts';

/** The spooler may hang on a printer in the network. */
const queuesMs = 3_000;

export async function foundPrinters(): Promise<FoundPrinters> {
  const [lines, queues] = await Promise.all([serialLines(), spoolerQueues()]);
  return { serial: lines ?? [], queues, trouble: lines === null ? 'no-listing' : null };
}

/** Null where the system cannot list them (on Linux by `udevadm`). */
async function serialLines(): Promise<FoundLine[] | null> {
  const { SerialPort } = await import('serialport');
  const ports = await SerialPort.list().catch(() => null);
  if (ports === null) return null;
  return Promise.all(
    ports.map(async ({ path, manufacturer, vendorId, productId, serialNumber }) => {
      const ids = vendorId === undefined || productId === undefined ? null : `${vendorId}:${productId}`;
      return {
        // By its serial number it is found wherever it is plugged in, and never taken for another one.
        path: ids !== null && /^[\w.-]+$/.test(serialNumber ?? '') ? `usb:${ids}:${serialNumber}` : path,
        name: [manufacturer ?? '', ids ?? ''].filter((part) => part !== '').join(' '),
        mayOpen: process.platform === 'win32' || (await mayOpen(path)),
      };
    }),
  );
}

function mayOpen(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** None where there is no spooler. */
function spoolerQueues(): Promise<string[]> {
  return new Promise((resolve) => {
    execFile('lpstat', ['-e'], { timeout: queuesMs }, (error, output) => {
      const names = error === null ? output.split('\n') : [];
      resolve(names.map((name) => name.trim()).filter((name) => name !== ''));
    });
  });
}
