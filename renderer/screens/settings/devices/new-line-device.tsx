// Adds a display or a scanner: which of the lines that are plugged in, how fast it is, and a name.
import { useState } from 'react';
import { speeds } from '../../../model/printing/printer-draft.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Dialog } from '../../../ui/base/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ChoiceField } from '../../../ui/form/choice.tsx';
import { SelectField } from '../../../ui/form/field.tsx';
import { DeviceName, deviceNameError } from './device-name.tsx';
import { useFound } from './use-found.ts';

interface NewLineDeviceProps {
  readonly title: string;
  readonly usualName: string;
  readonly taken: readonly string[];
  readonly onAdd: (id: string, address: string) => Promise<void>;
  readonly onClose: () => void;
}

export function NewLineDevice({ title, usualName, taken, onAdd, onClose }: NewLineDeviceProps) {
  const { say } = useWords();
  const found = useFound();
  const [path, setPath] = useState<string | null>(null);
  const [baud, setBaud] = useState<number>(speeds[0]);
  const [id, setId] = useState(taken.includes(usualName) ? '' : usualName);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const lines = found?.serial ?? [];
  const idError = deviceNameError(id, taken);
  const add = async () => {
    setChecked(true);
    if (path === null || idError !== null) return;
    setBusy(true);
    await onAdd(id, `serial:${path}?baud=${baud}`);
  };
  const chosen = lines.find((line) => line.path === path);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.close')}</Button>
          <Button kind="next" disabled={busy || path === null} onPress={() => void add()}>
            {title}
          </Button>
        </>
      }
    >
      {found?.trouble === 'no-listing' ? <Notice tone="warn" title={say('wizard.noListing')} /> : null}
      {lines.length === 0 ? (
        <p role="status">{say('devices.noLine')}</p>
      ) : (
        <ChoiceField
          label={say('wizard.places')}
          look="cards"
          value={path}
          onChange={setPath}
          choices={lines.map(({ path: at, name }) => ({
            value: at,
            label: name === '' ? say('wizard.line', { path: at }) : name,
            hint: at,
          }))}
        />
      )}
      {chosen === undefined || chosen.mayOpen ? null : <Notice tone="warn" title={say('wizard.mayNot')} />}
      <SelectField
        label={say('wizard.baud')}
        value={String(baud)}
        options={speeds.map((speed) => ({ value: String(speed), label: String(speed) }))}
        onChange={(value) => setBaud(Number(value))}
      />
      <DeviceName label="devices.lineName" value={id} error={checked ? idError : null} onChange={setId} />
    </Dialog>
  );
}
