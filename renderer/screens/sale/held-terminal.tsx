// A terminal that a command may still be at work at, whose outcome is not known: what holds it and until when, the other
// terminals with one press, and a supervisor's word that it is idle.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { moneyOf, nameOf } from '../../model/operation-facts.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Details } from '../../ui/details.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FreeTerminal } from './free-terminal.tsx';

export interface Hold {
  readonly terminalId: string;
  readonly operationId: string;
  /** ISO 8601. */
  readonly until: string;
  /** What main said in full, where it refused a sale for it. */
  readonly refusal: string | null;
}

export function HeldTerminal({ hold }: { readonly hold: Hold }) {
  const { sale, shop, operations, ports, navigation } = useStores();
  const { say, amount, time, clock } = useWords();
  const { terminalId, operationId } = hold;
  const terminals = useStore(shop, (state) => state.terminals);
  const holder = useStore(operations, ({ byId }) => byId.get(operationId));
  const [freeing, setFreeing] = useState(false);
  useEffect(() => {
    void ports.bridge.ask('operation', { id: operationId }).then((answer) => {
      if (answer.type === 'answer' && answer.value !== null) operations.take([answer.value]);
    });
  }, [ports, operations, operationId]);
  const others = terminals.filter(({ id, busy }) => id !== terminalId && !busy);
  const money = holder === undefined ? null : moneyOf(holder);
  return (
    <Notice tone="warn" title={say('held.title', { id: terminalId, time: clock(hold.until) })} live>
      <p>
        {holder === undefined || money === null
          ? say('held.whatPlain')
          : say('held.what', { what: say(nameOf(holder)), amount: amount(money), time: time(holder.createdAt) })}
      </p>
      {hold.refusal === null ? null : <p>{say('held.do')}</p>}
      <div className="row">
        {others.map(({ id }) => (
          <Button key={id} onPress={() => sale.useTerminal(id)}>
            {say('held.use', { id })}
          </Button>
        ))}
        <Button kind="quiet" onPress={() => navigation.go({ screen: 'activity', operationId })}>
          {say('held.open')}
        </Button>
        <Button kind="quiet" onPress={() => setFreeing(true)}>
          {say('held.free')}
        </Button>
      </div>
      {hold.refusal === null ? null : <Details text={hold.refusal} />}
      {freeing ? <FreeTerminal hold={hold} onClose={() => setFreeing(false)} /> : null}
    </Notice>
  );
}
