// The first steps: what the till is for, which gateway, which terminals. Nothing is stored before its own step is done.
import { useEffect, useState } from 'react';
import type { GatewayChoiceView } from '#contract/till/window.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { GatewayForm, type GatewayMode } from '../../ui/form/gateway-form.tsx';
import { LanguageChoice } from '../../ui/form/language-choice.tsx';
import { ModeChoice } from '../../ui/form/mode-choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './guide.module.css';
import { GuideTerminals } from './guide-terminals.tsx';

type Step = 'mode' | 'gateway' | 'terminals';

interface GuideProps {
  /** Leaves the guide; null at the first start, when there is nothing to go back to. */
  readonly onLeave: (() => void) | null;
}

export function Guide({ onLeave }: GuideProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const [step, setStep] = useState<Step>('mode');
  const [stored, setStored] = useState<GatewayChoiceView | null>(null);
  const [chosen, setMode] = useState<GatewayMode | null>(null);
  // The stored mode is chosen beforehand, so that going on does not switch a live till to training.
  const mode = chosen ?? stored?.mode ?? 'training';
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    void ports.bridge.ask('gatewayChoice', {}).then((answer) => {
      if (answer.type === 'answer') setStored(answer.value);
    });
  }, [ports]);
  const steps: readonly Step[] = mode === 'training' ? ['mode', 'terminals'] : ['mode', 'gateway', 'terminals'];
  const goOn = async () => {
    if (mode !== 'training') {
      setStep('gateway');
      return;
    }
    const training = { mode, root: null, merchantId: null, apiKey: null, passphrase: null };
    const answer = await ports.bridge.ask('saveGatewayChoice', training);
    const saved = answer.type === 'answer' && answer.value.type === 'saved';
    setFailed(!saved);
    if (saved) setStep('terminals');
  };
  return (
    <main className={css['guide']}>
      <div className={css['card']} data-card="">
        <header className={css['head']}>
          <p className="soft">
            {say('guide.title')} · {say('guide.step', { step: steps.indexOf(step) + 1, steps: steps.length })}
          </p>
          <LanguageChoice hideLabel />
        </header>
        {step === 'mode' ? (
          <>
            <Heading title={say('guide.modeTitle')} lead={say('guide.modeLead')} />
            <ModeChoice hideLabel value={mode} onChange={setMode} />
            {failed ? <Notice tone="wrong" title={say('settings.notSaved')} live /> : null}
            <Foot>
              {onLeave === null ? (
                <span />
              ) : (
                <Button kind="quiet" icon="back" onPress={onLeave}>
                  {say('do.back')}
                </Button>
              )}
              <Button kind="next" large onPress={() => void goOn()}>
                {say('guide.next')}
              </Button>
            </Foot>
          </>
        ) : null}
        {step === 'gateway' && mode !== 'training' ? (
          <>
            <Heading title={say('guide.gatewayTitle')} lead={say('guide.gatewayLead')} />
            <GatewayForm
              mode={mode}
              stored={stored}
              saveLabel={say('guide.next')}
              onSaved={() => setStep('terminals')}
              back={
                <Button kind="quiet" icon="back" onPress={() => setStep('mode')}>
                  {say('do.back')}
                </Button>
              }
            />
          </>
        ) : null}
        {step === 'terminals' ? (
          <>
            <Heading title={say('guide.terminalsTitle')} lead={say('guide.terminalsLead')} />
            <GuideTerminals onBack={() => setStep(mode === 'training' ? 'mode' : 'gateway')} />
          </>
        ) : null}
      </div>
    </main>
  );
}

function Heading({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <div>
      <h1>{title}</h1>
      <p className="soft">{lead}</p>
    </div>
  );
}
