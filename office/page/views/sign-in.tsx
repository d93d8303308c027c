// Signing in: name, password and the code of the authenticator app.
import { useState } from 'react';
import type { PageRefusal } from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Field, Problem } from '../parts/parts.tsx';
import { useWords } from '../words.ts';

interface SignInProps {
  readonly api: PageApi;
  readonly onSignedIn: () => void;
  /** Why a person is asked again. */
  readonly why: PageRefusal | 'set-up' | null;
}

export function SignIn({ api, onSignedIn, why }: SignInProps) {
  const { say } = useWords();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<PageRefusal | null>(why === 'set-up' ? null : why);
  const signIn = async (): Promise<void> => {
    try {
      await api.post('/api/sign-in', { name: name.trim(), password, code: code.replaceAll(' ', '') });
      onSignedIn();
    } catch (error) {
      setCode('');
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
  };
  return (
    <main className="narrow card">
      <h1>{say('signIn.title')}</h1>
      {why === 'set-up' && <p>{say('setup.done')}</p>}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <Field
          label={say('signIn.name')}
          value={name}
          onChange={setName}
          more={{ autoComplete: 'username', required: true }}
        />
        <Field
          label={say('signIn.password')}
          value={password}
          onChange={setPassword}
          type="password"
          more={{ autoComplete: 'current-password', required: true }}
        />
        <Field
          label={say('signIn.code')}
          value={code}
          onChange={setCode}
          more={{ autoComplete: 'one-time-code', inputMode: 'numeric', required: true }}
        />
        <Problem code={problem} />
        <button type="submit">{say('signIn.title')}</button>
      </form>
    </main>
  );
}
