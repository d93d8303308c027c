// The far end of a serial line: what a test sends arrives at the bridge as if a scanner sent it, and what the bridge writes
// is kept as a display gets it, from the last time it was plugged in.
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { type SerialLine, serialLine } from './serial-line.ts';

export interface FarEnd {
  readonly line: SerialLine;
  readonly send: (bytes: string | Uint8Array) => void;
  readonly got: () => string;
  readonly close: () => Promise<void>;
}

export async function farEnd(): Promise<FarEnd> {
  let socket: Socket | null = null;
  let got = '';
  const server = createServer((connected) => {
    got = '';
    socket = connected
      .on('error', () => undefined)
      .on('data', (bytes) => {
        got += bytes.toString('latin1');
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const line = serialLine(`TCP:127.0.0.1:${(server.address() as AddressInfo).port}`);
  await line.plug();
  return {
    line,
    send: (bytes) => socket?.write(bytes),
    got: () => got,
    close: async () => {
      await line[Symbol.asyncDispose]();
      socket?.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
