// The fake that the window's tests and its demo run on tells a payment's story as the bridge does: also by the id that a
// screen had of it before its number was learned (test/integration/engine/unnumbered.test.ts has the bridge's own).
import { expect, it } from 'vitest';
import { createFakeBridge } from '../../../renderer/bridge/fake/fake-bridge.ts';
import { seedPeople } from '../../../renderer/bridge/fake/seed-people.ts';
import { seedOpen, seedPast } from '../../../renderer/bridge/fake/seed.ts';

it('a payment whose number was learned has one story, by its number and by its id of before', async () => {
  const { api, world } = createFakeBridge();
  seedPast(world, 4);
  seedOpen(world);
  seedPeople(world, 'Supervisor');
  const id = 'open-person';
  const words = { reason: 'The slip says paid.', evidence: 'Slip', slip: { traceNr: '000042' } };
  await api.decide({ id, outcome: 'succeeded', ...words, second: null });
  expect((await api.paymentStory({ id })).payment).toMatchObject({ id, payId: null });
  world.credits.set('open-waiting-1', id);
  const before = (await api.paymentStory({ id })).operations.map((each) => each.id);
  world.numberShown = 'PAY-told';
  expect(await api.learnPayId({ id })).toMatchObject({ type: 'learned' });
  for (const asked of [id, 'PAY-told']) {
    const { payment, operations } = await api.paymentStory({ id: asked });
    expect(payment).toMatchObject({ id: 'PAY-told', payId: 'PAY-told' });
    expect(operations.map((each) => each.id)).toEqual(before);
  }
});
