// A bundle as a page that a browser shows, with nothing from the network and no script in it.
import { html } from '#loopback/document/html.ts';
import type { SupportData } from './support-data.ts';

type Cell = string | number;

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
  td, th { border-bottom: 1px solid #ccc; padding: 0.15rem 1rem 0.15rem 0; text-align: left; vertical-align: top; }
  pre { overflow-x: auto; background: #f4f4f4; padding: 0.5rem; }
  @media (prefers-color-scheme: dark) { body { background: #181818; color: #eee; } pre { background: #242424; } }
`;

export function pageOf(data: SupportData): string {
  const { at, program, doctor, settings, folder, folderProblem, files, freeBytes, crashes, log } = data;
  const now = Date.parse(at);
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>Tillbridge, for support</title>
      <style>
        ${{ html: style }}
      </style>
    </head>
    <body>
      <h1>Tillbridge, for support</h1>
      <p>
        Made at ${at}. It holds counts, states, times, codes and versions. There is no name, no card or payment number,
        no amount, no address, no key and no text that somebody typed in it.
      </p>
      <h2>Program</h2>
      ${table(
        [],
        Object.entries(program).map(([name, value]) => [name, value]),
      )}
      <h2>What the doctor found</h2>
      ${table(
        ['level', 'code'],
        doctor.map(({ level, code }) => [level, code]),
      )}
      <h2>Settings that are not the default</h2>
      ${table(['setting', 'value'], settings)}
      <h2>Data folder</h2>
      ${folder === null ? html`<p>The database cannot be read: ${folderProblem}.</p>` : folderTables(folder, now)}
      ${table(['file', 'bytes'], [...files, ['free on the disk', freeBytes ?? 'unknown']])}
      <h2>Crashes</h2>
      ${crashes.map((crash) => html`<pre>${JSON.stringify(crash, null, 2)}</pre>`)}
      <h2>Log</h2>
      <pre>${log.map((line) => `${JSON.stringify(line)}\n`)}</pre>
    </body>
  </html>`;
  return `<!doctype html>\n${page.html}\n`;
}

function folderTables({ journal, states, latest, open }: NonNullable<SupportData['folder']>, now: number) {
  const hours = (ms: number) => ((now - ms) / 3_600_000).toFixed(1);
  return html`${table(
      [],
      [
        ['journal records', journal.records],
        ['last record', journal.lastAt ?? 'none'],
        ['closed shifts', journal.shiftsClosed],
        ...Object.entries(states).map(([state, count]): [string, Cell] => [`operations ${state}`, count]),
      ],
    )}
    <h3>The latest operations</h3>
    ${table(
      ['kind', 'state', 'count', 'median ms', 'longest ms'],
      latest.map(({ kind, state, count, medianMs, longestMs }) => [
        kind,
        state,
        count,
        Math.round(medianMs),
        Math.round(longestMs),
      ]),
    )}
    <h3>The oldest open ones</h3>
    ${table(
      ['kind', 'state', 'hours old', 'hours since the last change'],
      open.map(({ kind, state, createdAtMs, updatedAtMs }) => [kind, state, hours(createdAtMs), hours(updatedAtMs)]),
    )}`;
}

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]) {
  if (rows.length === 0) return html`<p>None.</p>`;
  const head =
    heads.length === 0
      ? null
      : html`<tr>
          ${heads.map((each) => html`<th>${each}</th>`)}
        </tr>`;
  return html`<table>
    ${head}
    ${rows.map(
      (row) =>
        html`<tr>
          ${row.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`;
}
