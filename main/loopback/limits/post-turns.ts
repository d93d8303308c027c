// Lets request bodies take turns. Parsing a large body blocks the thread that sales need for milliseconds, and a
// program may send many at once. So in each turn of the event loop each program gets a limited number of bytes, or one
// body, and other work runs in between. Ordinary requests of one program never wait for another program's.

export interface PostTurns {
  /** Null: the body may be looked into now. Else it resolves when it may be. */
  turn(clientId: string, bodyBytes: number): Promise<void> | null;
}

/** Two dozen orders of ordinary size. */
const bytesPerTurn = 16 * 1_024;

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

interface Line {
  /** Looked into in this turn of the event loop. */
  usedBytes: number;
  readonly waiting: Waiting[];
}

/** `nextTurn` calls back in the next turn of the event loop. */
export function createPostTurns(nextTurn: (work: () => void) => void = setImmediate): PostTurns {
  // Only of programs that sent a body in this turn, or have one waiting.
  const lines = new Map<string, Line>();
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    nextTurn(() => {
      isPlanned = false;
      for (const [clientId, line] of lines) {
        if (line.waiting.length === 0) lines.delete(clientId);
        else serve(line);
      }
      if (lines.size > 0) plan();
    });
  };
  return {
    turn(clientId, bytes) {
      const line = lines.get(clientId) ?? { usedBytes: 0, waiting: [] };
      lines.set(clientId, line);
      plan();
      if (line.waiting.length === 0 && hasRoom(line, bytes)) {
        line.usedBytes += bytes;
        return null;
      }
      return new Promise((go) => {
        line.waiting.push({ bytes, go });
      });
    },
  };
}

/** One body at least, however large it is. */
function hasRoom({ usedBytes }: Line, bytes: number): boolean {
  return usedBytes === 0 || usedBytes + bytes <= bytesPerTurn;
}

function serve(line: Line): void {
  line.usedBytes = 0;
  for (let next = line.waiting[0]; next !== undefined && hasRoom(line, next.bytes); next = line.waiting[0]) {
    line.waiting.shift();
    line.usedBytes += next.bytes;
    next.go();
  }
}
