// What all tills took, in numbers and pictures. Currencies are never added to each other: each has its own charts.
import type { Looks, PageSum } from '#contract/office/page.ts';
import { Bars, Columns } from '../parts/charts.tsx';
import { useWords } from '../words.ts';

export function Takings({ looks }: { readonly looks: Looks }) {
  const { say, day } = useWords();
  if (looks.all.length === 0) return <p className="card">{say('sum.none')}</p>;
  return looks.all.map((sum) => {
    const of = <Row extends PageSum>(rows: readonly Row[]) => rows.filter(({ currency }) => currency === sum.currency);
    return (
      <div key={sum.currency} className="grid">
        <Sums sum={sum} />
        <Columns title={say('chart.days')} rows={of(looks.days)} nameOf={day} />
        <Columns title={say('chart.hours')} rows={everyHour(of(looks.hours), sum.currency)} nameOf={(hour) => hour} />
        <Bars title={say('chart.shops')} rows={of(looks.shops)} nameOf={(shop) => shop || say('chart.noShop')} />
        <Bars title={say('chart.tills')} rows={of(looks.tills)} nameOf={(till) => till} />
        <Bars title={say('chart.brands')} rows={of(looks.brands)} nameOf={(brand) => brand || say('chart.noBrand')} />
      </div>
    );
  });
}

export function Sums({ sum }: { readonly sum: PageSum }) {
  const { say, amount } = useWords();
  const { takenMinor, givenBackMinor, tipMinor, currency } = sum;
  const facts = [
    [say('sum.taken'), takenMinor],
    [say('sum.givenBack'), -givenBackMinor],
    [say('sum.net'), takenMinor - givenBackMinor],
    [say('sum.tips'), tipMinor],
  ] as const;
  return (
    <dl className="card sums">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount(value, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Hours without a sale are seen, too: from the first to the last one with any. */
function everyHour(rows: Looks['hours'], currency: string): Looks['hours'] {
  const hours = rows.map(({ name }) => Number(name));
  if (hours.length === 0) return [];
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const name = String(first + at);
    return rows.find((row) => row.name === name) ?? { name, currency, takenMinor: 0, givenBackMinor: 0, tipMinor: 0 };
  });
}
