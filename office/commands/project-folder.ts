// The folder of the whole project, for what the office reads from beside its own program: the page's build, the verifier,
// the programs of the demo.
import { resolve } from 'node:path';

/** As far above this file as above the one that the tests bundle the office into (test/support/bundled.ts). */
export const projectFolder = resolve(import.meta.dirname, '../..');
