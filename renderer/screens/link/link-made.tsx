// The code to show, and whether it was paid. The state is a live region, so that who cannot see it hears the change.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import { type HostedState, isSettled, linkOf } from '../../model/hosted.ts';
import { type Look, moneyOf, numbersOf, supportText } from '../../model/operation-facts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Details, Facts } from '../../ui/details.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { StateMark } from '../../ui/state-badge.tsx';
import css from './link.module.css';
import { createPaidWatch, type PaidWatch } from './paid-watch.ts';

interface LinkMadeProps {
  readonly operation: OperationView;
  readonly onAgain: (keep: boolean) => void;
}

export function LinkMade({ operation, onAgain }: LinkMadeProps) {
  const { ports } = useStores();
  const { say, time } = useWords();
  const transId = numbersOf(operation).transId ?? '';
  const [watch] = useState(() => createPaidWatch(ports.bridge, ports.timers, transId));
  useEffect(() => watch.start(), [watch]);
  const state = useStore(watch, (paid) => paid.state);
  const link = linkOf(operation.result);
  const until = textAt(operation.input, 'expirationTime');
  const settled = state !== null && isSettled(state);
  return (
    <div className={css['made']}>
      <div className={css['columns']}>
        {settled ? null : <Code link={link} />}
        <section className={css['told']}>
          <PaidWords watch={watch} operation={operation} />
          {link === null ? null : (
            <div className={css['link']}>
              {settled ? null : (
                <>
                  <p className={css['address']} aria-label={say('link.text')} role="group">
                    {link}
                  </p>
                  <div className="row">
                    <CopyButton text={() => link}>{say('link.copy')}</CopyButton>
                  </div>
                </>
              )}
            </div>
          )}
          <Facts
            facts={[
              [say('link.validUntil'), until === null ? null : time(until)],
              [say('fact.reference'), numbersOf(operation).reference],
              [say('fact.transId'), transId],
            ]}
          />
          {settled ? null : <p className="soft">{say('link.leaveHint')}</p>}
          <Details text={supportText(operation)} />
        </section>
      </div>
      <Onward watch={watch} onAgain={onAgain} />
    </div>
  );
}

function Code({ link }: { readonly link: string | null }) {
  const { say } = useWords();
  if (link === null) {
    return (
      <Notice tone="warn" title={say('link.none')} live>
        <p>{say('link.noneHow')}</p>
      </Notice>
    );
  }
  return (
    <figure className={css['code']}>
      <QrCode
        text={link}
        label={say('link.code')}
        className={css['qr']}
        otherwise={<Notice tone="info" title={say('link.tooLong')} />}
      />
      <figcaption>{say('link.show')}</figcaption>
    </figure>
  );
}

const looks: { readonly [state in HostedState | 'asking']: Look } = {
  asking: 'running',
  waiting: 'waiting',
  paid: 'succeeded',
  authorised: 'succeeded',
  failed: 'failed',
  expired: 'ended',
  back: 'ended',
  unclear: 'unknown',
};

function PaidWords({ watch, operation }: { readonly watch: PaidWatch; readonly operation: OperationView }) {
  const { say, amount } = useWords();
  const { state, refusal, known } = useStore(watch);
  const asked = moneyOf(operation);
  const shown = state ?? 'asking';
  const sum = shown === 'paid' ? known?.captured : known?.authorised;
  const money = asked !== null && sum !== null && sum !== undefined && sum > 0 ? { ...asked, value: sum } : asked;
  const amountSaid = money === null ? '' : amount(money);
  const headline =
    shown === 'paid' || shown === 'authorised'
      ? say(`link.state.${shown}`, { amount: amountSaid })
      : say(`link.state.${shown}`);
  return (
    <>
      <div role="status" aria-live="assertive" className={`${css['words']} ${css[shown]}`}>
        <div className={css['top']}>
          <StateMark look={looks[shown]} size="large" />
          <h1>{headline}</h1>
        </div>
        <p className={css['advice']}>{say(`link.do.${shown}`)}</p>
      </div>
      {refusal === null ? null : <Notice tone="warn" title={say('link.notAsked')} live />}
      {asked === null || shown === 'paid' || shown === 'authorised' ? null : (
        <Amount money={asked} size="large" struck={shown === 'failed' || shown === 'expired'} />
      )}
    </>
  );
}

function Onward({ watch, onAgain }: { readonly watch: PaidWatch; readonly onAgain: (keep: boolean) => void }) {
  const { say } = useWords();
  const { navigation } = useStores();
  const { state, payId, asking } = useStore(watch);
  const settled = state !== null && isSettled(state);
  const open =
    payId === null || state === 'waiting' ? null : (
      <Button onPress={() => navigation.go({ screen: 'payments', payId })}>{say('sale.openPayment')}</Button>
    );
  if (settled) {
    return (
      <Foot>
        {open ?? <span />}
        {/* Another button than the one that stood here: a second tap on that one must not begin a link. */}
        <Button key="next" kind="next" large onPress={() => onAgain(state === 'failed' || state === 'expired')}>
          {say('link.new')}
        </Button>
      </Foot>
    );
  }
  return (
    <Foot>
      <div className="row">
        <Button onPress={() => onAgain(false)}>{say('link.new')}</Button>
        {open}
      </div>
      <Button key="ask" icon="refresh" disabled={asking} onPress={() => watch.askNow()}>
        {say('link.askNow')}
      </Button>
    </Foot>
  );
}
