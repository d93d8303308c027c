// The import table of ARCHITECTURE.md, written once. The lint configuration derives a list of allowed imports for
// each zone from it, and check-imports.ts asks it whether a file belongs to a zone at all.
// A target is a zone's name, or one file or folder of a zone where the rest of that zone stays private.

type Packages = readonly string[] | 'any';

export type Zone = {
  readonly name: string;
  /** A folder, or one file, from the project's root. */
  readonly path: string;
  readonly mayImport: readonly string[];
  /** Targets of which only the types may be used. */
  readonly typesOnly?: readonly string[];
  readonly packages: Packages;
  readonly builtins: boolean;
  readonly electron: boolean;
};

const corePorts = ['core/ports'];
// Every program makes, locks and reads a data folder in the same way, and writes files that outlive a power cut.
const dataFolder = [
  'host/files/file-lock.ts',
  'host/files/make-folder.ts',
  'host/files/durable-files.ts',
  'host/files/file-digest.ts',
  'host/files/read-ordinary.ts',
];
const shared = ['contract', 'operations', 'http', ...dataFolder, ...corePorts];
const inner = ['contract', 'operations', 'texts', 'core', 'http'];
const outer = [
  'gateway',
  'store',
  'settings',
  'secrets',
  'loopback',
  'peripherals',
  'sandbox',
  'webhooks',
  'control',
  'metrics',
  'updates',
  'office-link',
];

const pure = (name: string, mayImport: readonly string[], packages: readonly string[]): Zone => ({
  name,
  path: `main/${name}`,
  mayImport,
  packages,
  builtins: false,
  electron: false,
});

const onNode = (name: string, path: string, mayImport: readonly string[]): Zone => ({
  name,
  path,
  mayImport,
  packages: 'any',
  builtins: true,
  electron: false,
});

const onElectron = (name: string, path: string, mayImport: readonly string[]): Zone => ({
  ...onNode(name, path, mayImport),
  electron: true,
});

export const zones: readonly Zone[] = [
  pure('contract', [], ['zod', 'currency-codes', 'unhomoglyph']),
  pure('operations', ['contract'], ['zod']), // An operation's input is a schema.
  pure('texts', ['contract'], ['intl-messageformat']),
  pure('core', ['contract', 'operations', 'texts'], []),
  onNode('http', 'main/http', ['contract']),
  // A device's trouble has the same words for people and for programs.
  ...outer.map((name) => onNode(name, `main/${name}`, name === 'peripherals' ? [...shared, 'texts'] : shared)),
  onNode('host', 'main/host', ['contract', ...corePorts]),
  onNode('background', 'main/background', [...inner, 'store']),
  // The parts that the composition root is put together from.
  onNode('assembly', 'main/assembly', [...inner, ...outer, 'background']),
  onNode('bridge', 'main/bridge.ts', [...inner, ...outer, 'background', 'assembly']),
  onNode('commands', 'main/commands', [
    ...inner,
    ...outer,
    'background',
    'host',
    'bridge',
    'assembly/base/ports.ts',
    'assembly/programs/office-people.ts', // Their PINs, where no bridge runs.
  ]),
  onNode('cli', 'main/cli.ts', [...inner, ...outer, 'host', 'bridge', 'commands']),
  onNode('installed-cli', 'main/installed-cli.ts', [...inner, ...outer, 'host', 'bridge', 'commands']),
  onElectron('shell', 'main/shell', [
    'bridge',
    'assembly/base/ports.ts',
    'assembly/calls/call-refused.ts', // The error whose words a window may show.
    'assembly/window', // A window at a bridge, and the checks of its calls.
    'control/window', // To join a bridge that runs.
    'host',
    'contract',
    'operations',
    'settings',
    'secrets',
    'commands/gateway/target.ts', // How settings name a gateway.
    'commands/gateway/test-connection.ts', // To try one before it is chosen.
    'commands/bundle/bundle.ts', // A bundle for support by a press.
    'gateway/gateway.ts', // To try one before it is chosen.
    'http/limits/counted-log.ts', // Pages cause lines, too.
    ...corePorts,
  ]),
  onElectron('index', 'main/index.ts', ['shell', 'host', 'bridge', 'contract', 'operations', ...corePorts]),
  {
    ...onElectron('preload', 'preload', ['contract']),
    typesOnly: ['operations'],
    packages: ['zod'],
    builtins: false,
  },
  { ...onNode('renderer', 'renderer', ['contract', 'operations', 'texts']), builtins: false },
  // The store in memory that the simulator and the window's tests run the engine over; Disk, below it, is the simulator's.
  { ...pure('sim', ['contract', 'core', 'store/database/errors.ts'], []), path: 'test/sim/store' },
  // The bridge of the window's tests and pictures, and the page that shows the window over it: nothing of them ships.
  {
    ...onNode('fake', 'renderer/bridge/fake', [
      'contract',
      'operations',
      'texts',
      'core',
      'sim',
      'loopback/pairing/pairings.ts',
      'assembly/calls/client-calls.ts',
      'assembly/calls/comparison-calls.ts',
      'assembly/calls/confirmation-calls.ts',
      'assembly/calls/shift-calls.ts',
      'assembly/window/window-guard.ts',
    ]),
    builtins: false,
  },
  // Where the tills of a chain come together. It verifies and adds up with the tills' own code.
  onNode('office', 'office', [
    ...inner,
    ...dataFolder,
    'host/clock.ts',
    'host/close-process.ts',
    'host/crashes.ts',
    'host/log.ts',
    'host/started-as.ts',
    'host/version.ts',
    'commands/io',
    'loopback/access/tokens.ts', // How a program's token is made.
    'loopback/push/post.ts', // A webhook of alarms is signed and sent as one of events.
    'secrets/pins.ts', // How PINs of people at tills are hashed.
    'settings/office-part.ts', // What an office may set, and by which schema.
    'settings/settings.ts',
    'store/journal/audit.ts',
    'store/journal/chain.ts',
    'store/journal/export.ts', // How a cell of a CSV is written.
    'store/journal/key-pair.ts',
    'store/journal/record-line.ts',
  ]),
  // The office's page: a browser, and what it shares with the till's window is texts and colors.
  {
    ...onNode('office-page', 'office/page', ['contract', 'texts', 'renderer/ui/feedback/qr-code.tsx']),
    builtins: false,
  },
  // A package of its own: for programs elsewhere, with nothing of the bridge in it.
  { ...pure('client', [], []), path: 'client/src' },
];

/** How many folders deep a zone may be; the rules for relative paths are made for each depth. */
export const maxDepth = 4;

export const isFileZone = (zone: Zone): boolean => /\.\w+$/.test(zone.path);

/** The zone that a file belongs to: the innermost, which stands last. Undefined where the table names none. */
export const zoneOf = (file: string): Zone | undefined =>
  zones.findLast((zone) => (isFileZone(zone) ? file === zone.path : file.startsWith(`${zone.path}/`)));

/** A target as a path from the project's root: `core/ports/record.ts` is `main/core/ports/record.ts`. */
export const targetPath = (target: string): string => {
  const [name, ...rest] = target.split('/');
  const zone = zones.find((candidate) => candidate.name === name);
  if (zone === undefined) throw new Error(`The import table names no zone "${target}".`);
  return [zone.path, ...rest].join('/');
};
