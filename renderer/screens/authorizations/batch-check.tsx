// Reads back what is captured or released together, before it is sent.
import type { OpenAuthorization } from '#contract/till/window.ts';
import { batchRequests, canDo, openOf, sumsOf } from '../../model/authorizations.ts';
import type { BatchAction } from '../../stores/payments/batch-store.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useWords } from '../../ui/base/context.tsx';
import { FromTop } from '../../ui/base/from-top.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import css from './authorizations.module.css';
import { nameOf } from './authorization-row.tsx';

interface BatchCheckProps {
  readonly action: BatchAction;
  readonly picked: readonly OpenAuthorization[];
  readonly onBack: () => void;
  readonly onSend: () => void;
}

export function BatchCheck({ action, picked, onBack, onSend }: BatchCheckProps) {
  const { say, amount } = useWords();
  const online = useOnline();
  const able = picked.filter(({ payment }) => canDo(action, payment));
  const left = picked.length - able.length;
  const sum = sumsOf(able)
    .map((money) => amount(money))
    .join(' + ');
  const captures = action === 'capture';
  const atTerminal = batchRequests(action, able, () => '').some(({ terminalId }) => terminalId !== null);
  return (
    <div className={css['page']}>
      <FromTop page={action} />
      <h1>{say(captures ? 'authorizations.captureTitle' : 'authorizations.releaseTitle')}</h1>
      {able.length === 0 ? null : <p>{say(captures ? 'authorizations.captureLead' : 'authorizations.releaseLead')}</p>}
      {atTerminal ? <p>{say('authorizations.atTerminal')}</p> : null}
      {left === 0 ? null : (
        <Notice
          tone="warn"
          title={say(captures ? 'authorizations.leftCapture' : 'authorizations.left', { count: left })}
        />
      )}
      {online || !captures ? null : <Notice tone="info" title={say('action.waits')} />}
      <ul className={css['list']} aria-label={say('authorizations.list')}>
        {able.map(({ payment }) => (
          <li key={payment.id} className={css['line']}>
            <span className={css['name']}>
              <Foreign text={nameOf(payment)} />
            </span>
            {payment.currency === null ? null : (
              <Amount money={{ value: openOf(payment), currency: payment.currency }} />
            )}
          </li>
        ))}
      </ul>
      <Foot>
        <Button onPress={onBack}>{say('authorizations.change')}</Button>
        {able.length === 0 ? null : (
          <Button kind={captures ? 'next' : 'out'} large onPress={onSend}>
            {say(captures ? 'authorizations.doCapture' : 'authorizations.doRelease', { amount: sum })}
          </Button>
        )}
      </Foot>
    </div>
  );
}
