// What the page asks of its server. The cookie goes along by itself; a change also brings the session's token.
import type { PageRefusal, PageSession } from '#contract/office/page.ts';
import { pageRefusals } from '#contract/office/page.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: PageRefusal;

  constructor(code: PageRefusal) {
    super(code);
    this.code = code;
  }
}

export interface PageApi {
  /** Throws Refused. `live`: the page asks by itself, which does not keep the session alive. */
  get<T>(path: string, query?: { readonly [name: string]: string }, live?: boolean): Promise<T>;
  post<T>(path: string, value: object, session?: PageSession): Promise<T>;
  /** A file's bytes, as they are. */
  upload<T>(path: string, query: { readonly [name: string]: string }, file: Blob, session: PageSession): Promise<T>;
  /** Calls back at news, and with `false` once the session has ended. */
  watch(heard: (goes: boolean) => void): () => void;
}

export function createApi(): PageApi {
  return {
    async get<T>(path: string, query: { readonly [name: string]: string } = {}, live = false): Promise<T> {
      const more = new URLSearchParams(query).toString();
      const headers: HeadersInit = live ? { 'X-Tillbridge-Live': '1' } : {};
      return answerOf<T>(fetch(`${path}${more === '' ? '' : `?${more}`}`, { headers }));
    },
    async post<T>(path: string, value: object, session?: PageSession): Promise<T> {
      const headers: HeadersInit = { 'Content-Type': 'application/json' };
      if (session !== undefined) headers['X-Tillbridge-Token'] = session.token;
      return answerOf<T>(fetch(path, { method: 'POST', headers, body: JSON.stringify(value) }));
    },
    async upload<T>(
      path: string,
      query: { readonly [name: string]: string },
      file: Blob,
      session: PageSession,
    ): Promise<T> {
      const headers = { 'Content-Type': 'application/octet-stream', 'X-Tillbridge-Token': session.token };
      return answerOf<T>(
        fetch(`${path}?${new URLSearchParams(query).toString()}`, { method: 'POST', headers, body: file }),
      );
    },
    watch(heard) {
      const source = new EventSource('/api/events');
      source.addEventListener('news', () => heard(true));
      source.addEventListener('ended', () => {
        source.close();
        heard(false);
      });
      return () => source.close();
    },
  };
}

async function answerOf<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked.catch(() => null);
  if (response === null) throw new Refused('try-again');
  const value: unknown = await response.json().catch(() => null);
  if (response.ok) return value as T;
  const said = typeof value === 'object' && value !== null && 'code' in value ? value.code : null;
  throw new Refused(pageRefusals.find((code) => code === said) ?? 'try-again');
}
