// The office's page in a real Chromium, over a real office: from the one-time link to the sums of two tills, live, in
// both themes, all languages, on a desk and on a phone.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../build/machine/system-packages.ts';
import { unmet } from '../../build/testing/test-needs.ts';
import { languages } from '#contract/data/languages.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '#contract/office/approvals.ts';
import { pageSayIn } from '../../office/page/texts/texts.ts';
import { asOwner } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { type TOTP, URI } from 'otpauth';

const say = pageSayIn('en');
const views = [
  'takings',
  'attention',
  'alarms',
  'tills',
  'payments',
  'day',
  'settlement',
  'people',
  'approvals',
] as const;
const sampleFile = 'examples/settlement/adyen-settlement-details.csv';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) })))`,
  )) as Violation[];
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
  );
}

function asks(value: number, more: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    id: randomBytes(16).toString('hex'),
    mode: 'live',
    sort: 'refund',
    request: randomBytes(32).toString('hex'),
    person: 'Cleo',
    amount: { value, currency: 'EUR' },
    payment: { reference: 'A-17', payId: 'P17', brand: 'VISA', last4: '1111', captured: null, refunded: null },
    terminal: null,
    line: '4711/1',
    reason: 'Returned',
    ...more,
  };
}

describe.skipIf(!officeRuns || unmet().has('chromium'))('the page in a browser', () => {
  const office = new OfficeBench({ withPage: true });
  const tills: FakeTill[] = [];
  const told: string[] = [];
  const ending = new AbortController();
  let browser: Browser;
  let page: Page;
  let codes: TOTP;

  const opened = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', ...options });
    const made = await context.newPage();
    made.on('console', (line) => {
      if (line.type() === 'error') told.push(line.text());
    });
    made.on('pageerror', (error) => told.push(String(error)));
    return [context, made];
  };
  const joined = async (name: string, shop: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, shop));
    return till;
  };
  const send = (till: FakeTill, after = 0) => till.client().send('/v1/stretches', 1, after, till.lines(after));
  /** As a till waits for its answer; null where it waits no longer. */
  const answerTo = async (till: FakeTill, question: ApprovalQuestion): Promise<ApprovalAnswer | null> => {
    for (;;) {
      const answer = await till
        .client()
        .approve(question, ending.signal)
        .catch(() => null);
      if (answer?.type !== 'waiting') return answer;
    }
  };
  const show = async (view: (typeof views)[number], words = say): Promise<void> => {
    await page.locator('nav button').nth(views.indexOf(view)).click();
    await page.getByRole('heading', { level: 1, name: words(`view.${view}`) }).waitFor();
  };

  beforeAll(async () => {
    buildPage();
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    await office.start();
    const [one, two] = [await joined('Till 1', 'North'), await joined('<b>Till 2</b>', 'South')];
    one.sell(1_000);
    one.sell(234, 'unknown', 'S-\u202E1');
    two.sell(500);
    for (const till of [one, two]) await send(till);
    [, page] = await opened();
  });
  afterAll(async () => {
    ending.abort();
    await browser.close();
    for (const till of tills) till.close();
    await office.close();
  });

  it('takes a person from the link to the sums of all tills', async () => {
    const [added] = await office.run<{ link: string }>('person', 'add', '--name', 'Ada', '--role', 'admin');
    const begun = page.waitForResponse('**/api/setup');
    await page.goto(added?.link ?? '');
    codes = URI.parse(((await (await begun).json()) as { codeAddress: string }).codeAddress) as TOTP;
    await office.run('person', 'approves', '--name', 'Ada');
    await page.getByRole('heading', { name: say('setup.title', { name: 'Ada' }) }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const at = Date.now();
    await page.getByLabel(say('setup.password')).fill(password);
    await page.getByLabel(say('signIn.code')).fill(codes.generate({ timestamp: at }));
    await page.getByRole('button', { name: say('setup.end') }).click();
    await page.getByText(say('setup.done')).waitFor();
    expect(page.url()).not.toContain('setup');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel(say('signIn.name')).fill('Ada');
    await page.getByLabel(say('signIn.password')).fill(password);
    await page.getByLabel(say('signIn.code')).fill('000000');
    await page.getByRole('button', { name: say('signIn.title') }).click();
    await page.getByText(say('refused.sign-in-refused')).waitFor();
    told.length = 0;
    await page.getByLabel(say('signIn.code')).fill(codes.generate({ timestamp: at + 30_000 }));
    await page.getByRole('button', { name: say('signIn.title') }).click();
    await page.getByText('15.00').first().waitFor();
    expect(await page.locator('.bars').allInnerTexts()).toEqual([
      expect.stringContaining('North'),
      expect.stringContaining('<b>Till 2</b>'),
      expect.stringContaining(say('chart.noBrand')),
    ]);
  });

  it('shows a sale within seconds, without being asked', async () => {
    const [one] = tills;
    const sent = one?.records.length ?? 0;
    one?.sell(4_321);
    await send(one!, sent);
    await page.getByText('58.21').first().waitFor();
    expect(await page.locator('.sums dd').first().innerText()).toContain('58.21');
  });

  it('shows what is in doubt, finds a payment, and says X while the day is not over', async () => {
    await show('attention');
    await page.getByRole('cell', { name: '2.34' }).waitFor();
    // A direction that a till wrote turns nothing around.
    expect(await page.locator('td bdi').allInnerTexts()).toContain('S-‹U+202E›1');
    await show('alarms');
    await page.getByText(say('notice.none')).waitFor();
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(`UPDATE operation SET doubt_since = now() - interval '1 hour'
      WHERE doubt_since IS NOT NULL`),
    );
    await page.getByRole('cell', { name: 'Do not charge or refund the customer again' }).waitFor();
    await page.getByLabel(say('recipient.address')).fill('ada@shop.example');
    await page.getByRole('button', { name: say('recipient.add') }).click();
    await page.getByRole('cell', { name: 'ada@shop.example', exact: true }).waitFor();
    await show('payments');
    await page.getByLabel(say('find.amount')).fill('43.21');
    await page.getByRole('button', { name: say('find.go'), exact: true }).click();
    await page.getByRole('cell', { name: 'Till 1' }).waitFor();
    await show('day');
    await page.getByText(say('day.x')).waitFor();
    await show('people');
    // The audit, which names people too, may be there first.
    await page.getByRole('cell', { name: say('role.admin'), exact: true }).waitFor();
    expect(await page.getByRole('cell', { name: say('role.admin'), exact: true }).count()).toBe(1);
  });

  it('takes an acquirer’s file from a published layout to what is missing, and back', async () => {
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(`UPDATE operation SET mode = 'live', ref_nr = 'SALE-0002', accepted_at = '2026-01-12T12:00:00Z'
        WHERE taken_minor = 500`),
    );
    await show('settlement');
    await page.getByLabel(say('range.from'), { exact: true }).fill('2026-01-01');
    await page.getByLabel(say('range.to'), { exact: true }).fill('2026-01-31');
    await page
      .getByRole('row')
      .filter({ hasText: say('outcome.missing') })
      .getByText('5.00')
      .first()
      .waitFor();
    await page.getByLabel(say('settlement.file'), { exact: true }).setInputFiles(sampleFile);
    await page.getByLabel(say('mapping.layout')).selectOption({ index: 1 });
    await page
      .getByRole('region', { name: say('settlement.preview') })
      .getByText('42.50')
      .waitFor();
    // A wrong form is said in the preview, with the line.
    await page.getByLabel(say('mapping.dates')).selectOption('DD.MM.YYYY');
    await page.getByText(say('fileProblem.date')).waitFor();
    await page.getByLabel(say('mapping.dates')).selectOption('YYYY-MM-DD');
    await page.getByLabel(say('mapping.name')).fill('Adyen');
    await page.getByRole('button', { name: say('mapping.save') }).click();
    await page.getByRole('button', { name: say('settlement.import'), exact: true }).click();
    await page.getByText(say('settlement.imported', { rows: 5, known: 0 })).waitFor();
    // Another sum than was taken.
    await page
      .getByRole('row')
      .filter({ hasText: say('outcome.differing') })
      .getByText('9.90')
      .first()
      .waitFor();
    await page.getByRole('button', { name: say('settlement.import'), exact: true }).click();
    await page
      .getByText(say('settlement.known', { file: 'adyen-settlement-details.csv', at: '' }).slice(0, 60))
      .waitFor();
    const exported = page.waitForEvent('download');
    await page.getByRole('link', { name: say('settlement.export') }).click();
    expect((await exported).suggestedFilename()).toBe('settlement-2026-01-01-2026-01-31.csv');
    const file = { file: 'adyen-settlement-details.csv' };
    await page.getByRole('button', { name: say('settlement.takeBack', file) }).click();
    await page.getByRole('button', { name: say('settlement.takeBackSure', file) }).click();
    await page
      .getByRole('row')
      .filter({ hasText: say('outcome.missing') })
      .getByText('5.00')
      .first()
      .waitFor();
    await page.getByRole('row').filter({ hasText: 'adyen-settlement-details.csv' }).waitFor();
  });

  it('shows what tills ask to be approved, and approves it with a one-time code', async () => {
    const [one] = tills;
    await show('approvals');
    await page.getByText(say('approval.none')).waitFor();
    const [first, second, third] = [
      asks(1_100),
      asks(2_200),
      asks(3_300, { terminal: 'T1', reason: 'Returned\u202E' }),
    ];
    const answers = [first, second].map((question) => answerTo(one!, question));
    await page.getByText('11.00 EUR', { exact: true }).waitFor();
    await page.getByText('22.00 EUR', { exact: true }).waitFor();
    // What moves up under a finger is not pressed by it.
    const moved = page.evaluate(
      `new Promise((resolve) => {
        new MutationObserver(() => {
          const cards = [...document.querySelectorAll('section.card')];
          if (cards.length === 1) resolve([...cards[0].querySelectorAll('.answers button')].map(({ disabled }) => disabled));
        }).observe(document.body, { subtree: true, childList: true });
      })`,
    );
    await one!.client().withdrawApproval(first.id);
    expect(await moved).toEqual([true, true]);
    await asOwner(office.databaseUrl, async (tx) => {
      await tx.run(`UPDATE person_session SET proved_at = now() - interval '6 minutes'`);
      // As if the code of now had not been used to sign in.
      await tx.run('UPDATE person SET code_period = 0');
    });
    const approve = page.getByRole('button', { name: '22.00' });
    await approve.click();
    await page.getByText(say('refused.code-needed')).waitFor();
    told.length = 0;
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel(say('signIn.code')).fill(codes.generate());
    await approve.click();
    expect(await answers[1]).toMatchObject({ type: 'answered', answer: { verdict: 'approved', by: { name: 'Ada' } } });
    await page.getByText(say('approval.none')).waitFor();
    // It waits in the views of all themes and languages.
    void answerTo(one!, third);
    await page.getByText(say('approval.anyCard', { terminal: 'T1' })).waitFor();
    // Nothing that a till wrote turns around what a person approves.
    expect(await page.locator('dd bdi').allInnerTexts()).toContain('Returned‹U+202E›');
  });

  it.each(['light', 'dark'] as const)(
    'is clear to all in the %s theme, on a desk and on a phone',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const size of [
        { width: 1_280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        for (const view of views) {
          await show(view);
          const at = `${colorScheme} ${size.width} ${view}`;
          expect([at, await violationsOf(page)]).toEqual([at, []]);
          const wide = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([at, wide]).toEqual([at, 0]);
        }
      }
      await page.setViewportSize({ width: 1_280, height: 800 });
    },
  );

  it.each(languages)('speaks %s everywhere, also on a phone', async (language) => {
    const words = pageSayIn(language);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('footer select').selectOption(language);
    for (const view of views) {
      await show(view, words);
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect([view, wide]).toEqual([view, 0]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('footer select').selectOption('en');
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  it('asks before it puts back who stood before, and names who comes back, who goes and which version', async () => {
    office.pins.splice(0, office.pins.length, '4839');
    const staff = (action: string, ...more: string[]) =>
      office.run('staff', action, '--scope', 'chain', '--by', 'Ada', '--name', 'Anna', ...more);
    await staff('add', '--role', 'cashier');
    await staff('remove');
    await show('tills');
    const people = page.getByRole('region', { name: say('tillPeople.title') });
    const putBack = people.getByRole('button', { name: say('settings.putBack') });
    const dialog = page.getByRole('dialog');
    await putBack.click();
    await dialog.getByText(say('putBack.comesBack', { role: say('role.cashier') })).waitFor();
    const words = await dialog.innerText();
    for (const word of [say('settings.chain'), 'Anna', 'Ada', 'Version 2']) expect(words).toContain(word);
    await dialog.getByRole('button', { name: say('putBack.leave') }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await people.getByText('Anna').count()).toBe(0);
    await putBack.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await putBack.click();
    await dialog.getByRole('button', { name: say('putBack.do') }).click();
    await people.getByText('Anna').waitFor();
    await putBack.click();
    await dialog.getByText(say('putBack.goes')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('runs under its policy without a complaint, and signs out everywhere at once', async () => {
    expect(told).toEqual([]);
    const person = await madePerson(office, 'Vic', 'viewer');
    const [context, other] = await opened();
    await other.goto(office.pageUrl);
    await other.getByLabel(say('signIn.name')).fill('Vic');
    await other.getByLabel(say('signIn.password')).fill(password);
    await other.getByLabel(say('signIn.code')).fill(person.nextCode());
    await other.getByRole('button', { name: say('signIn.title') }).click();
    await other.getByText('58.21').first().waitFor();
    expect(await other.locator('nav button').count()).toBe(5);
    await tills[0]?.client().place('1.0.1');
    await tills[1]?.client().place('1.0.2');
    // No record came, so nothing tells the page to ask again.
    await page.reload();
    await show('tills');
    const older = page.getByRole('row').filter({ hasText: say('till.older') });
    await older.getByText('1.0.1').waitFor();
    expect(await older.count()).toBe(1);
    await show('people');
    await page.getByRole('button', { name: say('people.remove', { name: 'Vic' }) }).click();
    await other.getByText(say('refused.not-signed-in')).waitFor();
    await context.close();
    await page.getByRole('button', { name: say('page.signOut') }).click();
    await page.getByRole('heading', { name: say('signIn.title') }).waitFor();
  });
});
