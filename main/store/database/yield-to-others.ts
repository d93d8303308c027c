// Long work in the background is done in short transactions, with a pause after each in which sales have their turn.
import { setTimeout as pause } from 'node:timers/promises';
import type { Commits } from './commits.ts';

/** The pause after a transaction, as a multiple of its time. */
const pauseShare = 2;
/** A slice is a few ms; but some systems' clocks go on while the computer sleeps, and then it seems to have taken a night. */
const mostPauseMs = 1_000;
/** Then it waits until nothing else was committed for so long, ms; so often at most, so that it ends in a busy shop. */
const quietMs = 25;
const mostWaits = 10;

/** A sale takes several turns of the event loop: it should meet one transaction of such work and not one at each turn. */
export async function yieldToOthers(commits: Pick<Commits, 'transactions'>, sliceMs: number): Promise<void> {
  let seen = commits.transactions();
  await pause(Math.min(sliceMs * pauseShare, mostPauseMs));
  for (let waits = 0; waits < mostWaits && commits.transactions() !== seen; waits += 1) {
    seen = commits.transactions();
    await pause(quietMs);
  }
}
