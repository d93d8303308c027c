// `node build/packaging/test-debs.ts FOLDER OUTPUT VERSION...`: a deb of each version from one packaged folder, for the test that
// installs one over the other. Not compressed.
import { writeFileSync } from 'node:fs';
import { packageDeb } from './package-app.ts';

const [folder = '', output = '', ...versions] = process.argv.slice(2);
for (const version of versions) await packageDeb({ folder, output, version });
// electron-builder ends with 0 whatever happened: this says that all were made.
writeFileSync(`${output}/made`, versions.join('\n'));
