// The little of the DevTools protocol that the measurement needs. A test driver would do, but it attaches to the main
// process as well and slows the very start that is measured.
import { setTimeout as after } from 'node:timers/promises';

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Evaluation<T> {
  readonly result?: { readonly value?: T };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

export class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async open(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('DevTools does not answer.')));
    });
    return new DevTools(socket);
  }

  /** The value of an expression in the first page whose address begins so. Asks again when the page was just loading. */
  async evaluate<T>(addressStart: string, expression: string): Promise<T> {
    const sessionId = await this.#attach(addressStart);
    for (;;) {
      const parameters = { expression, awaitPromise: true, returnByValue: true };
      const { result, error } = await this.#send('Runtime.evaluate', parameters, sessionId);
      const { result: of, exceptionDetails } = (result ?? {}) as Evaluation<T>;
      const thrown = exceptionDetails?.exception?.description;
      // A page that is just loading has not got its globals yet.
      if (thrown !== undefined && !thrown.startsWith('ReferenceError')) throw new Error(`In the page: ${thrown}`);
      if (error === undefined && thrown === undefined && of?.value !== undefined) return of.value;
      await after(2);
    }
  }

  close(): void {
    this.#socket.close();
  }

  async #attach(addressStart: string): Promise<string> {
    for (;;) {
      const { result } = await this.#send('Target.getTargets', {});
      const { targetInfos } = result as { targetInfos: { targetId: string; type: string; url: string }[] };
      const target = targetInfos.find(({ type, url }) => type === 'page' && url.startsWith(addressStart));
      if (target !== undefined) {
        const attached = await this.#send('Target.attachToTarget', { targetId: target.targetId, flatten: true });
        return (attached.result as { sessionId: string }).sessionId;
      }
      await after(2);
    }
  }

  #send(method: string, params: object, sessionId?: string): Promise<Answer> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        resolve(answer);
      });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
  }
}
