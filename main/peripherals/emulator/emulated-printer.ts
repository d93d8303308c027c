// A receipt printer with ESC/POS and nothing around it: bytes go in, paper and answers come out. It is the training
// printer's inside, and what the tests print on. Like a real one it has a buffer, answers real-time commands while it
// stands still, goes on by itself when paper is put in, and loses what it holds with its power.
import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import { type CodePage, defaultProfile } from '../address/profile.ts';
import { lengthOfCommand, number } from './commands.ts';
import { type LookOfText, type PaperItem, withItem } from './paper.ts';

export interface EmulatorOptions {
  /** Bytes that it takes before it has printed them. */
  readonly bufferBytes?: number;
  /** Whether it says when a document was printed (`GS ( H`); many do not. */
  readonly knowsProcessIds?: boolean;
  /** Whether it empties its buffers when told to. */
  readonly knowsClear?: boolean;
  readonly codePages?: readonly CodePage[];
}

export interface EmulatedPrinter {
  /** Takes bytes from the line; returns how many fitted. The others wait in the line. */
  readonly receive: (bytes: Uint8Array) => number;
  /** Called with what it says. */
  readonly onSend: (listener: (bytes: Uint8Array) => void) => void;
  /** Called when it has room again, after it took less than it was given. */
  readonly onRoom: (listener: () => void) => void;
  /** Called when paper came out or its state changed. */
  readonly onChange: (listener: () => void) => void;
  /** Runs `action` when it is about to take the byte of this number, counted from now. */
  readonly atByte: (count: number, action: () => void) => void;
  /** Takes back what has not happened yet. */
  readonly clearActions: () => void;
  readonly paper: readonly PaperItem[];
  /** Paper that is older is torn off. */
  readonly keepLast: (count: number) => void;
  /** Pulses that its drawer got. */
  readonly drawerKicks: () => number;
  readonly isOn: () => boolean;
  /** How long it takes for a line; 0: no time. */
  readonly slow: (msPerLine: number) => void;
  readonly paperOut: () => void;
  readonly paperIn: () => void;
  readonly paperLow: (low: boolean) => void;
  readonly openCover: () => void;
  readonly closeCover: () => void;
  /** The level of the drawer's switch; a pulse makes it high. */
  readonly drawer: (high: boolean) => void;
  /** All that it holds is lost. */
  readonly powerOff: () => void;
  readonly powerOn: () => void;
  /** Loses what it holds and says nothing, as after a reset. */
  readonly dropBuffer: () => void;
  /** Ends what it waits for. */
  readonly close: () => void;
}

const symbologies: Readonly<Record<number, string>> = {
  0x02: 'ean13',
  0x03: 'ean8',
  0x43: 'ean13',
  0x44: 'ean8',
  0x49: 'code128',
};
/** Characters of the standard font are 12 dots wide. */
const columnOf = (bytes: readonly number[]) => Math.min(100, Math.round(number(bytes, 2, 2) / 12));
const plain: LookOfText = { bold: false, large: false };

export function createEmulatedPrinter(options: EmulatorOptions = {}): EmulatedPrinter {
  const { bufferBytes = 4_096, knowsProcessIds = true, knowsClear = true } = options;
  const pages = new Map(
    (options.codePages ?? defaultProfile('esc-pos').codePages).map(({ name, page: at }) => [
      at,
      CodepageEncoder.getCodepoints(name as Codepage, true),
    ]),
  );
  const paper: PaperItem[] = [];
  const state = { on: true, paperOut: false, paperLow: false, coverOpen: false, drawerHigh: false };
  const senders: ((bytes: Uint8Array) => void)[] = [];
  const roomListeners: (() => void)[] = [];
  const changeListeners: (() => void)[] = [];
  const actions: { at: number; action: () => void }[] = [];

  let received = 0;
  /** The last bytes taken, for real-time commands: they count wherever they stand. */
  let tail: number[] = [];
  /** Taken and not yet looked at. */
  let buffer: number[] = [];
  let wantsRoom = false;
  let command: number[] = [];
  let line: string[] = [];
  let look = plain;
  let page = 0;
  let pushes = false;
  let pulseAllowed = true;
  let qrData = '';
  let msPerLine = 0;
  let busy: NodeJS.Timeout | null = null;
  let kicks = 0;

  const send = (...bytes: number[]) => {
    if (!state.on) return;
    for (const sender of senders) sender(Uint8Array.from(bytes));
  };
  const changed = () => {
    for (const listener of changeListeners) listener();
  };
  const offline = () => state.paperOut || state.coverOpen;

  function reset() {
    line = [];
    look = plain;
    page = 0;
    pushes = false;
    pulseAllowed = true;
  }

  function forget() {
    buffer = [];
    command = [];
    tail = [];
    if (busy !== null) clearTimeout(busy);
    busy = null;
    reset();
  }

  function push() {
    if (!pushes) return;
    const first = 0x10 | (state.drawerHigh ? 0x04 : 0) | (offline() ? 0x08 : 0) | (state.coverOpen ? 0x20 : 0);
    send(first, 0x00, (state.paperLow || state.paperOut ? 0x03 : 0) | (state.paperOut ? 0x0c : 0), 0x0f);
  }

  function answer(question: number) {
    const fixed = 0x12;
    switch (question) {
      case 1:
        send(fixed | (state.drawerHigh ? 0x04 : 0) | (offline() ? 0x08 : 0));
        return;
      case 2:
        send(fixed | (state.coverOpen ? 0x04 : 0) | (state.paperOut ? 0x20 : 0));
        return;
      case 3:
        send(fixed);
        return;
      case 4:
        send(fixed | (state.paperLow || state.paperOut ? 0x0c : 0) | (state.paperOut ? 0x60 : 0));
    }
  }

  function kick() {
    kicks += 1;
    state.drawerHigh = true;
    changed();
    push();
  }

  /** Real-time commands are carried out when they arrive, even within the data of another command. */
  function realTime(byte: number): 'cleared' | null {
    tail = [...tail.slice(-9), byte];
    const ends = (...bytes: number[]) => bytes.every((each, index) => tail.at(index - bytes.length) === each);
    if (tail.at(-3) === 0x10 && tail.at(-2) === 0x04) answer(byte);
    if (tail.at(-5) === 0x10 && tail.at(-4) === 0x14 && tail.at(-3) === 0x01 && pulseAllowed) kick();
    if (knowsClear && ends(0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08)) {
      forget();
      send(0x37, 0x25, 0x00);
      return 'cleared';
    }
    return null;
  }

  function receive(bytes: Uint8Array): number {
    for (const [index, byte] of bytes.entries()) {
      if (buffer.length >= bufferBytes) {
        wantsRoom = true;
        return index;
      }
      received += 1;
      for (const due of actions.filter(({ at }) => at === received)) due.action();
      // A line that carries bytes to a printer without power loses them.
      if (!state.on) continue;
      if (realTime(byte) === 'cleared') continue;
      buffer.push(byte);
      work();
    }
    return bytes.length;
  }

  /** Carries out what stands in the buffer, as long as nothing is in the way. */
  function work() {
    const canGoOn = () => state.on && busy === null && !offline();
    while (canGoOn()) {
      const byte = buffer.shift();
      if (byte === undefined) break;
      take(byte);
    }
    if (!wantsRoom || buffer.length >= bufferBytes / 2) return;
    wantsRoom = false;
    for (const listener of roomListeners) listener();
  }

  function take(byte: number) {
    if (command.length === 0 && ![0x10, 0x1b, 0x1c, 0x1d].includes(byte)) {
      character(byte);
      return;
    }
    command.push(byte);
    const length = lengthOfCommand(command);
    if (length === null || command.length < length) return;
    const whole = command;
    command = [];
    carryOut(whole);
  }

  function character(byte: number) {
    if (byte === 0x0a) printLine();
    else if (byte >= 0x20) line.push(decoded(byte));
  }

  function decoded(byte: number): string {
    const codepoints = pages.get(page);
    if (byte < 0x80 || codepoints === undefined) return String.fromCharCode(byte);
    return String.fromCodePoint(codepoints[byte] ?? 0xfffd);
  }

  function printLine() {
    const text = line.join('');
    line = [];
    out({ type: 'line', text, ...look });
  }

  function out(item: PaperItem) {
    withItem(paper, item);
    changed();
    if (msPerLine === 0) return;
    busy = setTimeout(() => {
      busy = null;
      work();
    }, msPerLine);
  }

  function carryOut(bytes: readonly number[]) {
    const [first = 0, second = 0, third = 0] = bytes;
    // A position to the right is white space; what stands to the left of the last character is not overprinted.
    if (first === 0x1b && second === 0x24) line.push(' '.repeat(Math.max(0, columnOf(bytes) - line.join('').length)));
    else if (first === 0x1b && second === 0x5c) line.push(' '.repeat(columnOf(bytes)));
    else if (first === 0x1b) carryOutEsc(second, third);
    else if (first === 0x1d) carryOutGs(second, third, bytes);
  }

  function carryOutEsc(second: number, third: number) {
    switch (second) {
      case 0x40:
        reset();
        return;
      case 0x74:
        page = third;
        return;
      case 0x45:
        look = { ...look, bold: (third & 1) === 1 };
        return;
      case 0x64:
        for (let index = 0; index < third; index += 1) printLine();
        return;
      case 0x70:
        kick();
    }
  }

  function carryOutGs(second: number, third: number, bytes: readonly number[]) {
    const text = (from: number, to = bytes.length) => Buffer.from(bytes.slice(from, to)).toString('utf8');
    switch (second) {
      case 0x21:
        look = { ...look, large: third === 0x11 };
        return;
      case 0x28:
        carryOutBlock(third, bytes, text);
        return;
      case 0x56:
        if (line.length > 0) printLine();
        out({ type: 'cut' });
        return;
      case 0x61:
        pushes = third !== 0;
        push();
        return;
      case 0x6b: {
        const symbology = symbologies[third] ?? `barcode ${third}`;
        const data = third <= 6 ? text(3, -1) : text(4);
        out({ type: 'barcode', symbology, data: data.replace(/^\{B/, '').replaceAll('{{', '{') });
        return;
      }
      case 0x72:
        send((state.paperLow ? 0x03 : 0) | (state.paperOut ? 0x0c : 0));
        return;
      case 0x76: {
        const rowBytes = number(bytes, 4, 2);
        out({
          type: 'picture',
          width: rowBytes * 8,
          height: number(bytes, 6, 2),
          rows: Uint8Array.from(bytes.slice(8)),
        });
      }
    }
  }

  function carryOutBlock(kind: number, bytes: readonly number[], text: (from: number) => string) {
    const [, , , , , sixth, seventh, eighth] = bytes;
    if (kind === 0x48 && sixth === 0x30 && knowsProcessIds) send(0x37, 0x22, ...bytes.slice(7), 0x00);
    if (kind === 0x44 && seventh === 0x01) pulseAllowed = eighth === 0x01;
    if (kind === 0x6b && sixth === 0x31 && seventh === 0x50) qrData = text(8);
    if (kind === 0x6b && sixth === 0x31 && seventh === 0x51) out({ type: 'qr', data: qrData });
  }

  /** A change that a person makes at the printer. */
  const byHand = (change: () => void) => () => {
    change();
    changed();
    push();
    work();
  };

  return {
    receive,
    onSend: (listener) => senders.push(listener),
    onRoom: (listener) => roomListeners.push(listener),
    onChange: (listener) => changeListeners.push(listener),
    atByte: (count, action) => actions.push({ at: received + count, action }),
    clearActions: () => actions.splice(0),
    paper,
    keepLast: (count) => void paper.splice(0, Math.max(0, paper.length - count)),
    drawerKicks: () => kicks,
    isOn: () => state.on,
    slow: (ms) => {
      msPerLine = ms;
    },
    paperOut: byHand(() => (state.paperOut = true)),
    paperIn: byHand(() => (state.paperOut = false)),
    paperLow: (low) => byHand(() => (state.paperLow = low))(),
    openCover: byHand(() => (state.coverOpen = true)),
    closeCover: byHand(() => (state.coverOpen = false)),
    drawer: (high) => byHand(() => (state.drawerHigh = high))(),
    powerOff: () => {
      forget();
      state.on = false;
      changed();
    },
    powerOn: byHand(() => (state.on = true)),
    dropBuffer: byHand(() => {
      forget();
    }),
    close: () => {
      if (busy !== null) clearTimeout(busy);
      busy = null;
    },
  };
}
