// What all views are made of: a section with its heading, a table that scrolls by itself, and what went wrong in words.
import type { ReactNode } from 'react';
import type { PageRefusal } from '#contract/office/page.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { useWords } from '../words.ts';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export interface Column<Row> {
  readonly title: string;
  /** A text is shown as one that others wrote. */
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand beneath each other; a reference is broken anywhere, so that it leaves room for the others. */
  readonly as?: 'figures' | 'reference';
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** What is said where there is no row. */
  readonly empty: string;
}

export function Table<Row>({ label, rows, columns, idOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="said">{empty}</p>;
  return (
    <div className="scrolls" role="region" aria-label={label} tabIndex={0}>
      {/* On a phone the style makes lines of the cells; a browser then keeps only the roles that are named. */}
      <table role="table" className="stacks">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, as }) => (
              <th key={title} scope="col" role="columnheader" className={as}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={idOf(row)} role="row">
              {columns.map(({ title, cell, as }) => (
                <td key={title} role="cell" className={as} data-title={title}>
                  {shownCell(cell(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shownCell(cell: ReactNode): ReactNode {
  return typeof cell === 'string' ? <Foreign text={cell} /> : cell;
}

/** What tills, gateways and other people wrote: its signs are shown, and its direction is its own. */
export function Foreign({ text }: { readonly text: string }) {
  return <bdi>{shownText(text)}</bdi>;
}

export function Problem({ code }: { readonly code: PageRefusal | null }) {
  const { say } = useWords();
  return (
    <p className={code === null ? 'visually-hidden' : 'problem'} role="status">
      {code === null ? '' : say(`refused.${code}`)}
    </p>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: string;
  readonly more?: { readonly [name: string]: string | number | boolean };
}

export function Field({ label, value, onChange, type = 'text', more = {} }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input type={type} value={value} onChange={({ target }) => onChange(target.value)} {...more} />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {shownText(text)}
          </option>
        ))}
      </select>
    </label>
  );
}
