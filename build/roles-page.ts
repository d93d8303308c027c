// `npm run roles`: writes docs/roles.md, who may ask main for what at the window, from the very table that main goes by.
// With `--check` it writes nothing and fails where the page in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mayActAs, roles } from '#contract/roles.ts';
import { type Needed, callRoles, opensSealed } from '#contract/window-roles.ts';
import type { WindowCall } from '#contract/window.ts';
import { projectRoot } from './specification/rows.ts';

/** A rule without its functions, whichever call it is of. */
interface Printed {
  readonly role: Needed;
  readonly more?: { readonly role: Needed; readonly what: string };
  readonly named?: true;
  readonly standIn?: unknown;
  readonly desk?: string;
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const mark = (may: boolean) => (may ? 'yes' : '');

function lines(call: WindowCall): string[] {
  const { role, more, named, standIn, desk }: Printed = callRoles[call];
  const pin = standIn === undefined ? [] : ['or the PIN of one who may, with the call'];
  const notes = [desk, ...pin].filter((each) => each !== undefined).join('; ');
  const alone = named === true ? 'nobody' : '';
  return [
    line(`\`${call}\``, opensSealed(call), role, notes, alone),
    ...(more === undefined ? [] : [line(`\`${call}\`: ${more.what}`, opensSealed(call), more.role, pin.join(), alone)]),
  ];
}

function line(what: string, sealed: boolean, needed: Needed, notes: string, alone: string): string {
  const may = roles.map((role) => mark(needed === 'anyone' || mayActAs(role, needed)));
  return row(what, mark(sealed), mark(needed === 'anyone'), ...may, alone === '' ? 'yes' : '', notes);
}

const page = `<!-- Written by \`npm run roles\` from main/contract/window-roles.ts. Do not edit. -->

# Who may do what at the window

Main goes by this table before it looks at what is asked (\`main/shell/ipc.ts\`); the window reads the same table to hide what whoever is there may not do, or to say who may. A call without a line does not compile. "Sealed" is a till whose key is not at hand (the passphrase was not entered yet), so that its people cannot be read: it is unlocked, says how it is and is quit, and nothing else. "Locked" is a till with people of whom nobody is signed in; "no people" is one that has none yet, where everybody is let through.

${row('call', 'sealed', 'locked', ...roles, 'no people', 'beyond it')}
${row('---', '---', ...roles.map(() => '---'), '---', '---', '---')}
${(Object.keys(callRoles) as WindowCall[]).flatMap(lines).join('\n')}
`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'roles.md');
if (values.check) {
  const stale = readFileSync(file, 'utf8') !== page;
  if (stale) process.stderr.write('docs/roles.md is stale: npm run roles\n');
  process.exitCode = stale ? 1 : 0;
} else {
  writeFileSync(file, page);
}
