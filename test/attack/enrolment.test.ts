// Codes that are guessed, and one code that many use at the same instant, each over a connection of its own: one till
// joins by a code, guessing ends soon whatever the number of connections, and it neither fills the log nor holds up the
// tills that have joined.
import { type KeyObject, generateKeyPairSync, randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfficeRefusal, joinCodeIn } from '#contract/office/office.ts';
import { ask } from '#office-link/office-client.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';

const guessed = share({ small: 200, large: 600 });
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

describe.skipIf(!officeRuns)('an office and codes that are tried', () => {
  const office = new OfficeBench();
  const publicKey = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
  const agents: Agent[] = [];
  const opened: FakeTill[] = [];
  let joined = new FakeTill();

  /** What `secrets` are answered from this address of the machine, so many at once. */
  async function tried(secrets: readonly string[], { from = '127.0.0.1', atOnce = 60 } = {}) {
    const agent = new Agent({ ca: joined.member.authority, localAddress: from, maxSockets: atOnce });
    agents.push(agent);
    const journalKey = pemOf(generateKeyPairSync('ed25519').publicKey);
    const asked = secrets.map((secret) => {
      const body = JSON.stringify({ secret, publicKey, journalKey, version: '0.0.0' });
      return ask(agent, new URL('/v1/join', office.url), { method: 'POST', body });
    });
    return (await Promise.all(asked)).map(({ status, value }) =>
      status === 200 ? 'joined' : (value as OfficeRefusal).code,
    );
  }
  const guesses = (many: number) => Array.from({ length: many }, () => randomBytes(10).toString('hex'));
  const secretOf = (code: string) => joinCodeIn(code)?.secret ?? '';
  const count = (answers: readonly string[], wanted: string) => answers.filter((each) => each === wanted).length;

  beforeAll(async () => {
    await office.start();
    opened.push(joined);
    await joined.join(office.url, await office.enrol('Known'));
  });
  afterAll(async () => {
    for (const agent of agents) agent.destroy();
    for (const till of opened) till.close();
    await office.close();
  });

  it('one of forty that use a code at the same instant joins', async () => {
    const secret = secretOf(await office.enrol('Wanted'));
    const answers = await tried(
      Array.from({ length: 40 }, () => secret),
      { atOnce: 40 },
    );
    expect([count(answers, 'joined'), count(answers, 'code-not-valid')]).toEqual([1, 39]);
  });

  it('a journal is that of one till, also where it joins as two at the same instant', async () => {
    const till = new FakeTill();
    const codes = [await office.enrol('Left'), await office.enrol('Right')];
    const met = await Promise.allSettled(codes.map((code) => till.join(office.url, code)));
    const refused = met.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toEqual([expect.stringContaining('that of another till')]);
  });

  it('few of many guesses over 60 connections are looked at, and few lines say so', async () => {
    const lines = () => office.logText.split('\n').length;
    const before = lines();
    const answers = await tried(guesses(guessed), { from: '127.0.0.2' });
    const looked = count(answers, 'code-not-valid');
    expect([count(answers, 'joined'), looked + count(answers, 'too-many-attempts')]).toEqual([0, guessed]);
    expect(looked).toBeLessThanOrEqual(50);
    expect(lines() - before).toBeLessThanOrEqual(5);
    // Also with the right code, so that guessing does not go on behind the limit.
    const secret = secretOf(await office.enrol('Behind'));
    expect(await tried([secret], { from: '127.0.0.2' })).toEqual(['too-many-attempts']);
    expect(await tried([secret], { from: '127.0.0.3' })).toEqual(['joined']);
  });

  it('tills that have joined are heard meanwhile, and a till at another address joins', async () => {
    const guessing = tried(guesses(guessed), { from: '127.0.0.4' });
    joined.sell(100);
    expect((await joined.client().send('/v1/stretches', 1, 0, joined.lines())).seq).toBe(joined.records.length);
    const till = new FakeTill();
    opened.push(till);
    await till.join(office.url, await office.enrol('Honest'));
    expect((await till.client().place()).seq).toBe(0);
    await guessing;
  });

  it("a shop's address begins anew with each till that joins, although codes are mistyped", async () => {
    const codes: string[] = [];
    for (const name of ['A', 'B', 'C']) codes.push(secretOf(await office.enrol(name)));
    const wrong = guesses(25);
    for (const secret of codes) {
      expect(count(await tried(wrong, { from: '127.0.0.5' }), 'code-not-valid')).toBe(25);
      expect(await tried([secret], { from: '127.0.0.5' })).toEqual(['joined']);
    }
  });
});
