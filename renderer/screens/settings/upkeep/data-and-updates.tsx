// When the till's data was last backed up, how long its disk lasts, how it stands with the office, and what becomes of a
// newer version: facts for the person who looks after the till.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { ForSupport } from './for-support.tsx';
import { JoinOffice } from './join-office.tsx';
import { OfficeLink } from './office-link.tsx';
import { UpdateMoment } from './update-moment.tsx';

/** Ten years: no till is used for longer. */
const longestDays = 3_650;

export function DataAndUpdates() {
  const { say, time } = useWords();
  const { status: store } = useStores();
  const status = useStore(store, (state) => state.status);
  if (status === null) return null;
  const { backup, disk, update } = status;
  const { last } = update;
  const lasts = disk?.daysLeft ?? null;
  return (
    <>
      <p className="soft">
        {backup.lastAt === null
          ? say(backup.to === null ? 'till.backupOff' : 'till.backupNone')
          : say('till.backupLast', { time: time(backup.lastAt) })}
        {backup.failed === null ? null : ` ${say('till.backupFailed')}`}
      </p>
      {status.office === null ? null : <OfficeLink office={status.office} />}
      <JoinOffice again={status.office !== null} />
      {update.version === null ? null : (
        <p className="soft">
          {say('till.updateKnown', { version: update.version })}
          {update.waits === null ? null : ` ${say(`till.update-${update.waits}`)}`}
          {update.asks ? ` ${say('till.updateAsks')}` : null}
        </p>
      )}
      {update.asks || update.moment !== null ? <UpdateMoment moment={update.moment} /> : null}
      {last === null || last.end === 'installed' || last.end === 'broken-off' ? null : (
        <p className="soft">{say(`till.update-${last.end}`, { version: last.version, time: time(last.at) })}</p>
      )}
      {lasts === null || lasts > longestDays ? null : <p className="soft">{say('till.diskLasts', { days: lasts })}</p>}
      <ForSupport />
    </>
  );
}
