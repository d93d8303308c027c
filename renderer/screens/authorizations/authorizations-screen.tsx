// Open authorizations by age: chosen, read back, captured or released together, and what became of each.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isFinal } from '#contract/operation/states.ts';
import type { WindowOutputs } from '#contract/calls/table.ts';
import { batchRequests, canDo, isFree, sumsOf } from '../../model/authorizations.ts';
import type { BatchAction } from '../../stores/payments/batch-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import css from './authorizations.module.css';
import { AuthorizationRow } from './authorization-row.tsx';
import { BatchCheck } from './batch-check.tsx';
import { BatchOutcome } from './batch-outcome.tsx';

type Listed = WindowOutputs['openAuthorizations'];

export function AuthorizationsScreen() {
  const { batch, ports } = useStores();
  const running = useStore(batch, ({ items }) => items.length > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [action, setAction] = useState<BatchAction | null>(null);
  const { listed, broken } = useOpenAuthorizations();
  if (running) return <BatchOutcome onBack={() => batch.putAway()} />;
  const open = listed?.open ?? [];
  const picked = open.filter(({ payment }) => chosen.has(payment.id) && isFree(payment));
  if (action !== null) {
    const send = () => {
      if (!batch.begin(action, batchRequests(action, picked, ports.newId))) return;
      setChosen(new Set());
      setAction(null);
    };
    return <BatchCheck action={action} picked={picked} onBack={() => setAction(null)} onSend={send} />;
  }
  return <Choice listed={listed} broken={broken} picked={chosen} setPicked={setChosen} onAct={setAction} />;
}

interface ChoiceProps {
  readonly listed: Listed | null;
  readonly broken: boolean;
  readonly picked: ReadonlySet<string>;
  readonly setPicked: (ids: ReadonlySet<string>) => void;
  readonly onAct: (action: BatchAction) => void;
}

function Choice({ listed, broken, picked, setPicked, onAct }: ChoiceProps) {
  const { say, amount } = useWords();
  if (listed === null || listed.open.length === 0) {
    const nothing = (
      <Empty icon="clock" title={say('authorizations.none')}>
        <p>{say('authorizations.noneHow')}</p>
      </Empty>
    );
    return (
      <div className={css['page']}>
        <h1>{say('authorizations.title')}</h1>
        <ListState loading={listed === null && !broken} broken={broken} empty={nothing} />
      </div>
    );
  }
  const free = listed.open.filter(({ payment }) => isFree(payment));
  const chosen = free.filter(({ payment }) => picked.has(payment.id));
  const able = (action: BatchAction) => chosen.filter(({ payment }) => canDo(action, payment)).length;
  const choose = (some: typeof free) => setPicked(new Set(some.map(({ payment }) => payment.id)));
  const sums = sumsOf(chosen).map((money) => amount(money));
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <div className={css['page']}>
      <h1>{say('authorizations.title')}</h1>
      <p className="soft">{say('authorizations.lead')}</p>
      {listed.more ? <Notice tone="info" title={say('authorizations.more')} /> : null}
      <div className="row">
        {free.some(({ lapsing }) => lapsing) ? (
          <Button onPress={() => choose(free.filter(({ lapsing }) => lapsing))}>{say('authorizations.oldOnes')}</Button>
        ) : null}
        <Button onPress={() => choose(free)}>{say('authorizations.all')}</Button>
        {chosen.length === 0 ? null : <Button onPress={() => choose([])}>{say('authorizations.noOnes')}</Button>}
      </div>
      <ul className={css['list']} aria-label={say('authorizations.list')}>
        {listed.open.map((each) => (
          <AuthorizationRow
            key={each.payment.id}
            authorization={each}
            chosen={picked.has(each.payment.id)}
            onToggle={() => toggle(each.payment.id)}
          />
        ))}
      </ul>
      <Foot>
        <Button disabled={able('reverse') === 0} onPress={() => onAct('reverse')}>
          {say('authorizations.release', { count: able('reverse') })}
        </Button>
        <span role="status">
          {chosen.length === 0
            ? null
            : say('authorizations.chosen', { count: chosen.length, amount: sums.join(' + ') })}
        </span>
        <Button kind="next" large disabled={able('capture') === 0} onPress={() => onAct('capture')}>
          {say('authorizations.capture', { count: able('capture') })}
        </Button>
      </Foot>
    </div>
  );
}

/** Asked for again whenever an operation ends: it may have captured or released one. */
function useOpenAuthorizations(): { readonly listed: Listed | null; readonly broken: boolean } {
  const { ports, batch } = useStores();
  const { bridge } = ports;
  const running = useStore(batch, ({ items }) => items.length > 0);
  const [listed, setListed] = useState<Listed | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const answer = await bridge.ask('openAuthorizations', {});
      if (gone) return;
      setBroken(answer.type === 'silent');
      if (answer.type === 'answer') setListed(answer.value);
    };
    void load();
    const stop = bridge.on('operationChanged', ({ state }) => {
      if (isFinal(state)) void load();
    });
    return () => {
      gone = true;
      stop();
    };
  }, [bridge, running]);
  return { listed, broken };
}
