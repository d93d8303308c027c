// Reads a PIN: typed at the terminal, where it is not shown, or as a line on standard input. It is never an argument,
// because arguments are in the shell's history and every user of the machine can list them.
import { UsageError } from './usage.ts';

export interface SecretInput {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', listener: (text: string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (text: string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Longer than any PIN: longer input without a line end is refused. */
const longest = 1_024;

/** Asks for one secret after the other; on a pipe each is a line. Throws UsageError where none comes. */
export function createSecretReader(
  input: SecretInput,
  prompt: (text: string) => void,
): (name: string, again?: boolean) => Promise<string> {
  let rest = '';
  const isTyped = input.isTTY === true && input.setRawMode !== undefined;

  function readLine(name: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        input.off('data', hear);
        input.off('end', ended);
        // An open pipe that is not read must not keep the process alive.
        input.pause();
        settle();
      };
      const missing = () => new UsageError(`${name} is missing: type it, or give it as a line on standard input`);
      const ended = (): void => finish(() => reject(missing()));
      const hear = (text: string): void => {
        const heard = isTyped ? edited(rest + text) : rest + text;
        if (heard === null || heard.length > longest) return finish(() => reject(missing()));
        const end = /\r\n|\r|\n/.exec(heard);
        rest = end === null ? heard : heard.slice(end.index + end[0].length);
        if (end !== null) finish(() => resolve(heard.slice(0, end.index)));
      };
      input.setEncoding('utf8');
      input.on('data', hear);
      input.on('end', ended);
      input.resume();
      if (rest !== '') hear('');
    });
  }

  async function typed(name: string): Promise<string> {
    prompt(`${name}: `);
    input.setRawMode?.(true);
    try {
      return await readLine(name);
    } finally {
      input.setRawMode?.(false);
      prompt('\n');
    }
  }

  return async (name, again = false) => {
    if (!isTyped) return readLine(name);
    const secret = await typed(name);
    if (!again || (await typed(`${name}, again`)) === secret) return secret;
    throw new UsageError(`the two entries of the ${name} differ`);
  };
}

const [interrupt, endOfInput] = ['\u0003', '\u0004'];

/** Handles the keys that a terminal in raw mode leaves to the program: deleting, and giving up (null). */
function edited(text: string): string | null {
  let line = '';
  for (const each of text) {
    if (each === interrupt || each === endOfInput) return null;
    if (each === '\u007f' || each === '\b') line = line.slice(0, -1);
    else line += each;
  }
  return line;
}
