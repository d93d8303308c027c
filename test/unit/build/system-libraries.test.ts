// Which libraries of the system Electron lacks, in one line.
import { expect, it } from 'vitest';
import { inWords, missingIn } from '../../../build/electron/system-libraries.ts';

const there =
  '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f0000000000)\n\tlinux-vdso.so.1 (0x00007ffc00000000)\n';

it('says nothing where every library is there', () => {
  expect(missingIn(there)).toBeNull();
});

it('names all that is missing in one line, with the command that brings it', () => {
  const missing = missingIn(
    `${there}\tlibnss3.so => not found\n\tlibnssutil3.so => not found\n\tlibgbm.so.1 => not found\n`,
  );
  expect(missing === null ? null : inWords(missing)).toBe(
    'The window needs system libraries that are missing (libnss3.so, libnssutil3.so, libgbm.so.1). ' +
      'On Debian or Ubuntu: sudo apt-get install libgbm1 libnss3',
  );
});

it.each([
  ['libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0'],
  ['libatk-1.0.so.0', 'libatk1.0-0'],
  ['libcups.so.2', 'libcups2'],
  ['libdrm.so.2', 'libdrm2'],
  ['libgtk-3.so.0', 'libgtk-3-0'],
  ['libasound.so.2', 'libasound2'],
  ['libXcomposite.so.1', 'libgtk-3-0'],
])('knows which package brings %s', (library, name) => {
  expect(missingIn(`\t${library} => not found\n`)?.packages).toEqual([name]);
});
