// This till and the person at it: language, look, terminal to begin with, start, full screen, quitting.
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { SelectField, SwitchField } from '../../ui/field.tsx';
import { LanguageChoice } from '../../ui/language-choice.tsx';
import { Reserved } from '../../ui/reserved.tsx';
import { useMay } from '../../ui/use-may.ts';
import { ReceiptFolder } from './receipt-folder.tsx';

export function TillSettings() {
  const { preferences: store, quit, shop, status } = useStores();
  const { say } = useWords();
  const preferences = useStore(store, (state) => state.preferences);
  const terminals = useStore(shop, (state) => state.terminals);
  const version = useStore(status, (state) => state.status?.version ?? '');
  const mayFill = useMay('savePreferences', { ...preferences, kiosk: !preferences.kiosk });
  const maySetUp = useMay('saveGatewayChoice');
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
      <Reserved may={mayFill}>
        <SwitchField
          label={say('till.startAtLogin')}
          checked={preferences.startAtLogin}
          onChange={(startAtLogin) => change({ startAtLogin })}
        />
        <SwitchField label={say('till.kiosk')} checked={preferences.kiosk} onChange={(kiosk) => change({ kiosk })} />
      </Reserved>
      <ReceiptFolder />
      <div className="row">
        {maySetUp ? <Button onPress={() => change({ guided: false })}>{say('till.guide')}</Button> : null}
        <Button onPress={() => void quit.ask(false)}>{say('till.quit')}</Button>
      </div>
      <p className="soft">{say('till.version', { version })}</p>
    </div>
  );
}
