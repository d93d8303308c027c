// Adds a program, and shows its token once.
import { useState } from 'react';
import { scopes as allScopes, type Scope } from '#contract/programs/scopes.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { CheckField, TextField } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { type Made, ShownToken } from './shown-token.tsx';
import css from './settings.module.css';

export function NewProgram({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? <Ask onClose={onClose} onMade={setMade} /> : <ShownToken made={made} onClose={onClose} />;
}

function Ask({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (made: Made) => void }) {
  const { say } = useWords();
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['status']);
  const [checked, setChecked] = useState(false);
  const { ask, failed } = useAsk();
  const nameRight = name.trim().length >= 1 && name.trim().length <= 100;
  const originRight = origin.trim() === '' || isOrigin(origin.trim());
  const create = async () => {
    setChecked(true);
    if (!nameRight || !originRight || chosen.length === 0) return;
    const wanted = { name: name.trim(), scopes: [...chosen], origin: origin.trim() === '' ? null : origin.trim() };
    const made = await ask('createClient', wanted);
    if (made !== null) onMade({ name: made.client.name, token: made.token });
  };
  return (
    <Dialog
      title={say('programs.add')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.close')}</Button>
          <Button kind="next" onPress={() => void create()}>
            {say('programs.create')}
          </Button>
        </>
      }
    >
      <TextField
        label={say('programs.name')}
        error={checked && !nameRight ? say('programs.nameError') : null}
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <TextField
        label={`${say('programs.origin')} (${say('field.optional')})`}
        hint={say('programs.originHint')}
        error={checked && !originRight ? say('programs.originError') : null}
        maxLength={256}
        value={origin}
        onChange={setOrigin}
      />
      <fieldset className="bare">
        <legend>{say('programs.scopes')}</legend>
        <div className={css['scopes']}>
          {allScopes.map((scope) => (
            <CheckField
              key={scope}
              label={say(`scope.${scope}`)}
              checked={chosen.includes(scope)}
              onChange={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
            />
          ))}
        </div>
      </fieldset>
      {checked && chosen.length === 0 ? <Notice tone="wrong" title={say('programs.scopesError')} live /> : null}
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}

/** The origin as browsers send it: scheme, host and port only. */
function isOrigin(text: string): boolean {
  try {
    return /^https?:/.test(text) && new URL(text).origin === text;
  } catch {
    return false;
  }
}
