// The environment and its credentials.
import { useEffect, useState } from 'react';
import type { GatewayChoiceView } from '#contract/window.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { GatewayForm, type GatewayMode } from '../../ui/gateway-form.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { ModeChoice } from '../../ui/mode-choice.tsx';
import { Notice } from '../../ui/notice.tsx';

export function GatewaySettings() {
  const { ports } = useStores();
  const { say } = useWords();
  const [stored, setStored] = useState<GatewayChoiceView | null>(null);
  const [chosen, setChosen] = useState<GatewayMode | null>(null);
  const [saved, setSaved] = useState<'no' | 'yes' | 'failed'>('no');
  useEffect(() => {
    void ports.bridge.ask('gatewayChoice', {}).then((answer) => {
      if (answer.type === 'answer') setStored(answer.value);
    });
  }, [ports]);
  if (stored === null) return <ListState loading broken={false} empty={null} />;
  const mode = chosen ?? stored.mode;
  const keep = (choice: GatewayChoiceView) => {
    setStored(choice);
    setSaved('yes');
  };
  const saveTraining = async () => {
    const training = { mode: 'training', root: null, merchantId: null, apiKey: null, passphrase: null } as const;
    const answer = await ports.bridge.ask('saveGatewayChoice', training);
    if (answer.type === 'answer' && answer.value.type === 'saved') keep(answer.value.choice);
    else setSaved('failed');
  };
  return (
    <div className="stack">
      <ModeChoice
        value={mode}
        onChange={(next) => {
          setChosen(next);
          setSaved('no');
        }}
      />
      {mode === 'training' ? (
        <div className="row spread">
          <span />
          <Button kind="next" onPress={() => void saveTraining()}>
            {say('gateway.save')}
          </Button>
        </div>
      ) : (
        <>
          <p className="soft">{say(`gateway.keptBy.${stored.mode === mode ? stored.keptBy : 'none'}`)}</p>
          <GatewayForm key={mode} mode={mode} stored={stored} saveLabel={say('gateway.save')} onSaved={keep} />
        </>
      )}
      <p className="soft">{say('gateway.saveNote')}</p>
      {saved === 'yes' ? <Notice tone="good" title={say('settings.saved')} live /> : null}
      {saved === 'failed' ? <Notice tone="wrong" title={say('settings.notSaved')} live /> : null}
    </div>
  );
}
