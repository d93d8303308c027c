// What became of each authorization that was captured or released together.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { lookOf } from '../../model/operation-facts.ts';
import { subjectOf, wordsOf } from '../../model/words/operation-words.ts';
import { refusalWords } from '../../model/words/refusal-words.ts';
import type { BatchItem } from '../../stores/payments/batch-store.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { FromTop } from '../../ui/base/from-top.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { StateBadge } from '../../ui/feedback/state-badge.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import css from './authorizations.module.css';
import { nameOf } from './authorization-row.tsx';

export function BatchOutcome({ onBack }: { readonly onBack: () => void }) {
  const { batch } = useStores();
  const { say } = useWords();
  const { items, action } = useStore(batch);
  const { done, over } = useProgress(items);
  return (
    <div className={css['page']}>
      <FromTop page="outcome" />
      <div role="status">
        <h1>
          {say(action === 'capture' ? 'authorizations.captured' : 'authorizations.released', {
            done,
            all: items.length,
          })}
        </h1>
      </div>
      <ul className={css['list']} aria-label={say('authorizations.outcomes')}>
        {items.map((item) => (
          <ItemOutcome key={item.payment.id} item={item} />
        ))}
      </ul>
      <Foot>
        <span className="soft">{over ? null : say('sale.dontLeave')}</span>
        <Button kind="next" large disabled={!over} onPress={onBack}>
          {say('authorizations.back')}
        </Button>
      </Foot>
    </div>
  );
}

function ItemOutcome({ item }: { readonly item: BatchItem }) {
  const { batch, navigation } = useStores();
  const { say, language } = useWords();
  const online = useOnline();
  const stopped = useStore(batch, (state) => state.stopped);
  const { phase, operation } = useSubmitted(item.submission);
  const { payment, value } = item;
  const name = nameOf(payment);
  const said = () => {
    if (phase.type === 'refused') {
      const { headline, advice } = refusalWords(phase.refusal, say, language, subjectOf(item));
      return { look: 'failed', word: say('authorizations.notDone'), text: `${headline} ${advice ?? ''}` } as const;
    }
    if (operation !== null) {
      const { headline, advice } = wordsOf(operation, say, language, online);
      const look = lookOf(operation);
      return { look, word: say(`look.${look}`), text: `${headline} ${advice ?? ''}` } as const;
    }
    if (phase.type === 'asking') {
      return {
        look: 'running',
        word: say('authorizations.asking'),
        text: phase.silent ? say('asking.silent') : '',
      } as const;
    }
    return stopped
      ? ({ look: 'ended', word: say('authorizations.notDone'), text: say('authorizations.stopped') } as const)
      : ({ look: 'waiting', word: say('look.waiting'), text: say('authorizations.next') } as const);
  };
  const { look, word, text } = said();
  return (
    <li className={css['row']}>
      <span className={css['label']}>
        <StateBadge look={look} word={word} />
        <span className={css['words']}>
          <span className={css['name']}>
            <Foreign text={name} />
          </span>
          <span className="soft">{text}</span>
        </span>
        {payment.currency === null ? null : (
          <Amount money={{ value, currency: payment.currency }} struck={look === 'failed' || look === 'ended'} />
        )}
      </span>
      <Button
        kind="quiet"
        label={say('authorizations.openLabel', { what: name })}
        onPress={() => navigation.go({ screen: 'payments', payId: payment.id })}
      >
        {say('authorizations.open')}
      </Button>
    </li>
  );
}

/** How many succeeded, and whether nothing is still to be sent; counted anew with each change of any of them. */
function useProgress(items: readonly BatchItem[]): { readonly done: number; readonly over: boolean } {
  const { batch, operations } = useStores();
  const [, setTurn] = useState(0);
  const byId = useStore(operations, (state) => state.byId);
  useEffect(() => {
    const stops = items.map(({ submission }) => submission.subscribe(() => setTurn((turn) => turn + 1)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [items]);
  const done = items.filter(({ submission }) => {
    const { phase } = submission.getState();
    return phase.type === 'taken' && byId.get(phase.operationId)?.state === 'succeeded';
  }).length;
  return { done, over: batch.isOver() };
}
