// Which office this till sends its journal to, and what is wrong with it: nothing where it joined none.
import type { OfficePeopleView } from '#contract/office/office-people.ts';
import type { OfficeProgramsView } from '#contract/office/office-programs.ts';
import type { OfficeSettingsView } from '#contract/office/office-settings.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { useWords } from '../../../ui/base/context.tsx';

export function OfficeLink({ office }: { readonly office: OfficeView }) {
  const { say, time } = useWords();
  const { url, name, takenAt, waiting, trouble, settings, people, programs } = office;
  return (
    <>
      {url === null || name === null ? null : (
        <p className="soft">
          {say('office.joined', { url, name })}{' '}
          {takenAt === null ? say('office.takenNone') : say('office.taken', { time: time(takenAt) })}
          {waiting === null || waiting === 0 ? null : ` ${say('office.waiting', { count: waiting })}`}
        </p>
      )}
      {settings === undefined ? null : <Settings settings={settings} />}
      {people === undefined ? null : <Given given={people} words="people" />}
      {programs === undefined ? null : <Given given={programs} words="programs" />}
      {trouble === null ? null : (
        <p>
          {say(`office.${trouble.code}`, { time: time(trouble.since) })} {say('office.sellsOn')}
        </p>
      )}
    </>
  );
}

function Settings({ settings: { version, inForce, refused } }: { readonly settings: OfficeSettingsView }) {
  const { say } = useWords();
  if (refused !== null) {
    const names = refused.problems.map(({ name }) => name).filter((name) => name !== '');
    return <p>{say('office.settingsRefused', { version: refused.version, names: names.join(', ') || '–' })}</p>;
  }
  if (version === 0) return null;
  return (
    <p className="soft">{say(inForce === version ? 'office.settingsHold' : 'office.settingsWait', { version })}</p>
  );
}

interface GivenProps {
  readonly given: OfficePeopleView | OfficeProgramsView;
  readonly words: 'people' | 'programs';
}

/** What holds at once, and is left out by name. */
function Given({ given: { takes, version, refused }, words }: GivenProps) {
  const { say } = useWords();
  if (!takes) return null;
  if (refused !== null) {
    const names = refused.problems.map(({ name }) => name).filter((name) => name !== '');
    return <p>{say(`office.${words}Refused`, { names: names.join(', ') || '–' })}</p>;
  }
  return version === 0 ? null : <p className="soft">{say(`office.${words}Hold`, { version })}</p>;
}
