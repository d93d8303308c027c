// A terminal at which another command runs, for example a program's sale: whose it is and for how much, and the other
// terminals with one press. A sale that is charged there waits for that command.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { originText } from '../../../model/operation-facts.ts';
import { moneyOf, nameOf } from '#texts/operation-facts.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

interface RunningTerminalProps {
  readonly terminalId: string;
  readonly operationId: string;
}

export function RunningTerminal({ terminalId, operationId }: RunningTerminalProps) {
  const { sale, shop, operations, ports, navigation } = useStores();
  const { say, amount } = useWords();
  const terminals = useStore(shop, (state) => state.terminals);
  const running = useStore(operations, ({ byId }) => byId.get(operationId));
  const known = running !== undefined;
  useEffect(() => {
    if (known) return;
    void ports.bridge.ask('operation', { id: operationId }).then((answer) => {
      if (answer.type === 'answer' && answer.value !== null) operations.take([answer.value]);
    });
  }, [ports, operations, operationId, known]);
  const money = running === undefined ? null : moneyOf(running);
  return (
    <Notice tone="info" title={say('busy.title', { id: terminalId })}>
      {running === undefined ? null : (
        <p>
          {say('busy.what', {
            what: say(nameOf(running)),
            amount: money === null ? '' : amount(money),
            who: originText(running, say),
          })}
        </p>
      )}
      <div className="row">
        {terminals
          .filter(({ id, busy }) => id !== terminalId && !busy)
          .map(({ id }) => (
            <Button key={id} onPress={() => sale.useTerminal(id)}>
              {say('held.use', { id })}
            </Button>
          ))}
        <Button kind="quiet" onPress={() => navigation.go({ screen: 'activity', operationId })}>
          {say('busy.open')}
        </Button>
      </div>
    </Notice>
  );
}
