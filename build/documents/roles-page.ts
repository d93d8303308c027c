// `npm run roles`: writes docs/roles.md, which role may make which call of the window, from the table that main uses.
// With `--check` it writes nothing and fails where the page in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Needed } from '#contract/calls/call.ts';
import { type WindowCall, windowCallNames, windowCalls } from '#contract/calls/table.ts';
import { mayActAs, roles } from '#contract/people/roles.ts';
import { opensSealed } from '#contract/calls/window-roles.ts';
import { projectRoot } from './specification/rows.ts';

/** A call's rule without its functions. */
interface Printed {
  readonly role: Needed;
  readonly more?: { readonly role: Needed; readonly what: string };
  readonly named?: true;
  readonly standIn?: unknown;
  readonly beyondRole?: string;
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const mark = (may: boolean) => (may ? 'yes' : '');

function lines(call: WindowCall): string[] {
  const { role, more, named, standIn, beyondRole }: Printed = windowCalls[call];
  const pin = standIn === undefined ? [] : ['or the PIN of one who may, with the call'];
  const notes = [beyondRole, ...pin].filter((each) => each !== undefined).join('; ');
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

const page = `<!-- Written by \`npm run roles\` from main/contract/calls. Do not edit. -->

# Who may do what at the window

Main goes by this table before it looks at what is asked (\`main/assembly/window/window-guard.ts\`); the window reads the same table to hide what the person at the till may not do, or to say who may. A call without a line does not compile. "Sealed" is a till whose key is not at hand (the passphrase was not entered yet), so that its people cannot be read: it is unlocked, says how it is and is quit, and nothing else. "Locked" is a till with people, none of whom is signed in; "no people" is one that has none yet, where everybody is let through.

${row('call', 'sealed', 'locked', ...roles, 'no people', 'beyond it')}
${row('---', '---', ...roles.map(() => '---'), '---', '---', '---')}
${windowCallNames.flatMap(lines).join('\n')}
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
