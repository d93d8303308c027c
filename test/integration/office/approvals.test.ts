// A supervisor at the office approves what a till asks for, at a real office with its PostgreSQL and its page's server:
// who is asked, what they see, how they answer, and what the till is told.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalQuestion } from '#contract/office/approvals.ts';
import type { PageApproval, PageAudit } from '#contract/office/page.ts';
import { asOwner } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { type MadePerson, PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { until } from '#support/until.ts';

const never = new AbortController().signal;
const euros = (value: number) => ({ value, currency: 'EUR' });

describe.skipIf(!officeRuns)('what a till asks its office to approve', () => {
  const office = new OfficeBench({ withPage: true });
  const tills: FakeTill[] = [];

  const joined = async (name: string, shop: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, shop));
    await till.client().send('/v1/stretches', 1, 0, till.lines());
    return till;
  };
  type Signed = PageClient & { readonly codes: MadePerson['codes'] };
  const signedIn = async (name: string): Promise<Signed> => {
    const person = await madePerson(office, name, 'viewer');
    const client = new PageClient(office.pageUrl);
    await client.signIn(name, password, person.nextCode());
    return Object.assign(client, { codes: person.codes });
  };
  const asks = (more: Partial<ApprovalQuestion> = {}): ApprovalQuestion => ({
    id: randomBytes(16).toString('hex'),
    mode: 'test',
    sort: 'refund',
    request: randomBytes(32).toString('hex'),
    person: 'Cleo',
    amount: euros(4_000),
    payment: null,
    terminal: null,
    line: null,
    reason: null,
    ...more,
  });
  /** The till waits from now on. */
  const ask = (till: FakeTill, question: ApprovalQuestion, ending = never): Promise<ApprovalAnswer> =>
    till.client().approve(question, ending);
  const listed = async (client: PageClient) => (await client.ask('/api/approvals')).value as PageApproval[];
  const shown = (client: PageClient, { id }: ApprovalQuestion): Promise<PageApproval> =>
    until(async () => (await listed(client)).find((each) => each.id === id) ?? null);
  const answer = (client: PageClient, { till, id, digest }: PageApproval, verdict = 'approved', more = {}) =>
    client.post('/api/approvals/answer', { till, id, digest, verdict, ...more });

  let [north, south]: FakeTill[] = [];
  let ada: Signed;
  let bo: Signed;
  beforeAll(async () => {
    buildPage();
    await office.start();
    [north, south] = [await joined('Till 1', 'North'), await joined('Till 2', 'South')];
    [ada, bo] = [await signedIn('Ada'), await signedIn('Bo')];
  }, 240_000);
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('is asked nobody before somebody may approve it', async () => {
    expect(await ask(north!, asks())).toEqual({ type: 'nobody' });
    expect(await listed(ada)).toEqual([]);
    await office.run('person', 'approves', '--name', 'Ada');
    const limit = ['--shop', 'North', '--up-to-minor', '5000', '--currency', 'EUR'];
    await office.run('person', 'approves', '--name', 'Bo', ...limit);
    expect(await ask(south!, asks({ person: 'Ada' }))).toEqual({ type: 'nobody' });
    expect((await ada.ask('/api/session')).value).toMatchObject({ approves: true });
    expect(await office.run('person', 'list')).toContainEqual(
      expect.objectContaining({ name: 'Bo', approves: [{ shop: 'North', mostMinor: 5_000, currency: 'EUR' }] }),
    );
  });

  it('is shown with what the till says and what all tills know of the payment, and approved', async () => {
    const sale = north!.sell(9_000);
    await north!.client().send('/v1/stretches', 1, north!.records.length - 3, north!.lines(north!.records.length - 3));
    const payment = {
      reference: 'A-17',
      payId: `pay-${sale}`,
      brand: 'VISA',
      last4: '1111',
      captured: euros(9_000),
      refunded: null,
    };
    const question = asks({ payment, line: '4711/1', reason: 'Returned' });
    const waiting = ask(north!, question);
    const card = await shown(ada, question);
    expect(card).toMatchObject({
      tillName: 'Till 1',
      shop: 'North',
      person: 'Cleo',
      amount: euros(4_000),
      payment,
      line: '4711/1',
      reason: 'Returned',
      bar: null,
      known: { currency: 'EUR', takenMinor: 9_000, givenBackMinor: 0, tills: 1 },
    });
    expect(card).not.toHaveProperty('request');
    expect((await answer(ada, card)).status).toBe(200);
    expect(await waiting).toMatchObject({ type: 'answered', answer: { verdict: 'approved', by: { name: 'Ada' } } });
    // The till lost the answer, and asks again.
    expect(await ask(north!, question)).toEqual(await waiting);
    const admin = await madePerson(office, 'Chief', 'admin');
    const chief = new PageClient(office.pageUrl);
    await chief.signIn('Chief', password, admin.nextCode());
    expect((await chief.ask('/api/audit')).value as PageAudit[]).toContainEqual(
      expect.objectContaining({
        person: 'Ada',
        what: 'approval-given',
        detail: expect.stringContaining(question.id) as string,
      }),
    );
  });

  it('is declined, and then nobody else can approve it', async () => {
    const question = asks();
    const waiting = ask(north!, question);
    const card = await shown(bo, question);
    expect((await answer(bo, card, 'declined')).status).toBe(200);
    expect(await waiting).toMatchObject({ answer: { verdict: 'declined', by: { name: 'Bo' } } });
    expect((await answer(ada, card)).status).toBe(404);
    expect(await ask(north!, question)).toMatchObject({ answer: { verdict: 'declined' } });
  });

  it('is not shown in another shop, and not approved above the sum', async () => {
    const ending = new AbortController();
    const [elsewhere, large] = [asks(), asks({ amount: euros(5_001) })];
    const waiting = [ask(south!, elsewhere, ending.signal), ask(north!, large, ending.signal)];
    const [other, above] = [await shown(ada, elsewhere), await shown(bo, large)];
    expect((await listed(bo)).map(({ id }) => id)).not.toContain(elsewhere.id);
    expect(above.bar).toBe('sum');
    for (const card of [other, above]) {
      expect((await answer(bo, card)).value).toEqual({ code: 'role-missing' });
    }
    ending.abort();
    await Promise.allSettled(waiting);
  });

  it('is shown in its shop however many wait in others', async () => {
    const elsewhere = JSON.stringify(asks());
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(
        `INSERT INTO approval (chain_id, till_id, id, digest, question, state, asked_at)
          SELECT chain_id, id, lpad(to_hex(number), 32, '0'), repeat('0', 64), $1, 'open', now() - interval '1 minute'
          FROM till, generate_series(1, 60) AS number WHERE name = 'Till 2'`,
        [elsewhere],
      ),
    );
    const question = asks();
    const waiting = ask(north!, question);
    expect((await answer(bo, await shown(bo, question), 'declined')).status).toBe(200);
    expect(await waiting).toMatchObject({ answer: { verdict: 'declined' } });
  });

  it('is not kept for more than a day where nobody answered it', async () => {
    const kept = async () =>
      (
        await asOwner(office.databaseUrl, async (tx) => {
          await tx.run(`UPDATE approval SET heard_at = now() - interval '25 hours'`);
          return tx.rows<{ state: string }>('SELECT DISTINCT state FROM approval ORDER BY state');
        })
      ).map(({ state }) => state);
    expect(await kept()).toEqual(['approved', 'declined', 'open']);
    for (const till of [north!, south!]) {
      const question = asks();
      const waiting = ask(till, question);
      await answer(ada, await shown(ada, question), 'declined');
      await waiting;
    }
    expect(await kept()).toEqual(['approved', 'declined']);
  });

  it('disappears once the till withdraws it', async () => {
    const question = asks();
    const ending = new AbortController();
    const waiting = ask(north!, question, ending.signal);
    const card = await shown(ada, question);
    ending.abort();
    await Promise.allSettled([waiting]);
    await north!.client().withdrawApproval(question.id);
    expect((await listed(ada)).map(({ id }) => id)).not.toContain(question.id);
    expect((await answer(ada, card)).status).toBe(404);
    await expect(ask(north!, question)).rejects.toThrow('withdrew');
  });

  it('needs a one-time code where the last one is some minutes old', async () => {
    const question = asks();
    const waiting = ask(north!, question);
    const card = await shown(ada, question);
    const used = ada.codes.generate();
    await asOwner(office.databaseUrl, async (tx) => {
      const ofAda = `(SELECT id FROM person WHERE name = 'Ada')`;
      await tx.run(`UPDATE person_session SET proved_at = now() - interval '6 minutes' WHERE person_id = ${ofAda}`);
      // As if the code of now had not been used to sign in.
      await tx.run(`UPDATE person SET code_period = 0 WHERE id = ${ofAda}`);
    });
    expect((await answer(ada, card)).value).toEqual({ code: 'code-needed' });
    const wrong = used === '000000' ? '000001' : '000000';
    expect((await answer(ada, card, 'approved', { code: wrong })).value).toEqual({ code: 'wrong-code' });
    expect((await answer(ada, card, 'approved', { code: used })).status).toBe(200);
    expect(await waiting).toMatchObject({ answer: { verdict: 'approved' } });
    const next = asks();
    const again = ask(north!, next);
    const second = await shown(ada, next);
    // A code is taken once; the one before counts for some minutes.
    expect((await answer(ada, second, 'approved', { code: used })).value).toEqual({ code: 'wrong-code' });
    expect((await answer(ada, second)).status).toBe(200);
    expect(await again).toMatchObject({ answer: { verdict: 'approved' } });
  });

  it('is answered by nobody who was removed or lost the right', async () => {
    await office.run('person', 'approves-nothing', '--name', 'Bo');
    expect((await bo.ask('/api/session')).value).toMatchObject({ approves: false });
    await office.run('person', 'approves', '--name', 'Ada', '--at-tills', 'Countess');
    await office.run('person', 'remove', '--name', 'Ada');
    expect(await ask(north!, asks())).toEqual({ type: 'nobody' });
    // The name comes back without the right, and for another person.
    await madePerson(office, 'Ada', 'viewer');
    expect(await ask(north!, asks())).toEqual({ type: 'nobody' });
    await office.run('person', 'approves', '--name', 'Ada');
    expect(await office.run('person', 'list')).toContainEqual(expect.objectContaining({ name: 'Ada', atTills: null }));
    await office.run('person', 'approves-nothing', '--name', 'Ada');
  });

  it('is still answered after the office was killed', async () => {
    await office.run('person', 'approves', '--name', 'Bo');
    const question = asks();
    await Promise.allSettled([ask(north!, question, AbortSignal.timeout(500))]);
    await office.kill();
    await office.start();
    const waiting = ask(north!, question);
    expect((await answer(bo, await shown(bo, question))).status).toBe(200);
    expect(await waiting).toMatchObject({ type: 'answered', answer: { by: { name: 'Bo' } } });
  });
});
