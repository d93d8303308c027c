// A bar chart, and the same numbers as a table for people who prefer to read or use a screen reader. Plain SVG, without
// a library.
import { useWords } from '../../ui/base/context.tsx';
import css from './shift.module.css';

export interface ChartRow {
  readonly key: string;
  readonly label: string;
  /** The bar's length; below zero the bar is drawn hollow. */
  readonly value: number;
  readonly text: string;
  readonly count: number;
}

interface ChartProps {
  readonly title: string;
  /** The head of the table's first column. */
  readonly first: string;
  readonly rows: readonly ChartRow[];
  /** False where the count is the value itself. */
  readonly amounts?: boolean;
}

const full = 1_000;

export function Chart({ title, first, rows, amounts = true }: ChartProps) {
  const { say } = useWords();
  const [only] = rows;
  // No chart for a single bar.
  if (rows.length === 1 && only !== undefined) {
    return (
      <section className={css['chart']}>
        <h2>{title}</h2>
        <dl className={css['one']}>
          <dt>{only.label}</dt>
          <dd>{only.text}</dd>
        </dl>
      </section>
    );
  }
  const most = Math.max(1, ...rows.map((row) => Math.abs(row.value)));
  return (
    <section className={css['chart']}>
      <h2>{title}</h2>
      <div className={css['bars']} aria-hidden="true">
        {rows.map((row) => (
          <div key={row.key} className={css['bar']}>
            <span className={css['label']}>{row.label}</span>
            <svg viewBox={`0 0 ${full} 20`} preserveAspectRatio="none" focusable="false">
              <rect width={full} height="20" className={css['track']} />
              <rect
                width={Math.max(row.value === 0 ? 0 : 8, (Math.abs(row.value) / most) * full)}
                height="20"
                className={row.value < 0 ? css['out'] : css['in']}
              />
            </svg>
            <span className={css['text']}>{row.text}</span>
          </div>
        ))}
      </div>
      <details className={css['table']}>
        <summary>{say('shift.asTable')}</summary>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">{say('shift.count')}</th>
              {amounts ? <th scope="col">{say('shift.amount')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                <td>{row.count}</td>
                {amounts ? <td>{row.text}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
