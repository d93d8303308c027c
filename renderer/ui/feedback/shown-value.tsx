// A field that cannot be changed here: its label and what it holds, as a fact.
import { useWords } from '../base/context.tsx';
import { Facts } from './details.tsx';

interface ShownValueProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
}

export function ShownValue({ label, value, hint }: ShownValueProps) {
  const { say } = useWords();
  return (
    <div>
      <Facts facts={[[label, value === '' ? say('field.notSet') : value]]} />
      {hint === undefined ? null : <p className="soft">{hint}</p>}
    </div>
  );
}

export function ShownSwitch({ label, checked }: { readonly label: string; readonly checked: boolean }) {
  const { say } = useWords();
  return <ShownValue label={label} value={say(checked ? 'field.on' : 'field.off')} />;
}
