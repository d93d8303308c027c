// What a printer is for: the till's own slips, or the kitchen, where only programs print.
import { useWords } from '../../../ui/base/context.tsx';
import { ChoiceField } from '../../../ui/form/choice.tsx';

export type PrinterRole = 'slips' | 'kitchen';

interface Props {
  readonly value: PrinterRole;
  readonly onChange: (role: PrinterRole) => void;
}

export function RoleField({ value, onChange }: Props) {
  const { say } = useWords();
  return (
    <ChoiceField
      label={say('devices.role')}
      look="cards"
      value={value}
      onChange={onChange}
      choices={[
        { value: 'slips', label: say('devices.slips'), hint: say('devices.slipsHow') },
        { value: 'kitchen', label: say('devices.kitchen'), hint: say('devices.kitchenHow') },
      ]}
    />
  );
}
