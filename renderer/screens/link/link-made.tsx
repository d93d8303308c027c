// The code to show, and whether it was paid. The state is a live region, so that screen readers announce each change.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { type HostedState, isGivenUp, isSettled, linkOf } from '../../model/hosted.ts';
import { differingAdvice, paymentsText } from '../../model/words/operation-words.ts';
import { type Look, supportText } from '../../model/operation-facts.ts';
import { moneyOf, numbersOf } from '#texts/operation-facts.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { Details, Facts, FoldedFacts } from '../../ui/feedback/details.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QrCode } from '../../ui/feedback/qr-code.tsx';
import { StateMark } from '../../ui/feedback/state-badge.tsx';
import { useTurned } from '../../ui/money/use-turned.ts';
import css from './link.module.css';
import { createPaidWatch, type PaidWatch } from './paid-watch.ts';

interface LinkMadeProps {
  readonly operation: OperationView;
  readonly onAgain: (keep: boolean) => void;
}

export function LinkMade({ operation, onAgain }: LinkMadeProps) {
  const { ports, ends, operations } = useStores();
  const { say, time } = useWords();
  const transId = numbersOf(operation).transId ?? '';
  const [watch] = useState(() => {
    const isOver = () => (operations.getState().byId.get(operation.id) ?? operation).offer?.over === true;
    return createPaidWatch(ports.bridge, ports.timers, ports.now, transId, isOver);
  });
  useEffect(() => watch.start(), [watch]);
  const state = useStore(watch, (paid) => paid.state);
  const told = useStore(watch, (paid) => paid.toldMs);
  // This page says it: the line at the bottom does so where the page was left.
  useEffect(() => {
    if (state === 'paid') void ends.see(operation.id);
  }, [ends, state, operation.id]);
  const link = linkOf(operation.result);
  const until = textAt(operation.input, 'expirationTime');
  const settled = state !== null && isSettled(state);
  const givenUp = operation.offer !== undefined && isGivenUp(operation.offer);
  const amount = moneyOf(operation);
  useTurned(link === null || settled ? null : { type: 'code', what: 'link', text: link, amount });
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
              [say('link.lastAsked'), lastAsked(operation, told, time)],
              [say('fact.reference'), numbersOf(operation).reference],
            ]}
          />
          <FoldedFacts facts={[[say('fact.transId'), transId]]} />
          {settled ? null : <p className="soft">{say(givenUp ? 'link.leaveUnasked' : 'link.leaveHint')}</p>}
          <Details text={supportText(operation)} />
        </section>
      </div>
      <Onward watch={watch} onAgain={onAgain} />
    </div>
  );
}

/** When this page or the bridge last asked the gateway. */
function lastAsked({ offer }: OperationView, toldMs: number | null, time: (iso: string) => string): string | null {
  const byBridge = offer?.lastLookUpAt ?? null;
  const lastMs = Math.max(toldMs ?? 0, byBridge === null ? 0 : Date.parse(byBridge));
  return lastMs === 0 ? null : time(new Date(lastMs).toISOString());
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
  differs: 'person',
  twice: 'person',
  authorized: 'succeeded',
  failed: 'failed',
  expired: 'ended',
  over: 'ended',
  back: 'ended',
  unclear: 'unknown',
};

function PaidWords({ watch, operation }: { readonly watch: PaidWatch; readonly operation: OperationView }) {
  const { say, amount, language } = useWords();
  const { state, refusal, known, offer } = useStore(watch);
  const asked = moneyOf(operation);
  const shown = state ?? 'asking';
  const sum = shown === 'paid' ? known?.captured : known?.authorized;
  const money =
    asked !== null && sum !== null && sum !== undefined && sum > 0
      ? { value: sum, currency: known?.currency ?? asked.currency }
      : asked;
  const saidOf = (each: Money | null) => (each === null ? '' : amount(each));
  const said = { amount: saidOf(money), asked: saidOf(asked) };
  const paid = offer?.shown ?? null;
  const headline =
    shown === 'twice'
      ? say('link.state.twice', { payments: paymentsText(offer?.paidAgain ?? [], language) })
      : shown === 'differs'
        ? say(paid === null ? 'link.state.differsUnread' : 'link.state.differs', { ...said, paid: saidOf(paid) })
        : say(`link.state.${shown}`, said);
  return (
    <>
      <div role="status" aria-live="assertive" className={`${css['words']} ${css[shown]}`}>
        <div className={css['top']}>
          <StateMark look={looks[shown]} size="large" />
          <h1>{headline}</h1>
        </div>
        <p className={css['advice']}>
          {shown === 'differs' && asked !== null
            ? differingAdvice(paid, asked, say, language)
            : say(`link.do.${shown}`)}
        </p>
      </div>
      {refusal === null ? null : <Notice tone="warn" title={say('link.notAsked')} live />}
      {asked === null ||
      shown === 'paid' ||
      shown === 'authorized' ||
      shown === 'differs' ||
      shown === 'twice' ? null : (
        <Amount money={asked} size="large" struck={shown === 'failed' || shown === 'expired' || shown === 'over'} />
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
  if ((state === 'differs' || state === 'twice') && payId !== null) {
    return (
      <Foot>
        <Button onPress={() => onAgain(false)}>{say('link.new')}</Button>
        <Button key="open" kind="next" large onPress={() => navigation.go({ screen: 'payments', payId })}>
          {say('sale.openPayment')}
        </Button>
      </Foot>
    );
  }
  if (settled) {
    return (
      <Foot>
        {open ?? <span />}
        {/* The key makes a new button: a second tap on the one before must not begin a link. */}
        <Button
          key="next"
          kind="next"
          large
          onPress={() => onAgain(state === 'failed' || state === 'expired' || state === 'over')}
        >
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
