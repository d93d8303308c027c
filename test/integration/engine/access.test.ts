// Access that a program loses after it asked and before its operation is stored: finding out whether the gateway is
// there takes seconds, and what counts is what the program may when it is accepted.
import { describe, expect, it } from 'vitest';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Till, aTill, ok, terminalCommand } from '#support/till.ts';

const shutOut: Refusal = {
  code: 'token-unknown',
  detail: 'The access of this program was revoked. Nothing was stored.',
};
const works = () => ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
const asked = {
  kind: 'cloud-pos',
  input: terminalCommand('SALE', 'S-1'),
  requestId: 'K-1',
  origin: { type: 'erp', clientId: 'client' },
} as const;

/** A till whose gateway is asked whether it is there, and has yet to answer; the program is shut out at will. */
async function whileProbing(ask: (till: Till) => Promise<unknown>) {
  let refusal: Refusal | null = null;
  const needed: string[] = [];
  const till = await aTill({
    answer: works,
    barred: (clientId, scope) => {
      needed.push(`${clientId} ${scope}`);
      return refusal;
    },
  });
  const probe = Promise.withResolvers<boolean>();
  till.gateway.probe = () => probe.promise;
  const answer = ask(till);
  await till.clock.advance(0);
  return {
    till,
    needed,
    answeredTo: async (to: Refusal | null) => {
      refusal = to;
      probe.resolve(true);
      await till.clock.advance(0);
      return answer;
    },
  };
}

describe('a program that is shut out while the gateway is asked whether it is there', () => {
  it('starts nothing: nothing is stored or sent, and no request id is used up', async () => {
    const { till, needed, answeredTo } = await whileProbing(({ engine }) => engine.submit(asked));
    expect(await answeredTo(shutOut)).toEqual({ type: 'refused', refusal: shutOut });
    expect(needed).toEqual(['client sale']);
    expect(till.store.byRequest('client', 'K-1')).toBeNull();
    expect(till.posts()).toEqual([]);
  });

  it('is told so when it is only examined', async () => {
    const { answeredTo } = await whileProbing(({ engine }) => engine.examine(asked));
    expect(await answeredTo(shutOut)).toEqual({ type: 'refused', refusal: shutOut });
  });

  it('is told of what was accepted before, which starts nothing', async () => {
    const twice = await whileProbing(({ engine }) => Promise.all([engine.submit(asked), engine.submit(asked)]));
    expect(await twice.answeredTo(null)).toMatchObject([{ type: 'new' }, { type: 'known' }]);
    expect(twice.needed).toEqual(['client sale']);
  });

  it('does not limit the people at the till', async () => {
    const origin = { type: 'cashier', clientId: 'window' } as const;
    const { needed, answeredTo } = await whileProbing(({ engine }) => engine.submit({ ...asked, origin }));
    expect(await answeredTo(shutOut)).toMatchObject({ type: 'new' });
    expect(needed).toEqual([]);
  });
});
