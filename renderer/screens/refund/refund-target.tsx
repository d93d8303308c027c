// Where the money goes: a card at the terminal, a card whose number is typed, or a bank account.
import type { RefObject } from 'react';
import { useWords } from '../../ui/base/context.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { SecretField } from '../../ui/form/secret-field.tsx';
import { TerminalField } from '../../ui/terminals/terminal-field.tsx';
import css from './refund.module.css';
import { brands, type RefundDraft, type RefundErrors } from './refund-draft.ts';

interface RefundTargetProps {
  readonly draft: RefundDraft;
  readonly terminalId: string | null;
  readonly number: RefObject<HTMLInputElement | null>;
  readonly error: (field: keyof RefundErrors) => string | null;
  readonly edit: (part: Partial<RefundDraft>) => void;
}

export function RefundTarget({ draft, terminalId, number, error, edit }: RefundTargetProps) {
  const { say } = useWords();
  if (draft.target === 'terminal') {
    return (
      <>
        <p className="soft">{say('refund.terminalHow')}</p>
        <TerminalField value={terminalId} error={error('terminal')} onChange={(id) => edit({ terminalId: id })} />
      </>
    );
  }
  if (draft.target === 'account') {
    return (
      <>
        <TextField
          label={say('refund.iban')}
          error={error('iban')}
          required
          maxLength={42}
          takesNumbers
          value={draft.iban}
          onChange={(iban) => edit({ iban })}
        />
        <TextField
          label={say('refund.holder')}
          error={error('holder')}
          required
          value={draft.holder}
          onChange={(holder) => edit({ holder })}
        />
        <TextField
          label={`${say('refund.bank')} (${say('field.optional')})`}
          value={draft.bank}
          onChange={(bank) => edit({ bank })}
        />
      </>
    );
  }
  return (
    <>
      <SecretField
        ref={number}
        label={say('refund.cardNumber')}
        hint={say('refund.cardNumberHint')}
        error={error('cardNumber')}
        numeric
        reveal
        required
        maxLength={23}
      />
      <TextField
        label={say('refund.cardholder')}
        error={error('cardholder')}
        required
        value={draft.cardholder}
        onChange={(cardholder) => edit({ cardholder })}
      />
      <div className={css['pair']}>
        <TextField
          label={say('refund.expiry')}
          hint={say('refund.expiryHint')}
          error={error('expiry')}
          required
          maxLength={7}
          value={draft.expiry}
          onChange={(expiry) => edit({ expiry })}
        />
        <SelectField
          label={say('refund.brand')}
          error={error('brand')}
          value={draft.brand}
          options={[{ value: '', label: '' }, ...brands.map((brand) => ({ value: brand, label: brand }))]}
          onChange={(brand) => edit({ brand })}
        />
      </div>
    </>
  );
}
