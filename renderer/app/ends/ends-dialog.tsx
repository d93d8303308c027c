// Operations that ended unseen: how, for whose money, and what to do now. Each stays until a person marks it as seen.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import { isDiffering, whatToDo } from '../../model/words/end-words.ts';
import { shownOf } from '../../model/hosted.ts';
import { isMoneyOut, moneyOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { wordsOf } from '../../model/words/operation-words.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StateMark } from '../../ui/feedback/state-badge.tsx';
import { useUnseenEnds } from './ends-note.tsx';
import css from './ends.module.css';

/** Shown at once, so that the dialog needs no scrolling. */
const atOnce = 3;

export function EndsDialog() {
  const { ends } = useStores();
  const open = useStore(ends, (state) => state.open);
  const unseen = useUnseenEnds();
  return open && unseen.length > 0 ? <Ends unseen={unseen} /> : null;
}

function Ends({ unseen }: { readonly unseen: readonly OperationView[] }) {
  const { ends } = useStores();
  const { say } = useWords();
  const [silent, setSilent] = useState(false);
  const close = () => ends.setState({ open: false });
  const see = async (id: string) => setSilent(!(await ends.see(id)));
  const left = unseen.length - atOnce;
  return (
    <Dialog title={say('ends.title')} onClose={close} actions={<Button onPress={close}>{say('ends.later')}</Button>}>
      <p className="soft">{say('ends.lead')}</p>
      {silent ? <Notice tone="warn" title={say('ends.silent')} live /> : null}
      <ul className={css['ends']}>
        {unseen.slice(0, atOnce).map((operation) => (
          <li key={operation.id}>
            <End operation={operation} onSeen={() => void see(operation.id)} />
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="soft">{say('ends.more', { count: left })}</p> : null}
    </Dialog>
  );
}

function End({ operation, onSeen }: { readonly operation: OperationView; readonly onSeen: () => void }) {
  const { ends, navigation } = useStores();
  const { say, language, time, amount } = useWords();
  const online = useOnline();
  const money = moneyOf(operation);
  const name = nameOf(operation);
  const { look } = shownOf(operation);
  const { reference } = numbersOf(operation);
  const { headline, advice } = wordsOf(operation, say, language, online);
  const isSaid = money !== null && headline.includes(amount(money));
  const open = () => {
    ends.setState({ open: false });
    navigation.go({ screen: 'activity', operationId: operation.id });
    onSeen();
  };
  return (
    <section className={css['end']}>
      <div className={css['head']}>
        <StateMark look={look} />
        <span className={css['what']}>
          {[say(name), reference, time(operation.createdAt)].filter((part) => part !== null).join(' · ')}
        </span>
        {/* Where another sum was paid the headline names both. */}
        {money === null || isSaid || isDiffering(operation) ? null : <Amount money={money} out={isMoneyOut(name)} />}
      </div>
      <p className={css['headline']}>{headline}</p>
      <Advice operation={operation} advice={advice} />
      <div className={css['steps']}>
        <Button icon="activity" onPress={open}>
          {say('ends.open')}
        </Button>
        <Button icon="check" onPress={onSeen}>
          {say('ends.seen')}
        </Button>
      </div>
    </section>
  );
}

function Advice({ operation, advice }: { readonly operation: OperationView; readonly advice: string | null }) {
  const { say } = useWords();
  if (!isFinal(operation.state) || isDiffering(operation)) return advice === null ? null : <p>{advice}</p>;
  return <p>{say(whatToDo(operation))}</p>;
}
