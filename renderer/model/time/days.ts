// Where a list, newest first, goes from one day to the day before. People look for "today" first.
type Day = 'today' | 'yesterday' | 'earlier';

interface DayStart {
  /** The row with which the day begins. */
  readonly at: number;
  readonly day: Day;
}

/** `times`: ISO 8601 in UTC, newest first. Days are those of the till's own clock. */
export function daysOf(times: readonly string[], nowMs: number): DayStart[] {
  const now = new Date(nowMs);
  const midnight = (daysAgo: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString();
  const firstBefore = (iso: string) => {
    const found = times.findIndex((time) => time < iso);
    return found === -1 ? times.length : found;
  };
  const yesterday = firstBefore(midnight(0));
  const earlier = firstBefore(midnight(1));
  const starts: DayStart[] = [
    { at: 0, day: 'today' },
    { at: yesterday, day: 'yesterday' },
    { at: earlier, day: 'earlier' },
  ];
  // A day without rows begins where the next one does.
  return starts.filter(({ at }, index) => at < (starts[index + 1]?.at ?? times.length));
}
