// A browser as far as an office's page server can tell: a cookie, an origin, and whatever headers a test wants.
import { spawnSync } from 'node:child_process';
import { request } from 'node:https';
import { TOTP, URI } from 'otpauth';
import type { PageRole, PageSession } from '#contract/office/page.ts';
import type { OfficeBench } from './office.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests say what they expect of it.
  readonly value: any;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  /** A file's bytes instead of a body. */
  readonly file?: string | Buffer;
  readonly headers?: { readonly [name: string]: string };
}

const builtVariable = 'TILLBRIDGE_OFFICE_PAGE_IS_BUILT';

/** Of the sources as they are now; once for all files of one process. */
export function buildPage(): void {
  if (process.env[builtVariable] !== undefined) return;
  const built = spawnSync(process.execPath, ['build/bundling/office-page.ts'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the page was not built: ${built.stderr}`);
  process.env[builtVariable] = 'yes';
}

export class PageClient {
  readonly url: string;
  cookie = '';
  session: PageSession | null = null;

  constructor(url: string) {
    this.url = url;
  }

  ask(path: string, { method = 'GET', body, file, headers = {} }: Sent = {}): Promise<PageAnswer> {
    const text = body === undefined ? (file ?? null) : JSON.stringify(body);
    const type = file === undefined ? 'application/json' : 'application/octet-stream';
    const own = {
      ...(text === null ? {} : { 'Content-Type': type, Origin: new URL(this.url).origin }),
      ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
      ...(this.session === null ? {} : { 'X-Tillbridge-Token': this.session.token }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, this.url),
        { method, headers: own, rejectUnauthorized: false },
        (response) => {
          let read = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            read += piece;
          });
          response.on('end', () => {
            const { statusCode = 0, headers: answered } = response;
            resolve({ status: statusCode, headers: answered, text: read, value: jsonIn(read) });
          });
        },
      );
      asked.on('error', reject).end(text ?? '');
    });
  }

  post(path: string, body: unknown, headers: Sent['headers'] = {}): Promise<PageAnswer> {
    return this.ask(path, { method: 'POST', body, headers });
  }

  upload(path: string, file: string | Buffer, headers: Sent['headers'] = {}): Promise<PageAnswer> {
    return this.ask(path, { method: 'POST', file, headers });
  }

  /** With the cookie that it then has. */
  async signIn(name: string, password: string, code: string): Promise<PageAnswer> {
    const answer = await this.post('/api/sign-in', { name, password, code });
    const [cookie = ''] = [answer.headers['set-cookie']].flat();
    if (answer.status !== 200) return answer;
    [this.cookie = ''] = cookie.split(';');
    this.session = (await this.ask('/api/session')).value as PageSession;
    return answer;
  }
}

export const password = 'correct horse battery';

export interface MadePerson {
  readonly name: string;
  readonly codes: TOTP;
  /** The code of the half minute after the one that the set-up took, which the office takes already. */
  readonly nextCode: () => string;
}

/** A person who has used the link. */
export async function madePerson(office: OfficeBench, name: string, role: PageRole): Promise<MadePerson> {
  const [added] = await office.run<{ link: string }>('person', 'add', '--name', name, '--role', role);
  const secret = new URL(added?.link ?? '').hash.replace('#setup=', '');
  const client = new PageClient(office.pageUrl);
  const begun = await client.post('/api/setup', { secret });
  const codes = URI.parse((begun.value as { codeAddress: string }).codeAddress);
  if (!(codes instanceof TOTP)) throw new Error('the codes do not follow the time');
  const at = Date.now();
  const ended = await client.post('/api/setup/end', { secret, password, code: codes.generate({ timestamp: at }) });
  if (ended.status !== 200) throw new Error(`the set-up did not end: ${ended.text}`);
  return { name, codes, nextCode: () => codes.generate({ timestamp: at + 30_000 }) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
