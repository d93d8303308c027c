// The note that a program asks to use this till.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { StatusNote } from '../status/status-note.tsx';
import { digitsText } from './digits-text.ts';

/** Whether a program asks to be paired and waits for an answer. */
export function useAsked(): boolean {
  return useStore(useStores().pairings, (state) => state.pairings.some((each) => each.state === 'waiting'));
}

export function PairingBar() {
  const { say } = useWords();
  const { pairings: store } = useStores();
  const pairings = useStore(store, (state) => state.pairings);
  const [first, ...more] = pairings.filter(({ state }) => state === 'waiting');
  if (first === undefined) return <StatusNote note={null} />;
  const note = {
    tone: 'calm',
    icon: 'link',
    asks: say('pairing.bar', { name: first.name }),
    code: digitsText(first.code),
    more: more.length,
    onOpen: () => store.open(first.id),
  } as const;
  return <StatusNote note={note} />;
}
