// Asks the office, over HTTPS with the office's own authority and the till's certificate.
import { Agent, request } from 'node:https';
import type { z } from 'zod';
import { lookup } from '#http/found-addresses.ts';
import { onTooManyHints } from '#http/limits/hints.ts';
import { type ApprovalAnswer, type ApprovalQuestion, approvalAnswerSchema } from '#contract/office/approvals.ts';
import { type ClaimAnswer, type ClaimAsked, claimAnswerSchema } from '#contract/office/claims.ts';
import { type PeopleAnswer, type PeopleAsked, peopleAnswerSchema } from '#contract/office/office-people.ts';
import { type ProgramsAnswer, type ProgramsAsked, programsAnswerSchema } from '#contract/office/office-programs.ts';
import { type SettingsAnswer, type SettingsAsked, settingsAnswerSchema } from '#contract/office/office-settings.ts';
import { type Place, placeSchema, recordHashSchema, refusalSchema } from '#contract/office/office.ts';

/** The office cannot be reached, or did not answer in its form. */
export class OfficeAway extends Error {
  override readonly name = 'OfficeAway';
}

/** Another server is at the office's address: its certificate is none of the office's own authority. */
export class NotTheOffice extends OfficeAway {}

/** It said that it took what it was sent, and did not. */
export class TakesNothing extends OfficeAway {}

/** The office answered that it does not take this. */
export class OfficeRefused extends Error {
  override readonly name = 'OfficeRefused';
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

export interface Answered {
  readonly status: number;
  readonly value: unknown;
}

export interface OfficeClient {
  /** `version`: this program's, which the office shows. */
  place(version?: string): Promise<Place>;
  recordHash(seq: number): Promise<string>;
  /** Where the office stands behind it; the records were not all taken where that is elsewhere. */
  send(path: '/v1/stretches' | '/v1/lineages', lineage: number, after: number, lines: string): Promise<Place>;
  /** Throws OfficeRefused, or OfficeAway. */
  claim(asked: ClaimAsked, ending: AbortSignal): Promise<ClaimAnswer>;
  /** Waits for some seconds for a person. Throws OfficeRefused, or OfficeAway. */
  approve(question: ApprovalQuestion, ending: AbortSignal): Promise<ApprovalAnswer>;
  withdrawApproval(id: string): Promise<void>;
  /** Throws OfficeRefused, or OfficeAway. */
  settings(asked: SettingsAsked): Promise<SettingsAnswer>;
  /** The same. */
  people(asked: PeopleAsked): Promise<PeopleAnswer>;
  programs(asked: ProgramsAsked): Promise<ProgramsAnswer>;
  close(): void;
}

interface Trust {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

const answerMs = 60_000;
const mostAnswerBytes = 65_536;
/** A till has few windows, and each asks one question. */
const mostQuestions = 8;

export function agentFor(trust: Trust, maxSockets = 1): Agent {
  return new Agent({ ...trust, lookup, keepAlive: true, maxSockets, minVersion: 'TLSv1.3' });
}

/** One question. Throws OfficeAway. */
export function ask(
  agent: Agent,
  url: URL,
  {
    method,
    body = null,
    ending,
  }: { readonly method: 'GET' | 'POST'; readonly body?: string | null; readonly ending?: AbortSignal },
): Promise<Answered> {
  const signal = AbortSignal.any([AbortSignal.timeout(answerMs), ...(ending === undefined ? [] : [ending])]);
  return new Promise((resolve, reject) => {
    const away = (error: unknown): void => {
      const Kind = isOfCertificate(error) ? NotTheOffice : OfficeAway;
      reject(new Kind(error instanceof Error ? error.message : 'no answer', { cause: error }));
    };
    const outgoing = request(url, { method, agent, signal }, (incoming) => {
      const chunks: Buffer[] = [];
      let length = 0;
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > mostAnswerBytes) outgoing.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      incoming.on('error', away);
      incoming.on('end', () => {
        try {
          const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          resolve({ status: incoming.statusCode ?? 0, value });
        } catch (error) {
          away(error);
        }
      });
    });
    onTooManyHints(outgoing, () => outgoing.destroy(new Error('the office says too much before an answer')));
    outgoing.on('error', away);
    outgoing.end(body ?? undefined);
  });
}

/** By the codes of OpenSSL and of Node for a certificate that is not trusted, or is for another name. */
function isOfCertificate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /CERT|SIGNATURE|ISSUER/.test(String(error.code));
}

/** Throws OfficeRefused, or OfficeAway for what is no refusal of an office. */
export function refusedBy({ status, value }: Answered): never {
  const refusal = refusalSchema.safeParse(value).data;
  if (refusal === undefined) throw new OfficeAway(`the office answered with status ${status}`);
  if (refusal.code === 'try-again') throw new OfficeAway(refusal.detail);
  throw new OfficeRefused(refusal.code, refusal.detail);
}

export function createOfficeClient(
  root: string,
  trust: Required<Omit<Trust, 'rejectUnauthorized'>>,
  ending: AbortSignal,
): OfficeClient {
  const agent = agentFor(trust);
  // A long stretch of records holds up no claim.
  const claims = agentFor(trust);
  // Each question waits at the office for a person.
  const approvals = agentFor(trust, mostQuestions);
  const placeOf = (answered: Answered): Place => {
    const place =
      answered.status === 200 || answered.status === 409 ? placeSchema.safeParse(answered.value).data : undefined;
    return place ?? refusedBy(answered);
  };
  const document = async <T>(path: string, asked: object, schema: z.ZodType<T>): Promise<T> => {
    // Of its own, since it is seldom asked for and holds up neither records nor claims.
    const once = agentFor(trust);
    try {
      const answered = await ask(once, new URL(path, root), { method: 'POST', body: JSON.stringify(asked), ending });
      const answer = answered.status === 200 ? schema.safeParse(answered.value).data : undefined;
      return answer ?? refusedBy(answered);
    } finally {
      once.destroy();
    }
  };
  return {
    async place(version) {
      const told = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
      const url = new URL(`/v1/place${told}`, root);
      return placeOf(await ask(agent, url, { method: 'GET', ending }));
    },
    async recordHash(seq) {
      const answered = await ask(agent, new URL(`/v1/record?seq=${seq}`, root), { method: 'GET', ending });
      const found = answered.status === 200 ? recordHashSchema.safeParse(answered.value).data : undefined;
      return found?.hash ?? refusedBy(answered);
    },
    async send(path, lineage, after, body) {
      const url = new URL(`${path}?lineage=${lineage}&after=${after}`, root);
      return placeOf(await ask(agent, url, { method: 'POST', body, ending }));
    },
    async claim(asked, until) {
      const signal = AbortSignal.any([ending, until]);
      const body = JSON.stringify(asked);
      const answered = await ask(claims, new URL('/v1/claims', root), { method: 'POST', body, ending: signal });
      const answer = answered.status === 200 ? claimAnswerSchema.safeParse(answered.value).data : undefined;
      return answer ?? refusedBy(answered);
    },
    async approve(question, until) {
      const signal = AbortSignal.any([ending, until]);
      const url = new URL('/v1/approvals', root);
      const answered = await ask(approvals, url, { method: 'POST', body: JSON.stringify(question), ending: signal });
      const answer = answered.status === 200 ? approvalAnswerSchema.safeParse(answered.value).data : undefined;
      return answer ?? refusedBy(answered);
    },
    async withdrawApproval(id) {
      const url = new URL('/v1/approvals/withdraw', root);
      const answered = await ask(approvals, url, { method: 'POST', body: JSON.stringify({ id }), ending });
      if (answered.status !== 200) refusedBy(answered);
    },
    settings: (asked) => document('/v1/settings', asked, settingsAnswerSchema),
    people: (asked) => document('/v1/people', asked, peopleAnswerSchema),
    programs: (asked) => document('/v1/programs', asked, programsAnswerSchema),
    close() {
      agent.destroy();
      claims.destroy();
      approvals.destroy();
    },
  };
}
