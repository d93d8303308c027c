// A port for a test that needs one at which nothing listens, or that lets it go and takes it again. A port that the
// system gave (port 0) may be given to a test beside it as soon as it is let go; these are below all that systems give.
import { createServer } from 'node:net';

const lowest = 20_000;
const each = 1_000;
const given = new Set<number>();

/** Another port each time, at which nothing listens, and that no other process of the tests is likely to choose. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = lowest + (process.pid % 12) * each + Math.floor(Math.random() * each);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
