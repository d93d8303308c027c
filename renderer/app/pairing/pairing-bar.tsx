// The note that a program asks to use this till. It stands in the status line, which never moves: a bar that pushed the
// screen would put another key under a finger that is already on its way. It takes no focus and covers nothing.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/context.tsx';
import { Icon } from '../../ui/icons.tsx';
import css from './pairing.module.css';
import { digitsText } from './digits-text.ts';

/** Whether somebody asks and waits for an answer. */
export function useAsked(): boolean {
  return useStore(useStores().pairings, (state) => state.pairings.some((each) => each.state === 'waiting'));
}

export function PairingBar() {
  const { say } = useWords();
  const { pairings: store } = useStores();
  const pairings = useStore(store, (state) => state.pairings);
  const [first, ...more] = pairings.filter(({ state }) => state === 'waiting');
  // Always there, so that those who hear it are told when something is in it.
  return (
    <span role="status" className={css['place']}>
      {first === undefined ? null : (
        <button type="button" className={css['bar']} onClick={() => store.open(first.id)}>
          <Icon name="link" size={22} />
          <span className={css['asks']}>{say('pairing.bar', { name: first.name })}</span>
          <span className={css['code']}>{digitsText(first.code)}</span>
          {more.length === 0 ? null : <span>{say('pairing.barMore', { count: more.length })}</span>}
        </button>
      )}
    </span>
  );
}
