// Takings against payouts of a range of days: sums by outcome, differences by day and till, and the payments and rows
// behind each.
import { useState } from 'react';
import type { PageSession } from '#contract/office/page.ts';
import {
  type SettlementDay,
  type SettlementLine,
  type SettlementMappings,
  type SettlementReport,
  settlementModes,
  settlementOutcomes,
} from '#contract/office/settlement.ts';
import type { PageApi } from '../api.ts';
import { Choice, Field, Foreign, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';
import { SettlementFiles } from './settlement-files.tsx';

interface SettlementProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly zone: string;
  readonly today: string;
}

const monthDays = 31;

export function Settlement({ api, session, zone, today }: SettlementProps) {
  const { say, code } = useWords();
  const [from, setFrom] = useState(() => daysBefore(today, monthDays));
  const [to, setTo] = useState(today);
  const [mode, setMode] = useState('live');
  const [round, setRound] = useState(0);
  const query = from === '' || to === '' ? null : { from, to, zone, mode };
  const { value, problem } = useAsked<SettlementReport>(api, '/api/settlement', query, round);
  const known = useAsked<SettlementMappings>(api, '/api/settlement/mappings', {}, round);
  const again = (): void => setRound((before) => before + 1);
  return (
    <div className="grid">
      <div className="sums row">
        <Field label={say('range.from')} value={from} onChange={setFrom} type="date" />
        <Field label={say('range.to')} value={to} onChange={setTo} type="date" />
        <Choice
          label={say('range.mode')}
          value={mode}
          onChange={setMode}
          options={settlementModes.map((each) => [each, code('mode', each)] as const)}
        />
      </div>
      <Problem code={problem ?? known.problem} />
      {value !== null && <Sums report={value} />}
      {value !== null && query !== null && <Days days={value.days} />}
      {query !== null && <Lines api={api} query={query} round={round} tills={tillsOf(value?.days ?? [])} />}
      {known.value !== null && <SettlementFiles api={api} session={session} known={known.value} onChanged={again} />}
    </div>
  );
}

function Sums({ report: { sums, fees } }: { readonly report: SettlementReport }) {
  const { say, code, amount } = useWords();
  return (
    <Section title={say('settlement.sums')}>
      <Table
        label={say('settlement.sums')}
        rows={sums}
        idOf={({ outcome, currency }) => `${outcome} ${currency}`}
        empty={say('settlement.none')}
        columns={[
          { title: say('settlement.outcome'), cell: ({ outcome }) => code('outcome', outcome) },
          { title: say('settlement.count'), as: 'figures', cell: ({ count }) => count },
          {
            title: say('settlement.atTills'),
            as: 'figures',
            cell: ({ tillsMinor, currency }) => amount(tillsMinor, currency),
          },
          {
            title: say('settlement.paidOut'),
            as: 'figures',
            cell: ({ fileMinor, currency }) => amount(fileMinor, currency),
          },
        ]}
      />
      {fees.map(({ currency, feeMinor, netMinor }) => (
        <p key={currency}>
          {say('settlement.fees', { fee: amount(feeMinor, currency), net: amount(netMinor, currency) })}
        </p>
      ))}
    </Section>
  );
}

function Days({ days }: { readonly days: readonly SettlementDay[] }) {
  const { say, day, amount } = useWords();
  return (
    <Section title={say('settlement.days')}>
      <Table
        label={say('settlement.days')}
        rows={days}
        idOf={(row) => `${row.day} ${row.till} ${row.currency}`}
        empty={say('settlement.none')}
        columns={[
          { title: say('column.when'), cell: (row) => day(row.day) },
          { title: say('till.name'), cell: ({ till }) => (till === '' ? say('settlement.noTill') : till) },
          { title: say('settlement.atTills'), as: 'figures', cell: (row) => amount(row.tillsMinor, row.currency) },
          { title: say('settlement.paidOut'), as: 'figures', cell: (row) => amount(row.paidMinor, row.currency) },
          {
            title: say('settlement.difference'),
            as: 'figures',
            cell: (row) => amount(row.differenceMinor, row.currency),
          },
          { title: say('outcome.waiting'), as: 'figures', cell: (row) => amount(row.waitingMinor, row.currency) },
          { title: say('outcome.missing'), as: 'figures', cell: ({ missing }) => missing },
          { title: say('settlement.fee'), as: 'figures', cell: (row) => amount(row.feeMinor, row.currency) },
        ]}
      />
    </Section>
  );
}

interface LinesProps {
  readonly api: PageApi;
  readonly query: { readonly [name: string]: string };
  readonly round: number;
  readonly tills: readonly string[];
}

function Lines({ api, query, round, tills }: LinesProps) {
  const { say, code, day, amount } = useWords();
  const [outcome, setOutcome] = useState<string>('missing');
  const [till, setTill] = useState('*');
  const asked = {
    ...query,
    ...(outcome === '*' ? {} : { outcome }),
    ...(till === '*' ? {} : { till }),
  };
  const { value, problem } = useAsked<readonly SettlementLine[]>(api, '/api/settlement/lines', asked, round);
  const all = ['*', say('settlement.all')] as const;
  return (
    <Section title={say('settlement.lines')}>
      <div className="row">
        <Choice
          label={say('settlement.outcome')}
          value={outcome}
          onChange={setOutcome}
          options={[all, ...settlementOutcomes.map((each) => [each, code('outcome', each)] as const)]}
        />
        <Choice
          label={say('till.name')}
          value={till}
          onChange={setTill}
          options={[all, ...tills.map((each) => [each, each === '' ? say('settlement.noTill') : each] as const)]}
        />
        <a className="file" href={`/api/settlement/export?${new URLSearchParams(asked).toString()}`} download>
          {say('settlement.export')}
        </a>
      </div>
      <Problem code={problem} />
      <Table
        label={say('settlement.lines')}
        rows={(value ?? []).map((row, number) => ({ ...row, number }))}
        idOf={({ number }) => String(number)}
        empty={say('settlement.none')}
        columns={[
          { title: say('column.when'), cell: (row) => day(row.day) },
          { title: say('till.name'), cell: ({ till: name }) => (name === '' ? say('settlement.noTill') : name) },
          {
            title: say('settlement.outcome'),
            cell: ({ outcome: found, rule, type }) => (
              <>
                {code('outcome', found)}
                {rule !== '' && <div className="said">{code('rule', rule)}</div>}
                {type !== '' && (
                  <div className="said">
                    <Foreign text={type} />
                  </div>
                )}
              </>
            ),
          },
          { title: say('settlement.atTills'), as: 'figures', cell: (row) => amount(row.tillsMinor, row.currency) },
          { title: say('settlement.paidOut'), as: 'figures', cell: (row) => amount(row.fileMinor, row.currency) },
          {
            title: say('column.reference'),
            as: 'reference',
            cell: ({ reference, lastFour }) => [reference, lastFour].filter((text) => text !== '').join(' · ') || '–',
          },
          {
            title: say('settlement.file'),
            as: 'reference',
            cell: ({ file, line }) => (line === null ? '–' : say('settlement.at', { file, line })),
          },
        ]}
      />
    </Section>
  );
}

function tillsOf(days: readonly SettlementDay[]): string[] {
  return [...new Set(days.map(({ till }) => till))].toSorted();
}

function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
