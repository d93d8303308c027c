// The core knows no operation by name: what it needs to know stands in the operation's own file (operations/define.ts).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '#operations/index.ts';

/** Also names of sums, claims and scopes, which the core has of its own. */
const alsoOtherThings: readonly string[] = ['capture', 'refund', 'refund-unreferenced'];

const kinds = commands.map(({ kind }) => kind).filter((kind) => !alsoOtherThings.includes(kind));
const terminalMessages = commands
  .flatMap(({ shortKinds, examples }) => [
    ...shortKinds.map(({ given }) => given),
    ...examples.map((each) => each.input),
  ])
  .flatMap(({ messageType }) => (typeof messageType === 'string' ? [messageType] : []));
const names = new Set([...kinds, ...terminalMessages, 'CARD_READ', 'TERMINAL_STARTUP']);

/** Texts in quotes that are one of the names and nothing else. */
function namesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  return [...code.matchAll(/(['"`])([\w-]+)\1/g)].map(([, , quoted = '']) => quoted).filter((each) => names.has(each));
}

it('the core names no operation', () => {
  const found = readdirSync('main/core', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => namesIn(readFileSync(join('main/core', file), 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

it('a name is found', () => {
  expect(namesIn("if (kind === 'dcc-quote') return `SALE`; // 'incremental'")).toEqual(['dcc-quote', 'SALE']);
});
