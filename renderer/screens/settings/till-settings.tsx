// This till and the person at it: language, look, terminal to begin with, start, full screen, quitting.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, SwitchField } from '../../ui/field.tsx';
import { LanguageChoice } from '../../ui/language-choice.tsx';

export function TillSettings() {
  const { preferences: store, shop, status } = useStores();
  const { say } = useWords();
  const preferences = useStore(store, (state) => state.preferences);
  const terminals = useStore(shop, (state) => state.terminals);
  const version = useStore(status, (state) => state.status?.version ?? '');
  const change = (part: Parameters<typeof store.change>[0]) => void store.change(part);
  return (
    <div className="stack">
      <LanguageChoice />
      <ChoiceField
        label={say('till.theme')}
        value={preferences.theme}
        onChange={(theme) => change({ theme })}
        choices={[
          { value: 'system', label: say('till.themeSystem') },
          { value: 'light', label: say('till.themeLight') },
          { value: 'dark', label: say('till.themeDark') },
        ]}
      />
      <SelectField
        label={say('till.terminal')}
        value={preferences.terminalId ?? ''}
        options={[
          { value: '', label: say('till.terminalFirst') },
          ...terminals.map(({ id }) => ({ value: id, label: id })),
        ]}
        onChange={(id) => change({ terminalId: id === '' ? null : id })}
      />
      <SwitchField
        label={say('till.startAtLogin')}
        checked={preferences.startAtLogin}
        onChange={(startAtLogin) => change({ startAtLogin })}
      />
      <SwitchField label={say('till.kiosk')} checked={preferences.kiosk} onChange={(kiosk) => change({ kiosk })} />
      <div className="row">
        <Button onPress={() => change({ guided: false })}>{say('till.guide')}</Button>
        <Quit />
      </div>
      <p className="soft">{say('till.version', { version })}</p>
    </div>
  );
}

function Quit() {
  const { ports } = useStores();
  const { say } = useWords();
  const [open, setOpen] = useState<{ readonly waiting: number; readonly inDoubt: number } | null>(null);
  const quit = async (evenIfWaiting: boolean) => {
    const answer = await ports.bridge.ask('quit', { evenIfWaiting });
    if (answer.type === 'answer' && !answer.value.quitting) setOpen(answer.value);
  };
  return (
    <>
      <Button onPress={() => void quit(false)}>{say('till.quit')}</Button>
      {open === null ? null : (
        <Dialog
          title={say('till.quit')}
          onClose={() => setOpen(null)}
          actions={
            <>
              <Button onPress={() => void quit(true)}>{say('till.quitAnyway')}</Button>
              <Button kind="next" onPress={() => setOpen(null)}>
                {say('till.quitStay')}
              </Button>
            </>
          }
        >
          <p>{say('till.quitWaiting', { waiting: open.waiting, inDoubt: open.inDoubt })}</p>
        </Dialog>
      )}
    </>
  );
}
