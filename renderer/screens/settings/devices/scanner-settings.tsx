// What a scanner is tried with, and the key that one which types sends before each code.
import { useEffect, useState } from 'react';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Foreign } from '../../../ui/feedback/foreign.tsx';
import { SelectField } from '../../../ui/form/field.tsx';

interface ScannerSettingsProps {
  readonly prefix: string | null;
  readonly onSave: (prefix: string | null) => Promise<unknown>;
}

const prefixes = [...Array.from({ length: 24 }, (_, index) => `F${index + 1}`), ...'~|\\{}[]$#<>'.split('')];

export function ScannerSettings({ prefix, onSave }: ScannerSettingsProps) {
  const { scans } = useStores();
  const { say } = useWords();
  const [read, setRead] = useState<string | null>(null);
  // While this part is open, a code stays here: it is a test.
  useEffect(() => scans.open({ leaves: true, take: setRead, remember: () => () => undefined }), [scans]);
  return (
    <>
      <p role="status">
        {read === null ? say('devices.scanNow') : <Foreign text={say('devices.scanRead', { code: read })} />}
      </p>
      <SelectField
        label={say('devices.scanPrefix')}
        hint={say('devices.scanPrefixHint')}
        value={prefix ?? ''}
        options={[
          { value: '', label: say('devices.scanByPace') },
          ...prefixes.map((key) => ({ value: key, label: key })),
        ]}
        onChange={(key) => void onSave(key === '' ? null : key)}
      />
    </>
  );
}
