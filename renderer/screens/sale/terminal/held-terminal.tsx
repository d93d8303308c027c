// A held terminal: a command with an unknown outcome may still run there. Shows which command and until when, offers
// the other terminals with one press, and lets a supervisor confirm that the terminal is idle.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { moneyOf, nameOf } from '#texts/operation-facts.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Details } from '../../../ui/feedback/details.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FreeTerminal, type Hold } from './free-terminal.tsx';

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
