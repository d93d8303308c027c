// `npm run codes`: writes docs/codes.md, every code that an answer to a program may hold, what it means and what to do,
// from the tables that the API's own document is made of. With `--check` it writes nothing and fails where the page in
// the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publicProblemCodes } from '#contract/programs/problems.ts';
import { noteOf } from '#loopback/document/openapi.ts';
import { type CodeNote, doubtNotes, failureNotes } from '#loopback/document/outcome-advice.ts';
import { alarmNotes, issueNotes } from '#loopback/document/status-advice.ts';
import { projectRoot } from './specification/rows.ts';

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

const problems = publicProblemCodes.map((code) => {
  const { status, title, advice } = noteOf(code);
  return row(`\`${code}\``, String(status), `${title}.`, advice);
});
const notes = (of: { readonly [code: string]: CodeNote }) =>
  Object.entries(of).map(([code, { meaning, advice }]) => row(`\`${code}\``, meaning, advice));

const issues = Object.entries(issueNotes).map(([code, { meaning, params }]) => row(`\`${code}\``, meaning, params));

const page = `<!-- Written by \`npm run codes\` from main/contract and main/loopback/document. Do not edit. -->

# Codes

Decide by the code, never by the words: codes are stable, words may change. The lists grow, so keep a default: of a problem its HTTP status, of a failure "no money moved", of a doubt "do not repeat it".

## Problems

A refusal of the API (RFC 9457, member \`code\`; at the gateway's own addresses the header \`Tillbridge-Problem\`). Nothing was stored or sent, unless the advice says otherwise.

${table(['code', 'status', 'meaning', 'what to do'], problems)}

## Failures

Why an operation did not happen (\`failure.code\`, state \`failed\`). No money moved.

${table(['code', 'meaning', 'what to do'], notes(failureNotes))}

## Doubts

Why the outcome of an operation is not known (\`doubt.code\`; states \`pending\`, \`unknown\`, \`needs-person\`). Money may have moved: never repeat such an operation under another request id.

${table(['code', 'meaning', 'what happens'], notes(doubtNotes))}

## Alarms

What somebody should look after (\`alarms\` of \`GET /v1/status\`, \`code\`). An alarm is there for as long as its reason is.

${table(['code', 'meaning', 'what to do'], notes(alarmNotes))}

## Issues

What is wrong with a field (\`issues[].code\` of 400 \`invalid-input\`, beside \`field\`, \`message\` and, where it has any, \`params\`).

${table(['code', 'meaning', 'params'], issues)}
`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'codes.md');
if (values.check) {
  const stale = readFileSync(file, 'utf8') !== page;
  if (stale) process.stderr.write('docs/codes.md is stale: npm run codes\n');
  process.exitCode = stale ? 1 : 0;
} else {
  writeFileSync(file, page);
}
