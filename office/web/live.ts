// Pages that wait for news (server-sent events). Each is told that something of its chain changed, and asks then; a
// session that ended ends its streams.
import type { ServerResponse } from 'node:http';
import type { Database } from '../database/database.ts';
import { sessionOf } from '../people/sign-in.ts';
import { webHeaders } from './answers.ts';

const mostStreams = 1_000;
const mostOfPerson = 20;
const beatMs = 20_000;

interface Stream {
  readonly chain: string;
  readonly person: string;
  readonly secret: string;
  readonly outgoing: ServerResponse;
}

export interface Live {
  /** False where too many are open. */
  open(stream: Stream): boolean;
  close(): void;
}

export function createLive({ database }: { readonly database: Database }): Live {
  const streams = new Set<Stream>();
  const tell = async (stream: Stream, text: string): Promise<void> => {
    // Where the database is away, the stream stays.
    const session = await sessionOf(database, stream.secret, false).catch(() => undefined);
    if (session === null) {
      streams.delete(stream);
      stream.outgoing.end('event: ended\ndata: {}\n\n');
    } else if (!stream.outgoing.writableNeedDrain) stream.outgoing.write(text);
  };
  const unhear = database.onNews((chain) => {
    for (const stream of streams) if (stream.chain === chain) void tell(stream, 'event: news\ndata: {}\n\n');
  });
  const beat = setInterval(() => {
    for (const stream of streams) void tell(stream, ': still here\n\n');
  }, beatMs);
  return {
    open(stream) {
      const own = [...streams].filter(({ person, chain }) => person === stream.person && chain === stream.chain);
      if (streams.size >= mostStreams || own.length >= mostOfPerson) return false;
      streams.add(stream);
      stream.outgoing.on('close', () => streams.delete(stream)).on('error', () => streams.delete(stream));
      stream.outgoing.writeHead(200, { ...webHeaders, 'Content-Type': 'text/event-stream' });
      stream.outgoing.write('event: news\ndata: {}\n\n');
      return true;
    },
    close() {
      unhear();
      clearInterval(beat);
      for (const { outgoing } of streams) outgoing.end();
      streams.clear();
    },
  };
}
