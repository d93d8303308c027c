// The other end of support/hopping-clock.ts: the clocks of the programs of a soak, put forward.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';

const preload = resolve(import.meta.dirname, '../support/hopping-clock.ts');

export type Hop = 'awake' | 'asleep';

export class Clocked {
  readonly #socket: string;

  /** `folder`: where the socket lies, and the note of how far the clocks were put forward. */
  constructor(folder: string) {
    this.#socket = join(folder, 'clock');
  }

  /** For a program that is to have this clock. */
  get environment(): NodeJS.ProcessEnv {
    return { NODE_OPTIONS: `--import ${preload}`, SOAK_CLOCK: this.#socket };
  }

  /** Resolves when so much time has passed in the program, and what fell due was begun. */
  async hop(how: Hop, ms: number): Promise<void> {
    await this.#ask(`${how} ${ms}`);
  }

  /** What the program keeps in its heap, bytes. */
  async keptBytes(): Promise<number> {
    return Number(await this.#ask('collect'));
  }

  async #ask(line: string): Promise<string> {
    const connection = connect(this.#socket);
    connection.write(`${line}\n`);
    const [answer] = (await once(connection, 'data')) as [Buffer];
    connection.end();
    await once(connection, 'close');
    return answer.toString().trim();
  }
}
