// Training, test or production, each with a sentence that says what it means for money.
import { useWords } from '../base/context.tsx';
import { ChoiceField } from './choice.tsx';
import type { GatewayMode } from './gateway-form.tsx';

interface ModeChoiceProps {
  readonly value: GatewayMode;
  readonly onChange: (mode: GatewayMode) => void;
  readonly hideLabel?: boolean;
}

export function ModeChoice({ value, onChange, hideLabel = false }: ModeChoiceProps) {
  const { say } = useWords();
  return (
    <ChoiceField
      look="cards"
      label={say('gateway.mode')}
      hideLabel={hideLabel}
      value={value}
      onChange={onChange}
      choices={[
        { value: 'training', label: say('gateway.training'), hint: say('gateway.trainingHint') },
        { value: 'test', label: say('gateway.test'), hint: say('gateway.testHint') },
        { value: 'live', label: say('gateway.live'), hint: say('gateway.liveHint') },
      ]}
    />
  );
}
