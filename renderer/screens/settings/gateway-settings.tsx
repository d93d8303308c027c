// The environment and its credentials.
import { useEffect, useState } from 'react';
import type { GatewayChoiceView } from '#contract/till/window.ts';
import type { Failed } from '../../bridge/failed.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { GatewayForm, type GatewayMode } from '../../ui/form/gateway-form.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { ModeChoice } from '../../ui/form/mode-choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Reserved } from '../../ui/people/reserved.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { useLockedNames } from './locked.tsx';
import css from './settings.module.css';

export function GatewaySettings() {
  const { ports } = useStores();
  const { say } = useWords();
  const locked = useLockedNames('gateway.');
  const [stored, setStored] = useState<GatewayChoiceView | null>(null);
  const [chosen, setChosen] = useState<GatewayMode | null>(null);
  const [saved, setSaved] = useState<'no' | 'yes'>('no');
  const [failed, setFailed] = useState<Failed>(null);
  const may = useMay('saveGatewayChoice');
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
    setFailed(null);
  };
  const saveTraining = async () => {
    const training = { mode: 'training', root: null, merchantId: null, apiKey: null, passphrase: null } as const;
    const answer = await ports.bridge.ask('saveGatewayChoice', training);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else keep(answer.value.choice);
  };
  return (
    <Reserved may={may}>
      <div className="stack">
        {locked === '' ? null : <Notice tone="info" title={say('policy.gateway', { names: locked })} />}
        <div className={css['modes']}>
          <ModeChoice
            value={mode}
            onChange={(next) => {
              setChosen(next);
              setSaved('no');
              setFailed(null);
            }}
          />
        </div>
        <p className="soft">{say('gateway.saveNote')}</p>
        {saved === 'yes' ? <Notice tone="good" title={say('settings.saved')} live /> : null}
        <Failure what="saved" failed={failed} />
        {mode === 'training' ? (
          <Foot>
            <Button kind="next" onPress={() => void saveTraining()}>
              {say('gateway.save')}
            </Button>
          </Foot>
        ) : (
          <>
            {mode === 'live' && stored.mode !== 'live' ? (
              <p>
                <strong>{say('gateway.practiceEnds')}</strong>
              </p>
            ) : null}
            {stored.mode === mode ? <WhereKeyGoes stored={stored} /> : null}
            <p className="soft">{say(`gateway.keptBy.${stored.mode === mode ? stored.keptBy : 'none'}`)}</p>
            <GatewayForm key={mode} mode={mode} stored={stored} saveLabel={say('gateway.save')} onSaved={keep} />
          </>
        )}
      </div>
    </Reserved>
  );
}

/** Where the API key is sent, and what decides that, so that a person sees a change that was made elsewhere. */
function WhereKeyGoes({ stored: { destination, keyIsForAnother } }: { readonly stored: GatewayChoiceView }) {
  const { say } = useWords();
  if (destination === null) return null;
  const { root, authRoot, scheme, caSha256 } = destination;
  return (
    <>
      {keyIsForAnother ? (
        <Notice tone="wrong" title={say('gateway.keyForAnother')} live>
          <p>{say('gateway.keyForAnother.do')}</p>
        </Notice>
      ) : null}
      <p className="soft">{say('gateway.keyGoesTo', { address: scheme === 'basic' ? root : authRoot })}</p>
      {caSha256 === null ? null : <p className="soft">{say('gateway.caFile', { digest: caSha256 })}</p>}
    </>
  );
}
