// A shift's report: its takings as charts and figures, and the open authorizations.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OpenCounts, ShiftOpen, ShiftReport, ShiftSection } from '#contract/shift/shift.ts';
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import { nameOf, ownReference } from '#texts/operation-facts.ts';
import { cardText } from '#texts/operation-facts.ts';
import { closerText } from '#texts/shift-closer.ts';
import {
  type Age,
  type Bar,
  byAge,
  byHour,
  byOperation,
  byTerminal,
  currenciesOf,
  sectionIndex,
  signed,
  takingOf,
} from '../../model/shift-facts.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Authorizations } from './authorizations.tsx';
import { Chart, type ChartRow } from './chart.tsx';
import { NamedTakings } from './named-takings.tsx';
import css from './shift.module.css';

export function Report({ report }: { readonly report: ShiftReport }) {
  const { say } = useWords();
  const mode = useStore(useStores().status, (state) => state.status?.mode ?? null);
  const [chosen, choose] = useState<string | null>(null);
  const section = report.sections[Number(chosen ?? sectionIndex(report, mode))] ?? report.sections[0];
  if (section === undefined) {
    return (
      <div className={css['nothing']}>
        <Empty icon="shift" title={say('shift.empty')}>
          <p>{say('shift.emptyHow')}</p>
        </Empty>
      </div>
    );
  }
  return (
    <div className="stack">
      {report.strays === 0 ? null : <Notice tone="wrong" title={say('shift.strays', { count: report.strays })} />}
      {report.sections.length === 1 ? null : (
        <ChoiceField
          label={say('shift.section')}
          value={String(report.sections.indexOf(section))}
          choices={report.sections.map((each, index) => ({ value: String(index), label: say(`shift.${each.mode}`) }))}
          onChange={choose}
        />
      )}
      {section.mode === 'live' ? null : <Notice tone="info" title={say(`shift.${section.mode}`)} />}
      {report.drawerOpenings === 0 ? null : (
        <p className="soft">{say('shift.drawerOpenings', { count: report.drawerOpenings })}</p>
      )}
      <Section key={section.environment} section={section} at={report.at} />
      {report.head === null ? null : (
        <p className="soft">
          {say('shift.head', { seq: report.head.seq, hash: report.head.hash })}
          {report.closedBy === null ? null : ` · ${closerText(report.closedBy, say)}`}
        </p>
      )}
    </div>
  );
}

function Section({ section, at }: { readonly section: ShiftSection; readonly at: string }) {
  const { say, amount, clock } = useWords();
  const currencies = currenciesOf(section);
  const [wanted, want] = useState<string | null>(null);
  const currency = currencies.find((each) => each === wanted) ?? currencies[0];
  const { openCounts } = section;
  const open = openCounts.waiting + openCounts.inDoubt + openCounts.needsPerson;
  const ofMoney = (bars: readonly Bar[], label: (key: string) => string): ChartRow[] =>
    bars.map(({ key, count, amountMinor }) => ({
      key,
      count,
      label: label(key),
      value: amountMinor,
      text: amount({ value: amountMinor, currency: currency ?? 'EUR' }),
    }));
  const ages = byAge(section, at).map(({ key, count }) => ({
    key,
    count,
    label: say(`shift.age.${key as Age}`),
    value: count,
    text: String(count),
  }));
  return (
    <>
      {currencies.length < 2 ? null : (
        <ChoiceField
          label={say('shift.currency')}
          value={currency ?? null}
          choices={currencies.map((each) => ({ value: each, label: each }))}
          onChange={want}
        />
      )}
      {currency === undefined ? (
        <p>{say('shift.empty')}</p>
      ) : (
        <>
          <Sums section={section} currency={currency} />
          <Authorizations section={section} currency={currency} />
          <div className={css['named']}>
            <NamedTakings section={section} currency={currency} />
          </div>
          <div className={css['charts']}>
            <Chart
              title={say('shift.byHour')}
              first={say('shift.hour')}
              rows={ofMoney(byHour(section, currency), (key) => clock(key))}
            />
            <Chart
              title={say('shift.byOperation')}
              first={say('shift.operation')}
              rows={ofMoney(byOperation(section, currency), (key) => say(`shift.sort.${key as TakingSort}`))}
            />
            <Chart
              title={say('shift.byTerminal')}
              first={say('shift.terminal')}
              rows={ofMoney(byTerminal(section, currency), (key) => (key === '' ? say('shift.noTerminal') : key))}
            />
          </div>
        </>
      )}
      <p className="soft">{say('shift.notDone', section.notDone)}</p>
      {open === 0 ? null : (
        <>
          <Chart title={say('shift.byAge')} first={say('shift.age')} rows={ages} amounts={false} />
          <OpenTable open={section.open} counts={openCounts} />
        </>
      )}
    </>
  );
}

function Sums({ section, currency }: { readonly section: ShiftSection; readonly currency: string }) {
  const { say, amount } = useWords();
  const otherwise = section.paidOtherwise.find((each) => each.currency === currency);
  const { takenMinor, givenBackMinor, leftMinor, tipMinor } = takingOf(section, currency);
  const without = section.totals.reduce((sum, each) => sum + each.withoutAmount, 0);
  const sums = [
    { key: 'shift.taken', value: takenMinor, out: false },
    { key: 'shift.given', value: givenBackMinor, out: givenBackMinor > 0 },
    { key: 'shift.left', value: leftMinor, out: false },
    ...(tipMinor === 0 ? [] : [{ key: 'shift.tips', value: tipMinor, out: false } as const]),
  ] as const;
  return (
    <>
      <dl className={css['sums']}>
        {sums.map(({ key, value, out }) => (
          <div key={key}>
            <dt>{say(key)}</dt>
            <dd>
              <Amount money={{ value, currency }} size="large" out={out} />
            </dd>
          </div>
        ))}
      </dl>
      {otherwise === undefined ? null : (
        <p className="soft">
          {say('labelled', {
            label: say('shift.paidOtherwise', { count: otherwise.count }),
            value: amount({ value: otherwise.amountMinor, currency }),
          })}
        </p>
      )}
      {without === 0 ? null : <p className="soft">{say('shift.withoutAmount', { count: without })}</p>}
    </>
  );
}

function OpenTable({ open, counts }: { readonly open: readonly ShiftOpen[]; readonly counts: OpenCounts }) {
  const { say, amount, time } = useWords();
  const stateOf = ({ state }: ShiftOpen) =>
    state === 'accepted' ? 'waiting' : state === 'needs-person' ? 'needsPerson' : 'inDoubt';
  return (
    <section className={css['chart']}>
      <h2>{say('shift.open')}</h2>
      <p>{say('shift.openCounts', { ...counts })}</p>
      <div className={css['scroll']} tabIndex={0} role="region" aria-label={say('shift.open')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('shift.operation')}</th>
              <th scope="col">{say('fact.card')}</th>
              <th scope="col">{say('shift.state')}</th>
              <th scope="col">{say('shift.since')}</th>
              <th scope="col">{say('shift.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((each) => (
              <tr key={each.operationId}>
                <th scope="row">
                  {each.sort === null ? say(nameOf({ kind: each.kind, input: {} })) : say(`shift.one.${each.sort}`)}{' '}
                  <Foreign text={ownReference(each.refNr) ?? ''} />
                  {each.carriedOver ? ` (${say('shift.carriedOver')})` : null}
                </th>
                <td>{cardText({ brand: null, last4: each.last4 }) ?? '–'}</td>
                <td>{say(`shift.state.${stateOf(each)}`)}</td>
                <td>{time(each.doubtSince ?? each.acceptedAt)}</td>
                <td>
                  {each.amount === null
                    ? null
                    : amount({ ...each.amount, value: signed(each.sort, each.amount.value) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
