// How far a long command is and how long it will take, said in lines on stderr: the result alone goes to stdout.

/** Nothing is said of what is over sooner, and no more often. */
const everyMs = 2_000;

interface Watched {
  /** What is done, as the line begins: "Verified". */
  readonly done: string;
  readonly say: (line: string) => void;
  /** Monotonic, ms. */
  readonly nowMs: () => number;
}

/** Call it as often as you like with what is done of all: records, from 0. */
export function createProgress({ done, say, nowMs }: Watched): (count: number, all: number) => void {
  const beganMs = nowMs();
  let saidMs = beganMs;
  return (count, all) => {
    const now = nowMs();
    if (now - saidMs < everyMs || count >= all) return;
    saidMs = now;
    const leftMs = count === 0 ? null : ((now - beganMs) / count) * (all - count);
    const left = leftMs === null ? '' : `, about ${timeText(leftMs)} left`;
    say(`${done} ${count} of ${all} records (${Math.floor((count / all) * 100)} %)${left}. Ctrl-C stops it.\n`);
  };
}

function timeText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
