// The form of a manual refund. Its step forward leads to the check; it sends nothing.
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { mayTypeCardNumbers } from '#contract/till/card-entry.ts';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import type { Phase } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { currencyOptions } from '../../ui/form/currencies.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Keypad } from '../../ui/form/keypad.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { LineField } from '../../ui/money/line-field.tsx';
import css from './refund.module.css';
import type { RefundDraft, RefundErrors, RefundWay } from './refund-draft.ts';
import { RefundTarget } from './refund-target.tsx';

export interface RefundFormProps {
  readonly draft: RefundDraft;
  readonly errors: RefundErrors;
  readonly terminalId: string | null;
  readonly number: RefObject<HTMLInputElement | null>;
  readonly phase: Phase;
  readonly onEdit: (draft: RefundDraft) => void;
  readonly onCheck: () => void;
}

export function RefundForm({ draft, errors, terminalId, number, phase, onEdit, onCheck }: RefundFormProps) {
  const { say, language } = useWords();
  const { navigation } = useStores();
  const online = useOnline();
  const ways = useWays();
  const edit = (part: Partial<RefundDraft>) => onEdit({ ...draft, ...part });
  const error = (field: keyof RefundErrors) => {
    const key = errors[field];
    return key === undefined ? null : say(key);
  };
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1>{say('refund.title')}</h1>
          <p className={css['lead']}>{say('refund.lead')}</p>
        </div>
        <Button kind="quiet" icon="payments" onPress={() => navigation.go({ screen: 'payments' })}>
          {say('refund.toPayments')}
        </Button>
      </header>
      {online ? null : <Notice tone="warn" title={say('refund.offline')} live />}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="refund" /> : null}
      <div className={css['columns']}>
        <div className={css['column']}>
          <div className={css['money']}>
            <MoneyField
              label={say('refund.amount')}
              out
              error={error('amount')}
              value={draft.value}
              currency={draft.currency}
              onChange={(value) => edit({ value })}
            />
            <SelectField
              label={say('sale.currency')}
              value={draft.currency}
              options={currencyOptions(draft.currency, language)}
              onChange={(currency) => edit({ currency })}
            />
          </div>
          <div className={css['keys']}>
            <Keypad
              onDigits={(digits) => edit({ value: withDigits(draft.value, digits) })}
              onBackspace={() => edit({ value: withoutLastDigit(draft.value) })}
            />
          </div>
          <TextField
            label={say('refund.reason')}
            hint={say('refund.reasonHint')}
            error={error('reason')}
            required
            maxLength={200}
            value={draft.reason}
            onChange={(reason) => edit({ reason })}
          />
          {draft.target === 'terminal' ? null : (
            <TextField
              label={say('refund.email')}
              error={error('email')}
              required
              type="email"
              value={draft.email}
              onChange={(email) => edit({ email })}
            />
          )}
        </div>
        <div className={css['column']}>
          <ChoiceField
            label={say('refund.target')}
            value={draft.target}
            onChange={(target) => edit({ target })}
            choices={ways}
          />
          <RefundTarget draft={draft} terminalId={terminalId} number={number} error={error} edit={edit} />
          <TextField
            label={`${say('refund.reference')} (${say('field.optional')})`}
            value={draft.reference}
            onChange={(reference) => edit({ reference })}
          />
          <LineField value={draft.line} onChange={(line) => edit({ line })} />
        </div>
      </div>
      <Foot>
        <span />
        <Button kind="next" large disabled={!online} onPress={onCheck}>
          {say('refund.check')}
        </Button>
      </Foot>
    </div>
  );
}

/** Typing a card number is not offered where the shop has switched it off. */
function useWays(): { readonly value: RefundWay; readonly label: string }[] {
  const { say } = useWords();
  const { shop, status } = useStores();
  const set = useStore(shop, (state) => state.settings?.cardNumbersTyped ?? null);
  const mode = useStore(status, (state) => state.status?.mode ?? 'live');
  return [
    { value: 'terminal', label: say('refund.terminal') },
    ...(mayTypeCardNumbers(set, mode) ? [{ value: 'card', label: say('refund.card') } as const] : []),
    { value: 'account', label: say('refund.account') },
  ];
}
