// What a terminal answered to a command without money; of a card that was read, its masked number and first digits.
import { useEffect, useState } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import { nameOf, numbersOf } from '#texts/operation-facts.ts';
import { cancelWords } from '../../model/words/operation-words.ts';
import { supportText } from '../../model/operation-facts.ts';
import { mayMoveOn } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Details, Facts } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { Foot } from '../../ui/form/foot.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import css from './terminals.module.css';

interface TerminalAnswerProps {
  readonly operation: OperationView;
  readonly onBack: () => void;
}

export function TerminalAnswer({ operation, onBack }: TerminalAnswerProps) {
  const { say, language } = useWords();
  const { operations } = useStores();
  const { ask, busy, failed } = useAsk();
  const waits = operation.state === 'accepted';
  const isRead = nameOf(operation) === 'kind.card-read' && operation.state === 'succeeded';
  const cancel = async () => {
    const done = await ask('cancel', { id: operation.id });
    if (done !== null) operations.take([done.operation]);
  };
  return (
    <div className={css['page']}>
      <Outcome operation={operation}>
        {isRead ? <ReadCard operation={operation} /> : null}
        <DoubtFacts operation={operation} />
        <Details text={supportText(operation)} />
      </Outcome>
      <Failure failed={failed} what="done" />
      <Foot>
        {waits ? (
          <Button disabled={busy} onPress={() => void cancel()}>
            {cancelWords(operation, say, language)}
          </Button>
        ) : (
          <span />
        )}
        {mayMoveOn(operation) ? (
          <Button kind="next" large onPress={onBack}>
            {say('terminals.back')}
          </Button>
        ) : (
          <span className="soft">{say('sale.dontLeave')}</span>
        )}
      </Foot>
    </div>
  );
}

function ReadCard({ operation }: { readonly operation: OperationView }) {
  const { ports } = useStores();
  const { say } = useWords();
  const { id } = operation;
  const [read, setRead] = useState<{ readonly bin: string | null } | null>(null);
  useEffect(() => {
    let isHere = true;
    void ports.bridge.ask('cardBin', { operationId: id }).then((answer) => {
      if (isHere && answer.type === 'answer') setRead(answer.value);
    });
    return () => {
      isHere = false;
    };
  }, [ports, id]);
  const { card } = numbersOf(operation);
  if (read?.bin === null && card === null) return <p>{say('terminals.nothingRead')}</p>;
  return (
    <Facts
      facts={[
        [say('terminals.card'), card],
        [say('terminals.bin'), read?.bin ?? null],
      ]}
    />
  );
}
