// How much of the generated, killed and simulated work a run does. `npm test` takes the small share with one fixed
// seed, so that it says the same of the same tree and a failure belongs to the change at hand; `npm run test:all` takes
// the large one with another seed each time, which is where new orders of events are tried. A test that is started by
// hand takes the small one: TILLBRIDGE_SHARE=large TILLBRIDGE_SEED=7 npm run test:kills is the other.

export interface Shares<T> {
  readonly small: T;
  readonly large: T;
}

const fixedSeed = 20_260_131;

const isLarge = process.env['TILLBRIDGE_SHARE'] === 'large';

/** What this run takes. */
export function share<T>({ small, large }: Shares<T>): T {
  return isLarge ? large : small;
}

/** For tests that are variations of others in their file: the small share does without them. */
export function onlyLarge(declare: () => void): void {
  if (isLarge) declare();
}

const newSeed = Math.floor(Math.random() * 2 ** 31);

/** TILLBRIDGE_SEED, else the fixed one, or a new one for a large share. What takes it prints it. */
export function seedOfRun(): number {
  const given = Number.parseInt(process.env['TILLBRIDGE_SEED'] ?? '', 10);
  if (!Number.isNaN(given)) return given;
  return isLarge ? newSeed : fixedSeed;
}
