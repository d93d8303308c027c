// Finds a payment over all tills by a whole reference, an amount, a till, days.
import { useState } from 'react';
import type { PageOperation, PageRefusal } from '#contract/office/page.ts';
import { minorDigits } from '#contract/money/money.ts';
import { type PageApi, Refused } from '../api.ts';
import { Field, Problem, Section, Table } from '../parts/parts.tsx';
import { useWords } from '../words.ts';
import { operationColumns } from './attention.tsx';

interface FindProps {
  readonly api: PageApi;
  readonly zone: string;
  /** What an amount is typed in. */
  readonly currency: string;
}

export function Find({ api, zone, currency }: FindProps) {
  const words = useWords();
  const { say, time } = words;
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [till, setTill] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [found, setFound] = useState<readonly PageOperation[] | null>(null);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const find = async (): Promise<void> => {
    const amountMinor = amount.trim() === '' ? '' : minorOf(amount, currency);
    if (amountMinor === null) {
      setProblem('bad-request');
      return;
    }
    const asked = { reference: reference.trim(), amountMinor, till: till.trim(), from, to };
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
    try {
      setFound(await api.get<PageOperation[]>('/api/payments', { ...given, zone }));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
  };
  return (
    <Section title={say('view.payments')}>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Field label={say('find.reference')} value={reference} onChange={setReference} />
        <Field
          label={`${say('find.amount')} ${currency}`}
          value={amount}
          onChange={setAmount}
          more={{ inputMode: 'decimal' }}
        />
        <Field label={say('find.till')} value={till} onChange={setTill} />
        <Field label={say('range.from')} value={from} onChange={setFrom} type="date" />
        <Field label={say('range.to')} value={to} onChange={setTo} type="date" />
        <button type="submit">{say('find.go')}</button>
      </form>
      <Problem code={problem} />
      {found !== null && (
        <Table
          label={say('view.payments')}
          rows={found}
          idOf={({ till: at, id }) => `${at} ${id}`}
          empty={say('find.none')}
          columns={[{ title: say('column.when'), cell: ({ at }) => time(at) }, ...operationColumns(words)]}
        />
      )}
    </Section>
  );
}

/** `12.34` or `12,34` in minor units; null where it is no amount of the currency. */
function minorOf(text: string, currency: string): string | null {
  const digits = minorDigits(currency) ?? 2;
  const [, whole, part = ''] = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > digits) return null;
  return String(Number(`${whole}${part.padEnd(digits, '0')}`));
}
