// Programs that may use the loopback API: who, what they may do, and shutting them out.
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Client } from '#contract/client.ts';
import type { Refusal } from '#contract/problems.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RefusalNotice } from '../../ui/refusal.tsx';
import { NewProgram } from './new-program.tsx';
import css from './settings.module.css';

export function Programs() {
  const { ports, status } = useStores();
  const { say } = useWords();
  const url = useStore(status, (state) => state.status?.loopbackUrl ?? null);
  const taken = useStore(status, (state) => state.status?.loopbackPortTaken ?? null);
  const [clients, setClients] = useState<readonly Client[] | null>(null);
  const [adding, setAdding] = useState(false);
  const load = useCallback(() => {
    void ports.bridge.ask('clients', {}).then((answer) => {
      if (answer.type === 'answer') setClients(answer.value);
    });
  }, [ports]);
  useEffect(load, [load]);
  if (clients === null) return <ListState loading broken={false} empty={null} />;
  return (
    <div className="stack">
      {url !== null && taken !== null ? (
        <Notice tone="warn" title={say('programs.portTaken', { port: taken, url })} />
      ) : (
        <p className="soft">{url === null ? say('programs.off') : say('programs.lead', { url })}</p>
      )}
      {clients.length === 0 ? (
        <Empty icon="activity" title={say('programs.empty')}>
          <p>{say('programs.emptyHow')}</p>
        </Empty>
      ) : (
        <ul className={css['clients']} aria-label={say('programs.title')}>
          {clients.map((client) => (
            <ClientLine key={client.id} client={client} onChanged={load} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="plus" onPress={() => setAdding(true)}>
          {say('programs.add')}
        </Button>
      </div>
      {adding ? (
        <NewProgram
          onClose={() => {
            setAdding(false);
            load();
          }}
        />
      ) : null}
    </div>
  );
}

function ClientLine({ client, onChanged }: { readonly client: Client; readonly onChanged: () => void }) {
  const { ports } = useStores();
  const { say, time } = useWords();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { name, revokedAt, lastUsedAt, managed = false } = client;
  const revoke = async () => {
    const answer = await ports.bridge.ask('revokeClient', { id: client.id });
    setAsking(false);
    if (answer.type === 'answer' && 'refusal' in answer.value) setRefusal(answer.value.refusal);
    onChanged();
  };
  const used = lastUsedAt === null ? say('programs.neverUsed') : say('programs.lastUsed', { time: time(lastUsedAt) });
  return (
    <li>
      <div className={css['client']}>
        <strong>{name}</strong>
        <p className="soft">{client.scopes.map((scope) => say(`scope.${scope}`)).join(' · ')}</p>
        <p className="soft">{revokedAt === null ? used : say('programs.revoked')}</p>
        {managed ? <p className="soft">{say('policy.locked')}</p> : null}
      </div>
      {revokedAt === null && !managed ? (
        <Button onPress={() => setAsking(true)}>{say('programs.revoke', { name })}</Button>
      ) : null}
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      {asking ? (
        <Dialog
          title={say('programs.revokeTitle', { name })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="out" onPress={() => void revoke()}>
                {say('programs.revoke', { name })}
              </Button>
              <Button onPress={() => setAsking(false)}>{say('programs.revokeKeep')}</Button>
            </>
          }
        >
          <p>{say('programs.revokeBody')}</p>
        </Dialog>
      ) : null}
    </li>
  );
}
