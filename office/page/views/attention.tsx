// What a person should look at, over all tills, oldest first where age counts.
import type { Looks, PageOperation } from '#contract/office/page.ts';
import { type Column, Foreign, Section, Table } from '../parts/parts.tsx';
import { type Words, useWords } from '../words.ts';

export function Attention({ looks }: { readonly looks: Looks }) {
  const words = useWords();
  const { say, amount, time, age, code } = words;
  const now = Date.parse(looks.at);
  const when = { title: say('column.when'), cell: ({ at }: { readonly at: string }) => time(at) };
  return (
    <div className="grid">
      <Section title={say('doubts.title')}>
        <Table
          label={say('doubts.title')}
          rows={looks.doubts}
          idOf={({ till, id }) => `${till} ${id}`}
          empty={say('doubts.none')}
          columns={[{ title: say('column.age'), cell: ({ since }) => age(since, now) }, ...operationColumns(words)]}
        />
      </Section>
      <Section title={say('twice.title')}>
        <Table
          label={say('twice.title')}
          rows={looks.refundedTwice}
          idOf={({ payId }) => payId}
          empty={say('twice.none')}
          columns={[
            { title: say('column.reference'), as: 'reference', cell: ({ payId }) => payId },
            {
              title: say('view.tills'),
              cell: ({ tills }) =>
                tills.map((till) => (
                  <div key={till}>
                    <Foreign text={till} />
                  </div>
                )),
            },
            {
              title: say('sum.givenBack'),
              as: 'figures',
              cell: ({ givenBackMinor, currency }) => amount(givenBackMinor, currency),
            },
            when,
          ]}
        />
      </Section>
      <Section title={say('unreferenced.title')}>
        <Table
          label={say('unreferenced.title')}
          rows={looks.unreferenced}
          idOf={({ till, id }) => `${till} ${id}`}
          empty={say('unreferenced.none')}
          columns={[when, ...operationColumns(words)]}
        />
      </Section>
      <Section title={say('open.title')}>
        <Table
          label={say('open.title')}
          rows={looks.authorizations}
          idOf={({ till, payId, transId, at }) => `${till} ${payId} ${transId} ${at}`}
          empty={say('open.none')}
          columns={[
            { title: say('column.age'), cell: ({ at }) => age(at, now) },
            { title: say('till.name'), cell: ({ till }) => till },
            {
              title: say('column.reference'),
              as: 'reference',
              cell: ({ refNr, transId, payId }) => refNr ?? transId ?? payId ?? '–',
            },
            {
              title: say('column.amount'),
              as: 'figures',
              cell: ({ openMinor, currency }) => amount(openMinor, currency),
            },
          ]}
        />
      </Section>
      <Section title={say('alarms.title')}>
        <Table
          label={say('alarms.title')}
          rows={looks.alarms}
          idOf={({ till, kind, seq }) => `${till} ${kind} ${seq}`}
          empty={say('alarms.none')}
          columns={[
            { title: say('column.when'), cell: ({ lastAt }) => time(lastAt) },
            { title: say('till.name'), cell: ({ till }) => till },
            {
              title: say('column.what'),
              cell: ({ kind, detail }) => (
                <>
                  {code('alarm', kind)}{' '}
                  <span className="said">
                    <Foreign text={detail} />
                  </span>
                </>
              ),
            },
            { title: say('column.times'), as: 'figures', cell: ({ times }) => times },
          ]}
        />
      </Section>
    </div>
  );
}

export function operationColumns({ say, code, amount }: Words): Column<PageOperation>[] {
  return [
    { title: say('till.name'), cell: ({ till }) => till },
    {
      title: say('column.what'),
      cell: ({ sort, kind, state }) => (
        <>
          {sort === null ? <Foreign text={kind} /> : code('sort', sort)}{' '}
          <span className={`state ${state}`}>{code('state', state)}</span>
        </>
      ),
    },
    {
      title: say('column.reference'),
      as: 'reference',
      cell: ({ refNr, transId, payId }) => refNr ?? transId ?? payId ?? '–',
    },
    {
      title: say('column.amount'),
      as: 'figures',
      cell: ({ amountMinor, currency }) => amount(amountMinor, currency),
    },
  ];
}
