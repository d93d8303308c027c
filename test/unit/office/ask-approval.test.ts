// What a till believes of an office that approves: an answer to this question, of this till, signed with the key that it
// pinned when it joined. It asks again until there is one, and without a pause never.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type SignedApproval,
  approvalAnswerSchema,
  approvalStatement,
  questionText,
} from '#contract/office/approvals.ts';
import type { OfficeSaid } from '#core/ports/operators.ts';
import { askApproval } from '#office-link/approvals.ts';
import { OfficeAway, OfficeRefused } from '#office-link/office-client.ts';
import { FakeClock } from '#support/fake-clock.ts';

const till = '0a1b2c3d-0c34-4a54-9a3c-2f0f3f1f7a11';
const other = '5f1b2c3d-0c34-4a54-9a3c-2f0f3f1f7a11';
const keys = generateKeyPairSync('ed25519');
const officeKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const question: ApprovalQuestion = {
  id: '1'.repeat(32),
  mode: 'live',
  sort: 'refund',
  request: 'd'.repeat(64),
  person: 'Cleo',
  amount: { value: 20_000, currency: 'EUR' },
  payment: null,
  terminal: null,
  line: null,
  reason: null,
};
const by = { id: other, name: 'Ada' };
const said = { verdict: 'approved', by, at: '2026-01-31T18:05:00.000Z' } as const;

function signed(asked: ApprovalQuestion, ofTill = till, answer: Pick<SignedApproval, 'verdict' | 'by' | 'at'> = said) {
  const digest = createHash('sha256').update(questionText(asked), 'utf8').digest('hex');
  const statement = Buffer.from(approvalStatement(ofTill, digest, answer), 'utf8');
  const signature = sign(null, statement, keys.privateKey).toString('base64');
  return { ...answer, keyId: 'a'.repeat(32), signature };
}

type Step = ApprovalAnswer | Error;

/** An office that answers so, one after the other; then it waits. */
function anOffice(...steps: readonly Step[]) {
  const clock = new FakeClock();
  const told = { asked: 0, withdrawn: 0 };
  const asked = askApproval(
    {
      member: { till, officeKey },
      ending: new AbortController().signal,
      after: (ms, work) => clock.after(ms, work),
      log: () => {},
      client: {
        approve(_, ending) {
          const step = steps[told.asked];
          told.asked += 1;
          if (step instanceof Error) return Promise.reject(step);
          if (step !== undefined) return Promise.resolve(step);
          return new Promise((_resolve, reject) => {
            ending.addEventListener('abort', () => reject(new OfficeAway('aborted')));
          });
        },
        withdrawApproval: () => Promise.resolve(void (told.withdrawn += 1)),
      },
    },
    question,
  );
  let answer: OfficeSaid | null = null;
  void asked.said.then((value) => (answer = value));
  return { asked, clock, told, answer: () => answer };
}

const answered = (answer: SignedApproval): ApprovalAnswer => ({ type: 'answered', answer });

describe('a till that asks its office to approve', () => {
  it('believes an answer that is signed over its question', async () => {
    const { clock, answer } = anOffice({ type: 'waiting' }, answered(signed(question)));
    await clock.advance(1_000);
    expect(answer()).toMatchObject({ type: 'answered', answer: { verdict: 'approved', by: { name: 'Ada' } } });
  });

  it.each([
    ['another sum', signed({ ...question, amount: { value: 20_001, currency: 'EUR' } })],
    ['another currency', signed({ ...question, amount: { value: 20_000, currency: 'USD' } })],
    ['another question', signed({ ...question, id: '2'.repeat(32) })],
    ['another request', signed({ ...question, request: 'e'.repeat(64) })],
    ['another till', signed(question, other)],
    ['a verdict that was turned around', { ...signed(question, till, { ...said, verdict: 'declined' }), ...said }],
    ['another name', { ...signed(question), by: { ...by, name: 'Bo' } }],
    ['another time', { ...signed(question), at: '2026-01-31T18:06:00.000Z' }],
    ['no signature', { ...signed(question), signature: '' }],
  ])('believes none that is signed for %s', async (_, forged) => {
    const { clock, answer } = anOffice(answered(forged));
    await clock.advance(0);
    expect(answer()).toEqual({ type: 'not-trusted' });
  });

  it.each(['Ada\u202E', 'Ada\n2', '', 'x'.repeat(101), '4111 1111 1111 1111'])(
    'takes none of a person with the name %j, signed or not',
    (name) => {
      const named = { ...said, by: { ...by, name } };
      expect(approvalAnswerSchema.safeParse(answered(signed(question))).success).toBe(true);
      expect(approvalAnswerSchema.safeParse(answered(signed(question, till, named))).success).toBe(false);
    },
  );

  it('believes none that another key signed', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const forged = { ...signed(question), signature: sign(null, Buffer.from('x'), stranger).toString('base64') };
    const { clock, answer } = anOffice(answered(forged));
    await clock.advance(0);
    expect(answer()).toEqual({ type: 'not-trusted' });
  });

  it('asks an office that answers at once once a second', async () => {
    const { clock, told } = anOffice(...Array.from({ length: 50 }, () => ({ type: 'waiting' }) as const));
    await clock.advance(10_000);
    expect(told.asked).toBeLessThanOrEqual(11);
  });

  it('takes the office for away after three questions that were not answered, and at once where it refuses', async () => {
    const away = anOffice(...Array.from({ length: 3 }, () => new OfficeAway('no answer')));
    await away.clock.advance(2_000);
    expect([away.answer(), away.told.asked]).toEqual([{ type: 'away' }, 3]);
    const refused = anOffice(new OfficeRefused('revoked', 'the access was revoked'));
    await refused.clock.advance(0);
    expect(refused.answer()).toEqual({ type: 'away' });
  });

  it('tells the office once that it waits no longer, and not after an answer', async () => {
    const waiting = anOffice();
    await waiting.clock.advance(0);
    waiting.asked.end();
    waiting.asked.end();
    await waiting.clock.advance(0);
    expect(waiting.told.withdrawn).toBe(1);
    const done = anOffice(answered(signed(question)));
    await done.clock.advance(0);
    done.asked.end();
    expect(done.told.withdrawn).toBe(0);
  });
});
