// Activity: operations that are still open, and all that were done, of cashiers and of programs.
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { shownOf } from '../../model/hosted.ts';
import { originText, toKeep } from '../../model/operation-facts.ts';
import { isMoneyOut, moneyOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { type ActivityFilter, activityFilters } from '../../stores/operations/activity-store.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { Row } from '../../ui/lists/row.tsx';
import { Split } from '../../ui/lists/split.tsx';
import { useMayDecide } from '../../ui/people/use-may-decide.ts';
import { useKeys } from '../../ui/base/use-key.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { ActivityTools } from './activity-tools.tsx';
import { OperationDetail } from './operation-detail.tsx';

function isFilter(text: string | undefined): text is ActivityFilter {
  return activityFilters.some((filter) => filter === text);
}

export function ActivityScreen() {
  const { activity, navigation } = useStores();
  const { say } = useWords();
  const route = useStore(navigation, (state) => state.route);
  const chosen = route.screen === 'activity' ? (route.operationId ?? null) : null;
  const nothing = useStore(activity, (state) => state.rows.length === 0);
  // A decision stands beside the operation's details.
  const deciding = useStore(useStores().operations, ({ byId }) => byId.get(chosen ?? '')?.state === 'needs-person');
  const asked = route.screen === 'activity' ? route.filter : undefined;
  useEffect(() => activity.start(), [activity]);
  useEffect(() => {
    if (isFilter(asked)) activity.search({ filter: asked, text: '' });
  }, [activity, asked]);
  const back = () => navigation.go({ screen: 'activity' });
  useKeys((event) => {
    if (event.key === 'Escape' && chosen !== null) back();
  });
  return (
    <Split
      title={say('activity.title')}
      tools={<ActivityTools />}
      list={<ActivityList chosen={chosen} />}
      chosen={chosen !== null}
      wide={deciding}
      onBack={back}
      detail={
        chosen !== null ? (
          <OperationDetail key={chosen} id={chosen} />
        ) : nothing ? null : (
          <Empty icon="activity" title={say('activity.choose')}>
            <p>{say('activity.chooseHow')}</p>
          </Empty>
        )
      }
    />
  );
}

function ActivityList({ chosen }: { readonly chosen: string | null }) {
  const { activity, navigation } = useStores();
  const { say } = useWords();
  const { rows, loading, broken, next, query } = useStore(activity);
  const more = useCallback(() => activity.more(), [activity]);
  if (rows.length === 0 || (broken && loading === 'first')) {
    const all = query.filter === 'all' && query.text === '';
    const empty = (
      <Empty icon="activity" title={say(all ? 'activity.empty' : 'activity.emptyFilter')}>
        <p>{say(all ? 'activity.emptyHow' : 'activity.emptyFilterHow')}</p>
      </Empty>
    );
    return <ListState loading={loading !== 'no'} broken={broken} empty={empty} />;
  }
  return (
    <VirtualList
      label={say('activity.list')}
      ids={rows}
      selected={chosen}
      more={next !== null}
      onNearEnd={more}
      onOpen={(operationId) => navigation.go({ screen: 'activity', operationId })}
      row={(id) => <ActivityRow id={id} />}
    />
  );
}

function ActivityRow({ id }: { readonly id: string }) {
  const { say, time } = useWords();
  const operation = useStore(useStores().operations, (state) => state.byId.get(id));
  const mayDecide = useMayDecide();
  if (operation === undefined) return null;
  // Another amount than was asked for is the cashier's own to decide.
  const calls = operation.state === 'needs-person' && !mayDecide && toKeep(operation) === null;
  const name = nameOf(operation);
  const { look, key } = shownOf(operation);
  const { card, reference, terminalId } = numbersOf(operation);
  const { origin } = operation;
  const who = origin.type === 'erp' ? originText(operation, say) : (origin.operator ?? null);
  return (
    <Row
      look={look}
      title={say(name)}
      state={say(calls ? 'decide.cashier' : key)}
      reference={[card, reference, terminalId, who].filter((part) => part !== null).join(' · ')}
      money={moneyOf(operation)}
      out={isMoneyOut(name)}
      time={time(operation.createdAt)}
    />
  );
}
