// A paused data folder, which may be a copy: why, what it means for the money, what was looked up, and who may lift the
// pause. It replaces every screen that would accept an operation.
import { useState } from 'react';
import { useStore } from 'zustand';
import { pauseCodeOf } from '#contract/people/pause.ts';
import { type Failed, failedOf } from '../../bridge/failed.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import css from './paused.module.css';

const leastWords = 3;

export function usePaused(): string | null {
  return useStore(useStores().status, (state) => state.status?.paused ?? null);
}

export function PausedPage({ reason }: { readonly reason: string }) {
  const { say } = useWords();
  const { navigation, status: store } = useStores();
  const status = useStore(store, (state) => state.status);
  const code = pauseCodeOf(reason);
  if (status === null) return null;
  const { unknown, pending, succeeded, failed } = status.operations;
  return (
    <div className={css['page']}>
      <div className={css['first']}>
        <h1>{say('paused.title')}</h1>
        <p className={css['call']}>{say('paused.call')}</p>
      </div>
      <div className={css['parts']}>
        <div className={css['part']}>
          <section>
            <h2>{say('paused.why')}</h2>
            <p>{say('paused.whyLead')}</p>
            <p>{code === null ? reason : say(`paused.${code}`)}</p>
          </section>
          <section>
            <h2>{say('paused.money')}</h2>
            <p>{say('paused.moneyText')}</p>
          </section>
        </div>
        <section>
          <h2>{say('paused.looked')}</h2>
          <Facts
            facts={[
              [say('paused.open'), String(unknown + pending)],
              [say('paused.person'), String(status.needsPerson)],
              [say('paused.settled'), String(succeeded + failed)],
            ]}
          />
          <div className="row">
            <Button icon="activity" onPress={() => navigation.go({ screen: 'activity' })}>
              {say('paused.see')}
            </Button>
          </div>
        </section>
      </div>
      <GoOn />
    </div>
  );
}

function GoOn() {
  const { ports } = useStores();
  const { say } = useWords();
  const [why, setWhy] = useState('');
  const [short, setShort] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const may = useMay('resume');
  if (!may) return <Notice tone="warn" title={say('paused.manager')} />;
  const resume = async () => {
    const tooShort = why.trim().length < leastWords;
    setShort(tooShort);
    if (tooShort || busy) return;
    setBusy(true);
    const answer = await ports.bridge.ask('resume', { reason: why.trim() });
    setBusy(false);
    setFailed(failedOf(answer));
  };
  return (
    <>
      <TextField
        label={say('paused.reason')}
        hint={say('paused.reasonHint')}
        error={short ? say('decide.wordsError') : null}
        maxLength={500}
        required
        value={why}
        onChange={setWhy}
      />
      <Failure what="saved" failed={failed} />
      <Foot>
        <Button kind="out" large disabled={busy} onPress={() => void resume()}>
          {say('paused.do')}
        </Button>
      </Foot>
    </>
  );
}

/** On the screens that stay open while the folder is paused. */
export function PausedBanner() {
  const { say } = useWords();
  const { navigation } = useStores();
  return (
    <div className={css['banner']}>
      <Notice tone="warn" title={say('paused.title')}>
        <Button onPress={() => navigation.go({ screen: 'sale' })}>{say('paused.more')}</Button>
      </Notice>
    </div>
  );
}
