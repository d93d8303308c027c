// What every part of the window needs: the stores and the words. Handed down by React, so tests hand down their own.
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Money } from '#contract/money.ts';
import { type Language, type Say, sayIn } from '#texts/index.ts';
import { amountText } from '../model/amount-text.ts';
import { clockText, lengthText, timeText } from '../model/time-text.ts';
import type { Stores } from '../stores/create-stores.ts';

const StoresContext = createContext<Stores | null>(null);

export function StoresProvider({ stores, children }: { readonly stores: Stores; readonly children: ReactNode }) {
  return <StoresContext value={stores}>{children}</StoresContext>;
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

export function useWords(): Words {
  const { preferences, ports } = useStores();
  const language = useStore(preferences, (state) => state.preferences.language);
  return useMemo(() => {
    const say = sayIn(language);
    return {
      say,
      language,
      amount: (money) => amountText(money, language),
      clock: (iso) => clockText(iso, language),
      time: (iso) => timeText(iso, language, ports.now()),
      since: (iso) => {
        const time = timeText(iso, language, ports.now());
        const ms = ports.now() - Date.parse(iso);
        return ms < 60_000 ? time : say('length.since', { time, length: lengthText(ms, say) });
      },
    };
  }, [language, ports]);
}

export function useOnline(): boolean {
  return useStore(useStores().status, (state) => state.status?.connection.state !== 'offline');
}
