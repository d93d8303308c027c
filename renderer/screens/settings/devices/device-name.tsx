// The name under which the settings, programs and the journal know a device. No two devices of a till have the same.
import { useWords } from '../../../ui/base/context.tsx';
import { TextField } from '../../../ui/form/field.tsx';

type NameError = 'devices.nameTaken' | 'wizard.idError' | null;

/** `taken`: the names of all other devices. */
export function deviceNameError(name: string, taken: readonly string[]): NameError {
  if (taken.includes(name)) return 'devices.nameTaken';
  return /^[A-Za-z0-9][\w-]{0,31}$/.test(name) ? null : 'wizard.idError';
}

interface DeviceNameProps {
  readonly label: 'wizard.id' | 'devices.lineName';
  readonly value: string;
  readonly error: NameError;
  readonly onChange: (name: string) => void;
}

export function DeviceName({ label, value, error, onChange }: DeviceNameProps) {
  const { say } = useWords();
  return (
    <TextField
      label={say(label)}
      hint={say('wizard.idHint')}
      error={error === null ? null : say(error)}
      maxLength={32}
      required
      value={value}
      onChange={onChange}
    />
  );
}
