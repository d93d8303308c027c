// Two charts of sums in plain SVG: columns over a time, bars by a name. Each has its figures as a table, for those who
// cannot see it and for those who want to know exactly.
import type { PageSum } from '#contract/office/page.ts';
import { useWords } from '../words.ts';
import { Foreign, Section, Table } from './parts.tsx';

type Named = PageSum & { readonly name: string };

interface ChartProps {
  readonly title: string;
  readonly rows: readonly Named[];
  readonly nameOf: (name: string) => string;
}

const height = 120;
const step = 28;

export function Columns({ title, rows, nameOf }: ChartProps) {
  // One column alone is a number, which the sums above say.
  if (rows.length < 2) return null;
  const most = Math.max(1, ...rows.map(({ takenMinor }) => takenMinor));
  const tall = (value: number): number => Math.round((value / most) * height);
  return (
    <Section title={title}>
      <svg
        className="columns"
        viewBox={`0 0 ${Math.max(1, rows.length) * step} ${height + 24}`}
        aria-hidden="true"
        focusable="false"
      >
        {rows.map(({ name, takenMinor, givenBackMinor }, at) => (
          <g key={name} transform={`translate(${at * step} 0)`}>
            <rect className="taken" x="4" y={height - tall(takenMinor)} width="12" height={tall(takenMinor)} />
            <rect className="given" x="17" y={height - tall(givenBackMinor)} width="6" height={tall(givenBackMinor)} />
            <text x="14" y={height + 16} textAnchor="middle">
              {nameOf(name).slice(0, 4)}
            </text>
          </g>
        ))}
      </svg>
      <Figures title={title} rows={rows} nameOf={nameOf} />
    </Section>
  );
}

export function Bars({ title, rows, nameOf }: ChartProps) {
  const { amount } = useWords();
  const most = Math.max(1, ...rows.map(({ takenMinor }) => takenMinor));
  return (
    <Section title={title}>
      <ul className="bars" aria-hidden="true">
        {rows.slice(0, 12).map(({ name, takenMinor, currency }) => (
          <li key={name}>
            <span>
              <Foreign text={nameOf(name)} />
            </span>
            <span className="figures">{amount(takenMinor, currency)}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" focusable="false">
              <rect className="taken" width={(takenMinor / most) * 100} height="4" />
            </svg>
          </li>
        ))}
      </ul>
      <Figures title={title} rows={rows} nameOf={nameOf} />
    </Section>
  );
}

function Figures({ title, rows, nameOf }: ChartProps) {
  const { say, amount } = useWords();
  return (
    <details>
      <summary>
        {say('chart.table')}
        <span className="visually-hidden">: {title}</span>
      </summary>
      <Table
        label={title}
        rows={rows}
        idOf={({ name, currency }) => `${name} ${currency}`}
        empty={say('sum.none')}
        columns={[
          { title, cell: ({ name }) => nameOf(name) },
          { title: say('sum.taken'), as: 'figures', cell: (row) => amount(row.takenMinor, row.currency) },
          { title: say('sum.givenBack'), as: 'figures', cell: (row) => amount(row.givenBackMinor, row.currency) },
          { title: say('sum.tips'), as: 'figures', cell: (row) => amount(row.tipMinor, row.currency) },
        ]}
      />
    </details>
  );
}
