// Adds a program. Its token is shown once, so the dialog cannot be left by accident while it shows the token.
import { useState } from 'react';
import type { Refusal } from '#contract/problems.ts';
import { scopes as allScopes, type Scope } from '#contract/scopes.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { CheckField, TextField } from '../../ui/form/field.tsx';
import { NotSaved } from '../../ui/feedback/not-saved.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './settings.module.css';

interface Made {
  readonly name: string;
  readonly token: string;
}

export function NewProgram({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? <Ask onClose={onClose} onMade={setMade} /> : <Token made={made} onClose={onClose} />;
}

function Ask({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (made: Made) => void }) {
  const { ports } = useStores();
  const { say } = useWords();
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['status']);
  const [checked, setChecked] = useState(false);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  const nameRight = name.trim().length >= 1 && name.trim().length <= 100;
  const originRight = origin.trim() === '' || isOrigin(origin.trim());
  const create = async () => {
    setChecked(true);
    if (!nameRight || !originRight || chosen.length === 0) return;
    const wanted = { name: name.trim(), scopes: [...chosen], origin: origin.trim() === '' ? null : origin.trim() };
    const answer = await ports.bridge.ask('createClient', wanted);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else onMade({ name: answer.value.client.name, token: answer.value.token });
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
      <NotSaved failed={failed} />
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

function Token({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { say } = useWords();
  return (
    <Dialog
      title={say('programs.tokenTitle', { name: made.name })}
      onClose={onClose}
      dismissable={false}
      actions={
        <>
          <CopyButton text={() => made.token}>{say('programs.tokenCopy')}</CopyButton>
          <Button onPress={onClose}>{say('programs.tokenDone')}</Button>
        </>
      }
    >
      <Notice tone="warn" title={say('programs.tokenOnce')} />
      <pre className={css['token']}>{made.token}</pre>
    </Dialog>
  );
}
