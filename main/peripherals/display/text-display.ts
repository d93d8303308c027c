// The customer's display: two lines of 20 characters on a serial line. It says nothing back, so that what counts is the
// newest text: an older one that still waits is skipped, and the newest is shown again when the display is plugged in.
import type { CustomerDisplay, DisplayText } from '#core/ports/line-devices.ts';
import type { CodePage } from '../address/profile.ts';
import { type CharacterSet, characterSet, cleaned, textBytes } from '../encoding/characters.ts';
import { keepOpen, type KeepOpenLimits, keepOpenLimits } from '../lines/keep-open.ts';
import { createKeptState } from '../lines/kept-state.ts';
import type { Connection, Line } from '../lines/line.ts';
import type { DisplayAddress } from './display-address.ts';

export interface DisplayLimits extends KeepOpenLimits {
  /** For the line to take one text: 49 bytes are 51 ms at 9600 baud. */
  readonly showMs: number;
}

export const displayLimits: DisplayLimits = { ...keepOpenLimits, showMs: 2_000 };
const width = 20;
const selectPage = [0x1b, 0x74] as const;

export function createTextDisplay(
  { id, language, codePages, endpoint }: DisplayAddress,
  line: Line,
  limits: DisplayLimits = displayLimits,
): CustomerDisplay {
  const bytesOf = language === 'cd5220' ? cd5220Bytes(codePages) : escPosBytes(codePages);
  const state = createKeptState(endpoint.path);
  /** Nothing at first: a display keeps what an earlier run left there, an amount where that run was killed. */
  let wanted: DisplayText = { upper: '', lower: '' };
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
      const taken = connection.write(Uint8Array.from(bytesOf(next)));
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
    if (wanted.upper === text.upper && wanted.lower === text.lower) return;
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

type BytesOf = (text: DisplayText) => readonly number[];

/** A line of text as one shows it: an amount has spaces that do not break. */
function shownLine(text: string): string {
  return cleaned(text).replaceAll(/[\n\u00a0]/g, ' ');
}

/** As wide as the display, so that nothing of an older text stays. */
function fitted(text: string, characters: CharacterSet): string {
  const printed = Array.from(shownLine(text), (each) => characters.printable(each)).join('');
  return printed.slice(0, width).padEnd(width);
}

/**
 * Within its lines a CD5220 takes characters and no command, and behind them none before CLR (Epson P07303, p. 16).
 * So both have one page, which is selected before them: the first that has all of it.
 */
function cd5220Bytes(codePages: readonly CodePage[]): BytesOf {
  const pages = codePages.map((codePage) => ({ codePage, characters: characterSet([codePage]) }));
  const [first = { codePage: null, characters: characterSet([]) }] = pages;
  return ({ upper, lower }) => {
    const all = Array.from(shownLine(upper + lower));
    const found = pages.find(({ characters }) => all.every((each) => characters.glyph(each) !== null)) ?? first;
    const { codePage, characters } = found;
    const lines = [upper, lower].map((text) => fitted(text, characters));
    const glyphs = lines.map((line) => Array.from(line, (each) => characters.glyph(each)));
    const needsPage = codePage !== null && glyphs.flat().some((glyph) => glyph?.page === codePage.page);
    const [top = [], bottom = []] = glyphs.map((line) => line.map((glyph) => glyph?.byte ?? 0x20));
    const select = needsPage ? [0x0c, ...selectPage, codePage.page] : [];
    return [...select, 0x1b, 0x51, 0x41, ...top, 0x0d, 0x1b, 0x51, 0x42, ...bottom, 0x0d];
  };
}

/** The cursor goes to the beginning of each line (US $ column row). */
function escPosBytes(codePages: readonly CodePage[]): BytesOf {
  const characters = characterSet(codePages);
  return ({ upper, lower }) => {
    const bytes = textBytes(characters, selectPage);
    const line = (row: number, text: string) => [0x1f, 0x24, 1, row, ...bytes(fitted(text, characters))];
    return [...line(1, upper), ...line(2, lower)];
  };
}
