// The code on a receipt, from the paper and from the saved page: a reader (zbarimg) reads it, and a scan of it opens the
// payment.
import { expect, it } from 'vitest';
import { barsOf } from '#contract/devices/payment-code.ts';
import { settingsSchema } from '#settings/settings.ts';
import { codesRead, pbm } from '#support/drawn-paper.ts';
import { bench } from '#support/printer-bench.ts';
import { printersOf } from '#support/scripted-printer.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

it('is read from the paper and leads to the payment', async () => {
  await using all = await bench();
  const settings = settingsSchema.parse({ devices: { printers: { till: { address: 'tcp://192.0.2.7:9100' } } } });
  const { window } = await aWholeBridge({ ports: { settings, printers: printersOf(all.printer) } });
  const sale = { messageType: 'SALE', transId: 'R-1', posTerminalId: 'T-1', amount: { value: 500, currency: 'EUR' } };
  const made = await window.submit({ kind: 'cloud-pos', input: sale, requestId: 'R-1' });
  if (made.type === 'refused') throw new Error(made.refusal.detail);
  const { id } = made.operation;
  await until(async () => (window.operation({ id })?.state === 'succeeded' ? true : null));
  for (const copy of ['customer', 'merchant'] as const) {
    const before = all.paper.paper.length;
    const wanted = await window.printReceipt({ operationId: id, copy, reason: null });
    expect(wanted).toMatchObject({ type: 'accepted' });
    await until(async () => (all.paper.paper.slice(before).some(({ type }) => type === 'cut') ? true : null));
    const [read = '', ...others] = codesRead(all.paper.paper.slice(before));
    expect(others).toEqual([]);
    const code = read.replace(/^[A-Z0-9a-z-]+:/, '');
    expect(code).not.toBe('');
    expect(window.scanned({ code })).toEqual({ to: 'payment', code });
    expect(window.scanned({ code: `${code}x` })).not.toMatchObject({ to: 'payment' });
  }
});

it.each(['PAY-17', 'a1b2c3d4e5f60718293a4b5c6d7e8f90'])('of a saved receipt is read as %s', async (number) => {
  const code = barsOf(number);
  const dots = Array.from({ length: code?.width ?? 0 }, (_, x) =>
    (code?.bars ?? []).some((bar) => x >= bar.x && x < bar.x + bar.width),
  ).flatMap((dark) => [dark, dark, dark]);
  const rows = Array.from({ length: 90 }, () => dots);
  const [size = '', ...lines] = pbm(rows).toString('latin1').split('\n').slice(1);
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const picture = { type: 'picture', width, height, rows: Buffer.from(lines.join('\n'), 'latin1') } as const;
  expect(codesRead([picture])).toEqual([`CODE-128:${number}`]);
});
