// Asks the server and keeps what it answered on the screen while it asks again.
import { useEffect, useState } from 'react';
import type { PageRefusal } from '#contract/office/page.ts';
import { type PageApi, Refused } from './api.ts';

export interface Asked<T> {
  readonly value: T | null;
  readonly problem: PageRefusal | null;
}

/** `query` null: nothing is asked yet. `round`: asks again when it changes; from 1 on the page asks by itself. */
export function useAsked<T>(
  api: PageApi,
  path: string,
  query: { readonly [name: string]: string } | null,
  round: number,
): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ value: null, problem: null });
  const key = query === null ? null : new URLSearchParams(query).toString();
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => {
    if (query === null) return undefined;
    let here = true;
    const live = last === key && round > 0;
    api.get<T>(path, query, live).then(
      (value) => {
        if (here) setAsked({ value, problem: null });
      },
      (error: unknown) => {
        const problem = error instanceof Refused ? error.code : 'try-again';
        if (here) setAsked((before) => ({ value: before.value, problem }));
      },
    );
    setLast(key);
    return () => {
      here = false;
    };
  }, [api, path, key, round]);
  return asked;
}
