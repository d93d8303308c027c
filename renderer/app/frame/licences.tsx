// The licence texts of all that the program holds (build/checks/licences.ts), read when a person asks for them.
import { useState } from 'react';
import { useWords } from '../../ui/base/context.tsx';
import css from '../../ui/feedback/details.module.css';

const file = 'licences.txt';

export function Licences() {
  const { say } = useWords();
  const [text, setText] = useState<string | null>(null);
  const load = async (): Promise<void> => {
    try {
      const answer = await fetch(file);
      // A development server answers with a page.
      const isText = answer.ok && answer.headers.get('content-type')?.startsWith('text/plain') === true;
      setText(isText ? await answer.text() : say('help.licencesMissing'));
    } catch {
      setText(say('help.licencesMissing'));
    }
  };
  return (
    <details className={css['details']} onToggle={() => void (text === null && load())}>
      <summary>{say('help.licences')}</summary>
      <pre tabIndex={0} aria-label={say('help.licences')}>
        {text}
      </pre>
    </details>
  );
}
