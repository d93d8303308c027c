// A program asks to use the till over real HTTP; the person at the window compares the digits, grants, changes and takes
// access back.
import { expect, it } from 'vitest';
import { Erp } from '#support/erp.ts';
import { Cashier } from './cashier.ts';
import { done, openCounter } from './counter.ts';
import { filesBelow, openTill, until } from './till.ts';

const sales = 'POST /cloudpos';
const order = (number: number) => ({
  messageType: 'SALE',
  transId: `P-${number}`,
  refNr: `PAIRED-${number}`,
  posTerminalId: 'T1',
  amount: { value: 1_250, currency: 'EUR' },
});

interface Asked {
  readonly id: string;
  readonly code: string;
  readonly secret: string;
}

async function ask(url: string, scopes: readonly string[]): Promise<Asked> {
  const answer = await fetch(`${url}/v1/pairings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Corner ERP', scopes }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Asked;
}

function fetchToken(url: string, { id, secret }: Asked): Promise<Response> {
  return fetch(`${url}/v1/pairings/${id}?wait=60`, { headers: { Authorization: `Pairing ${secret}` } });
}

it('pairs a program by six digits, lets it sell, gives it other scopes and shuts it out', async () => {
  const { cashier, gateway, till } = await openCounter();
  const url = await cashier.addressOfTill();
  await cashier.goTo('Sale');

  const asked = await ask(url, ['status', 'sale', 'refund', 'refund-unreferenced']);
  const fetching = fetchToken(url, asked);
  const digits = `${asked.code.slice(0, 3)}\u00A0${asked.code.slice(3)}`;
  const note = cashier.page.getByRole('button', { name: /Corner ERP asks to use this till/ });
  await expect.poll(() => note.textContent()).toContain(digits);
  expect(await cashier.page.getByRole('dialog').count()).toBe(0);
  await note.click();
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByText(digits).waitFor();
  await dialog.getByText('A program on this computer').waitFor();
  expect(await dialog.getByLabel('Refund without a payment').isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Grant access' }).click();
  await dialog.getByRole('heading', { name: 'Corner ERP may use this till' }).waitFor();
  const fetched = await fetching;
  expect(fetched.status).toBe(200);
  const { token, scopes } = (await fetched.json()) as { readonly token: string; readonly scopes: readonly string[] };
  expect(scopes).toEqual(['status', 'sale', 'refund']);
  expect((await fetchToken(url, asked)).status).toBe(410);
  await dialog.getByRole('button', { name: 'Close' }).click({ delay: 450 });

  const erp = new Erp(url, token);
  await erp.operate('cloud-pos', order(1), 'P-1');
  expect(await done(gateway, sales)).toHaveLength(1);

  await cashier.goTo('Settings');
  await cashier.press('Programs');
  await cashier.press('Change Corner ERP');
  await dialog.getByLabel('Start payments').uncheck();
  await dialog.getByRole('button', { name: 'Save the access' }).click({ delay: 450 });
  await dialog.waitFor({ state: 'detached' });
  const refused = await fetch(`${url}/v1/operations/cloud-pos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'P-2' },
    body: JSON.stringify(order(2)),
  });
  expect(refused.status).toBe(403);
  expect((await erp.get('/v1/status')).status).toBe(200);

  await cashier.press('Revoke the access of Corner ERP');
  await dialog.getByRole('button', { name: 'Revoke the access of Corner ERP' }).click({ delay: 450 });
  await until(async () => ((await erp.get('/v1/status')).status === 401 ? true : null));
  expect(await done(gateway, sales)).toHaveLength(1);
  const secrets = [token, asked.secret];
  expect(filesBelow(till.home).filter(({ bytes }) => secrets.some((each) => bytes.includes(each)))).toEqual([]);
});

it('tells a program that the person refused, and a page that it has no place here', async () => {
  const { cashier } = await openCounter();
  const url = await cashier.addressOfTill();
  const asked = await ask(url, ['status']);
  const fetching = fetchToken(url, asked);
  await cashier.page.getByRole('button', { name: /asks to use this till/ }).click();
  await cashier.page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  const refused = await fetching;
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'pairing-refused' });
  await cashier.finds('No program yet');
});

it('forgets who asked during the first steps, once they start the bridge anew, and hears who asks again', async () => {
  const till = await openTill();
  const cashier = new Cashier(till.page);
  await cashier.reads('What should this till do?');
  const urlNow = () => till.page.evaluate(async () => (await window.tillbridge.status({})).loopbackUrl ?? '');
  const asked = await ask(await urlNow(), ['status']);
  const fetching = fetchToken(await urlNow(), asked);
  const shownIds = () => till.page.evaluate(async () => (await window.tillbridge.pairings({})).map(({ id }) => id));
  expect(await shownIds()).toEqual([asked.id]);
  await cashier.press('Go on');
  await cashier.reads('Which terminals?');
  // Its wait ends with the bridge that it asked; the one that runs now does not know it.
  await fetching.catch(() => null);
  expect((await fetchToken(await urlNow(), asked)).status).toBe(410);
  await cashier.press('Open the till');
  await cashier.statusSays('Training: no real money');
  const notes = cashier.page.getByRole('button', { name: /asks to use this till/ });
  expect(await notes.count()).toBe(0);

  const again = await ask(await urlNow(), ['status']);
  await notes.first().waitFor();
  expect(await notes.count()).toBe(1);
  expect(await notes.textContent()).toContain(`${again.code.slice(0, 3)}\u00A0${again.code.slice(3)}`);
  const token = fetchToken(await urlNow(), again);
  await notes.click();
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Grant access' }).click();
  await dialog.getByRole('heading', { name: 'Corner ERP may use this till' }).waitFor();
  expect((await token).status).toBe(200);
});
