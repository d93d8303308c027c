// Terminals, printers, the customer's displays and scanners, as the settings name them. A bridge that runs has their
// lines open, and says itself how they are (GET /v1/devices).
import { parsePrinterAddress, sharedEndpoints } from '#peripherals/address/address.ts';
import { parseDisplayAddress } from '#peripherals/display/display-address.ts';
import { openTrouble } from '#peripherals/lines/open-trouble.ts';
import { createSerialLine } from '#peripherals/lines/serial-line.ts';
import { createPrinters } from '#peripherals/printers/create-printers.ts';
import { parseScannerAddress } from '#peripherals/scanner/scanner-address.ts';
import { deviceAddresses, printerAddresses } from '#settings/devices.ts';
import type { Settings } from '#settings/settings.ts';
import { sayIn } from '#texts/index.ts';
import { type Finding, note, problem, warning } from './finding.ts';

const openMs = 5_000;

export function terminalFindings(terminals: readonly string[]): Finding[] {
  if (terminals.length > 0) return [];
  return [
    warning('no-terminals', {
      what: 'No terminal is named: a command for one that does not exist is not noticed.',
      where: 'terminals',
      mend: 'Name the ids of the terminals in the settings or with --terminal.',
    }),
  ];
}

export async function deviceFindings(settings: Settings, isRunning: boolean, firstFence: number): Promise<Finding[]> {
  const { devices } = settings;
  const named = [
    printerAddresses(devices),
    deviceAddresses(devices.displays),
    deviceAddresses(devices.scanners),
  ].flat();
  if (named.length === 0) return [];
  if (isRunning) {
    const what = 'The bridge that runs has the lines of printers, displays and scanners open.';
    return [note('devices-not-asked', { what, where: 'devices', mend: 'GET /v1/devices says how they are.' })];
  }
  return [...(await printerFindings(settings, firstFence)), ...(await lineFindings(settings))];
}

const say = sayIn('en');

async function printerFindings(settings: Settings, firstFence: number): Promise<Finding[]> {
  const parsed = printerAddresses(settings.devices).map((text) => ({ text, read: parsePrinterAddress(text) }));
  const wrong = parsed.flatMap(({ text, read }) =>
    read.type === 'invalid'
      ? [problem('device-address-wrong', { what: read.reason, where: text, mend: 'Correct devices.printers.' })]
      : [],
  );
  const addresses = parsed.flatMap(({ read }) => (read.type === 'invalid' ? [] : [read.address]));
  const shared = [...sharedEndpoints(addresses)].map(([id, what]) =>
    problem('device-address-shared', { what, where: id, mend: 'Take one of the two names out of devices.printers.' }),
  );
  if (shared.length > 0) return [...wrong, ...shared];
  const printers = createPrinters(addresses, { firstFence: () => firstFence });
  try {
    const states = await Promise.all(
      printers.list().map(async (printer) => {
        const { obstacle, paperLow, trouble } = await printer.state();
        const where = printer.info.id;
        if (obstacle !== null) {
          const mend = trouble?.advice ?? say(`print.do.${obstacle}`);
          return [problem(`printer-${obstacle}`, { what: say(`print.is.${obstacle}`), where, mend })];
        }
        const low = { what: say('print.low'), where, mend: say('print.lowHow') };
        return paperLow ? [warning('printer-paper-low', low)] : [];
      }),
    );
    return [...wrong, ...states.flat()];
  } finally {
    await printers.close();
  }
}

async function lineFindings({ devices }: Settings): Promise<Finding[]> {
  const lines = [
    ...deviceAddresses(devices.displays).map((text) => ({
      text,
      read: parseDisplayAddress(text),
      setting: 'devices.displays',
    })),
    ...deviceAddresses(devices.scanners).map((text) => ({
      text,
      read: parseScannerAddress(text),
      setting: 'devices.scanners',
    })),
  ];
  const found = await Promise.all(
    lines.map(async ({ text, read, setting }) => {
      if (read.type === 'invalid') {
        return [problem('device-address-wrong', { what: read.reason, where: text, mend: `Correct ${setting}.` })];
      }
      const { id, endpoint } = read.address;
      try {
        await (await createSerialLine(endpoint).open(openMs)).close();
        return [];
      } catch (error) {
        const { obstacle, advice } = openTrouble(endpoint.path, error);
        return [
          problem(`device-${obstacle}`, {
            what: `The line of ${id} does not open.`,
            where: endpoint.path,
            mend: advice,
          }),
        ];
      }
    }),
  );
  return found.flat();
}
