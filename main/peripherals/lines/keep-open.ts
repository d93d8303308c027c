// A line that is opened again whenever it is lost, for devices that are only listened to or only written to.
import type { Connection, Line } from './line.ts';

export interface KeepOpenLimits {
  readonly openMs: number;
  readonly reopenMs: number;
}

export const keepOpenLimits: KeepOpenLimits = { openMs: 2_000, reopenMs: 500 };

export interface KeptOpen {
  /** Null while the line is lost. */
  readonly connection: () => Connection | null;
  /** Gives the connection up and opens another, for a line that takes nothing any more. */
  readonly renew: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface KeepOpenUser {
  readonly opened: (connection: Connection) => void;
  /** After `opened`, once for each. */
  readonly lost: () => void;
  /** It could not be opened, and is tried again. */
  readonly failed: (error: unknown) => void;
}

export function keepOpen(
  line: Line,
  { openMs, reopenMs }: KeepOpenLimits,
  { opened, lost, failed }: KeepOpenUser,
): KeptOpen {
  let current: Connection | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let opening: Promise<void> = Promise.resolve();

  function later() {
    if (closed) return;
    timer = setTimeout(() => {
      opening = open();
    }, reopenMs);
    timer.unref();
  }

  async function open(): Promise<void> {
    let connection: Connection;
    try {
      connection = await line.open(openMs);
    } catch (error) {
      if (!closed) failed(error);
      later();
      return;
    }
    if (closed) {
      await connection.close();
      return;
    }
    current = connection;
    opened(connection);
    connection.onLost(() => {
      // A connection that was replaced or closed on purpose is not a lost one.
      if (current !== connection) return;
      current = null;
      lost();
      later();
    });
  }

  async function giveUp(): Promise<void> {
    const connection = current;
    current = null;
    await connection?.close();
  }

  opening = open();
  return {
    connection: () => current,
    renew: async () => {
      if (current === null) return;
      await giveUp();
      lost();
      later();
    },
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await opening;
      await giveUp();
    },
  };
}
