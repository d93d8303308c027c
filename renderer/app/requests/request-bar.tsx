// The note in the status line that a program waits for an answer, while the question itself is put aside.
import { useStores, useWords } from '../../ui/context.tsx';
import { Icon } from '../../ui/icons.tsx';
import css from './requests.module.css';
import { useQuestion } from './use-question.ts';

export function RequestBar() {
  const { say, amount } = useWords();
  const { confirmations } = useStores();
  const { question, open, more } = useQuestion();
  const aside = question !== null && !open;
  // Always there, so that those who hear it are told when something is in it.
  return (
    <span role="status" className={css['place']}>
      {aside ? (
        <button type="button" className={css['bar']} onClick={() => confirmations.want(question.id, true)}>
          <Icon name="refund" size={22} />
          <span className={css['sum']}>
            {say('confirmRefund.word')} {amount({ ...question.amount, value: -Math.abs(question.amount.value) })}
          </span>
          <span className={css['asks']}>
            {say('confirmRefund.bar', { client: question.client ?? say('confirmRefund.unknown') })}
          </span>
          {more === 0 ? null : <span>{say('pairing.barMore', { count: more })}</span>}
        </button>
      ) : null}
    </span>
  );
}
