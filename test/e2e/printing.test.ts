// A till with a receipt printer, in the network or at a serial line: the paper runs out in a sale, the cable breaks in a receipt, and a person
// says what came out.
import { expect, it, onTestFinished } from 'vitest';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { serialLine } from '#support/serial-line.ts';
import { openCounter, openTraining } from './counter.ts';

type Way = (port: number) => Promise<string>;

const network: Way = async (port) => `tcp://127.0.0.1:${port}`;

/** The packaged app opens it with a native part of its own. */
const line: Way = async (port) => {
  const made = serialLine(`TCP:127.0.0.1:${port}`);
  onTestFinished(() => made[Symbol.asyncDispose]());
  await made.plug();
  return `serial:${made.path}?baud=115200`;
};

async function openPrintingCounter(way = network) {
  const paper = createEmulatedPrinter();
  const server = await serveEmulator(paper);
  onTestFinished(() => server.close());
  const printers = { COUNTER: { address: await way(server.port) } };
  const settings = { devices: { printers, receipts: { customer: 'always', merchant: 'never' } } };
  const { cashier } = await openCounter({ settings });
  const cuts = () => paper.paper.filter(({ type }) => type === 'cut').length;
  return { paper, server, cashier, cuts };
}

it('sells on while the paper is out, says so, and prints what waits once there is paper', async () => {
  const { paper, cashier, cuts } = await openPrintingCounter();
  await cashier.sell('1234', '12.34 EUR');
  await expect.poll(cuts).toBe(1);
  paper.paperOut();
  await cashier.press('Start the next sale');
  await cashier.sell('500', '5.00 EUR');
  await cashier.statusLine.getByRole('button', { name: 'Paper is out. One receipt waits.' }).waitFor();
  await cashier.press('Start the next sale');
  await cashier.sell('600', '6.00 EUR');
  const note = cashier.statusLine.getByRole('button', { name: 'Paper is out. 2 receipts wait.' });
  await note.waitFor();
  paper.paperIn();
  await note.waitFor({ state: 'detached' });
  await expect.poll(cuts).toBe(3);
  expect(textOf(paper.paper)).not.toContain('COPY');
});

it('asks once whether a receipt came out, while a sale is half typed, and prints a COPY where it did not', async () => {
  const { paper, server, cashier, cuts } = await openPrintingCounter();
  await cashier.sell('1234', '12.34 EUR');
  await expect.poll(cuts).toBe(1);
  await cashier.press('Start the next sale');
  paper.atByte(200, () => server.pullCable());
  await cashier.sell('500', '5.00 EUR');
  await cashier.press('Start the next sale');
  await cashier.keyIn('77');
  const question = cashier.statusLine.getByRole('button', { name: 'Did the receipt come out?' });
  await question.waitFor();
  await cashier.keyIn('7');
  await cashier.button('Charge 7.77 EUR').waitFor();
  expect(await cashier.page.getByRole('dialog').count()).toBe(0);
  // What lay in the printer went with its power.
  server.powerOff();
  server.powerOn();
  server.plugCable();
  await question.click();
  const dialog = cashier.page.getByRole('dialog');
  await dialog.getByText('5.00', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'No, print a copy' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(cuts).toBe(2);
  expect(textOf(paper.paper).match(/COPY/g)).toHaveLength(2);
  expect(await question.count()).toBe(0);
  await cashier.button('Charge 7.77 EUR').waitFor();
});

it('prints a receipt again with a reason, marked COPY, and the shift’s report, over a serial line', async () => {
  const { paper, cashier, cuts } = await openPrintingCounter(line);
  await cashier.sell('1234', '12.34 EUR');
  await expect.poll(cuts).toBe(1);
  await cashier.press('Print');
  await cashier.finds('Print it again?');
  await cashier.fill('Why is it printed again?', 'It was torn');
  await cashier.press('Print a copy');
  await expect.poll(cuts).toBe(2);
  expect(textOf(paper.paper).match(/COPY/g)).toHaveLength(2);
  const before = paper.paper.length;
  await cashier.goTo('Shift');
  await cashier.press('Print the X report');
  await expect.poll(cuts).toBe(3);
  expect(textOf(paper.paper.slice(before))).toMatch(/X report[\s\S]*12\.34/);
});

it('sets a printer up at the till, which then prints receipts', async () => {
  const paper = createEmulatedPrinter();
  const server = await serveEmulator(paper);
  onTestFinished(() => server.close());
  const { cashier } = await openCounter();
  await cashier.goTo('Settings');
  await cashier.press('Devices');
  await cashier.press('Set up a printer');
  await cashier.fill('Address in the network', `127.0.0.1:${server.port}`);
  await cashier.press('Go on');
  await cashier.finds('The printer answers');
  await cashier.press('Go on');
  await cashier.press('Find out');
  await cashier.finds(/^Yes\. “Printed”/);
  await cashier.press('Go on');
  await cashier.press('Print the lines');
  await cashier.choose('Line 1');
  await cashier.press('Go on');
  await cashier.press('Print the ruler');
  await cashier.choose('42');
  await cashier.press('Go on');
  await cashier.press('Print and cut');
  await cashier.choose('Yes, the paper was cut');
  await cashier.press('Go on');
  await cashier.press('Open the drawer');
  await cashier.press('Yes, it is open now');
  paper.drawer(false);
  await cashier.press('It is shut');
  await cashier.finds('The till notices whether it is open.');
  await cashier.press('Go on');
  await cashier.choose('Yes');
  await cashier.press('Go on');
  await cashier.press('Print the sample');
  await cashier.press('Save the printer');
  await cashier.finds('Saved. The till uses it from now on.');
  const before = paper.paper.length;
  await cashier.goTo('Sale');
  await cashier.sell('1234', '12.34 EUR');
  await cashier.finds('Does the customer want a receipt?');
  await cashier.press('Print the receipt');
  await expect.poll(() => textOf(paper.paper.slice(before))).toContain('12.34');
});

it('prints on a training printer in training, whose cable can be pulled', async () => {
  const { cashier } = await openTraining();
  await cashier.sell('500', '5.00 EUR');
  await cashier.press('Print the receipt');
  await cashier.press('Training printer');
  const pane = cashier.page.getByRole('complementary', { name: 'Training printer' });
  await pane.getByText('5.00').first().waitFor();
  await cashier.press('Pull the cable', pane);
  await cashier.statusLine.getByRole('button', { name: 'The printer does not answer.' }).waitFor();
  await cashier.press('Plug the cable in', pane);
  await pane.getByText('Ready to print.').waitFor();
  expect(await pane.getByText('5.00').count()).toBeGreaterThan(0);
});
