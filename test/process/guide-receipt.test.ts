// The receipt of docs/erp-guide.md is printed as it stands there: fifteen lines with a logo, umlauts and a QR code that a
// reader reads.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '#peripherals/emulator/paper.ts';
import { codesOn, codesRead, pbm } from '#support/drawn-paper.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { Shop } from '#support/shop.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

const guide = readFileSync(join(projectRoot, 'docs/erp-guide.md'), 'utf8');
const program = /^```js receipt\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';
const client = pathToFileURL(join(projectRoot, 'client/src/index.ts')).href;

test('the receipt of the guide comes out with its logo, umlauts and QR code, once', async () => {
  expect(program.trim().split('\n')).toHaveLength(15);
  const counter = await emulatedCounter();
  onTestFinished(counter.close);
  const shop = new Shop({ bridgeArgs: [...counter.args] });
  onTestFinished(() => shop.close());
  await shop.open('print');
  const folder = shop.bench.folder();
  const logo = Array.from({ length: 64 }, (_row, y) => Array.from({ length: 192 }, (_dot, x) => (x + y) % 16 < 8));
  writeFileSync(join(folder, 'logo.pbm'), pbm(logo));
  const given = `const [baseUrl, token] = ${JSON.stringify([shop.bridgeUrl, shop.token])};\n`;
  writeFileSync(join(folder, 'receipt.mjs'), given + program.replace("'@tillbridge/client'", `'${client}'`));
  const run = async () => {
    const child = spawn(process.execPath, ['receipt.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return said.trim() || errors;
  };
  expect(await run()).toBe('printed null null undefined');
  expect(await run()).toBe('printed null null undefined');
  const { paper } = counter.paper;
  expect(paper[0]).toMatchObject({ type: 'picture', width: 192, height: 64 });
  const lines = textOf(paper).split('\n');
  expect(lines.filter((line) => line.includes('Bäckerei Möller'))).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringMatching(/^3 Brötchen +1,20 €$/));
  expect(codesOn(paper)).toEqual(['QR-Code:https://shop.example/r/4711']);
  expect(codesRead(paper)).toEqual(codesOn(paper));
});
