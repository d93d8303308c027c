// The findings by group, with those that could not be told: a list of any length, and beside it the details of the
// chosen one with what to do about it.
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Money } from '#contract/money/money.ts';
import { type ComparisonView, type Finding, findingGroups } from '#contract/shift/reconcile.ts';
import { signed } from '../../model/shift-facts.ts';
import { totalOf } from '../../stores/comparison-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Row } from '../../ui/lists/row.tsx';
import { useKeys } from '../../ui/base/use-key.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import css from './comparison.module.css';

export function Findings({ view }: { readonly view: Extract<ComparisonView, { type: 'done' }> }) {
  const { comparison } = useStores();
  const { say } = useWords();
  const { group, findings, chosen, loading, broken } = useStore(comparison);
  const more = useCallback(() => comparison.more(), [comparison]);
  const finding = chosen === null ? undefined : findings[chosen];
  useKeys((event) => {
    if (event.key === 'Escape' && chosen !== null) comparison.look(null);
  });
  const total = totalOf({ view, group });
  return (
    <section className={css['findings']}>
      <div className={css['groups']}>
        <ChoiceField
          label={say('comparison.which')}
          hideLabel
          value={group}
          choices={findingGroups
            .filter((each) => view.counts[each] > 0)
            .map((value) => ({
              value,
              label: say(`findings.${value}`),
              count: view.counts[value],
              apart: value === 'cannot-tell',
            }))}
          onChange={(wanted) => comparison.choose(wanted)}
        />
      </div>
      <div className={`${css['split']} ${finding === undefined ? '' : css['chosen']}`}>
        <div className={css['side']}>
          {findings.length === 0 ? (
            <ListState loading={loading} broken={broken} empty={null} />
          ) : (
            <VirtualList
              key={group}
              label={say('comparison.list')}
              ids={findings.map((_, index) => `${group}-${index}`)}
              selected={chosen === null ? null : `${group}-${chosen}`}
              more={findings.length < total}
              onNearEnd={more}
              onOpen={(id) => comparison.look(placeIn(id))}
              row={(id) => <FindingRow finding={findings[placeIn(id)]} />}
            />
          )}
        </div>
        <div className={css['detail']} role="region" aria-label={say('comparison.detail')} tabIndex={0}>
          {finding === undefined ? (
            <Empty icon="search" title={say('comparison.choose')} />
          ) : (
            <Detail key={`${group}-${chosen}`} finding={finding} />
          )}
        </div>
      </div>
    </section>
  );
}

function placeIn(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}

function FindingRow({ finding }: { readonly finding: Finding | undefined }) {
  const { say } = useWords();
  if (finding === undefined) return null;
  const { code, type, ours, theirs, line } = finding;
  return (
    <Row
      look={type === 'cannot-tell' ? 'unknown' : 'person'}
      title={nameOf(finding)}
      state={say(finding.with === 'gateway' ? 'comparison.atGateway' : 'comparison.atErp')}
      reference={say(`finding.${code}`)}
      money={type === 'amounts-differ' ? theirs : (ours ?? theirs)}
      out={isOut(finding)}
      time={line === null ? '' : `${say('comparison.line')} ${line}`}
    />
  );
}

/** Money that went out of the shop: it has a minus, as on the report. */
function isOut({ sort, code }: Finding): boolean {
  return code === 'refunded-differs' || signed(sort, 1) < 0;
}

function nameOf({ transId, reference }: Finding): string {
  return transId ?? reference;
}

function Detail({ finding }: { readonly finding: Finding }) {
  const { comparison, navigation } = useStores();
  const { say, amount } = useWords();
  const { code, ours, theirs, payId, transId, line, sort } = finding;
  const heading = useRef<HTMLHeadingElement>(null);
  // On narrow windows the details replace the list, and may begin above the visible part.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const side = say(finding.with === 'gateway' ? 'comparison.atGateway' : 'comparison.atErp');
  const differs = finding.type !== 'cannot-tell';
  const text = (money: Money) => amount({ ...money, value: isOut(finding) ? -money.value : money.value });
  const missing = say('comparison.notThere');
  const named = transId === finding.reference || payId === finding.reference;
  return (
    <>
      <div className={css['back']}>
        <Button kind="quiet" icon="back" onPress={() => comparison.look(null)}>
          {say('do.back')}
        </Button>
      </div>
      <h2 ref={heading}>{say(`finding.${code}`)}</h2>
      <div className={css['advice']}>
        <h3>{say('comparison.do')}</h3>
        <p>{say(`finding.${code}.do`)}</p>
      </div>
      <Facts
        facts={[
          [say('comparison.here'), ours === null ? (differs ? missing : null) : text(ours)],
          [side, theirs === null ? (differs ? missing : null) : text(theirs)],
          [say('shift.operation'), sort === null ? null : say(`shift.one.${sort}`)],
          [say('fact.transId'), transId],
          [say('fact.payId'), payId],
          [say('comparison.reference'), named ? null : finding.reference],
          [say('comparison.line'), line],
        ]}
      />
      {payId === null ? null : (
        <div className="row">
          <Button icon="payments" onPress={() => navigation.go({ screen: 'payments', payId })}>
            {say('activity.openPayment')}
          </Button>
        </div>
      )}
    </>
  );
}
