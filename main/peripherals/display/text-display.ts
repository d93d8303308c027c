// The customer's display: two lines of 20 characters on a serial line. It says nothing back, so that what counts is the
// newest text: an older one that still waits is skipped, and the newest is shown again when the display is plugged in.
import type { CustomerDisplay, DisplayText } from '#core/ports/line-devices.ts';
import { characterSet, cleaned, textBytes } from '../encoding/characters.ts';
import { keepOpen, type KeepOpenLimits, keepOpenLimits } from '../lines/keep-open.ts';
import { createKeptState } from '../lines/kept-state.ts';
import type { Connection, Line } from '../lines/line.ts';
import type { DisplayAddress, DisplayLanguage } from './display-address.ts';

export interface DisplayLimits extends KeepOpenLimits {
  /** For the line to take one text: 49 bytes are 51 ms at 9600 baud. */
  readonly showMs: number;
}

export const displayLimits: DisplayLimits = { ...keepOpenLimits, showMs: 2_000 };
const width = 20;

export function createTextDisplay(
  { id, language, codePages, endpoint }: DisplayAddress,
  line: Line,
  limits: DisplayLimits = displayLimits,
): CustomerDisplay {
  const characters = characterSet(codePages);
  const state = createKeptState(endpoint.path);
  let wanted: DisplayText | null = null;
  /** What the display shows; null where it is not known. */
  let shown: DisplayText | null = null;
  let writing = false;

  const kept = keepOpen(line, limits, {
    opened: (connection) => {
      shown = null;
      state.opened();
      void write(connection);
    },
    lost: state.lost,
    failed: state.failed,
  });

  /** The newest text, where the display does not show it. */
  const due = () => (wanted === shown ? null : wanted);

  async function write(connection: Connection): Promise<void> {
    if (writing) return;
    writing = true;
    for (let next = due(); next !== null && connection.isOpen(); next = due()) {
      const taken = connection.write(bytesOf(next, language, characters));
      // Without a reader at the other end a write never ends; only closing the port does.
      const timer = setTimeout(() => void kept.renew(), limits.showMs);
      try {
        await taken;
        shown = next;
      } catch {
        break;
      } finally {
        clearTimeout(timer);
      }
    }
    writing = false;
    // Another connection may have come while this one was given up.
    const now = kept.connection();
    if (now !== null && now !== connection && due() !== null) void write(now);
  }

  function show(text: DisplayText) {
    if (wanted?.upper === text.upper && wanted.lower === text.lower) return;
    wanted = text;
    const connection = kept.connection();
    if (connection !== null) void write(connection);
  }

  return {
    id,
    show,
    state: state.state,
    onState: state.onState,
    close: kept.close,
  };
}

/** Both lines whole, so that nothing of an older text stays. */
function bytesOf(
  { upper, lower }: DisplayText,
  language: DisplayLanguage,
  characters: ReturnType<typeof characterSet>,
): Uint8Array {
  const bytes = textBytes(characters, [0x1b, 0x74]);
  const fitted = (text: string) => {
    const printed = Array.from(cleaned(text).replaceAll('\n', ' '), (each) => characters.printable(each)).join('');
    return bytes(printed.slice(0, width).padEnd(width));
  };
  switch (language) {
    case 'cd5220':
      return Uint8Array.from([0x1b, 0x51, 0x41, ...fitted(upper), 0x0d, 0x1b, 0x51, 0x42, ...fitted(lower), 0x0d]);
    case 'esc-pos':
      // The cursor goes to the beginning of each line (US $ column row).
      return Uint8Array.from([0x1f, 0x24, 1, 1, ...fitted(upper), 0x1f, 0x24, 1, 2, ...fitted(lower)]);
  }
}
