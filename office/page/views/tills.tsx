// Each till: whether it sends, since when it does not, and what is open or wrong there.
import type { Looks, PageTill } from '#contract/office/page.ts';
import { compareVersions, programVersion } from '#contract/till/program-version.ts';
import { Foreign, Table } from '../parts/parts.tsx';
import { useWords } from '../words.ts';

export function Tills({ looks }: { readonly looks: Looks }) {
  const { say, time } = useWords();
  const stateOf = (till: PageTill): string => {
    if (till.revokedAt !== null) return say('till.revoked');
    if (till.joinedAt === null) return say('till.notJoined');
    return say(till.silent === true ? 'till.silent' : 'till.sends');
  };
  const versions = looks.tillStates
    .filter(({ revokedAt }) => revokedAt === null)
    .flatMap(({ version }) => (version !== null && programVersion.test(version) ? [version] : []));
  /** Than the newest one of the tills that are let in. */
  const isOlder = (version: string | null): boolean =>
    version !== null && programVersion.test(version) && versions.some((other) => compareVersions(version, other) < 0);
  return (
    <section className="card">
      <Table
        label={say('view.tills')}
        rows={looks.tillStates}
        idOf={({ name }) => name}
        empty={say('till.none')}
        columns={[
          { title: say('till.name'), cell: ({ name }) => name },
          { title: say('till.shop'), cell: ({ shop }) => shop ?? '–' },
          {
            title: say('till.state'),
            cell: (till) => (
              <>
                <span className={`state ${till.silent === true ? 'unknown' : 'plain'}`}>{stateOf(till)}</span>
                {till.lineage > 1 && <span className="state unknown">{say('till.restored')}</span>}
                {till.alarms > 0 && <span className="state failed">{say('till.alarms', { count: till.alarms })}</span>}
              </>
            ),
          },
          { title: say('till.heard'), cell: ({ heardAt }) => time(heardAt) },
          { title: say('till.inDoubt'), as: 'figures', cell: ({ inDoubt }) => inDoubt },
          { title: say('till.records'), as: 'figures', cell: ({ records }) => records },
          {
            title: say('till.settings'),
            cell: ({ settings }) => <Given given={settings} />,
          },
          {
            title: say('till.people'),
            cell: ({ people }) => (people?.takes === false ? say('till.peopleOwn') : <Given given={people} />),
          },
          {
            title: say('till.programs'),
            cell: ({ programs }) =>
              programs?.takes === false ? (
                say('till.peopleOwn')
              ) : (
                <>
                  <Given given={programs} />
                  {(programs?.withoutToken.length ?? 0) > 0 && (
                    <>
                      <span className="state unknown">{say('till.withoutToken')}</span>
                      <div className="said">
                        <Foreign text={programs?.withoutToken.join(', ') ?? ''} />
                      </div>
                    </>
                  )}
                </>
              ),
          },
          {
            title: say('till.version'),
            cell: ({ version }) => (
              <>
                <Foreign text={version ?? '–'} />
                {isOlder(version) && <span className="state unknown">{say('till.older')}</span>}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Which version the till was given, and whether it goes by it. */
function Given({ given }: { readonly given: PageTill['settings'] | PageTill['people'] | PageTill['programs'] }) {
  const { say } = useWords();
  if (given === null) return '–';
  const { version, inForce, refused } = given;
  return (
    <>
      {version === 0 ? '–' : say('till.given', { version })}
      {refused !== null && (
        <>
          <span className="state failed">{say('till.settingsRefused')}</span>
          <div className="said">
            <Foreign text={refused.problems.map(({ name }) => name).join(', ')} />
          </div>
        </>
      )}
      {refused === null && inForce < version && <span className="state unknown">{say('till.settingsWait')}</span>}
    </>
  );
}
