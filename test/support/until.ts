// Waiting for a state of the world that only asking can tell (a ledger in another process). It ends when the state
// is there; the test's own time-out is the only clock. Each question takes processors from what is waited for, so a long
// wait asks less often than a short one.
const pauseMs = { least: 25, most: 100 };

export async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  const beganMs = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((turn) => {
      setTimeout(turn, Math.min(pauseMs.most, Math.max(pauseMs.least, (performance.now() - beganMs) / 20)));
    });
  }
}
