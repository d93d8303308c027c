// How a change of the vault went, until it is final.
import type { OperationView } from '#contract/operation.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/context.tsx';
import { Details } from '../../ui/details.tsx';
import { DoubtFacts } from '../../ui/doubt.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import css from './customers.module.css';

interface ChangeResultProps {
  readonly operation: OperationView;
  readonly label: string;
  readonly onClose: () => void;
}

export function ChangeResult({ operation, label, onClose }: ChangeResultProps) {
  const { say } = useWords();
  return (
    <div className={css['panel']}>
      <Outcome operation={operation} />
      <DoubtFacts operation={operation} />
      <Details text={supportText(operation)} />
      <Foot>
        <span className="soft">{lookOf(operation) === 'running' ? say('sale.dontLeave') : null}</span>
        <Button onPress={onClose}>{label}</Button>
      </Foot>
    </div>
  );
}
