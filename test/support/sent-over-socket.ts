// Writes to a local socket, and returns what comes back until the connection has ended.
import { connect } from 'node:net';

export function sentOverSocket(address: string, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(heard));
    for (const piece of pieces) socket.write(piece);
  });
}
