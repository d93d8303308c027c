// A shift's report as a page of text to print: in fixed columns, without script, with the signed head at its foot, which
// on paper is what pins the journal from outside.
import { formatMoney } from '#contract/money.ts';
import { isolated } from '#contract/shown-text.ts';
import type { ShiftReport, ShiftSection, ShiftTaking, ShiftTotal } from '#contract/shift.ts';
import { type Language, type Say, sayIn } from '#texts/index.ts';

export interface ShiftPage {
  readonly html: string;
  readonly name: string;
}

const width = 78;
const openPrinted = 200;

export function shiftPage(report: ShiftReport, language: Language): ShiftPage {
  const title = `${report.type}-${report.number}`;
  const text = linesOf(report, sayIn(language)).map(escaped).join('\n');
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="style.css">`;
  return {
    html: `<!doctype html><html lang="${language}"><head>${head}</head><body><pre>${text}</pre></body></html>`,
    name: `shift-${String(report.number).padStart(5, '0')}-${report.type}-${report.at.slice(0, 10)}.pdf`,
  };
}

function linesOf(report: ShiftReport, say: Say): string[] {
  const { type, number, at, closedBy, head, firstSeq, lastSeq, strays } = report;
  const lines = [
    say(type === 'X' ? 'shift.x' : 'shift.z'),
    type === 'X' && report.openedAt !== null
      ? say('shift.current', { number, time: report.openedAt })
      : say(type === 'X' ? 'shift.currentEmpty' : 'shift.closedAt', { number, time: at }),
    ...(closedBy === null ? [] : [say('shift.by', { name: closedBy })]),
    at,
    say('shift.records', { first: firstSeq, last: lastSeq }),
    ...(strays === 0 ? [] : [say('shift.strays', { count: strays })]),
  ];
  for (const section of report.sections) lines.push('', ...sectionLines(section, say));
  if (head !== null) lines.push('', rule, say('shift.head', { seq: head.seq, hash: head.hash }));
  return lines;
}

const rule = '-'.repeat(width);

function sectionLines(section: ShiftSection, say: Say): string[] {
  const { mode, environment, totals, notDone, open, openCounts } = section;
  const marked = section.training ? `*** ${say('shift.training')} ***` : say(`shift.${mode}`);
  const count = openCounts.waiting + openCounts.inDoubt + openCounts.needsPerson;
  return [
    rule,
    `${marked}   ${isolated(environment)}`,
    rule,
    ...takingLines(section, say),
    '',
    ...totals.flatMap((total) => totalLines(total, say)),
    say('shift.notDone', notDone),
    '',
    `${say('shift.open')}: ${say('shift.openCounts', { ...openCounts })}`,
    ...open.slice(0, openPrinted).map((each) => {
      const amount = each.amount === null ? '' : formatMoney(each.amount);
      const carried = each.carriedOver ? ` (${say('shift.carriedOver')})` : '';
      return `  ${each.acceptedAt}  ${each.state.padEnd(12)} ${amount.padStart(16)}  ${each.operationId}${carried}`;
    }),
    ...(count > openPrinted ? [`  + ${count - openPrinted}`] : []),
  ];
}

/** First what was taken; then by whom and how, and what is authorized and open. */
function takingLines(section: ShiftSection, say: Say): string[] {
  const { takings, byPerson, byBrand, byEntry, authorized, authorizations } = section;
  return [
    ...takings.flatMap(({ currency, takenMinor, givenBackMinor, leftMinor, tipMinor }) => [
      sumLine(say('shift.taken'), takenMinor, currency),
      sumLine(say('shift.given'), givenBackMinor === 0 ? 0 : -givenBackMinor, currency),
      sumLine(say('shift.left'), leftMinor, currency),
      ...(tipMinor === 0 ? [] : [sumLine(say('shift.tips'), tipMinor, currency)]),
    ]),
    ...named(say('shift.byPerson'), byPerson, ({ person }) =>
      person === null ? say('shift.noPerson') : isolated(person),
    ),
    ...named(say('shift.byBrand'), byBrand, ({ brand }) => (brand === null ? say('shift.noBrand') : isolated(brand))),
    ...named(say('shift.byEntry'), byEntry, ({ entry }) => say(`shift.entry.${entry}`)),
    ...(authorized.length === 0 ? [] : ['', `${say('shift.authorized')}:`]),
    ...authorized.map(({ currency, openMinor, count }) => sumLine(`  ${count}`, openMinor, currency)),
    ...authorizations.slice(0, openPrinted).map(({ at, ageDays, transId, payId, openMinor, currency }) => {
      const name = `  ${at}  ${say('shift.ageDays', { days: ageDays })}  ${isolated(transId ?? payId ?? '')}`;
      return sumLine(name, openMinor, currency);
    }),
  ];
}

function named<R extends ShiftTaking>(title: string, rows: readonly R[], nameOf: (row: R) => string): string[] {
  if (rows.length === 0) return [];
  return ['', `${title}:`, ...rows.map((row) => sumLine(`  ${nameOf(row)}`, row.leftMinor, row.currency))];
}

function sumLine(name: string, value: number, currency: string): string {
  return `${name.padEnd(width - 22)}${formatMoney({ value, currency }).padStart(22)}`;
}

function totalLines({ sort, terminalId, currency, count, amountMinor, withoutAmount }: ShiftTotal, say: Say): string[] {
  const amount = currency === null ? '' : formatMoney({ value: amountMinor, currency });
  const name = `${say(`shift.sort.${sort}`)}  ${terminalId === null ? say('shift.noTerminal') : isolated(terminalId)}`;
  return [
    `${name.padEnd(width - 30)}${String(count).padStart(8)}${amount.padStart(22)}`,
    ...(withoutAmount === 0 ? [] : [`  ${say('shift.withoutAmount', { count: withoutAmount })}`]),
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
