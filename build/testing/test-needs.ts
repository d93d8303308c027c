// Which tests need more of the system than Node, by path and name. A machine without it skips them, says how many, and
// runs all others. The runner of every Node project reads this (test/support/runner.ts).
import { type Need, missingPackages, unmetNeeds } from '../machine/system-packages.ts';

interface Needing {
  /** A folder or a file, from the project's root. */
  readonly under: string;
  /** Null: all its tests. */
  readonly test: string | null;
  readonly needs: readonly Need[];
}

const needing: readonly Needing[] = [
  { under: 'test/renderer/', test: null, needs: ['chromium'] },
  { under: 'test/e2e/', test: null, needs: ['libraries', 'display', 'keyring'] },
  { under: 'test/e2e/erp-page.test.ts', test: null, needs: ['chromium'] },
  {
    under: 'test/e2e/printing.test.ts',
    test: 'prints a receipt again with a reason, marked COPY, and the shift’s report, over a serial line',
    needs: ['serialLines'],
  },
  { under: 'test/e2e/installed-bridge.test.ts', test: 'prints over a serial line', needs: ['serialLines'] },
  { under: 'test/integration/sandbox/browser.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/docs-page.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/erp-page.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/erp-page-pairing.test.ts', test: null, needs: ['chromium'] },
  { under: 'test/process/examples.test.ts', test: null, needs: ['examples'] },
  { under: 'test/process/guide-receipt.test.ts', test: null, needs: ['codes'] },
  { under: 'test/process/clients-print.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/process/clients-print.test.ts', test: 'Python', needs: ['python'] },
  { under: 'test/process/clients-print.test.ts', test: 'C#', needs: ['csharp'] },
  { under: 'test/process/python-client.test.ts', test: null, needs: ['python'] },
  { under: 'test/process/csharp-client.test.ts', test: null, needs: ['csharp'] },
  { under: 'test/process/generated-clients.test.ts', test: 'for Python', needs: ['generatedPython'] },
  { under: 'test/process/generated-clients.test.ts', test: 'for C#', needs: ['csharp', 'generatedCsharp'] },
  { under: 'test/process/erp-guide.test.ts', test: 'charges an order once from Python', needs: ['python'] },
  { under: 'test/integration/peripherals/serial.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/integration/peripherals/display.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/integration/peripherals/pictures.test.ts', test: null, needs: ['codes'] },
  { under: 'test/integration/printing/receipt-code.test.ts', test: null, needs: ['codes'] },
  {
    under: 'test/integration/printing/printer-trial.test.ts',
    test: 'tries a printer that the till has open: the till lets its line go meanwhile, and takes it again',
    needs: ['serialLines'],
  },
  { under: 'test/integration/peripherals/bundled.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/process/printer-kills.test.ts', test: 'on a printer at a serial line', needs: ['serialLines'] },
  { under: 'test/process/printer-faults.test.ts', test: 'on a serial line', needs: ['serialLines'] },
  { under: 'test/integration/peripherals/usb-ports.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/process/counter.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/process/replugs.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/process/usb-devices.test.ts', test: null, needs: ['serialLines', 'usbDevices'] },
  { under: 'test/attack/scanner.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/attack/hostile-printers.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/attack/hostile-star-printers.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/attack/log-floods.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/attack/printer-commands.test.ts', test: null, needs: ['serialLines'] },
  { under: 'test/integration/gateway/tls.test.ts', test: null, needs: ['openssl'] },
  { under: 'test/unit/store/signatures.test.ts', test: 'can be checked with openssl alone', needs: ['openssl'] },
  { under: 'test/kills/disk-errors.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/first-start.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/full-at-the-end.test.ts', test: null, needs: ['strace'] },
  { under: 'test/kills/power.test.ts', test: null, needs: ['powerCuts'] },
];

/** What the tests of these paths need, but for the files that this run leaves out. */
export function needsBelow(paths: readonly string[], leftOut: readonly string[] = []): Need[] {
  const met = needing.filter(
    ({ under }) => !leftOut.includes(under) && paths.some((path) => under.startsWith(path) || path.startsWith(under)),
  );
  return [...new Set(met.flatMap(({ needs }) => needs))];
}

const variable = 'TILLBRIDGE_TESTS_WITHOUT';

/** The needs that this run has to do without; asked of the system once and handed on to the processes that run tests. */
export function unmet(): ReadonlySet<string> {
  process.env[variable] ??= unmetNeeds(missingPackages(needsBelow(['test/']))).join(' ');
  return new Set(process.env[variable].split(' ').filter((need) => need !== ''));
}

/** For a run whose parts were told already. */
export function withoutNeeds(needs: readonly Need[]): NodeJS.ProcessEnv {
  return { [variable]: needs.join(' ') };
}

/** The unmet needs of one test; empty where it can run. `file` from the project's root. */
export function unmetBy(file: string, test: string, without: ReadonlySet<string>): string[] {
  const mine = needing.filter((each) => file.startsWith(each.under) && (each.test === null || each.test === test));
  return mine.flatMap(({ needs }) => needs.filter((need) => without.has(need)));
}
