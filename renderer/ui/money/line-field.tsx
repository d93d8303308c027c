// What a refund is for, where the chain's office is asked before it: the line of a slip, or the slip's number.
import { useStore } from 'zustand';
import { useStores, useWords } from '../base/context.tsx';
import { TextField } from '../form/field.tsx';

interface LineFieldProps {
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (line: string) => void;
}

/** Nothing where no office wants to know. */
export function LineField({ value, disabled = false, onChange }: LineFieldProps) {
  const { say } = useWords();
  const { status } = useStores();
  const isAsked = useStore(status, (state) => state.status?.office?.claims === true);
  if (!isAsked) return null;
  return (
    <TextField
      label={`${say('refund.line')} (${say('field.optional')})`}
      hint={say('refund.lineHint')}
      maxLength={64}
      value={value}
      disabled={disabled}
      onChange={(line) => onChange(line.replaceAll(/\s/g, ''))}
    />
  );
}

/** As it goes with an operation. */
export function lineOf(value: string): { readonly line?: string } {
  return value === '' ? {} : { line: value };
}
