// What an office asks for must not keep a till from work, however often it asks.
const hourMs = 3_600_000;

/** Runs what it is given, unless it ran something within the last hour. */
export function atMostHourly(nowMs = () => performance.now()): (work: () => void) => void {
  let lastMs: number | null = null;
  return (work) => {
    const now = nowMs();
    if (lastMs !== null && now - lastMs < hourMs) return;
    lastMs = now;
    work();
  };
}
