// The terminals of this till: a list to add to and to remove from.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { useShownOnly } from '../base/shown-only.tsx';
import { TextField } from './field.tsx';
import css from './terminal-list.module.css';

interface TerminalListProps {
  readonly terminals: readonly string[];
  readonly onChange: (terminals: string[]) => void;
  /** What stands in the field. */
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

/** With what was typed and not added: who saves the list has named that terminal, too. */
export function withTyped(terminals: readonly string[], typed: string): string[] {
  const id = typed.trim();
  return [...terminals, ...(isNew(terminals, id) ? [id] : [])];
}

function isNew(terminals: readonly string[], id: string): boolean {
  return id !== '' && id.length <= 64 && !terminals.includes(id);
}

export function TerminalList({ terminals, onChange, typed, onTyped }: TerminalListProps) {
  const { say } = useWords();
  const { shop } = useStores();
  // Training has a terminal that is not in the settings.
  const own = useStore(shop, (state) => {
    const named = state.settings?.terminals ?? [];
    return state.terminals.find(({ id: each }) => !named.includes(each))?.id ?? null;
  });
  const [wrong, setWrong] = useState(false);
  const shownOnly = useShownOnly();
  const add = () => {
    const fits = isNew(terminals, typed.trim());
    setWrong(!fits);
    if (!fits) return;
    onChange(withTyped(terminals, typed));
    onTyped('');
  };
  return (
    <div className="stack">
      {terminals.length === 0 ? (
        <p className="soft">{own === null ? say('shop.noTerminals') : say('shop.trainingTerminal', { id: own })}</p>
      ) : null}
      {terminals.length === 0 ? null : (
        <ul className={css['list']} aria-label={say('shop.terminals')}>
          {terminals.map((terminal) => (
            <li key={terminal}>
              <span>{terminal}</span>
              <Button
                kind="quiet"
                icon="cross"
                label={say('shop.removeTerminal', { id: terminal })}
                onPress={() => onChange(terminals.filter((each) => each !== terminal))}
              >
                {say('do.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shownOnly ? null : (
        <TextField
          label={say('shop.terminalId')}
          hint={say('shop.terminalHint')}
          error={wrong ? say('shop.terminalError') : null}
          maxLength={64}
          value={typed}
          onChange={onTyped}
        />
      )}
      <div className="row">
        <Button icon="plus" onPress={add}>
          {say('shop.addTerminal')}
        </Button>
      </div>
    </div>
  );
}
