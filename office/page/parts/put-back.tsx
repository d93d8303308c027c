// Asks before a change of what is said for tills is put back: which one, who comes back or goes, what is set again.
import { useEffect, useRef } from 'react';
import type { JsonObject } from '#contract/data/json.ts';
import type { PageLayer, PagePeople, PagePrograms, PageSettings } from '#contract/office/page.ts';
import { Foreign } from './parts.tsx';
import { type Words, useWords } from '../words.ts';

/** One thing that putting back changes: whose, and how it is then. */
export interface Change {
  readonly what: string;
  readonly becomes: string;
}

interface PutBackProps {
  readonly layer: PageLayer;
  /** Where it holds. */
  readonly place: string;
  readonly changes: readonly Change[];
  readonly onPutBack: () => void;
  readonly onClose: () => void;
}

export function PutBack({ layer, place, changes, onPutBack, onClose }: PutBackProps) {
  const { say, time } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="put-back" onClose={onClose}>
      <h2 id="put-back">
        <Foreign text={say('putBack.title', { place })} />
      </h2>
      <p>
        <Foreign text={say('putBack.version', { version: layer.number, time: time(layer.at), name: layer.by })} />
      </p>
      {changes.length === 0 ? (
        <p>{say('putBack.nothing')}</p>
      ) : (
        <dl className="facts">
          {changes.map(({ what, becomes }) => (
            <div key={what} className="fact">
              <dt>
                <Foreign text={what} />
              </dt>
              <dd>
                <Foreign text={becomes} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="said">{say('putBack.when')}</p>
      <div className="answers">
        <button type="button" className="quiet" onClick={onClose}>
          {say('putBack.leave')}
        </button>
        <button type="button" onClick={onPutBack}>
          {say('putBack.do')}
        </button>
      </div>
    </dialog>
  );
}

/** Null: what stood before is none of the office's own. */
export function peopleChanges({ people, before }: PagePeople, { say }: Words, roleOf: (role: string) => string) {
  if (before === null) return null;
  const back = before.flatMap(({ name, role, otherPin }): Change[] => {
    const now = people.find((each) => each.name === name);
    if (now === undefined) return [{ what: name, becomes: say('putBack.comesBack', { role: roleOf(role) }) }];
    const other = [
      ...(now.role === role ? [] : [say('putBack.isAgain', { role: roleOf(role) })]),
      ...(otherPin ? [say('putBack.pin')] : []),
    ];
    return other.length === 0 ? [] : [{ what: name, becomes: other.join(' ') }];
  });
  const gone = people.filter(({ name }) => before.every((each) => each.name !== name));
  return [...back, ...gone.map(({ name }): Change => ({ what: name, becomes: say('putBack.goes') }))];
}

/** The same for settings. */
export function settingsChanges({ settings, currency, before }: PageSettings, words: Words): Change[] | null {
  if (before === null) return null;
  const named = (set: JsonObject, of: string | null): JsonObject => ({
    ...set,
    ...(of === null ? {} : { currency: of }),
  });
  return changesOf(named(settings, currency), named(before.settings, before.currency), words);
}

/** The same for programs. */
export function programsChanges({ programs, before }: PagePrograms, words: Words): Change[] | null {
  if (before === null) return null;
  const named = (all: PagePrograms['programs']): JsonObject =>
    Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]));
  return changesOf(named(programs), named(before.programs), words);
}

function changesOf(now: JsonObject, then: JsonObject, { say }: Words): Change[] {
  const shown = (set: JsonObject, name: string): string =>
    Object.hasOwn(set, name) ? JSON.stringify(set[name]) : say('putBack.notSet');
  return [...new Set([...Object.keys(now), ...Object.keys(then)])]
    .map((what) => ({ what, from: shown(now, what), to: shown(then, what) }))
    .filter(({ from, to }) => from !== to)
    .map(({ what, from, to }) => ({ what, becomes: say('putBack.setAgain', { from, to }) }));
}
