// The note in the status line that something ended which had been in doubt or waiting, and that nobody has seen it yet.
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation.ts';
import { isCarriedOut } from '../../model/end-words.ts';
import { isMoneyOut, moneyOf, nameOf } from '../../model/operation-facts.ts';
import { useStores, useWords } from '../../ui/context.tsx';
import { StatusNote } from '../status-note.tsx';

/** What the Sale screen shows the end of is seen there. */
export function useUnseenEnds(): readonly OperationView[] {
  const { ends: store, sale, navigation } = useStores();
  const ends = useStore(store, (state) => state.ends);
  const onSale = useStore(navigation, ({ place }) => place.screen === 'sale');
  const phase = useStore(sale.submission, (state) => state.phase);
  const shown = onSale && phase.type === 'taken' ? phase.operationId : null;
  return ends.filter(({ id }) => id !== shown);
}

export function EndsNote() {
  const { say, amount } = useWords();
  const { ends } = useStores();
  const [first, ...more] = useUnseenEnds();
  if (first === undefined) return <StatusNote note={null} />;
  const money = moneyOf(first);
  const name = nameOf(first);
  const done = isCarriedOut(first);
  const sum = money === null ? null : amount(isMoneyOut(name) ? { ...money, value: -money.value } : money);
  const note = {
    tone: done ? 'calm' : 'doubt',
    icon: done ? 'check' : 'cross',
    word: say(name),
    ...(sum === null ? {} : { sum }),
    asks: say(done ? 'ends.carriedOut' : 'ends.notCarriedOut'),
    more: more.length,
    onOpen: () => ends.setState({ open: true }),
  } as const;
  return <StatusNote note={note} />;
}
