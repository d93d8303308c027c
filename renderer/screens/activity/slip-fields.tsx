// What the slip shows of an operation that a person decides was carried out. By it the payment is found, counted and
// refunded from then on. Known values are filled in; what the slip does not show stays empty.
import { useState } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Slip } from '#contract/people/people.ts';
import { textAt } from '#contract/data/json.ts';
import { askedOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import css from './activity.module.css';

const slipTexts = ['traceNr', 'approvalCode', 'payId'] as const;
type SlipText = (typeof slipTexts)[number];
type Texts = { readonly [name in SlipText]: string };

/** In the form that main accepts. */
const plainText = /^[0-9A-Za-z._-]{1,64}$/;
const labels = { traceNr: 'fact.traceNr', approvalCode: 'fact.approval', payId: 'fact.payId' } as const;
const madeAtTerminal: readonly string[] = ['kind.sale', 'kind.authorization', 'kind.credit'];

/** The fields that a slip of this kind can show; a payment that existed before has its numbers already. */
function askedFor(operation: OperationView): readonly SlipText[] {
  if (madeAtTerminal.includes(nameOf(operation))) return slipTexts;
  if (operation.kind === 'cloud-pos') return ['approvalCode'];
  return textAt(operation.input, 'payId') === null ? ['payId'] : [];
}

export interface SlipDraft {
  readonly value: number;
  readonly texts: Texts;
  readonly setValue: (value: number) => void;
  readonly setText: (name: SlipText, text: string) => void;
  readonly asks: readonly SlipText[];
  readonly valid: boolean;
  /** Null for an operation without an amount: its slip shows no missing value. */
  readonly slip: Slip | null;
}

export function useSlip(operation: OperationView): SlipDraft {
  const asked = askedOf(operation);
  const known = numbersOf(operation);
  const [value, setValue] = useState(operation.approved?.value ?? asked?.value ?? 0);
  const [texts, setTexts] = useState<Texts>({
    traceNr: known.traceNr ?? '',
    approvalCode: known.approvalCode ?? '',
    payId: known.payId ?? '',
  });
  const asks = asked === null ? [] : askedFor(operation);
  const given = asks.map((name) => [name, texts[name].trim()] as const).filter(([, text]) => text !== '');
  const valid = asked === null || (value > 0 && given.every(([, text]) => plainText.test(text)));
  const slip = asked === null ? null : { amountMinor: value, ...Object.fromEntries(given) };
  const setText = (name: SlipText, text: string) => setTexts((before) => ({ ...before, [name]: text }));
  return { value, texts, setValue, setText, asks, valid, slip };
}

interface SlipFieldsProps {
  readonly operation: OperationView;
  readonly draft: SlipDraft;
  readonly checked: boolean;
}

export function SlipFields({ operation, draft, checked }: SlipFieldsProps) {
  const { say } = useWords();
  const { value, texts, asks } = draft;
  // The field begins with what was asked for; the first typed digit begins a new amount.
  const [typed, setTyped] = useState<number | null>(null);
  const currency = askedOf(operation)?.currency;
  if (currency === undefined) return null;
  const wrong = (text: string) => text.trim() !== '' && !plainText.test(text.trim());
  return (
    <section className={css['slip']} aria-label={say('slip.title')}>
      <h3>{say('slip.title')}</h3>
      <p className="soft">{say('slip.lead')}</p>
      <MoneyField
        label={say('slip.amount')}
        error={checked && value === 0 ? say('slip.amountError') : null}
        value={value}
        currency={currency}
        fresh={typed !== value}
        onChange={(amountTyped) => {
          setTyped(amountTyped);
          draft.setValue(amountTyped);
        }}
      />
      {asks.map((name) => (
        <TextField
          key={name}
          label={say(labels[name])}
          error={checked && wrong(texts[name]) ? say('slip.textError') : null}
          maxLength={64}
          value={texts[name]}
          onChange={(text) => draft.setText(name, text)}
        />
      ))}
    </section>
  );
}
