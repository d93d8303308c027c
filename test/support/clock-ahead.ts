// A program whose clock on the wall is wrong, as it reads it: what it loads first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './processes.ts';

/** By so much; less than zero: it is behind. */
export function aheadBy(bench: Workbench, ms: number): NodeJS.ProcessEnv {
  const file = join(bench.folder(), 'clock.mjs');
  writeFileSync(
    file,
    `const Real = Date;
     globalThis.Date = class Date extends Real {
       constructor(...given) { if (given.length === 0) super(Real.now() + ${ms}); else super(...given); }
       static now() { return Real.now() + ${ms}; }
     };`,
  );
  return { NODE_OPTIONS: `--import=${file}` };
}
