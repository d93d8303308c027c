// Stands between the suite and a sandbox and changes single answers: a gateway that does one thing otherwise than the
// specification says.
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Told {
  readonly method: string;
  readonly path: string;
  /** The body of the request; an empty object where it had none. */
  readonly sent: { readonly [name: string]: unknown };
  status: number;
  body: { [name: string]: unknown };
}

/** Gives the root address of a gateway whose JSON answers were changed; it ends with the test. */
export async function startLiar(root: string, change: (told: Told) => void): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const request: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => request.push(chunk));
    const asked = forward(`${root}${path}`, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const type = answer.headers['content-type'] ?? '';
        if (!type.includes('json')) {
          outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': type }).end(text);
          return;
        }
        const sent = parsed(Buffer.concat(request).toString());
        const told: Told = { method, path, sent, status: answer.statusCode ?? 500, body: JSON.parse(text) };
        change(told);
        outgoing.writeHead(told.status, { 'content-type': type }).end(JSON.stringify(told.body));
      });
    });
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function parsed(text: string): Told['sent'] {
  return text.startsWith('{') ? (JSON.parse(text) as Told['sent']) : {};
}
