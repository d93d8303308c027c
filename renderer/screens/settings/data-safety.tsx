// When the till's data was last backed up, and how long its disk lasts: facts for who looks after the till.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/base/context.tsx';

/** Ten years: no till is used for longer. */
const longestDays = 3_650;

export function DataSafety() {
  const { say, time } = useWords();
  const { status: store } = useStores();
  const status = useStore(store, (state) => state.status);
  if (status === null) return null;
  const { backup, disk } = status;
  const lasts = disk?.daysLeft ?? null;
  return (
    <>
      <p className="soft">
        {backup.lastAt === null
          ? say(backup.to === null ? 'till.backupOff' : 'till.backupNone')
          : say('till.backupLast', { time: time(backup.lastAt) })}
        {backup.failed === null ? null : ` ${say('till.backupFailed')}`}
      </p>
      {lasts === null || lasts > longestDays ? null : <p className="soft">{say('till.diskLasts', { days: lasts })}</p>}
    </>
  );
}
