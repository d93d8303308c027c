// The stores and the words, which every part of the window needs, as React contexts, so that tests can give their own.
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Money } from '#contract/money/money.ts';
import { type Language, type Say, sayIn } from '#texts/index.ts';
import { amountText } from '#texts/amount-text.ts';
import { clockText, lengthText, timeText } from '../../model/time/time-text.ts';
import type { Stores } from '../../stores/create-stores.ts';

const StoresContext = createContext<Stores | null>(null);
const WordsContext = createContext<Words | null>(null);

export function StoresProvider({ stores, children }: { readonly stores: Stores; readonly children: ReactNode }) {
  return (
    <StoresContext value={stores}>
      <PreferredWords stores={stores}>{children}</PreferredWords>
    </StoresContext>
  );
}

function PreferredWords({ stores, children }: { readonly stores: Stores; readonly children: ReactNode }) {
  const { preferences, ports } = stores;
  const language = useStore(preferences, (state) => state.preferences.language);
  return (
    <WordsIn language={language} now={ports.now}>
      {children}
    </WordsIn>
  );
}

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('StoresProvider is missing above this component');
  return stores;
}

export interface Words {
  readonly say: Say;
  readonly language: Language;
  readonly amount: (money: Money) => string;
  readonly clock: (iso: string) => string;
  readonly time: (iso: string) => string;
  /** The time, and how long ago it was, from a minute on. */
  readonly since: (iso: string) => string;
}

interface WordsInProps {
  readonly language: Language;
  readonly now?: () => number;
  readonly children: ReactNode;
}

/** For a page without stores too. */
export function WordsIn({ language, now = Date.now, children }: WordsInProps) {
  const words = useMemo((): Words => {
    const say = sayIn(language);
    return {
      say,
      language,
      amount: (money) => amountText(money, language),
      clock: (iso) => clockText(iso, language),
      time: (iso) => timeText(iso, language, now()),
      since: (iso) => {
        const time = timeText(iso, language, now());
        const ms = now() - Date.parse(iso);
        return ms < 60_000 ? time : say('length.since', { time, length: lengthText(ms, say) });
      },
    };
  }, [language, now]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('WordsIn is missing above this component');
  return words;
}

export function useOnline(): boolean {
  return useStore(useStores().status, (state) => state.status?.connection.state !== 'offline');
}
