// How long the driver of a printer waits for what. A printer that stands still with a reason is waited for long, one that
// says nothing is not.

export interface PrinterLimits {
  /** For a connection. */
  readonly openMs: number;
  /** For all answers about its state, while it prints nothing. */
  readonly answerMs: number;
  /** For its word that its buffers are empty. */
  readonly clearMs: number;
  /** After its word that all before was worked off: more such words may follow directly. */
  readonly quietMs: number;
  /** For its word after a pulse to the drawer. */
  readonly pulseMs: number;
  /** For a pulse or a trial to have its turn: later the cashier has gone, and the drawer would open unattended. */
  readonly turnMs: number;
  /** While it prints: without a sign of life and without an obstacle. Slow ones need 8 s and more. */
  readonly silenceMs: number;
  /** While it prints: it answers, but the document neither goes on nor ends. */
  readonly stuckMs: number;
  /** So much more for each line that the line took: the network takes a long document at once, and a slow printer prints it. */
  readonly lineMs: number;
  /** While it prints: an obstacle stays, and a person should come. */
  readonly obstacleMs: number;
  /** How often it is asked while it prints. */
  readonly askEveryMs: number;
  /** How often it is asked while it prints nothing, and how often an unreachable one is looked for. */
  readonly pollMs: number;
  readonly reopenMs: number;
  /** For the switch of a drawer to stay as it is, before it counts. */
  readonly switchMs: number;
  /** Bytes that a printer holds before it has printed them, where its line has no flow control: few hold less than 4 KiB. */
  readonly windowBytes: number;
  /** For a printer that never answers to take all that was sent. */
  readonly handOverMs: number;
}

export const printerLimits: PrinterLimits = {
  openMs: 2_000,
  answerMs: 1_500,
  clearMs: 1_000,
  quietMs: 100,
  pulseMs: 3_000,
  turnMs: 5_000,
  silenceMs: 30_000,
  stuckMs: 120_000,
  lineMs: 300,
  obstacleMs: 30 * 60_000,
  askEveryMs: 1_000,
  pollMs: 2_000,
  reopenMs: 500,
  switchMs: 300,
  windowBytes: 2_048,
  handOverMs: 15_000,
};
