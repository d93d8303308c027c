// Says large what of a form differs from the shop's defaults, because the next press uses it; one press resets it.
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import css from './differs.module.css';

interface DiffersProps {
  /** Null for each that is as usual. */
  readonly parts: readonly (string | null)[];
  /** Null where it is not to be reset. */
  readonly onAsUsual: (() => void) | null;
}

export function Differs({ parts, onAsUsual }: DiffersProps) {
  const { say } = useWords();
  const differing = parts.filter((part) => part !== null);
  if (differing.length === 0) return null;
  return (
    <div className={css['differs']} role="group" aria-label={say('sale.differs')}>
      {differing.map((part) => (
        <strong key={part}>{part}</strong>
      ))}
      {onAsUsual === null ? null : (
        <Button kind="quiet" onPress={onAsUsual}>
          {say('sale.asUsual')}
        </Button>
      )}
    </div>
  );
}
