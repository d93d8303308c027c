// A server that takes the place of an office, with the office's own certificate, and answers one question with a lie.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { JsonObject } from '#contract/data/json.ts';
import { genesis } from '#core/ports/journal.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import type { OfficeBench } from './office.ts';

interface Head {
  readonly seq: number;
  readonly hash: string;
}

interface Answers {
  /** The path that is answered with `lie`. */
  readonly path: string;
  /** Writes the whole response. */
  readonly lie: (response: ServerResponse) => void;
  /** The answer to all else: the till's place at the office. `asked`: how often `path` was asked for before. */
  readonly place: (head: Head, asked: number) => JsonObject;
}

/** Listens at the port of `office`, which must not run. */
export async function anOfficeInstead(office: Pick<OfficeBench, 'dataDir' | 'url'>, { path, lie, place }: Answers) {
  const keys = await openOfficeKeys(office.dataDir);
  const { key, cert } = await keys.serverCertificate(['localhost', '127.0.0.1']);
  let asked = 0;
  let head: Head = { seq: 0, hash: genesis.hash };
  const answer = (url: string | undefined, response: ServerResponse, sent: string): void => {
    if (url === path) {
      asked += 1;
      lie(response);
      return;
    }
    if (sent !== '') {
      const { seq, hash } = JSON.parse(sent.trimEnd().split('\n').at(-1) ?? '') as Head;
      head = { seq, hash };
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(place(head, asked)));
  };
  const server = createServer({ key, cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (text: string) => (sent += text));
    request.on('end', () => answer(request.url, response, sent));
  });
  server.listen(Number(new URL(office.url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
