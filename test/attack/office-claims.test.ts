// Tills and strangers that want a refund twice: a till that lies about lines or sums, claims in another till's name, for
// another chain's payment, or what another one asked; and bodies that are no claims.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import type { OfficeRefusal } from '#contract/office/office.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { agentFor, ask } from '#office-link/office-client.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const never = new AbortController().signal;

describe.skipIf(!officeRuns)('claims of tills that are not what they say', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];
  const sent = new Map<FakeTill, number>();

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    await send(till);
    return till;
  };
  const send = async (till: FakeTill): Promise<void> => {
    const after = sent.get(till) ?? 0;
    sent.set(till, till.records.length);
    await till.client().send('/v1/stretches', 1, after, till.lines(after));
  };
  const asked = (till: FakeTill, more: Partial<ClaimAsked> = {}): ClaimAsked => ({
    id: `op_${randomUUID()}`,
    mode: 'test',
    payId: null,
    transId: null,
    line: null,
    amount: { value: 500, currency: 'EUR' },
    captured: null,
    asOf: till.records.length,
    ...more,
  });
  const claim = (till: FakeTill, wish: ClaimAsked): Promise<ClaimAnswer> => till.client().claim(wish, never);
  const doublesOf = (id: string) =>
    asOwner(office.databaseUrl, (tx) =>
      tx.row<{ why: string | null; amount: number | null }>(
        'SELECT doubles_why AS why, amount_minor AS amount FROM claim WHERE id = $1',
        [id],
      ),
    );

  let [honest, liar]: FakeTill[] = [];
  beforeAll(async () => {
    await office.start();
    await office.run('claims', 'on', '--by', 'Ada');
    [honest, liar] = [await joined('Honest'), await joined('Liar')];
  });
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('for one line, and a journal that pays another one, are found by the journal', async () => {
    const wish = asked(liar!, { payId: 'pay-line', line: 'claimed' });
    expect(await claim(honest!, asked(honest!, { payId: 'pay-line', line: 'paid' }))).toEqual({ type: 'granted' });
    honest!.refund(500, { payId: 'pay-line', line: 'paid' });
    await send(honest!);
    expect(await claim(liar!, wish)).toEqual({ type: 'granted' });
    liar!.refund(500, { id: wish.id, payId: 'pay-line', line: 'paid', claim: 'granted' });
    await send(liar!);
    expect(await doublesOf(wish.id)).toMatchObject({ why: 'line' });
  });

  it('for a small sum, and a journal that pays a large one, count with what was paid', async () => {
    const sale = honest!.sell(1_000);
    await send(honest!);
    const payId = `pay-${sale}`;
    honest!.refund(600, { payId });
    await send(honest!);
    const wish = asked(liar!, { payId, amount: { value: 1, currency: 'EUR' } });
    expect(await claim(liar!, wish)).toEqual({ type: 'granted' });
    liar!.refund(900, { id: wish.id, payId, claim: 'granted' });
    await send(liar!);
    expect(await doublesOf(wish.id)).toEqual({ why: 'sum', amount: 900 });
  });

  it('do not take another till’s claim away, nor end it, by its id', async () => {
    const wish = asked(honest!, { line: 'mine' });
    expect(await claim(honest!, wish)).toEqual({ type: 'granted' });
    liar!.append('claim-dropped', null, { claim: wish.id });
    liar!.append('failed', wish.id, { state: 'failed' });
    liar!.append('claims-closed', null, {});
    await send(liar!);
    expect(await claim(liar!, asked(liar!, { line: 'mine' }))).toMatchObject({ type: 'refused', why: 'line' });
  });

  it('that are sent again are answered the same, and with other facts not at all', async () => {
    const wish = asked(honest!, { payId: 'pay-again', line: '1' });
    expect(await claim(honest!, wish)).toEqual({ type: 'granted' });
    expect(await claim(honest!, wish)).toEqual({ type: 'granted' });
    for (const other of [{ line: '2' }, { payId: 'pay-other' }, { amount: { value: 1, currency: 'EUR' } }]) {
      await expect(claim(honest!, { ...wish, ...other })).rejects.toThrow('gave this claim up');
    }
    honest!.append('claim-dropped', null, { claim: wish.id });
    await send(honest!);
    await expect(claim(honest!, wish)).rejects.toThrow('gave this claim up');
  });

  it('with another till’s certificate count as that till’s, and without one are refused', async () => {
    const wish = asked(honest!, { line: 'certificate' });
    expect(await honest!.client(liar).claim(wish, never)).toEqual({ type: 'granted' });
    expect(await claim(honest!, asked(honest!, { line: 'certificate' }))).toMatchObject({ by: { till: 'Liar' } });
    const agent = agentFor({ ca: honest!.member.authority });
    const body = JSON.stringify(asked(honest!));
    const answer = await ask(agent, new URL('/v1/claims', office.url), { method: 'POST', body });
    agent.destroy();
    expect([answer.status, (answer.value as OfficeRefusal).code]).toEqual([401, 'not-a-till']);
  });

  it('of an old certificate are refused once the till joined again', async () => {
    const till = await joined('Again');
    const before = till.client();
    expect(await before.claim(asked(till, { line: 'before' }), never)).toEqual({ type: 'granted' });
    await till.join(office.url, await office.enrol('Again'));
    await expect(before.claim(asked(till, { line: 'old' }), never)).rejects.toThrow('another certificate');
    expect(await claim(till, asked(till, { line: 'old' }))).toEqual({ type: 'granted' });
  });

  it('of another chain are not seen by the office’s role, and a claim of it is stored in its own', async () => {
    await claim(honest!, asked(honest!, { line: 'ours' }));
    const other = randomUUID();
    await asOwner(office.databaseUrl, (tx) => tx.run(`INSERT INTO chain (id, name) VALUES ($1, 'other')`, [other]));
    const database = openDatabase(office.databaseUrl, () => undefined, 1);
    const seen = await database.transact(other, (tx) => tx.rows('SELECT id FROM claim'));
    await expect(
      database.transact(other, (tx) =>
        tx.run(
          `INSERT INTO claim (chain_id, till_id, id, lineage, mode, state)
            SELECT chain_id, till_id, 'op_forged', 1, 'test', 'paid' FROM lineage LIMIT 1`,
        ),
      ),
    ).resolves.toBe(0);
    await database.close();
    await asOwner(office.databaseUrl, (tx) => tx.run('DELETE FROM chain WHERE id = $1', [other]));
    expect(seen).toEqual([]);
  });

  it('that are none are refused, and texts that mean to be SQL are texts', async () => {
    const texts = { payId: `'; DROP TABLE claim; --`, line: `1');--` };
    expect(await claim(honest!, asked(honest!, texts))).toEqual({ type: 'granted' });
    expect(await claim(liar!, asked(liar!, texts))).toMatchObject({ type: 'refused', why: 'line' });
    expect(await claim(honest!, asked(honest!, { payId: 'half \uD800 and \0' }))).toEqual({ type: 'granted' });
    const client = honest!.client();
    for (const change of [
      { amount: { value: -1, currency: 'EUR' } },
      { amount: { value: 0.5, currency: 'EUR' } },
      { amount: { value: 1, currency: 'euro' } },
      { line: 'with a blank' },
      { line: 'x'.repeat(65) },
      { mode: 'training' },
      { asOf: -1 },
      { id: '' },
      { more: true },
    ]) {
      const wish = { ...asked(honest!), ...change } as unknown as ClaimAsked;
      await expect(client.claim(wish, never)).rejects.toThrow('no claim');
    }
    await expect(client.claim({ ...asked(honest!), payId: 'x'.repeat(5_000) }, never)).rejects.toThrow('no claim');
  });
});
