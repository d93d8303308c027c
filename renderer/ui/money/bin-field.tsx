// The first digits of a card, for a quote in its currency; never its whole number.
import { useWords } from '../base/context.tsx';
import { TextField } from '../form/field.tsx';

/** Six to eight digits are enough to know the currency of the card. */
export function isBin(text: string): boolean {
  return /^\d{6,8}$/.test(text);
}

interface BinFieldProps {
  readonly bin: string;
  /** Once a quote was asked for, the field says what is wrong. */
  readonly checked: boolean;
  readonly onChange: (bin: string) => void;
}

export function BinField({ bin, checked, onChange }: BinFieldProps) {
  const { say } = useWords();
  return (
    <TextField
      label={say('dcc.bin')}
      hint={say('dcc.binHint')}
      error={checked && !isBin(bin) ? say('dcc.binError') : null}
      inputMode="numeric"
      maxLength={8}
      value={bin}
      onChange={(text) => onChange(text.replaceAll(/\D/g, ''))}
    />
  );
}
