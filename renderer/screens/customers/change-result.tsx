// Shows a change of the vault until it is final.
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
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
