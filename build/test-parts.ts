// The parts of the tests: what each one runs for `npm test` (the small share), for `npm run test:all` (the large one)
// and for the rest of `test:all` right after `npm test`; how busy it keeps the machine, and how long it takes.
// build/test-needs.ts says what their tests need of the system.
import { join } from 'node:path';

/** Arguments for Node. */
type Args = readonly string[];

export interface Part {
  readonly name: string;
  /** The folders of its tests; what they need of the system follows from them. */
  readonly folders: readonly string[];
  /** Processors that it keeps busy, about. */
  readonly load: number;
  /** Null: it is left to `test:all`. */
  readonly small: Args | null;
  readonly large: (seed: number) => Args;
  /** What the small share left out of the large one; null: nothing. Minutes on two processors. */
  readonly rest: { readonly args: (seed: number) => Args; readonly minutes: number } | null;
  /** What counts its tests where not even its set-up can run; null: its own arguments do. */
  readonly counted?: { readonly args: Args; readonly env: NodeJS.ProcessEnv };
  /** For the large share only. */
  readonly largeEnv?: NodeJS.ProcessEnv;
}

const vitest = (...more: string[]): Args => [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...more];
const project = (name: string, ...files: string[]): Args => vitest('--project', name, ...files);
const simulator = (...more: string[]): Args => [join('build', 'sim.ts'), ...more];

/** A project that has no shares: `npm test` takes all of it. */
function whole(name: string, load: number): Part {
  return { name, folders: [`test/${name}/`], load, small: project(name), large: () => project(name), rest: null };
}

/** In the order in which they begin, the long ones that wait much first. */
export const parts: readonly Part[] = [
  {
    name: 'e2e',
    folders: ['test/e2e/'],
    load: 1,
    small: [join('build', 'test-e2e.ts')],
    large: () => [join('build', 'test-e2e.ts')],
    rest: null,
    counted: {
      args: vitest('--config', join('test', 'e2e', 'vitest.config.ts')),
      env: Object.fromEntries(
        ['APP', 'FUSED', 'ELECTRON', 'PROJECT'].map((name) => [`TILLBRIDGE_E2E_${name}`, 'none']),
      ),
    },
  },
  whole('process', 2),
  whole('integration', 2),
  {
    name: 'unit',
    folders: ['test/unit/'],
    load: 2,
    small: project('unit'),
    large: () => project('unit'),
    rest: { args: () => project('unit', 'test/unit/properties/'), minutes: 2 },
    largeEnv: { TILLBRIDGE_PROPERTY_RUNS: '5' },
  },
  {
    name: 'attack',
    folders: ['test/attack/'],
    load: 2,
    small: project('attack'),
    large: () => project('attack'),
    rest: { args: () => project('attack', 'test/attack/fuzz.test.ts'), minutes: 4 },
  },
  {
    name: 'kills',
    folders: ['test/kills/'],
    load: 1.5,
    small: project('kills'),
    large: () => project('kills'),
    rest: { args: () => project('kills', 'kills.test.ts', 'first-start.test.ts', 'power.test.ts'), minutes: 5 },
  },
  {
    name: 'renderer',
    folders: ['test/renderer/'],
    load: 1,
    small: project('renderer'),
    large: () => project('renderer'),
    rest: { args: () => project('renderer', 'screens.test', 'forms-access.test', 'people-looks.test'), minutes: 3 },
  },
  whole('sim', 1),
  whole('answers', 1),
  {
    name: 'simulator',
    folders: [],
    load: 2,
    // Always the same seeds, and so few that no cell must be met.
    small: simulator('--first', '1', '--seeds', '400'),
    large: (seed) => simulator('--first', String(seed), '--seeds', '2000', '--seconds', '170'),
    rest: {
      args: (seed) => simulator('--first', String(seed), '--seeds', '2000', '--seconds', '170'),
      minutes: 4,
    },
  },
  {
    name: 'mutants',
    folders: [],
    load: 2,
    small: null,
    large: () => [join('build', 'sim-mutants.ts')],
    rest: { args: () => [join('build', 'sim-mutants.ts')], minutes: 8 },
  },
];
