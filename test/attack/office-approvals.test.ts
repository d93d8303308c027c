// Approvals that nobody gave: another till's question or answer, the same question with other words, a question that was
// answered, a person who asks and approves, another chain's person, strangers, and a flood of questions.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApprovalQuestion, questionText } from '#contract/office/approvals.ts';
import type { OfficeRefusal } from '#contract/office/office.ts';
import type { PageApproval } from '#contract/office/page.ts';
import { mostAttempts } from '#office/people/attempts.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { askApproval } from '#office-link/approvals.ts';
import { agentFor, ask as send } from '#office-link/office-client.ts';
import { FakeTill } from '#support/fake-till.ts';
import { type MadePerson, PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { until } from '#support/until.ts';

const never = new AbortController().signal;

describe.skipIf(!officeRuns)('approvals that nobody gave', () => {
  const office = new OfficeBench({ withPage: true });
  const tills: FakeTill[] = [];
  let [honest, liar]: FakeTill[] = [];
  let ada: PageClient;
  let person: MadePerson;

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    return till;
  };
  const asks = (more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
    id: randomBytes(16).toString('hex'),
    mode: 'live',
    sort: 'refund',
    request: randomBytes(32).toString('hex'),
    person: 'Cleo',
    amount: { value: 4_000, currency: 'EUR' },
    payment: null,
    terminal: null,
    line: null,
    reason: null,
    ...more,
  });
  const digestOf = (question: ApprovalQuestion) =>
    createHash('sha256').update(questionText(question), 'utf8').digest('hex');
  const listed = async (client = ada) => (await client.ask('/api/approvals')).value as PageApproval[];
  const shown = ({ id }: ApprovalQuestion): Promise<PageApproval> =>
    until(async () => (await listed()).find((each) => each.id === id) ?? null);
  const answer = (wish: object, client = ada) => client.post('/api/approvals/answer', { verdict: 'approved', ...wish });
  const wishOf = ({ till, id, digest }: PageApproval) => ({ till, id, digest });
  /** As the till's link asks, and believes. */
  const believed = async (till: FakeTill, question: ApprovalQuestion, of = till) =>
    askApproval(
      {
        member: till.member,
        client: of.client(),
        ending: never,
        after(ms, work) {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        log: () => {},
      },
      question,
    ).said;

  beforeAll(async () => {
    buildPage();
    await office.start();
    [honest, liar] = [await joined('Honest'), await joined('Liar')];
    person = await madePerson(office, 'Ada', 'viewer');
    ada = new PageClient(office.pageUrl);
    await ada.signIn('Ada', password, person.nextCode());
    await office.run('person', 'approves', '--name', 'Ada', '--at-tills', 'Countess');
  }, 240_000);
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('the answer to one till is believed by no other till that asks the same words', async () => {
    const question = asks();
    const waiting = believed(liar!, question);
    expect((await answer(wishOf(await shown(question)))).status).toBe(200);
    expect(await waiting).toMatchObject({ type: 'answered', answer: { verdict: 'approved' } });
    // Even where the other till's answer reaches it.
    expect(await believed(honest!, question, liar)).toEqual({ type: 'not-trusted' });
  });

  it('the same id with another sum is refused, before and after the answer', async () => {
    const question = asks({ amount: { value: 100, currency: 'EUR' } });
    const changed = { ...question, amount: { value: 900_000, currency: 'EUR' } };
    const waiting = honest!.client().approve(question, never);
    const card = await shown(question);
    await expect(honest!.client().approve(changed, never)).rejects.toThrow('other words');
    expect((await answer({ ...wishOf(card), digest: digestOf(changed) })).status).toBe(404);
    expect((await answer(wishOf(card))).status).toBe(200);
    expect(await waiting).toMatchObject({ type: 'answered' });
    await expect(honest!.client().approve(changed, never)).rejects.toThrow('other words');
    expect((await answer({ ...wishOf(card), verdict: 'declined' })).status).toBe(404);
  });

  it('a question that was changed in the database is not signed as the one that the till asked', async () => {
    const question = asks();
    const ending = new AbortController();
    const waiting = honest!.client().approve(question, ending.signal);
    await shown(question);
    const small = JSON.stringify({ ...question, amount: { value: 1, currency: 'EUR' } });
    await asOwner(office.databaseUrl, (tx) =>
      tx.run('UPDATE approval SET question = $2 WHERE id = $1', [question.id, small]),
    );
    const card = await shown(question);
    expect(card).toMatchObject({ amount: { value: 1 }, digest: digestOf(question) });
    expect((await answer(wishOf(card))).status).toBe(404);
    ending.abort();
    await Promise.allSettled([waiting]);
  });

  it('a question of one till is not withdrawn by another one', async () => {
    const question = asks();
    const waiting = honest!.client().approve(question, never);
    const card = await shown(question);
    await liar!.client().withdrawApproval(question.id);
    expect((await answer(wishOf(card))).status).toBe(200);
    expect(await waiting).toMatchObject({ type: 'answered' });
  });

  it.each(['Ada', 'ADA', 'Countess'])('a person does not approve what %s asks for at a till', async (name) => {
    await office.run('person', 'approves', '--name', (await other()).name);
    const question = asks({ person: name });
    const ending = new AbortController();
    const waiting = honest!.client().approve(question, ending.signal);
    const card = await shown(question);
    expect(card.bar).toBe('self');
    expect((await answer(wishOf(card))).value).toEqual({ code: 'own-request' });
    ending.abort();
    await Promise.allSettled([waiting]);
  });

  it('a revoked till’s question is not approved, and it can ask none', async () => {
    const till = await joined('Revoked');
    const question = asks();
    const ending = new AbortController();
    // It may be told so before it is answered.
    const waiting = Promise.allSettled([till.client().approve(question, ending.signal)]);
    const card = await shown(question);
    await office.run('till', 'revoke', '--name', 'Revoked');
    expect((await answer(wishOf(card))).status).toBe(404);
    ending.abort();
    await waiting;
    await expect(till.client().approve(asks(), never)).rejects.toThrow('revoked');
    await expect(till.client().withdrawApproval(question.id)).rejects.toThrow('revoked');
  });

  it('a stranger asks nothing, and bodies that are no question are refused', async () => {
    const agent = agentFor({ ca: honest!.member.authority });
    const body = JSON.stringify(asks());
    const stranger = await send(agent, new URL('/v1/approvals', office.url), { method: 'POST', body });
    agent.destroy();
    expect([stranger.status, (stranger.value as OfficeRefusal).code]).toEqual([401, 'not-a-till']);
    for (const wrong of [
      { id: 'x' },
      { amount: { value: -1, currency: 'EUR' } },
      { amount: { value: 1.5, currency: 'EUR' } },
      { person: '' },
      { person: 'x'.repeat(101) },
      { more: true },
    ]) {
      const question = { ...asks(), ...wrong } as ApprovalQuestion;
      await expect(honest!.client().approve(question, never)).rejects.toThrow('no question');
    }
  });

  it('texts that mean to be SQL, or a page, are texts', async () => {
    const ending = new AbortController();
    const question = asks({ person: `Cleo'); DROP TABLE approval; --`, reason: '<img src=x onerror=alert(1)>\0' });
    const waiting = honest!.client().approve(question, ending.signal);
    expect(await shown(question)).toMatchObject({ person: question.person, reason: question.reason });
    ending.abort();
    await Promise.allSettled([waiting]);
  });

  it('an answer needs the session’s token, the page’s own origin, and a session', async () => {
    const question = asks();
    const ending = new AbortController();
    const waiting = honest!.client().approve(question, ending.signal);
    const wish = { ...wishOf(await shown(question)), verdict: 'approved' };
    const foreign = { Origin: 'https://evil.example' };
    expect((await ada.post('/api/approvals/answer', wish, foreign)).status).toBe(403);
    expect((await ada.post('/api/approvals/answer', wish, { 'X-Tillbridge-Token': 'x' })).status).toBe(403);
    expect((await answer(wish, new PageClient(office.pageUrl))).status).toBe(401);
    expect((await listed()).map(({ id }) => id)).toContain(question.id);
    ending.abort();
    await Promise.allSettled([waiting]);
  });

  it('another chain’s person sees nothing and approves nothing', async () => {
    const chain = await asOwner(office.databaseUrl, async (tx) => {
      const made = await tx.row<{ id: string }>(
        `INSERT INTO chain (id, name) VALUES (gen_random_uuid(), 'Other') RETURNING id`,
      );
      return made?.id ?? '';
    });
    const question = asks();
    const waiting = honest!.client().approve(question, never);
    const card = await shown(question);
    const database = openDatabase(office.databaseUrl, () => {});
    try {
      const seen = await database.transact(chain, (tx) => tx.rows('SELECT * FROM approval'));
      const rights = await database.transact(chain, (tx) => tx.rows('SELECT * FROM approval_right'));
      expect([seen, rights]).toEqual([[], []]);
      const changed = database.transact(chain, (tx) => tx.run(`UPDATE approval SET state = 'approved'`));
      expect(await changed).toBe(0);
      // Nor does the office's own role give a right, be it of its own chain.
      const own = (
        await asOwner(office.databaseUrl, (tx) => tx.row<{ id: string }>('SELECT chain_id AS id FROM approval LIMIT 1'))
      )?.id;
      await expect(
        database.transact(own ?? '', (tx) => tx.run('UPDATE approval_right SET most_minor = NULL, currency = NULL')),
      ).rejects.toThrow('permission denied');
    } finally {
      await database.close();
    }
    expect((await answer(wishOf(card))).status).toBe(200);
    await waiting;
  });

  it('a till that asks without end is shown with a few questions only', async () => {
    const ending = new AbortController();
    const waiting = Array.from({ length: 20 }, () => liar!.client().approve(asks({ person: 'Flood' }), ending.signal));
    await until(async () => ((await listed()).filter((each) => each.person === 'Flood').length > 0 ? true : null));
    const question = asks();
    const beside = honest!.client().approve(question, ending.signal);
    await shown(question);
    expect((await listed()).filter((each) => each.person === 'Flood').length).toBeLessThanOrEqual(8);
    ending.abort();
    await Promise.allSettled([...waiting, beside]);
  });

  it('codes are not guessed: wrong ones count as attempts to sign in', async () => {
    const question = asks();
    const ending = new AbortController();
    const waiting = honest!.client().approve(question, ending.signal);
    const card = await shown(question);
    const codes: string[] = [];
    for (let guess = 0; guess <= mostAttempts.account; guess += 1) {
      codes.push(((await answer({ ...wishOf(card), code: '000000' })).value as { code: string }).code);
    }
    expect(codes.at(-1)).toBe('sign-in-limited');
    // A right one does not count any more, either.
    const right = await answer({ ...wishOf(card), code: person.codes.generate() });
    expect(right.value).toEqual({ code: 'sign-in-limited' });
    ending.abort();
    await Promise.allSettled([waiting]);
  });

  let made: MadePerson | null = null;
  async function other(): Promise<MadePerson> {
    made ??= await madePerson(office, 'Bo', 'viewer');
    return made;
  }
});
