// One refund for one article over all tills of a chain, at a real office with its PostgreSQL: tills that race, refunds that
// are in doubt, reversals, parts, a restored folder, a revoked till, and two chains beside each other.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import { type Tx, asOwner, openDatabase } from '#office/database/database.ts';
import { lockNames } from '#office/claims/claim-rows.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';
import { until } from '#support/until.ts';

const never = new AbortController().signal;

interface Listed {
  readonly id: string;
  readonly till: string;
  readonly state: string;
  readonly isOfOlderHistory: boolean;
  readonly isFresh: boolean;
}

describe.skipIf(!officeRuns)('refunds that tills claim at their office', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    await send(till);
    return till;
  };
  const sent = new Map<FakeTill, number>();
  /** All that the till wrote since. */
  const send = async (till: FakeTill, lineage = 1): Promise<void> => {
    const after = sent.get(till) ?? 0;
    sent.set(till, till.records.length);
    await till.client().send('/v1/stretches', lineage, after, till.lines(after));
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
  const claim = (till: FakeTill, more: Partial<ClaimAsked> = {}): Promise<ClaimAnswer> =>
    till.client().claim(asked(till, more), never);
  /** `granted`, or why not. */
  const verdict = async (till: FakeTill, more: Partial<ClaimAsked> = {}): Promise<string> => {
    const answer = await claim(till, more);
    return answer.type === 'refused' ? answer.why : answer.type;
  };
  /** Begins each request once the one before it waits, while the name of the payment is locked; their answers. */
  const heldUp = async (payment: string, ...begin: (() => Promise<unknown>)[]): Promise<unknown[]> => {
    const begun: Promise<unknown>[] = [];
    await asOwner(office.databaseUrl, async (tx) => {
      const at = await tx.row<{ chain: string }>(`SELECT chain_id AS chain FROM till WHERE name = 'Till 1'`);
      await lockNames(tx, at!, [{ mode: 'test', payment, line: null }]);
      for (const each of begin) {
        begun.push(each());
        await until(async () => {
          const waiting = await tx.rows('SELECT FROM pg_locks WHERE NOT granted');
          return waiting.length >= begun.length ? true : null;
        });
      }
    });
    return Promise.all(begun);
  };
  const open = (): Promise<Listed[]> => office.run<Listed>('claims', 'list');
  /** What this till claimed is of two minutes ago. */
  const grownOld = (name: string) =>
    asOwner(office.databaseUrl, (tx) =>
      tx.run(
        `UPDATE claim SET at = at - interval '2 minutes' WHERE till_id = (SELECT id FROM till WHERE till.name = $1)`,
        [name],
      ),
    );
  const doubles = () =>
    asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ line: string | null; why: string }>(
        'SELECT line, doubles_why AS why FROM claim WHERE doubles IS NOT NULL ORDER BY doubles_since',
      ),
    );

  let [one, two]: FakeTill[] = [];
  beforeAll(async () => {
    await office.start();
    [one, two] = [await joined('Till 1'), await joined('Till 2')];
  });
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('are not wanted before the chain says so', async () => {
    expect(await verdict(one!, { line: 'before' })).toBe('not-wanted');
    expect((await one!.client().place()).claims).toBe(false);
    await office.run('claims', 'on', '--by', 'Ada');
    expect((await one!.client().place()).claims).toBe(true);
    expect(await verdict(one!, { line: 'after' })).toBe('granted');
  });

  it('are granted once for a line, and the second till is told who has it', async () => {
    expect(await claim(one!, { payId: 'pay-1', line: '1' })).toEqual({ type: 'granted' });
    expect(await claim(two!, { payId: 'pay-1', line: '1' })).toMatchObject({
      type: 'refused',
      why: 'line',
      by: { till: 'Till 1', shop: 'North', isOwn: false, state: 'held', amount: { value: 500, currency: 'EUR' } },
    });
    expect(await verdict(two!, { payId: 'pay-1', line: '2' })).toBe('granted');
  });

  it('stay while the refund is in doubt, and are free once nothing was paid', async () => {
    const id = asked(one!).id;
    const wish = { payId: 'pay-doubt', line: '1' };
    expect(await verdict(one!, { ...wish, id })).toBe('granted');
    one!.refund(500, { ...wish, id, claim: 'granted', state: 'unknown' });
    await send(one!);
    expect(await claim(two!, wish)).toMatchObject({ type: 'refused', by: { state: 'used' } });
    one!.append('failed', id, { state: 'failed' });
    await send(one!);
    expect(await verdict(two!, wish)).toBe('granted');
  });

  it('stay for good once it was paid', async () => {
    const wish = { payId: 'pay-paid', line: '1' };
    one!.refund(500, wish);
    await send(one!);
    expect(await claim(two!, wish)).toMatchObject({ type: 'refused', why: 'line', by: { state: 'paid' } });
  });

  it('are free once the till gave them up, also where its question comes later than that', async () => {
    const id = asked(one!).id;
    const wish = { line: 'dropped' };
    expect(await verdict(one!, { ...wish, id })).toBe('granted');
    expect(await verdict(two!, wish)).toBe('line');
    one!.append('claim-dropped', null, { claim: id });
    await send(one!);
    expect(await verdict(two!, wish)).toBe('granted');
    const late = asked(one!, { line: 'late' });
    one!.append('claim-dropped', null, { claim: late.id });
    await send(one!);
    await expect(one!.client().claim(late, never)).rejects.toThrow('gave this claim up');
  });

  it('are free once the till was started again, and no question of before is answered any more', async () => {
    const before = asked(one!, { line: 'crash' });
    expect(await verdict(one!, before)).toBe('granted');
    const delayed = asked(one!, { line: 'delayed' });
    one!.append('claims-closed', null, {});
    await send(one!);
    expect(await verdict(two!, { line: 'crash' })).toBe('granted');
    await expect(one!.client().claim(delayed, never)).rejects.toThrow('gave this claim up');
    expect(await verdict(one!, { line: 'now' })).toBe('granted');
  });

  it('are within what was captured over all tills, in parts', async () => {
    const sale = one!.sell(1_000);
    await send(one!);
    const payId = `pay-${sale}`;
    const part = (value: number) => ({ payId, amount: { value, currency: 'EUR' } });
    expect(await verdict(one!, part(600))).toBe('granted');
    expect(await claim(two!, part(401))).toMatchObject({ why: 'sum', left: { value: 400, currency: 'EUR' } });
    expect(await verdict(two!, part(400))).toBe('granted');
    expect(await verdict(one!, { transId: sale, amount: { value: 1, currency: 'EUR' } })).toBe('sum');
    expect(await verdict(two!, { payId, amount: null })).toBe('sum');
    // Others than the chain's tills captured more of it, which the till has seen.
    expect(await verdict(two!, { ...part(500), captured: 1_500 })).toBe('granted');
  });

  it('of a restored folder stay until a person frees them, who is named', async () => {
    const till = await joined('Restored');
    const wish = { payId: 'pay-restored', line: '1' };
    const id = asked(till).id;
    await verdict(till, { ...wish, id });
    const kept = till.records.length;
    till.refund(500, { ...wish, id, claim: 'granted', state: 'accepted' });
    await send(till);
    till.records = till.records.slice(0, kept);
    till.append('folder-paused', null, {});
    till.append('claims-closed', null, {});
    await till.client().send('/v1/lineages', 1, kept, till.lines(kept));
    expect(await verdict(two!, wish)).toBe('line');
    expect((await open()).find((each) => each.id === id)).toMatchObject({ state: 'used', isOfOlderHistory: true });
    const free = ['claims', 'free', '--till', 'Restored', '--claim', id, '--by', 'Ada'];
    await expect(office.run(...free)).rejects.toThrow('--why');
    await office.run(...free, '--why', 'the slip shows nothing');
    expect(await verdict(two!, wish)).toBe('granted');
    const audit = await asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ person: string; detail: string }>(`SELECT person, detail FROM page_audit WHERE what = 'claim-freed'`),
    );
    expect(audit).toEqual([{ person: 'Ada', detail: `Restored: ${id}: the slip shows nothing` }]);
  });

  it('of a history that a restored folder lost stay, however many records the till writes after that', async () => {
    const till = await joined('Lost');
    const [kept, before] = [till.records.length, { line: 'kept' }];
    const wish = { payId: 'pay-lost', line: '1' };
    expect(await verdict(till, before)).toBe('granted');
    for (let at = 0; at < 3; at += 1) till.append('claims-opened', null, {});
    const id = asked(till).id;
    expect(await verdict(till, { ...wish, id })).toBe('granted');
    till.records = till.records.slice(0, kept);
    till.append('claims-opened', null, {});
    till.append('folder-paused', null, {});
    for (let at = 0; at < 3; at += 1) till.append('claims-closed', null, {});
    await send(till);
    expect(await verdict(two!, wish)).toBe('line');
    expect((await open()).find((each) => each.id === id)).toMatchObject({ state: 'held', isOfOlderHistory: true });
    expect(await verdict(two!, before)).toBe('granted');
  });

  it('of one order number at two tills are for two payments', async () => {
    const [first, second] = [one!.sell(1_000, 'succeeded', 'order-1'), two!.sell(1_000, 'succeeded', 'order-1')];
    await send(one!);
    await send(two!);
    expect(await verdict(one!, { payId: `pay-${first}`, line: '1' })).toBe('granted');
    expect(await verdict(two!, { transId: 'order-1', line: '1' })).toBe('granted');
    expect(await verdict(one!, { payId: `pay-${second}`, line: '1' })).toBe('line');
    // A payment whose number the office does not know yet.
    expect(await verdict(one!, { transId: 'order-2', line: '1' })).toBe('granted');
    expect(await verdict(two!, { transId: 'order-2', line: '1' })).toBe('granted');
  });

  it('by an order number stand in the way of its payment once the journal says its number', async () => {
    const sale = two!.sell(1_000, 'succeeded', 'order-3');
    expect(await verdict(two!, { transId: 'order-3', line: '1' })).toBe('granted');
    await send(two!);
    expect(await verdict(one!, { payId: `pay-${sale}`, line: '1' })).toBe('line');
    expect(await verdict(two!, { transId: 'order-3', line: '1' })).toBe('line');
  });

  it('that were paid by an order number are compared once the journal says the number of the payment', async () => {
    const before = (await doubles()).length;
    const sale = two!.sell(1_000, 'unknown', 'order-4');
    two!.refund(500, { refundOf: sale, line: 'named' });
    await send(two!);
    one!.refund(500, { payId: `pay-${sale}`, line: 'named' });
    await send(one!);
    expect(await doubles()).toHaveLength(before);
    two!.end(sale, 1_000);
    await send(two!);
    expect((await doubles()).slice(before)).toEqual([{ line: 'named', why: 'line' }]);
  });

  it('and the journal of their till do not wait for each other in a circle', async () => {
    const till = await joined('Circle');
    const wish = asked(till, { payId: 'pay-circle', line: '1' });
    const kept = till.records.length;
    till.refund(500, { id: wish.id, payId: 'pay-circle', line: '1', claim: 'granted' });
    // The claim was delayed: its refund is in the journal when it comes.
    const client = till.client();
    const [late] = await heldUp(
      'pay-circle',
      () => client.claim(wish, never),
      () => send(till),
    );
    expect(late).toEqual({ type: 'granted' });
    expect(await claim(two!, { payId: 'pay-circle', line: '1' })).toMatchObject({ by: { state: 'paid' } });
    till.records = till.records.slice(0, kept);
    till.append('folder-paused', null, {});
    till.refund(500, { payId: 'pay-circle', line: '2' });
    const again = asked(till, { payId: 'pay-circle', line: '3' });
    const [granted] = await heldUp(
      'pay-circle',
      () => client.claim(again, never),
      () => client.send('/v1/lineages', 1, kept, till.lines(kept)),
    );
    expect(granted).toEqual({ type: 'granted' });
  });

  it('wait for each other also where the database shows a transaction only what was there at its beginning', async () => {
    const url = new URL(office.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const level = (tx: Tx) => tx.row<{ level: string }>(`SELECT current_setting('transaction_isolation') AS level`);
    const database = openDatabase(url.href, () => undefined, 1);
    const levels = [await asOwner(url.href, level), await database.transact(randomUUID(), level)];
    await database.close();
    expect(levels.map((each) => each?.level)).toEqual(['read committed', 'read committed']);
  });

  it('of a revoked till stay as well, and it claims nothing more; a person frees all of them at once', async () => {
    const till = await joined('Revoked');
    const wish = { line: 'revoked' };
    const id = asked(till).id;
    await verdict(till, wish);
    await verdict(till, { line: 'revoked-used', id });
    till.refund(500, { id, line: 'revoked-used', claim: 'granted', state: 'accepted' });
    await send(till);
    const free = ['claims', 'free', '--till', 'Revoked', '--held', '--by', 'Ada', '--why', 'the till was stolen'];
    await grownOld('Revoked');
    await expect(office.run(...free)).rejects.toThrow('is not revoked');
    await office.run('till', 'revoke', '--name', 'Revoked');
    await expect(claim(till, { line: 'other' })).rejects.toThrow('was revoked');
    expect(await verdict(two!, wish)).toBe('line');
    expect(await office.run(...free)).toEqual([{ till: 'Revoked', freed: 1 }]);
    expect(await verdict(two!, wish)).toBe('granted');
    expect(await verdict(two!, { line: 'revoked-used' })).toBe('line');
  });

  it('are freed by a person only when their till can no longer be about to use them', async () => {
    const till = await joined('Fresh');
    const id = asked(till).id;
    await verdict(till, { line: 'fresh', id });
    const free = ['claims', 'free', '--till', 'Fresh', '--claim', id, '--by', 'Ada', '--why', 'the till is gone'];
    expect((await open()).find((each) => each.id === id)).toMatchObject({ isFresh: true });
    await expect(office.run(...free)).rejects.toThrow('can be freed');
    await grownOld('Fresh');
    expect((await open()).find((each) => each.id === id)).toMatchObject({ isFresh: false });
    await office.run(...free);
    expect(await verdict(two!, { line: 'fresh' })).toBe('granted');
  });

  it('are two hundred at most that a till neither uses nor gives up', async () => {
    const till = await joined('Greedy');
    const client = till.client();
    for (let at = 0; at < 200; at += 1) {
      expect(await client.claim(asked(till, { line: `greedy-${at}` }), never)).toEqual({ type: 'granted' });
    }
    await expect(client.claim(asked(till, { line: 'greedy' }), never)).rejects.toThrow('200 claims');
    expect(await verdict(two!, { line: 'greedy' })).toBe('granted');
    till.append('claims-closed', null, {});
    await send(till);
    expect(await verdict(till, { line: 'greedy-0' })).toBe('granted');
  }, 120_000);

  it('are granted to one of sixteen tills that race for each slip', async () => {
    const codes = await office.enrolMany(Array.from({ length: 16 }, (_, at) => `Racer ${at}`));
    const racers: FakeTill[] = [];
    for (const code of codes) {
      const till = new FakeTill();
      tills.push(till);
      racers.push(till);
      await till.join(office.url, code);
      await send(till);
    }
    const clients = racers.map((till) => till.client());
    const granted: number[] = [];
    const slips = share({ small: 6, large: 60 });
    for (let slip = 0; slip < slips; slip += 1) {
      const answers = await Promise.all(
        racers.map((till, at) => clients[at]!.claim(asked(till, { payId: `slip-${slip}`, line: '1' }), never)),
      );
      granted.push(answers.filter(({ type }) => type === 'granted').length);
    }
    expect([...new Set(granted)]).toEqual([1]);
  }, 240_000);

  it('for a line are granted to one of two tills where one names its payment and the other none', async () => {
    for (let round = 0; round < share({ small: 6, large: 20 }); round += 1) {
      const line = `alone-${round}`;
      const verdicts = await Promise.all([verdict(one!, { line }), verdict(two!, { line, payId: `pay-${line}` })]);
      expect(verdicts.toSorted()).toEqual(['granted', 'line']);
    }
    expect(await verdict(one!, { line: 'shared', payId: 'pay-shared-1' })).toBe('granted');
    expect(await verdict(two!, { line: 'shared', payId: 'pay-shared-2' })).toBe('granted');
  });

  it('do not meet those of another chain', async () => {
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(`INSERT INTO chain (id, name, wants_claims) VALUES ($1, 'other', true)`, [randomUUID()]),
    );
    const [enrolled] = await office.run<{ code: string }>('enrol', '--name', 'Abroad', '--chain', 'other');
    const abroad = new FakeTill();
    tills.push(abroad);
    await abroad.join(office.url, enrolled?.code ?? '');
    const wish = { payId: 'pay-of-both', line: '1' };
    expect(await verdict(one!, wish)).toBe('granted');
    expect(await verdict(abroad, wish)).toBe('granted');
    await asOwner(office.databaseUrl, async (tx) => {
      await tx.run(`DELETE FROM claim WHERE chain_id = (SELECT id FROM chain WHERE name = 'other')`);
    });
  });

  it('that were made while the office was away are compared when their records come', async () => {
    const before = (await doubles()).length;
    const wish = { payId: 'pay-away', line: '1' };
    one!.refund(500, wish);
    await send(one!);
    expect(await doubles()).toHaveLength(before);
    two!.refund(500, { ...wish, claim: 'away' });
    await send(two!);
    expect((await doubles()).slice(before)).toEqual([{ line: '1', why: 'line' }]);
  });
});
