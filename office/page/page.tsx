// The frame: who is signed in, which view, which days, which language; live while a session lasts.
import { useEffect, useState } from 'react';
import { type Language, languageOf, languages } from '#contract/data/languages.ts';
import type { PageRefusal, PageSession } from '#contract/office/page.ts';
import { languageNames } from '#texts/language.ts';
import { type PageApi, Refused } from './api.ts';
import { Shown } from './shown.tsx';
import { SetUp } from './views/set-up.tsx';
import { SignIn } from './views/sign-in.tsx';
import { WordsProvider, wordsIn } from './words.ts';

interface PageProps {
  readonly api: PageApi;
  /** The browser's. */
  readonly language: string;
}

type Standing =
  | { readonly type: 'asking' }
  | { readonly type: 'out'; readonly why: PageRefusal | 'set-up' | null }
  | { readonly type: 'in'; readonly session: PageSession };

export function Page({ api, language: first }: PageProps) {
  const [language, setLanguage] = useState<Language>(languageOf(first));
  const [setup, setSetup] = useState(() => /^#setup=([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  const [standing, setStanding] = useState<Standing>({ type: 'asking' });
  const words = wordsIn(language);
  useTheme();
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `Tillbridge · ${wordsIn(language).say('page.title')}`;
  }, [language]);
  const ask = (): void => {
    api.get<PageSession>('/api/session').then(
      (session) => setStanding({ type: 'in', session }),
      (error: unknown) => {
        const code = error instanceof Refused ? error.code : 'try-again';
        setStanding({ type: 'out', why: code === 'not-signed-in' ? null : code });
      },
    );
  };
  useEffect(ask, [api]);
  const languageChoice = (
    <label className="field small">
      <span>{words.say('page.language')}</span>
      <select value={language} onChange={({ target }) => setLanguage(languageOf(target.value))}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
  const inner = () => {
    if (setup !== null) {
      const done = (): void => {
        history.replaceState(null, '', location.pathname);
        setSetup(null);
        setStanding({ type: 'out', why: 'set-up' });
      };
      return <SetUp api={api} secret={setup} onDone={done} />;
    }
    switch (standing.type) {
      case 'asking':
        return (
          <main className="narrow">
            <h1>{words.say('page.title')}</h1>
            <p role="status">{words.say('page.loading')}</p>
          </main>
        );
      case 'out':
        return <SignIn api={api} onSignedIn={ask} why={standing.why} />;
      case 'in':
        return <Shown api={api} session={standing.session} onOut={(why) => setStanding({ type: 'out', why })} />;
    }
  };
  return (
    <WordsProvider value={words}>
      {inner()}
      <footer className="foot">{languageChoice}</footer>
    </WordsProvider>
  );
}

/** The system's own, also when it changes. */
function useTheme(): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, []);
}
