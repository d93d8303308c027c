// What stands on the paper of a shift's report, row by row: one definition for the page of the system's printer and for the
// roll of the till's own, so that both say the same sums.
import type { Money } from '#contract/money/money.ts';
import { isolated } from '#contract/text/shown-text.ts';
import type {
  ShiftAuthorization,
  ShiftOpen,
  ShiftReport,
  ShiftSection,
  ShiftTaking,
  ShiftTotal,
} from '#contract/shift/shift.ts';
import { type Language, type Say, sayIn } from '#texts/index.ts';
import { amountText } from '#texts/amount-text.ts';
import { closerText } from '#texts/shift-closer.ts';
import { ageText, maskedNumber, ownReference } from '#texts/operation-facts.ts';

export type ShiftRow =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'rule' }
  /** `count`: of a total. `amount`: empty where there is none. */
  | { readonly type: 'sum'; readonly name: string; readonly count: number | null; readonly amount: string }
  /** An operation that is open. */
  | {
      readonly type: 'open';
      readonly at: string;
      readonly state: string;
      readonly amount: string;
      readonly id: string;
      /** What people know its payment by. */
      readonly label: string;
      readonly carried: string;
    };

const openPrinted = 200;
const blank: ShiftRow = { type: 'text', text: '' };
const rule: ShiftRow = { type: 'rule' };
const text = (words: string): ShiftRow => ({ type: 'text', text: words });

/** How the paper says things in its language. */
interface Words {
  readonly say: Say;
  readonly sum: (name: string, money: Money) => ShiftRow;
  readonly amount: (money: Money) => string;
}

export function shiftRows(report: ShiftReport, language: Language): ShiftRow[] {
  const say = sayIn(language);
  const amount = (money: Money) => amountText(money, language);
  const words: Words = {
    say,
    amount,
    sum: (name, money) => ({ type: 'sum', name, count: null, amount: amount(money) }),
  };
  const { type, number, at, closedBy, head, firstSeq, lastSeq, strays, drawerOpenings } = report;
  return [
    text(say(type === 'X' ? 'shift.x' : 'shift.z')),
    text(
      type === 'X' && report.openedAt !== null
        ? say('shift.current', { number, time: report.openedAt })
        : say(type === 'X' ? 'shift.currentEmpty' : 'shift.closedAt', { number, time: at }),
    ),
    ...(closedBy === null ? [] : [text(closerText(closedBy, say))]),
    text(at),
    text(say('shift.records', { first: firstSeq, last: lastSeq })),
    ...(drawerOpenings === 0 ? [] : [text(say('shift.drawerOpenings', { count: drawerOpenings }))]),
    ...(strays === 0 ? [] : [text(say('shift.strays', { count: strays }))]),
    ...report.sections.flatMap((section) => [blank, ...sectionRows(section, words)]),
    ...(head === null ? [] : [blank, rule, text(say('shift.head', { seq: head.seq, hash: head.hash }))]),
  ];
}

function sectionRows(section: ShiftSection, words: Words): ShiftRow[] {
  const { say, amount } = words;
  const { mode, environment, totals, notDone, open, openCounts } = section;
  const marked = section.training ? `*** ${say('shift.training')} ***` : say(`shift.${mode}`);
  const count = openCounts.waiting + openCounts.inDoubt + openCounts.needsPerson;
  return [
    rule,
    text(`${marked}   ${isolated(environment)}`),
    rule,
    ...takingRows(section, words),
    blank,
    ...totals.flatMap((total) => totalRows(total, words)),
    text(say('shift.notDone', notDone)),
    blank,
    text(say('labelled', { label: say('shift.open'), value: say('shift.openCounts', { ...openCounts }) })),
    ...open.slice(0, openPrinted).map((each): ShiftRow => ({
      type: 'open',
      at: each.acceptedAt,
      state: each.state,
      amount: each.amount === null ? '' : amount(each.amount),
      id: each.operationId,
      label: labelOf(each),
      carried: each.carriedOver ? say('shift.carriedOver') : '',
    })),
    ...(count > openPrinted ? [text(`  + ${count - openPrinted}`)] : []),
  ];
}

/** First what was taken; then by whom and how, and what is authorized and open. */
function takingRows(section: ShiftSection, words: Words): ShiftRow[] {
  const { say, sum } = words;
  const { takings, byPerson, byBrand, byEntry, authorized, authorizations, paidOtherwise } = section;
  return [
    ...takings.flatMap(({ currency, takenMinor, givenBackMinor, leftMinor, tipMinor }) => [
      sum(say('shift.taken'), { value: takenMinor, currency }),
      sum(say('shift.given'), { value: givenBackMinor === 0 ? 0 : -givenBackMinor, currency }),
      sum(say('shift.left'), { value: leftMinor, currency }),
      ...(tipMinor === 0 ? [] : [sum(say('shift.tips'), { value: tipMinor, currency })]),
    ]),
    ...paidOtherwise.map(({ currency, count, amountMinor }) =>
      sum(say('shift.paidOtherwise', { count }), { value: amountMinor, currency }),
    ),
    ...named(words, say('shift.byPerson'), byPerson, ({ person }) =>
      person === null ? say('shift.noPerson') : isolated(person),
    ),
    ...named(words, say('shift.byBrand'), byBrand, ({ brand }) =>
      brand === null ? say('shift.noBrand') : isolated(brand),
    ),
    ...named(words, say('shift.byEntry'), byEntry, ({ entry }) => say(`shift.entry.${entry}`)),
    ...(authorized.length === 0 ? [] : [blank, text(`${say('shift.authorized')}:`)]),
    ...authorized.map(({ currency, openMinor, count }) => sum(`  ${count}`, { value: openMinor, currency })),
    ...authorizations.slice(0, openPrinted).map((each) => {
      const { at, ageDays, openMinor, currency } = each;
      const name = `  ${at}  ${ageText(ageDays, say)}  ${labelOf(each)}`;
      return sum(name, { value: openMinor, currency });
    }),
  ];
}

/** The shop's own reference, else the number, and the card. */
function labelOf({ refNr, transId, payId, last4 }: ShiftAuthorization | ShiftOpen): string {
  const name = ownReference(refNr) ?? transId ?? payId;
  return [name, last4 === null ? null : maskedNumber(last4)]
    .flatMap((part) => (part === null ? [] : [isolated(part)]))
    .join('  ');
}

function named<R extends ShiftTaking>(
  { sum }: Words,
  title: string,
  of: readonly R[],
  nameOf: (row: R) => string,
): ShiftRow[] {
  if (of.length === 0) return [];
  return [
    blank,
    text(`${title}:`),
    ...of.map((row) => sum(`  ${nameOf(row)}`, { value: row.leftMinor, currency: row.currency })),
  ];
}

function totalRows(
  { sort, terminalId, currency, count, amountMinor, withoutAmount }: ShiftTotal,
  { say, amount: amountOf }: Words,
): ShiftRow[] {
  const amount = currency === null ? '' : amountOf({ value: amountMinor, currency });
  const name = `${say(`shift.sort.${sort}`)}  ${terminalId === null ? say('shift.noTerminal') : isolated(terminalId)}`;
  return [
    { type: 'sum', name, count, amount },
    ...(withoutAmount === 0 ? [] : [text(`  ${say('shift.withoutAmount', { count: withoutAmount })}`)]),
  ];
}
