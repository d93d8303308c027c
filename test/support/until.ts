// Waiting for a state of the world that only asking can tell (a ledger in another process). It ends when the state
// is there; the test's own time-out is the only clock.
export async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((turn) => {
      setTimeout(turn, 25);
    });
  }
}
