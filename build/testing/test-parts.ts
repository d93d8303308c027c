// The parts of the tests: what each one runs for `npm test` (the small share), for `npm run test:all` (the large one)
// and for the rest of `test:all` right after `npm test`; how busy it keeps the machine, and how long it takes.
// build/testing/test-needs.ts says what their tests need of the system.
import { join } from 'node:path';

/** Arguments for Node. */
type Args = readonly string[];

export interface Part {
  readonly name: string;
  /** The folders of its tests; what they need of the system follows from them. */
  readonly folders: readonly string[];
  /** Processors that it keeps busy, about. */
  readonly load: number;
  /** It computes and waits for nothing: `npm test` runs it beside the others, in what they leave of the processors. */
  readonly fills?: true;
  /** Null: it is left to `test:all`. */
  readonly small: Args | null;
  /** Files that the small share leaves out, from the project's root. */
  readonly leaves?: readonly string[];
  readonly large: (seed: number) => Args;
  /** What the small share left out of the large one; null: nothing. Minutes on two processors. */
  readonly rest: { readonly args: (seed: number) => Args; readonly minutes: number } | null;
  /** What counts its tests where not even its set-up can run; null: its own arguments do. */
  readonly counted?: { readonly args: (args: Args) => Args; readonly env: NodeJS.ProcessEnv };
  /** For the large share only. */
  readonly largeEnv?: NodeJS.ProcessEnv;
}

/** What the small share leaves to `test:all`. */
interface Left {
  readonly files: readonly string[];
  /** Files and folders that the small share runs, too, and of which the large one does more. */
  readonly more?: readonly string[];
  readonly minutes: number;
}

const vitest = (...more: string[]): Args => [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...more];
const simulator = (...more: string[]): Args => [join('build', 'simulator', 'sim.ts'), ...more];

/** A project of vitest.config.ts; without anything left, `npm test` takes all of it. */
function project(name: string, load: number, left?: Left): Part {
  const whole = vitest('--project', name);
  const common = { name, folders: [`test/${name}/`], load, large: () => whole };
  if (left === undefined) return { ...common, small: whole, rest: null };
  const { files, more = [], minutes } = left;
  return {
    ...common,
    small: [...whole, ...without(files)],
    leaves: files,
    rest: { args: () => [...whole, ...files, ...more], minutes },
  };
}

function without(files: readonly string[]): string[] {
  return files.flatMap((file) => ['--exclude', file]);
}

/** As few as must meet every fault in every state (build/simulator/sim.ts). */
function thousandSeeds(seed: number): Args {
  return simulator('--first', String(seed), '--seeds', '1000');
}

/** Other ones each time, most by the seed that showed them last time, two by a search of their own. */
function simulatorMutants(seed: number): Args {
  const words = ['--sample', '30', '--afresh', '2', '--seeds', '400', '--turn', String(seed % 1_000)];
  return [join('build', 'simulator', 'sim-mutants.ts'), ...words];
}

/** Survivors are listed. The least share is below the goal of 95 per cent, so that chance alone does not fail a run. */
function sampleOfMutants(seed: number): Args {
  const words = ['--sample', '20', '--minutes', '3', '--least', '70', '--seed', String(seed)];
  return [join('build', 'testing', 'mutants.ts'), ...words];
}

const e2e = join('build', 'testing', 'test-e2e.ts');
/** Their names below test/e2e. */
const e2eLeft = [
  'approval',
  'auto-lock',
  'calls',
  'confirm',
  'crashes',
  'customer-screen',
  'dcc',
  'deb',
  'deb-update',
  'desktop',
  'end-signals',
  'erp-page',
  'exit-code',
  'forms',
  'installed-bridge',
  'joined',
  'killed',
  'life',
  'lock-down',
  'locked',
  'manual-refund',
  'many',
  'offline',
  'pairing',
  'people',
  'preload',
  'printing',
  'programs',
  'quitting',
  'recovery',
  'roles',
  'scan',
  'screen-keyboard',
  'secrets',
  'shift',
  'sleep',
  'switches',
  'systemd',
  'upkeep',
].map((name) => `${name}.test.ts`);

/** Of which the large share does more. */
const e2eMore = ['doubt', 'payment', 'sale'].map((name) => `${name}.test.ts`);

/** In the order in which they begin, the long ones that wait much first. */
export const parts: readonly Part[] = [
  {
    name: 'e2e',
    folders: ['test/e2e/'],
    load: 1.2,
    small: [e2e, ...without(e2eLeft)],
    leaves: e2eLeft.map((file) => join('test', 'e2e', file)),
    large: () => [e2e],
    rest: { args: () => [e2e, ...e2eLeft, ...e2eMore], minutes: 14 },
    counted: {
      args: ([, ...more]) => [...vitest('--config', join('test', 'e2e', 'vitest.config.ts')), ...more],
      env: Object.fromEntries(
        ['APP', 'FUSED', 'ELECTRON', 'PROJECT'].map((name) => [`TILLBRIDGE_E2E_${name}`, 'none']),
      ),
    },
  },
  project('renderer', 1.2, {
    files: [
      'authorizations',
      'comparison',
      'confirm-refund',
      'corner',
      'counter',
      'customer-screen',
      'data-and-updates',
      'dcc-sale',
      'decide',
      'destination',
      'devices',
      'ends',
      'every-size',
      'focus',
      'forms',
      'forms-access',
      'held-terminal',
      'in-sight',
      'keyboard-walk',
      'large-sums',
      'left-behind',
      'line-devices',
      'lists-and-offers',
      'long-slip',
      'looks',
      'many',
      'money-out',
      'next-customer',
      'other-amounts',
      'pairing',
      'people',
      'people-looks',
      'policy',
      'presses',
      'printing',
      'read-in-full',
      'receipt-printing',
      'receipts',
      'sale-sizes',
      'screen-keyboard',
      'screens',
      'shift',
      'spoken-walk',
      'sums',
      'sums-once',
      'terminals',
      'training-printer',
      'unnumbered-refund',
      'unpaid-link',
      'zoomed',
    ].map((name) => `test/renderer/${name}.test.tsx`),
    more: ['lists', 'office-approval', 'scans'].map((name) => `test/renderer/${name}.test.tsx`),
    minutes: 10,
  }),
  project('attack', 1.2, {
    files: [
      'backup-place',
      'browsers',
      'callers',
      'clocks',
      'clocks-and-periods',
      'control-socket',
      'copied-tills',
      'destination',
      'fuzz',
      'hostile-answers',
      'hostile-printers',
      'hostile-star-printers',
      'log-floods',
      'lying-office',
      'memory',
      'office',
      'office-alarms',
      'office-claims',
      'office-export',
      'office-page',
      'office-page-floods',
      'office-people-gone',
      'office-settlement',
      'other-tills-folder',
      'pipelines',
      'printer-commands',
      'replay',
      'rows',
      'scanner',
      'sealed-till',
      'second-bridge',
      'slow',
      'spoofing',
      'stall',
      'stored-folder',
      'stored-lanes',
      'stored-office-people',
      'stored-office-programs',
      'stored-operations',
      'stored-payments',
      'stored-printing',
      'stored-schema',
      'stored-shifts',
      'stored-sums',
      'webhooks',
      'window-flood',
      'window-fuzz',
      'wizard',
    ].map((name) => `test/attack/${name}.test.ts`),
    more: [
      'endless-peers',
      'enrolment',
      'names',
      'office-page-inputs',
      'office-people',
      'office-programs',
      'office-settings',
      'strange-files',
      'strangers',
    ].map((name) => `test/attack/${name}.test.ts`),
    minutes: 10,
  }),
  project('integration', 1.4, {
    files: [
      'background/own-process',
      'bridge/ending',
      'build/bare-machine',
      'build/package-scripts',
      'client/generated',
      'client/outcomes',
      'client/package',
      'commands/doctor',
      'conformance/other-names',
      'counter/counter-for-programs',
      'drop-in/addresses',
      'drop-in/revoked',
      'engine/look-ups',
      'engine/offers/authorizations',
      'engine/offers/hosted',
      'engine/offers/link-paid',
      'engine/offers/link-watched',
      'engine/offers/other-amount',
      'engine/offers/paid-twice',
      'engine/offers/unseen',
      'engine/people',
      'engine/refused-alone',
      'engine/request-ids',
      'engine/unnumbered',
      'gateway/standing-still',
      'loopback/docs',
      'loopback/event-lines',
      'loopback/journal',
      'loopback/webhook',
      'office/settings',
      'peripherals/pictures',
      'peripherals/serial',
      'printing/devices-for-programs',
      'printing/print-at-window',
      'printing/print-jobs',
      'printing/training-printer',
      'sandbox/browser',
      'sandbox/cli',
      'sandbox/folder',
      'secrets/data-key',
      'shell/vault',
      'shift/closing',
      'shift/comparison-calls',
      'shift/takings',
      'specification/generated',
      'specification/sandbox-rows',
      'store/archive',
      'store/archive-kills',
      'store/durability',
      'store/sharing',
    ].map((name) => `test/integration/${name}.test.ts`),
    more: [
      'conformance/sums-and-paths',
      'conformance/words',
      'engine/sent-once',
      'office/claims',
      'office/programs',
      'office/settlement',
    ].map((name) => `test/integration/${name}.test.ts`),
    minutes: 6,
  }),
  project('process', 1.1, {
    files: [
      'archive',
      'backup',
      'bundle',
      'clients-print',
      'control-killed',
      'control-socket',
      'counter',
      'crashes',
      'csharp-client',
      'damaged-folder',
      'dcc',
      'docs-page',
      'documented',
      'drop-in',
      'erp-guide',
      'erp-page',
      'erp-page-pairing',
      'events',
      'examples',
      'folder-move',
      'generated-clients',
      'guide-receipt',
      'lanes',
      'month',
      'office',
      'office-claims',
      'office-new-keys',
      'office-page',
      'office-programs',
      'office-service',
      'office-standing',
      'operation-command',
      'operation-decide',
      'operator-command',
      'policy',
      'print-command',
      'printer-faults',
      'printer-kills',
      'printing',
      'reconcile',
      'replugs',
      'request-ids',
      'shift',
      'start',
      'update-command',
      'usb-devices',
      'webhooks',
      'windows',
    ].map((name) => `test/process/${name}.test.ts`),
    more: ['conformance', 'faults', 'office-settings', 'push', 'python-client'].map(
      (name) => `test/process/${name}.test.ts`,
    ),
    minutes: 14,
  }),
  {
    fills: true,
    ...project('unit', 2, {
      files: [
        'assembly/watch-updates',
        'build/sim-mutants',
        'build/update-manifest',
        'build/usage',
        'commands/asked-first',
        'commands/token',
        'commands/update-install',
        'core/card-corpus',
        'core/wrong-records',
        'imports/imports',
        'peripherals/driver',
        'properties/requests',
        'renderer/link-list',
        'renderer/many-payments',
        'specification/coverage',
        'store/background-check',
        'store/backup',
        'store/erase',
        'store/export',
        'store/large-folder',
        'store/list-pages',
        'store/plans',
        'store/rescue',
        'store/signatures',
        'store/text-index',
        'updates/steps',
      ].map((name) => `test/unit/${name}.test.ts`),
      more: ['test/unit/properties/', 'test/unit/store/lost-pages.test.ts'],
      minutes: 3,
    }),
    largeEnv: { TILLBRIDGE_PROPERTY_RUNS: '3' },
  },
  project('kills', 0.9, {
    files: ['disk-errors', 'first-start', 'folder-move', 'full-at-the-end', 'office', 'power', 'updates'].map(
      (name) => `test/kills/${name}.test.ts`,
    ),
    more: ['test/kills/kills.test.ts'],
    minutes: 8,
  }),
  {
    fills: true,
    ...project('sim', 2, {
      files: [],
      more: ['claims/claims', 'model/keys', 'model/lanes', 'model/totals', 'printing', 'run', 'store.differential'].map(
        (name) => `test/sim/${name}.test.ts`,
      ),
      minutes: 3,
    }),
  },
  project('answers', 0.3, {
    files: [
      'beyond',
      'stories-of-answers',
      'stories-of-conversions',
      'stories-of-money-out',
      'stories-of-takings',
      'stories-of-terminals',
      'void-records',
    ].map((name) => `test/answers/${name}.test.ts`),
    more: ['answer-table', 'outsider', 'records', 'stories-of-settings'].map((name) => `test/answers/${name}.test.ts`),
    minutes: 4,
  }),
  {
    name: 'simulator',
    folders: [],
    load: 2,
    fills: true,
    // Always the same seeds, and so few that no cell must be met.
    small: simulator('--first', '1', '--seeds', '30'),
    large: thousandSeeds,
    rest: { args: thousandSeeds, minutes: 3 },
  },
  {
    name: 'small-mutants',
    folders: [],
    load: 1,
    small: null,
    large: sampleOfMutants,
    rest: { args: sampleOfMutants, minutes: 4 },
  },
  {
    name: 'mutants',
    folders: [],
    load: 2,
    small: null,
    large: simulatorMutants,
    rest: { args: simulatorMutants, minutes: 4 },
  },
];
