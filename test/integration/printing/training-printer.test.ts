// The training printer behind the same driver as a real one: what a till in training prints comes out, and what goes wrong
// with it stands in the way as it does elsewhere.
import { expect, it, onTestFinished } from 'vitest';
import { createTrainingPrinter } from '#peripherals/emulator/training-printer.ts';
import { aDocument } from '#support/scripted-printer.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const now = () => Promise.resolve();

function aPrinter() {
  const training = createTrainingPrinter(1_000, () => {});
  onTestFinished(() => training.printer.close());
  const lines = () => training.view().paper.flatMap((item) => (item.type === 'line' ? [item.text] : []));
  return { ...training, lines };
}

it('prints by its own word, and its paper is seen', async () => {
  const { printer, view, act, lines } = aPrinter();
  expect(await printer.print(aDocument('one'), now, false)).toEqual({ type: 'printed' });
  expect(await printer.print(aDocument('two'), now, true)).toEqual({ type: 'printed' });
  expect(
    lines()
      .filter((line) => /one|two|COPY/.test(line))
      .map((line) => line.trim()),
  ).toEqual(['one', 'COPY', 'two', 'COPY']);
  act('tear-off');
  expect(view().paper).toEqual([]);
});

it('takes nothing without paper or with its cover open, and goes on when there is paper in the middle', async () => {
  const { printer, act, lines } = aPrinter();
  act('paper');
  expect(await printer.print(aDocument('one'), now, false)).toEqual({ type: 'not-sent', obstacle: 'paper-out' });
  act('paper');
  act('cover');
  expect(await printer.print(aDocument('one'), now, false)).toEqual({ type: 'not-sent', obstacle: 'cover-open' });
  act('cover');
  const blocks = Array.from({ length: 30 }, (_, index) => ({ type: 'text', text: `line ${index}` }) as const);
  const printing = printer.print({ blocks }, now, false);
  await until(async () => lines()[5] ?? null);
  act('paper');
  const stopped = lines().length;
  act('paper');
  expect(await printing).toEqual({ type: 'printed' });
  expect(stopped).toBeLessThan(30);
  expect(lines().filter((line) => line.startsWith('line'))).toHaveLength(30);
});

it('is in doubt about what it printed when its cable was pulled, and answers again when it is plugged in', async () => {
  const { printer, act, lines } = aPrinter();
  const blocks = Array.from({ length: 30 }, (_, index) => ({ type: 'text', text: `line ${index}` }) as const);
  const printing = printer.print({ blocks }, now, false);
  await until(async () => lines()[5] ?? null);
  act('cable');
  expect(await printing).toMatchObject({ type: 'doubtful' });
  expect(await printer.print(aDocument('two'), now, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  // There is no path of a device that a person could look for.
  expect(await printer.state()).not.toHaveProperty('trouble');
  act('cable');
  expect(await printer.print(aDocument('two'), now, false)).toEqual({ type: 'printed' });
  expect(lines()).toContain('two');
});

it('opens its drawer, and a person shuts it', async () => {
  const { printer, view, act } = aPrinter();
  expect(await printer.openDrawer(now)).toBe('opened');
  expect(view().drawerOpen).toBe(true);
  act('shut-drawer');
  expect(view().drawerOpen).toBe(false);
  await until(async () => ((await printer.state()).drawerOpen === false ? true : null));
});

it('stands beside a till in training that has a window and no printer, and nowhere else', async () => {
  const training = await aWholeBridge({ ports: { target: { type: 'sandbox' } } });
  const { window } = training;
  expect(window.printing()).toMatchObject({ training: { paper: [] }, receipts: { printer: 'TRAINING' } });
  const sale = { messageType: 'SALE', transId: 'R-1', posTerminalId: 'T-1', amount: { value: 500, currency: 'EUR' } };
  const made = await window.submit({ kind: 'cloud-pos', input: sale, requestId: 'R-1' });
  if (made.type === 'refused') throw new Error(made.refusal.detail);
  const { id } = made.operation;
  await until(async () => (window.operation({ id })?.state === 'succeeded' ? true : null));
  const wanted = { operationId: id, copy: 'customer', reason: null } as const;
  expect(await window.printReceipt(wanted)).toEqual({ type: 'accepted', isCopy: false });
  const cut = () => window.printing().training?.paper.some(({ type }) => type === 'cut') === true;
  await until(async () => (cut() ? true : null));
  expect(window.handleTrainingPrinter({ action: 'tear-off' })).toEqual({ done: true });
  expect(window.printing().training?.paper).toEqual([]);

  const test = await aWholeBridge();
  expect(test.window.printing()).toMatchObject({ training: null, receipts: null });
  const headless = await aWholeBridge({ ports: { target: { type: 'sandbox' }, asksPeople: false } });
  expect(headless.window.printing().training).toBeNull();
});
