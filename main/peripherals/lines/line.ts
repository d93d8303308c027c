// A line to a device, whatever carries it. No promise of a line has a time limit of its own but `open`: a write may never
// be called back (a serial line without a reader), so the caller sets a limit and closes the connection.

export interface Connection {
  /**
   * Resolves once the system has taken all of it, which says nothing about the device. Rejects once the connection is
   * lost; after that nothing more leaves.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Resolves once all that was written has left, as far as the line can tell. Nothing may be written after it. */
  readonly finish: () => Promise<void>;
  readonly onBytes: (listener: (bytes: Uint8Array) => void) => void;
  /** Called once, at once where it is lost already. Not called for a connection that our side closed. */
  readonly onLost: (listener: () => void) => void;
  /** Whether the other side or the line broke it, or our side closed it. */
  readonly isOpen: () => boolean;
  /** Closes it and throws away what has not left yet. */
  readonly close: () => Promise<void>;
}

export interface Line {
  /** For messages: never a secret. */
  readonly name: string;
  /** True: one connection is kept between jobs. False: one is made for each job, so that others can print, too. */
  readonly keptOpen: boolean;
  /** True where bytes can be lost on the way while the connection stays open, as with a cable that is pulled. */
  readonly losesBytes: boolean;
  /** True where the printer can hold back all that is sent, questions too, as with flow control. */
  readonly holdsBack: boolean;
  /** Bytes in a second; null where the line is fast. */
  readonly bytesPerSecond: number | null;
  /** Rejects where it cannot be opened within the time. */
  readonly open: (timeoutMs: number) => Promise<Connection>;
}
