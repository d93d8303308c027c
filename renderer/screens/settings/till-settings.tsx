// This till and the person at it: language, look, terminal to begin with, keyboard, start, full screen, quitting.
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { SelectField, SwitchField } from '../../ui/form/field.tsx';
import { LanguageChoice } from '../../ui/form/language-choice.tsx';
import { Reserved } from '../../ui/people/reserved.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { DataAndUpdates } from './upkeep/data-and-updates.tsx';
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
      <ChoiceField
        label={say('screenKeyboard.when')}
        value={preferences.screenKeyboard}
        onChange={(screenKeyboard) => change({ screenKeyboard })}
        choices={[
          { value: 'touch', label: say('screenKeyboard.when.touch') },
          { value: 'always', label: say('screenKeyboard.when.always') },
          { value: 'never', label: say('screenKeyboard.when.never') },
        ]}
      />
      <SwitchField label={say('till.sounds')} checked={preferences.sounds} onChange={(sounds) => change({ sounds })} />
      <SwitchField
        label={say('till.largePrint')}
        checked={preferences.largePrint}
        onChange={(largePrint) => change({ largePrint })}
      />
      <SwitchField
        label={say('till.leftHanded')}
        checked={preferences.leftHanded}
        onChange={(leftHanded) => change({ leftHanded })}
      />
      <Reserved may={mayFill}>
        <SwitchField
          label={say('till.startAtLogin')}
          checked={preferences.startAtLogin}
          onChange={(startAtLogin) => change({ startAtLogin })}
        />
        <SwitchField label={say('till.kiosk')} checked={preferences.kiosk} onChange={(kiosk) => change({ kiosk })} />
        <SwitchField
          label={say('till.customerScreen')}
          checked={preferences.customerScreen}
          onChange={(customerScreen) => change({ customerScreen })}
        />
      </Reserved>
      <ReceiptFolder />
      <div className="row">
        {maySetUp ? <Button onPress={() => change({ guided: false })}>{say('till.guide')}</Button> : null}
        <Button onPress={() => void quit.ask(false)}>{say('till.quit')}</Button>
      </div>
      <DataAndUpdates />
      <p className="soft">{say('till.version', { version })}</p>
    </div>
  );
}
