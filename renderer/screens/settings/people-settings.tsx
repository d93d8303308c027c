// The operators of this till. Only a manager changes the list; in an empty list the first one is made a manager.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Operator } from '#contract/people/people.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { PersonForm } from './person-form.tsx';
import css from './settings.module.css';
import { Foreign } from '../../ui/feedback/foreign.tsx';

export function PeopleSettings() {
  const { people } = useStores();
  const { say } = useWords();
  const operators = useStore(people, (state) => state.operators);
  const may = useMay('saveOperator');
  const [editing, setEditing] = useState<Operator | 'new' | null>(null);
  useEffect(() => void people.load(), [people]);
  if (operators === null) return <ListState loading broken={false} empty={null} />;
  const none = operators.length === 0;
  const mayChange = none || may;
  return (
    <div className="stack">
      {none ? (
        <Empty icon="person" title={say('people.empty')}>
          <p>{say('people.emptyHow')}</p>
        </Empty>
      ) : (
        <ul className={css['clients']} aria-label={say('people.list')}>
          {operators.map((each) => (
            <PersonLine
              key={each.id}
              person={each}
              onChange={mayChange && !each.fromOffice ? () => setEditing(each) : null}
            />
          ))}
        </ul>
      )}
      {mayChange ? (
        <div className="row">
          <Button icon="plus" onPress={() => setEditing('new')}>
            {say(none ? 'people.addFirst' : 'people.add')}
          </Button>
        </div>
      ) : (
        <Notice tone="info" title={say('people.managerOnly')} />
      )}
      {editing === null ? null : (
        <PersonForm person={editing === 'new' ? null : editing} first={none} onClose={() => setEditing(null)} />
      )}
    </div>
  );
}

function PersonLine({ person, onChange }: { readonly person: Operator; readonly onChange: (() => void) | null }) {
  const { say, clock } = useWords();
  const { name, role, active, lockedUntil, fromOffice } = person;
  const more = fromOffice ? [say('people.fromOffice')] : active ? [] : [say('people.inactive')];
  return (
    <li>
      <div className={css['client']}>
        <strong>
          <Foreign text={name} />
        </strong>
        <p className="soft">{[say(`role.${role}`), ...more].join(' · ')}</p>
        {lockedUntil === null ? null : <p>{say('lock.until', { time: clock(lockedUntil) })}</p>}
      </div>
      {onChange === null ? null : <Button onPress={onChange}>{say('people.change', { name })}</Button>}
    </li>
  );
}
