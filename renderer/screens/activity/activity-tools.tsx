// Search and filters. The search goes to main's database, a moment after the last key.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StatusView } from '#contract/till/window.ts';
import { type ActivityFilter, activityFilters } from '../../stores/operations/activity-store.ts';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { useMayDecide } from '../../ui/people/use-may-decide.ts';

const pauseMs = 200;

function counted(status: StatusView | null, filter: ActivityFilter): number {
  if (status === null) return 0;
  if (filter === 'waiting') return status.waiting;
  if (filter === 'unknown') return status.inDoubt;
  return filter === 'person' ? status.needsPerson : 0;
}

export function ActivityTools() {
  const { activity, status: statusStore } = useStores();
  const { say } = useWords();
  const mayDecide = useMayDecide();
  const query = useStore(activity, (state) => state.query);
  const status = useStore(statusStore, (state) => state.status);
  const [text, setText] = useState(query.text);
  useEffect(() => {
    if (text === activity.getState().query.text) return undefined;
    const timer = setTimeout(() => activity.search({ ...activity.getState().query, text: text.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [activity, text]);
  return (
    <>
      <TextField
        label={say('activity.search')}
        hideLabel
        type="search"
        placeholder={say('activity.searchHint')}
        value={text}
        onChange={setText}
      />
      <ChoiceField
        label={say('activity.filter')}
        hideLabel
        value={query.filter}
        onChange={(filter) => activity.search({ ...query, filter })}
        choices={activityFilters.map((filter) => ({
          value: filter,
          label: say(filter === 'person' && !mayDecide ? 'activity.toLookAt' : `activity.${filter}`),
          count: counted(status, filter),
        }))}
      />
    </>
  );
}
