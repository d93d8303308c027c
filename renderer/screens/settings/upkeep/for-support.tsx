// A bundle for support by one press, and this till's way into the machine's folder. Both are a manager's.
import { useState } from 'react';
import type { WindowOutputs } from '#contract/calls/table.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Foreign } from '../../../ui/feedback/foreign.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Reserved } from '../../../ui/people/reserved.tsx';
import { useMay } from '../../../ui/people/use-may.ts';

type Said =
  | { readonly type: 'bundle'; readonly made: WindowOutputs['makeBundle'] }
  | { readonly type: 'move'; readonly prepared: WindowOutputs['prepareMove'] }
  | 'silent'
  | null;

export function ForSupport() {
  const { ports } = useStores();
  const { say } = useWords();
  const may = useMay('makeBundle');
  const [said, setSaid] = useState<Said>(null);
  const [busy, setBusy] = useState(false);
  const press = async (work: () => Promise<Said>) => {
    setBusy(true);
    setSaid(null);
    setSaid(await work());
    setBusy(false);
  };
  const makeBundle = async (): Promise<Said> => {
    const answer = await ports.bridge.ask('makeBundle', {});
    return answer.type === 'answer' ? { type: 'bundle', made: answer.value } : 'silent';
  };
  const prepareMove = async (): Promise<Said> => {
    const answer = await ports.bridge.ask('prepareMove', {});
    return answer.type === 'answer' ? { type: 'move', prepared: answer.value } : 'silent';
  };
  return (
    <>
      <Reserved may={may}>
        <div className="row">
          <Button disabled={busy} onPress={() => void press(makeBundle)}>
            {say('till.bundleMake')}
          </Button>
          <Button disabled={busy} onPress={() => void press(prepareMove)}>
            {say('till.move')}
          </Button>
        </div>
      </Reserved>
      <Failure what="saved" failed={said === 'silent' ? 'silent' : null} />
      {said === null || said === 'silent' ? null : said.type === 'bundle' ? (
        <BundleSaid made={said.made} />
      ) : (
        <MoveSaid prepared={said.prepared} />
      )}
    </>
  );
}

function BundleSaid({ made: { outcome, file } }: { readonly made: WindowOutputs['makeBundle'] }) {
  const { say } = useWords();
  const title = {
    made: say('till.bundleMade'),
    'not-written': say('till.bundleNot'),
    machine: say('till.bundleMachine'),
  };
  return (
    <Notice tone={outcome === 'made' ? 'good' : 'wrong'} title={title[outcome]} live>
      {file === '' ? null : <Foreign text={file} />}
    </Notice>
  );
}

function MoveSaid({ prepared: { outcome, command } }: { readonly prepared: WindowOutputs['prepareMove'] }) {
  const { say } = useWords();
  if (outcome !== 'ready') return <Notice tone="wrong" title={say(`till.move-${outcome}`)} live />;
  return (
    <Notice tone="warn" title={say('till.moveReady')} live>
      <code>{command}</code>
    </Notice>
  );
}
