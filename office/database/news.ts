// News between office processes by LISTEN and NOTIFY: which chain has something new. A NOTIFY makes commits wait for each
// other, so a chain is announced once in a while and not with each stretch.
import type { Client } from 'pg';
import type { Log } from '#host/log.ts';

export const newsChannel = 'tillbridge_news';
const announceEveryMs = 500;
const againMs = 2_000;

export interface News {
  readonly announce: (chain: string) => void;
  readonly onNews: (listener: (chain: string) => void) => () => void;
  close(): Promise<void>;
}

export function createNews({
  notify,
  connect,
  log,
}: {
  readonly notify: (chain: string) => Promise<unknown>;
  readonly connect: () => Client;
  readonly log: Log;
}): News {
  const waiting = new Map<string, NodeJS.Timeout>();
  const listeners = new Set<(chain: string) => void>();
  let client: Client | null = null;
  let again: NodeJS.Timeout | null = null;
  let closed = false;

  /** A connection that ends is made anew; what was missed meanwhile is read when the next news come. */
  const listen = (): void => {
    again = null;
    if (client !== null || closed || listeners.size === 0) return;
    const next = connect();
    client = next;
    const lost = (): void => {
      if (client !== next) return;
      client = null;
      void next.end().catch(() => undefined);
      if (!closed) again = setTimeout(listen, againMs);
    };
    next.on('error', lost).on('end', lost);
    next.on('notification', ({ payload = '' }) => {
      for (const listener of listeners) listener(payload);
    });
    next
      .connect()
      .then(() => next.query(`LISTEN ${newsChannel}`))
      .catch((error: unknown) => {
        log('warn', 'news-not-heard', { error: error instanceof Error ? error.message : 'unknown' });
        lost();
      });
  };

  return {
    announce(chain) {
      if (closed || waiting.has(chain)) return;
      const tell = (): void => {
        waiting.delete(chain);
        notify(chain).catch(() => undefined);
      };
      waiting.set(chain, setTimeout(tell, announceEveryMs));
    },
    onNews(listener) {
      listeners.add(listener);
      if (again === null) listen();
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      if (again !== null) clearTimeout(again);
      for (const timer of waiting.values()) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
