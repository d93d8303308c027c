// How a file is read, set by a person: a published layout or an earlier mapping to begin with, then each column and form.
// The preview above follows each change.
import { useEffect, useState } from 'react';
import {
  type Mapping,
  type SettlementMappings,
  dateForms,
  decimalSigns,
  delimiters,
  fileEncodings,
  mappingSchema,
  quoteSigns,
  refundSigns,
  settlementModes,
  thousandsSigns,
} from '#contract/office/settlement.ts';
import { Choice, Field, Section } from '../parts/parts.tsx';
import { useWords } from '../words.ts';

interface FormProps {
  readonly name: string;
  readonly mapping: Mapping | null;
  readonly layouts: SettlementMappings['layouts'];
  /** Of the file that was chosen; none where it has none. */
  readonly headings: readonly string[];
  readonly onDraft: (mapping: Mapping | null) => void;
  readonly onSave: (name: string, mapping: Mapping) => Promise<void>;
}

type Form = { readonly [field: string]: string };

const oneColumn = [
  'date',
  'gross',
  'grossDebit',
  'net',
  'netDebit',
  'currency',
  'netCurrency',
  'terminal',
  'approvalCode',
  'card',
  'type',
] as const;
const severalColumns = ['fees', 'references'] as const;
const lists = ['paymentTypes', 'refundTypes', 'ignoredTypes'] as const;

export function MappingForm({ name, mapping, layouts, headings, onDraft, onSave }: FormProps) {
  const { say, code } = useWords();
  const [form, setForm] = useState<Form | null>(null);
  const [savedAs, setSavedAs] = useState(name);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setForm(mapping === null ? null : formOf(mapping));
    setSavedAs(name);
    setWrong(false);
    // A draft of this form does not begin it anew.
  }, [name]);
  const begin = (layout: string): void => {
    const found = layouts.find((each) => each.name === layout);
    if (found === undefined) return;
    setForm(formOf(found.mapping));
    onDraft(found.mapping);
  };
  const set = (field: string) => (value: string) => {
    if (form === null) return;
    const next = { ...form, [field]: value };
    setForm(next);
    const made = mappingSchema.safeParse(mappingIn(next));
    setWrong(!made.success);
    if (made.success) onDraft(made.data);
  };
  const save = async (): Promise<void> => {
    const made = mappingSchema.safeParse(form === null ? null : mappingIn(form));
    setWrong(!made.success || savedAs.trim() === '');
    if (made.success && savedAs.trim() !== '') await onSave(savedAs.trim(), made.data);
  };
  const choice = (field: string, values: readonly string[]) => (
    <Choice
      key={field}
      label={say(`mapping.${field}` as Parameters<typeof say>[0])}
      value={form?.[field] ?? ''}
      onChange={set(field)}
      options={values.map((value) => [value, shown(code(`mapping.${field}`, value), say('mapping.noSign'))] as const)}
    />
  );
  const text = (field: string, list?: string) => (
    <Field
      key={field}
      label={say(`mapping.${field}` as Parameters<typeof say>[0])}
      value={form?.[field] ?? ''}
      onChange={set(field)}
      more={list === undefined ? {} : { list }}
    />
  );
  return (
    <Section title={say('mapping.title')}>
      <div className="row">
        <Choice
          label={say('mapping.layout')}
          value=""
          onChange={begin}
          options={[['', '–'] as const, ...layouts.map((each) => [each.name, each.name] as const)]}
        />
      </div>
      {form !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <datalist id="headings">
            {[...new Set(headings)].map((heading) => (
              <option key={heading} value={heading} />
            ))}
          </datalist>
          <p className="said">{say('mapping.how')}</p>
          <div className="row">
            {[...oneColumn, ...severalColumns].map((field) => text(field, 'headings'))}
            {lists.map((field) => text(field))}
          </div>
          <div className="row">
            {choice('encoding', fileEncodings)}
            {choice('delimiter', delimiters)}
            {choice('quote', quoteSigns)}
            {choice('decimal', decimalSigns)}
            {choice('thousands', thousandsSigns)}
            {choice('dates', dateForms)}
            {choice('refunds', refundSigns)}
            {choice('headings', ['yes', 'no'])}
            <Choice
              label={say('range.mode')}
              value={form['mode'] ?? ''}
              onChange={set('mode')}
              options={settlementModes.map((each) => [each, code('mode', each)] as const)}
            />
            {text('firstLine')}
            {text('zone')}
            {text('fixedCurrency')}
            {text('settlementDays')}
          </div>
          <p className={wrong ? 'problem' : 'visually-hidden'} role="status">
            {wrong && say('mapping.wrong')}
          </p>
          <div className="row">
            <Field
              label={say('mapping.name')}
              value={savedAs}
              onChange={setSavedAs}
              more={{ required: true, maxLength: 100 }}
            />
            <button type="submit">{say('mapping.save')}</button>
          </div>
        </form>
      )}
    </Section>
  );
}

function shown(text: string, none: string): string {
  const names: { readonly [sign: string]: string } = { '': none, '\t': 'Tab', ' ': '␣' };
  return names[text] ?? text;
}

/** As texts; lists with a semicolon between. */
function formOf(mapping: Mapping): Form {
  const { columns, currency, headings, paymentTypes, refundTypes, ignoredTypes, firstLine, settlementDays } = mapping;
  const { encoding, delimiter, quote, decimal, thousands, dates, refunds, zone, mode } = mapping;
  return {
    ...Object.fromEntries(oneColumn.map((name) => [name, columns[name] ?? ''])),
    ...Object.fromEntries(severalColumns.map((name) => [name, columns[name].join('; ')])),
    paymentTypes: paymentTypes.join('; '),
    refundTypes: refundTypes.join('; '),
    ignoredTypes: ignoredTypes.join('; '),
    encoding,
    delimiter,
    quote,
    decimal,
    thousands,
    dates,
    refunds,
    zone,
    mode,
    headings: headings ? 'yes' : 'no',
    firstLine: String(firstLine),
    settlementDays: String(settlementDays),
    fixedCurrency: currency ?? '',
  };
}

function mappingIn(form: Form): unknown {
  const { encoding, delimiter, quote, decimal, thousands, dates, refunds, zone, mode } = form;
  const orNull = (text = ''): string | null => (text.trim() === '' ? null : text.trim());
  const list = (text = ''): string[] =>
    text
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  return {
    encoding,
    delimiter,
    quote,
    decimal,
    thousands,
    dates,
    refunds,
    zone: zone?.trim(),
    mode,
    headings: form['headings'] === 'yes',
    firstLine: Number(form['firstLine']),
    settlementDays: Number(form['settlementDays']),
    currency: orNull(form['fixedCurrency']?.toUpperCase()),
    columns: {
      ...Object.fromEntries(oneColumn.map((name) => [name, orNull(form[name])])),
      ...Object.fromEntries(severalColumns.map((name) => [name, list(form[name])])),
    },
    ...Object.fromEntries(lists.map((name) => [name, list(form[name])])),
  };
}
