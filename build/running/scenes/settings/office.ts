// Pictures of the office that this till joined, or joins.
import type { Page } from 'playwright-core';
import { either, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

const thisTill = (page: Page) => settingsPart(page, /^This till$/, /^Diese Kasse$/);

async function join(page: Page): Promise<void> {
  await thisTill(page);
  await either(page, /^Join an office…$/, /^Einer Zentrale beitreten …$/).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('https://office.shop.lan:8443');
}

async function pressJoin(page: Page): Promise<void> {
  await page.waitForTimeout(400);
  await page.getByRole('dialog').getByRole('button').last().click();
}

const wrong = (why: string): Scene => ({
  name: `office-join-${why}`,
  world: shop,
  kept: false,
  act: async (page) => {
    const answer = JSON.stringify({ type: 'not-joined', why });
    await page.evaluate(`fake.api.joinOffice = async () => (${answer}), 0`);
    await join(page);
    await page.getByRole('dialog').getByRole('textbox').last().fill('0011-2233-4455');
    await pressJoin(page);
    await page.getByRole('dialog').getByRole('alert').waitFor();
  },
});

export const officeScenes: readonly Scene[] = [
  { name: 'office-join', world: shop, kept: false, act: join },
  ...['address', 'code', 'away', 'too-many', 'other-till', 'refused'].map(wrong),
  {
    name: 'office-joined',
    world: shop,
    kept: false,
    act: async (page) => {
      await join(page);
      await page.getByRole('dialog').getByRole('textbox').last().fill('0011-2233-4455');
      await pressJoin(page);
      const said = page.getByText(/This till is .* at the office|heißt in der Zentrale/);
      await said.waitFor();
      await said.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'office-trouble',
    world: `${shop}&office=trouble`,
    kept: false,
    act: async (page) => {
      await thisTill(page);
      const said = page.getByText(/goes on selling|verkauft weiter/);
      await said.waitFor();
      await said.scrollIntoViewIfNeeded();
    },
  },
];
