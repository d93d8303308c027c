// The story of a payment: its operations in order, each with its state in words.
import { useStore } from 'zustand';
import { shownOf } from '../../model/hosted.ts';
import { hasReceipt } from '../../model/printing/print-words.ts';
import { isMoneyOut, moneyOf, nameOf } from '#texts/operation-facts.ts';
import { wordsOf } from '../../model/words/operation-words.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { PrintReceipt } from '../../ui/receipt/print-receipt.tsx';
import { StateMark } from '../../ui/feedback/state-badge.tsx';
import css from './payments.module.css';

export function Story() {
  const { payment, operations, navigation } = useStores();
  const { say, language, time, amount } = useWords();
  const online = useOnline();
  const ids = useStore(payment, (state) => state.operationIds);
  const byId = useStore(operations, (state) => state.byId);
  const steps = ids.flatMap((id) => byId.get(id) ?? []);
  return (
    <section className="stack">
      <h2>{say('payment.story')}</h2>
      {steps.length === 0 ? <p className="soft">{say('payment.noStory')}</p> : null}
      <ol className={css['story']}>
        {steps.map((operation) => {
          const name = nameOf(operation);
          const { look } = shownOf(operation);
          const money = moneyOf(operation);
          const { headline } = wordsOf(operation, say, language, online);
          const about = `${say(name)}, ${time(operation.createdAt)}`;
          const out = isMoneyOut(name);
          // A step says its sum once: money out with its minus, else in the sentence that says what became of it.
          const said = money !== null && headline.includes(amount(money));
          return (
            <li key={operation.id}>
              <StateMark look={look} />
              <div className={css['step']}>
                <p className={css['stepHead']}>
                  <span>{say(name)}</span>
                  {money === null || (said && !out) ? null : (
                    <Amount money={money} out={out} struck={look === 'failed' || look === 'ended'} />
                  )}
                </p>
                {said && out ? null : <p className="soft">{headline}</p>}
                <div className={css['stepFoot']}>
                  <span className="soft">{time(operation.createdAt)}</span>
                  {hasReceipt(operation) ? (
                    <PrintReceipt
                      operation={operation}
                      copy="customer"
                      kind="quiet"
                      label={say('labelled', { label: say('print.printStep'), value: about })}
                    />
                  ) : null}
                  <Button
                    kind="quiet"
                    label={say('labelled', { label: say('payment.openStep'), value: about })}
                    onPress={() => navigation.go({ screen: 'activity', operationId: operation.id })}
                  >
                    {say('payment.openStep')}
                  </Button>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
