// `npm run bench:office:claims`: how long an office on this machine takes to answer a claim, from tills that ask as often
// as is wanted, of which a part race for the same slips: of those one is granted, and never two. The tills' load comes from
// this process, beside the office and its PostgreSQL.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench } from '#support/office.ts';

const tills = Number(process.argv[2] ?? 32);
const seconds = Number(process.argv[3] ?? 10);
const wantedRate = Number(process.argv[4] ?? 1_000);
/** Of so many claims one is for a slip that every till wants. */
const raceEvery = 4;
/** So many granted ones at a till are accepted at once: the office bounds how many a till has open. */
const acceptEvery = 100;

const never = new AbortController().signal;
const office = new OfficeBench();
try {
  await office.start();
  await office.run('claims', 'on', '--by', 'Bench');
  const fleet: FakeTill[] = [];
  for (const code of await office.enrolMany(Array.from({ length: tills }, (_, at) => `Till ${at}`))) {
    const till = new FakeTill();
    await till.join(office.url, code);
    await till.client().send('/v1/stretches', 1, 0, till.lines());
    fleet.push(till);
  }
  const took: number[] = [];
  const granted = new Map<string, number>();
  const pauseMs = (tills * 1_000) / wantedRate;
  const begun = performance.now();
  await Promise.all(
    fleet.map(async (till, at) => {
      const client = till.client();
      const accepted = { count: 0, sent: till.records.length };
      for (let turn = 0; performance.now() - begun < seconds * 1_000; turn += 1) {
        const due = begun + turn * pauseMs;
        const early = due - performance.now();
        if (early > 0) await pause(early);
        const isRace = turn % raceEvery === 0;
        const payId = isRace ? `slip-${turn}` : `own-${at}-${turn}`;
        const from = performance.now();
        const id = `op_${randomUUID()}`;
        const answer = await client.claim(
          {
            id,
            mode: 'test',
            payId,
            transId: null,
            line: '1',
            amount: { value: 100, currency: 'EUR' },
            captured: 1_000,
            asOf: till.records.length,
          },
          never,
        );
        took.push(performance.now() - from);
        if (answer.type !== 'granted') continue;
        granted.set(payId, (granted.get(payId) ?? 0) + 1);
        till.refund(100, { id, payId, line: '1', claim: 'granted', state: 'accepted' });
        accepted.count += 1;
        if (accepted.count % acceptEvery !== 0) continue;
        const after = accepted.sent;
        accepted.sent = till.records.length;
        await client.send('/v1/stretches', 1, after, till.lines(after));
      }
    }),
  );
  const lasted = (performance.now() - begun) / 1_000;
  took.sort((one, other) => one - other);
  const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(1);
  const twice = [...granted.values()].filter((times) => times > 1).length;
  process.stdout.write(
    `${tills} tills: ${Math.round(took.length / lasted)} claims/s of ${wantedRate} wanted, p50 ${at(0.5)} ms, ` +
      `p99 ${at(0.99)} ms; ${granted.size} slips granted, ${twice} of them twice\n`,
  );
  for (const till of fleet) till.close();
} finally {
  await office.close();
}
