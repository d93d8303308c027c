// The one-time link: a person takes the secret of the codes into an app and chooses a password.
import { useEffect, useState } from 'react';
import type { PageRefusal } from '#contract/office/page.ts';
import { QrCode } from '../../../renderer/ui/feedback/qr-code.tsx';
import { type PageApi, Refused } from '../api.ts';
import { Field, Problem } from '../parts/parts.tsx';
import { useWords } from '../words.ts';

interface SetUpProps {
  readonly api: PageApi;
  readonly secret: string;
  readonly onDone: () => void;
}

export function SetUp({ api, secret, onDone }: SetUpProps) {
  const { say } = useWords();
  const [begun, setBegun] = useState<{ readonly name: string; readonly codeAddress: string } | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const told = (error: unknown): void => setProblem(error instanceof Refused ? error.code : 'try-again');
  useEffect(() => {
    api.post<{ name: string; codeAddress: string }>('/api/setup', { secret }).then(setBegun, told);
  }, [api, secret]);
  const end = async (): Promise<void> => {
    try {
      await api.post('/api/setup/end', { secret, password, code: code.replaceAll(' ', '') });
      onDone();
    } catch (error) {
      told(error);
    }
  };
  return (
    <main className="narrow card">
      <h1>{begun === null ? say('page.title') : say('setup.title', { name: begun.name })}</h1>
      {begun !== null && (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void end();
          }}
        >
          <p>{say('setup.scan')}</p>
          <QrCode className="picture" text={begun.codeAddress} label={say('setup.picture')} otherwise={null} />
          <p className="said">
            {say('setup.byHand')} <code>{new URL(begun.codeAddress).searchParams.get('secret')}</code>
          </p>
          <Field
            label={say('setup.password')}
            value={password}
            onChange={setPassword}
            type="password"
            more={{ autoComplete: 'new-password', minLength: 12, required: true }}
          />
          <Field
            label={say('signIn.code')}
            value={code}
            onChange={setCode}
            more={{ autoComplete: 'one-time-code', inputMode: 'numeric', required: true }}
          />
          <button type="submit">{say('setup.end')}</button>
        </form>
      )}
      <Problem code={problem} />
    </main>
  );
}
