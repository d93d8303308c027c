// The note in the status line that an operation which was in doubt or waiting has ended and was not seen yet.
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import { endWord, isCarriedOut, isDiffering, isPaidTwice } from '../../model/words/end-words.ts';
import { isMoneyOut, moneyOf, nameOf } from '#texts/operation-facts.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import type { IconName } from '../../ui/base/icons.tsx';
import { StatusNote } from '../status/status-note.tsx';

/** Without the operation whose end the Sale screen shows. */
export function useUnseenEnds(): readonly OperationView[] {
  const { ends: store, sale, navigation } = useStores();
  const ends = useStore(store, (state) => state.ends);
  const onSale = useStore(navigation, ({ route }) => route.screen === 'sale');
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
  const differs = isDiffering(first);
  const twice = isPaidTwice(first);
  const done = isCarriedOut(first) && !differs && !twice;
  const sum = money === null ? null : amount(isMoneyOut(name) ? { ...money, value: -money.value } : money);
  const note = {
    tone: done ? 'calm' : 'doubt',
    icon: differs || twice ? 'person' : endIcon(first),
    word: say(name),
    ...(sum === null ? {} : { sum }),
    asks: say(twice ? 'ends.twice' : differs ? 'ends.differs' : endWord(first)),
    more: more.length,
    onOpen: () => ends.setState({ open: true }),
  } as const;
  return <StatusNote note={note} />;
}

function endIcon(operation: OperationView): IconName {
  if (!isFinal(operation.state)) return 'question';
  return isCarriedOut(operation) ? 'check' : 'cross';
}
