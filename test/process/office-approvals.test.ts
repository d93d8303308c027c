// A refund above the limit, approved at the office's page, by a till and an office that are processes of their own: it is
// sent once it is approved, and never where till or office ended in between.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageApproval } from '#contract/office/page.ts';
import type { WindowInput } from '#contract/calls/table.ts';
import { ledgerOf } from '#support/erp.ts';
import { type TestWindow, aWindowAt, addPeople, pins } from '#support/joined-window.ts';
import { PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('a refund that a supervisor at the office must approve', () => {
  const office = new OfficeBench({ withPage: true });
  const shop = new Shop();
  let ada: PageClient;
  let window: TestWindow;
  let cashier = '';
  let number = 0;

  const refundOf = async (): Promise<WindowInput<'askOffice'> & { readonly payId: string }> => {
    number += 1;
    const sold = await shop.erp.operate('cloud-pos', sale(`S-${number}`, 20_000), `S-${number}`);
    const { payId } = sold.result as { payId: string };
    const input = { payId, transId: `R-${number}`, amount: { value: 20_000, currency: 'EUR' } };
    return { kind: 'refund', input, line: `${number}/1`, payId };
  };
  const wanted = ({ payId: _payId, ...asked }: Awaited<ReturnType<typeof refundOf>>) => asked;
  const submit = (refund: Awaited<ReturnType<typeof refundOf>>, officeRequest: string) =>
    window.ask('submit', { ...wanted(refund), requestId: `window-${number}`, officeRequest });
  const refunded = async (payId: string): Promise<number> =>
    (await ledgerOf(shop.sandboxUrl)).payments.find((each) => each.payId === payId)?.refunded ?? 0;
  /** Once the till has reached its office. */
  const offered = (refund: Awaited<ReturnType<typeof refundOf>>) =>
    until(async () => {
      const { kind, input } = refund;
      return (await window.ask('needsApproval', { kind, input })).office ? true : null;
    });
  const shown = (payId: string): Promise<PageApproval> =>
    until(async () => {
      const listed = (await ada.ask('/api/approvals')).value as PageApproval[];
      return listed.find(({ payment }) => payment?.payId === payId) ?? null;
    });
  const answer = ({ till, id, digest }: PageApproval, verdict = 'approved') =>
    ada.post('/api/approvals/answer', { till, id, digest, verdict });
  const journal = async (type: string): Promise<{ readonly data: object }[]> => {
    const lines = (await shop.run(['journal', 'export', '--data-dir', shop.dataDir])).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as { type: string; data: object }).filter((each) => each.type === type);
  };

  beforeAll(async () => {
    buildPage();
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ office: { approvals: true } }), {
      mode: 0o600,
    });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    const person = await madePerson(office, 'Ada', 'viewer');
    ada = new PageClient(office.pageUrl);
    await ada.signIn('Ada', password, person.nextCode());
    await office.run('person', 'approves', '--name', 'Ada', '--shop', 'North');
  }, 300_000);
  beforeEach(async () => {
    window = await aWindowAt(shop.dataDir);
    if (cashier === '') ({ cashier } = await addPeople(window));
    await window.ask('signIn', { operatorId: cashier, pin: pins.cashier });
  });
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('is sent once Ada has approved it, and both journals say so', async () => {
    const refund = await refundOf();
    await offered(refund);
    const waiting = window.ask('askOffice', wanted(refund));
    const card = await shown(refund.payId);
    expect(card).toMatchObject({ person: 'cashier', amount: { value: 20_000, currency: 'EUR' }, line: '1/1' });
    expect((await answer(card)).status).toBe(200);
    const said = await waiting;
    expect(said).toMatchObject({ type: 'approved', by: 'Ada' });
    const request = said.type === 'approved' ? said.request : '';
    expect(await submit(refund, request)).toMatchObject({
      type: 'accepted',
      operation: { origin: { approvedBy: 'Ada', approvedAtOffice: true } },
    });
    await until(async () => ((await refunded(refund.payId)) === 20_000 ? true : null));
    expect((await journal('office-answered')).map(({ data }) => data)).toMatchObject([
      { approval: request, verdict: 'approved', by: { name: 'Ada' }, askedBy: { name: 'cashier' } },
    ]);
    expect((await journal('accepted')).at(-1)?.data).toMatchObject({ approvedBy: { name: 'Ada', office: request } });
  });

  it('is not sent where Ada declines', async () => {
    const refund = await refundOf();
    await offered(refund);
    const waiting = window.ask('askOffice', wanted(refund));
    const card = await shown(refund.payId);
    expect((await answer(card, 'declined')).status).toBe(200);
    expect(await waiting).toEqual({ type: 'declined', by: 'Ada' });
    expect(await submit(refund, card.id)).toMatchObject({ type: 'refused', refusal: { code: 'approval-needed' } });
    expect(await refunded(refund.payId)).toBe(0);
  });

  it('is not sent where the office goes away meanwhile, and is asked anew when it is back', async () => {
    const refund = await refundOf();
    await offered(refund);
    const waiting = window.ask('askOffice', wanted(refund));
    const card = await shown(refund.payId);
    await office.kill();
    expect(await waiting).toEqual({ type: 'unanswered', why: 'away' });
    await office.start();
    await until(async () => ((await answer(card).catch(() => null)) === null ? null : true));
    expect(await submit(refund, card.id)).toMatchObject({ type: 'refused', refusal: { code: 'approval-needed' } });
    await offered(refund);
    const again = window.ask('askOffice', wanted(refund));
    const second = await until(async () => {
      const asked = await shown(refund.payId);
      return asked.id === card.id ? null : asked;
    });
    expect((await answer(second)).status).toBe(200);
    const said = await again;
    expect(await submit(refund, said.type === 'approved' ? said.request : '')).toMatchObject({ type: 'accepted' });
    await until(async () => ((await refunded(refund.payId)) === 20_000 ? true : null));
  });

  it('is gone where the till was killed meanwhile: what was approved then is not sent', async () => {
    const refund = await refundOf();
    await offered(refund);
    const waiting = window.ask('askOffice', wanted(refund)).catch(() => null);
    const card = await shown(refund.payId);
    await shop.killBridge();
    await waiting;
    await answer(card);
    await shop.startBridge();
    window = await aWindowAt(shop.dataDir);
    await window.ask('signIn', { operatorId: cashier, pin: pins.cashier });
    expect(await submit(refund, card.id)).toMatchObject({ type: 'refused', refusal: { code: 'approval-needed' } });
    expect(await refunded(refund.payId)).toBe(0);
  });
});
