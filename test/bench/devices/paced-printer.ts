// The emulated printer at the end of a line that takes its time for each byte, as a serial line does; socat's lines take
// none. It notes when the bytes of a document come.
import { type EmulatedPrinter, createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';

export interface PacedPrinter extends EmulatedPrinter {
  /** When the first and the last byte of the document came that was begun after the last call of `forget`. */
  readonly seen: () => { readonly firstMs: number | null; readonly lastMs: number; readonly bytes: number };
  readonly forget: () => void;
}

/** A timer's step: bytes of so much time are taken together. */
const stepMs = 2;
/** A document begins with it; questions to the printer do not hold it. */
const reset = [0x1b, 0x40];

export function createPacedPrinter(bytesPerSecond: number): PacedPrinter {
  const printer = createEmulatedPrinter({ bufferBytes: 1_000_000 });
  const room: (() => void)[] = [];
  const byteMs = 1_000 / bytesPerSecond;
  let freeAtMs = 0;
  /** More bytes wait: a timer that is late holds none of them back. */
  let isBusy = false;
  let before = 0;
  let seen = { firstMs: null as number | null, lastMs: 0, bytes: 0 };
  return {
    ...printer,
    onRoom: (listener) => {
      room.push(listener);
      printer.onRoom(listener);
    },
    receive: (bytes) => {
      const nowMs = performance.now();
      let taken = 0;
      for (const byte of bytes) {
        if (freeAtMs - nowMs > stepMs) {
          isBusy = true;
          setTimeout(() => room.forEach((listener) => listener()), freeAtMs - nowMs);
          return taken;
        }
        freeAtMs = (isBusy ? freeAtMs : Math.max(freeAtMs, nowMs)) + byteMs;
        taken += 1;
        if (seen.firstMs === null && before === reset[0] && byte === reset[1]) seen = { ...seen, firstMs: nowMs };
        if (seen.firstMs !== null) seen = { ...seen, lastMs: freeAtMs, bytes: seen.bytes + 1 };
        before = byte;
        printer.receive(Uint8Array.of(byte));
      }
      // Calls come byte by byte; the line is idle once it has caught up.
      if (freeAtMs <= nowMs + byteMs) isBusy = false;
      return taken;
    },
    seen: () => seen,
    forget: () => {
      seen = { firstMs: null, lastMs: 0, bytes: 0 };
    },
  };
}
