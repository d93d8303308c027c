// The heap of another Node process, through its inspector: what it holds after everything that is not needed any more
// was collected. The product has no switch for that; the process is started with `NODE_OPTIONS=--inspect=127.0.0.1:0`.
import type { Program } from './processes.ts';

export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** Of a program that is ready: it has said where its inspector listens. */
  static async of({ stderrText }: Program): Promise<Inspector> {
    const [url] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(stderrText) ?? [];
    if (url === undefined) throw new Error('the program was not started with an inspector');
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`nobody answers at ${url}`)));
    });
    return new Inspector(socket);
  }

  /** Bytes in use after a collection. */
  async heapBytes(): Promise<number> {
    // A second one takes what the finalizers of the first set free.
    await this.#ask('HeapProfiler.collectGarbage');
    await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize } = (await this.#ask('Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize;
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}
