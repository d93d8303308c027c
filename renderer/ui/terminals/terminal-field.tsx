// The choice of a terminal. Each one that is not free says so before it is used.
import { useStore } from 'zustand';
import { useStores, useWords } from '../base/context.tsx';
import { SelectField } from '../form/field.tsx';
import { useFreshTerminals } from './use-fresh-terminals.ts';
import { useTerminalState } from './use-terminal-state.ts';

interface TerminalFieldProps {
  /** Null where the till has no terminal. */
  readonly value: string | null;
  readonly error?: string | null;
  readonly onChange: (id: string) => void;
}

export function TerminalField({ value, error = null, onChange }: TerminalFieldProps) {
  const { say } = useWords();
  const terminals = useStore(useStores().shop, (state) => state.terminals);
  const stateOf = useTerminalState();
  useFreshTerminals();
  return (
    <SelectField
      label={say('sale.terminal')}
      error={error}
      value={value ?? ''}
      options={terminals.map((terminal) => {
        const state = stateOf(terminal);
        return { value: terminal.id, label: state === null ? terminal.id : `${terminal.id} · ${state}` };
      })}
      onChange={onChange}
    />
  );
}
