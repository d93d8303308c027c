// The programs that may use the loopback API: their names and scopes, and the button that revokes access.
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isFromOffice } from '#contract/people/people.ts';
import type { Client } from '#contract/programs/client.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { LockedLimit } from '../../ui/form/program-access.tsx';
import { Reserved } from '../../ui/people/reserved.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { EditProgram } from './edit-program.tsx';
import { NewProgram } from './new-program.tsx';
import { RenewProgram } from './renew-program.tsx';
import { RevokeProgram } from './revoke-program.tsx';
import { ProgramWebhook } from './program-webhook.tsx';
import css from './settings.module.css';
import { Foreign } from '../../ui/feedback/foreign.tsx';

export function Programs() {
  const { ports, status, pairings: store } = useStores();
  const { say } = useWords();
  const url = useStore(status, (state) => state.status?.loopbackUrl ?? null);
  const taken = useStore(status, (state) => state.status?.loopbackPortTaken ?? null);
  const may = useMay('createClient');
  const [clients, setClients] = useState<readonly Client[] | null>(null);
  const [adding, setAdding] = useState(false);
  const load = useCallback(() => {
    void ports.bridge.ask('clients', {}).then((answer) => {
      if (answer.type === 'answer') setClients(answer.value);
    });
  }, [ports]);
  // A program that was granted access appears here once it has fetched its token.
  const pairings = useStore(store, (state) => state.pairings);
  useEffect(load, [load, pairings]);
  if (clients === null) return <ListState loading broken={false} empty={null} />;
  return (
    <div className="stack">
      {url !== null && taken !== null ? (
        <Notice tone="warn" title={say('programs.portTaken', { port: taken, url })} />
      ) : (
        <p className="soft">{url === null ? say('programs.off') : say('programs.lead', { url })}</p>
      )}
      <LockedLimit />
      {clients.length === 0 ? (
        <Empty icon="activity" title={say('programs.empty')}>
          <p>{say('programs.emptyHow')}</p>
        </Empty>
      ) : (
        <ul className={css['clients']} aria-label={say('programs.title')}>
          {clients.map((client) => (
            <ClientLine key={client.id} client={client} onChanged={load} may={may} />
          ))}
        </ul>
      )}
      <Reserved may={may}>
        <div className="row">
          <Button icon="plus" onPress={() => setAdding(true)}>
            {say('programs.add')}
          </Button>
        </div>
      </Reserved>
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

interface ClientLineProps {
  readonly client: Client;
  readonly onChanged: () => void;
  /** Whether the signed-in person may change it. */
  readonly may: boolean;
}

function ClientLine({ client, onChanged, may }: ClientLineProps) {
  const { shop } = useStores();
  const { say, time, amount } = useWords();
  const currency = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState(false);
  const [renewing, setRenewing] = useState(false);
  const { ask, busy, failed } = useAsk();
  const { name, origin, options, revokedAt, lastUsedAt, managed = false, switchedOff = false } = client;
  const fromOffice = isFromOffice(client.id);
  const { webhook = null } = options;
  const most = useStore(shop, (state) => state.mostRefundsPerDay);
  const own = options.refundsPerDayMinor;
  const limit = own === null || most === null ? (own ?? most) : Math.min(own, most);
  const more = [
    origin === null ? say('pairing.program') : say('pairing.pageOf', { origin }),
    ...(limit === null ? [] : [say('access.limited', { amount: amount({ value: limit, currency }) })]),
    ...(options.waitsOffline === null ? [] : [say(options.waitsOffline ? 'access.waitsYes' : 'access.waitsNo')]),
    ...(options.partialApprovals ? [say('access.partialYes')] : []),
  ];
  const letIn = async () => {
    if ((await ask('letInClient', { id: client.id })) !== null) onChanged();
  };
  const used = lastUsedAt === null ? say('programs.neverUsed') : say('programs.lastUsed', { time: time(lastUsedAt) });
  return (
    <li>
      <div className={css['client']}>
        <strong>
          <Foreign text={name} />
        </strong>
        <p className="soft">{client.scopes.map((scope) => say(`scope.${scope}`)).join(' · ')}</p>
        <p className="soft">{more.join(' · ')}</p>
        <p className="soft">
          {revokedAt === null ? used : say(switchedOff ? 'programs.switchedOff' : 'programs.revoked')}
        </p>
        {fromOffice ? <p className="soft">{say('people.fromOffice')}</p> : null}
        {managed ? <p className="soft">{say('policy.locked')}</p> : null}
      </div>
      {revokedAt === null && !managed && may ? (
        <div className="row">
          {fromOffice ? null : (
            <>
              <Button onPress={() => setChanging(true)}>{say('access.change', { name })}</Button>
              <Button onPress={() => setRenewing(true)}>{say('programs.renew', { name })}</Button>
            </>
          )}
          <Button onPress={() => setAsking(true)}>{say('programs.revoke', { name })}</Button>
        </div>
      ) : null}
      {switchedOff && may ? (
        <div className="row">
          <Button disabled={busy} onPress={() => void letIn()}>
            {say('programs.letIn', { name })}
          </Button>
        </div>
      ) : null}
      <Failure what="done" failed={failed} />
      {webhook === null || revokedAt !== null ? null : (
        <ProgramWebhook client={client} webhook={webhook} may={may && !managed} onChanged={onChanged} />
      )}
      {changing ? (
        <EditProgram
          client={client}
          onClose={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            onChanged();
          }}
        />
      ) : null}
      {renewing ? <RenewProgram client={client} onClose={() => setRenewing(false)} /> : null}
      {asking ? (
        <RevokeProgram
          client={client}
          onClose={() => setAsking(false)}
          onRevoked={() => {
            setAsking(false);
            onChanged();
          }}
        />
      ) : null}
    </li>
  );
}
