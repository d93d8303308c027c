// A printer that is set up: tried at an emulated one over TCP, each question with a connection of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { triedPages } from '#contract/devices/printer-setup.ts';
import { confirmationSheet, pageLine, rulerSheet, sampleSheet } from '#core/printing/trial-sheets.ts';
import { type EmulatorOptions, createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { parsePrinterAddress } from '#peripherals/address/address.ts';
import { foundPrinters } from '#peripherals/find/found-printers.ts';
import { createPrinters } from '#peripherals/printers/create-printers.ts';
import { printerLimits } from '#peripherals/printers/limits.ts';
import { createPrinterTrials, withOptions } from '#peripherals/printers/trial.ts';
import { serialLine } from '#support/serial-line.ts';
import { aFolder } from '#support/store-folder.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const limits = { ...printerLimits, answerMs: 300, clearMs: 300, stuckMs: 300, silenceMs: 300, askEveryMs: 20 };

async function aPrinter(options: EmulatorOptions = {}) {
  const paper = createEmulatedPrinter(options);
  const server = await serveEmulator(paper);
  onTestFinished(() => server.close());
  const trials = createPrinterTrials({ firstFence: () => 1_000, limits });
  return { paper, server, trials, address: `tcp://127.0.0.1:${server.port}` };
}

describe('a printer at an address', () => {
  it('answers, says nothing, or is not there', async () => {
    const { paper, server, trials, address } = await aPrinter();
    expect(await trials.answer(address)).toEqual({
      type: 'answers',
      language: 'esc-pos',
      obstacle: null,
      paperLow: false,
      drawerHigh: false,
    });
    paper.openCover();
    paper.drawer(true);
    expect(await trials.answer(address)).toMatchObject({ obstacle: 'cover-open', drawerHigh: true });
    server.hang();
    expect(await trials.answer(address)).toEqual({ type: 'silent' });
    server.pullCable();
    expect(await trials.answer(address)).toEqual({ type: 'unreachable' });
    expect(await trials.answer('nonsense')).toMatchObject({ type: 'invalid' });
    expect(paper.paper).toEqual([]);
  });

  it('says when it has printed, by the strongest word that it has', async () => {
    const strong = await aPrinter();
    expect(await strong.trials.confirmation(strong.address, confirmationSheet())).toEqual({
      type: 'found',
      confirms: 'process-id',
    });
    const weak = await aPrinter({ knowsProcessIds: false });
    expect(await weak.trials.confirmation(weak.address, confirmationSheet())).toEqual({
      type: 'found',
      confirms: 'gs-r',
    });
    weak.paper.paperOut();
    expect(await weak.trials.confirmation(weak.address, confirmationSheet())).toEqual({
      type: 'not-sent',
      obstacle: 'paper-out',
    });
  });

  it('prints each line of the code pages with its own page, and a ruler that breaks on narrow paper', async () => {
    const { paper, trials, address } = await aPrinter({
      codePages: [
        { name: 'cp858', page: 19 },
        { name: 'windows1252', page: 16 },
        { name: 'iso8859-15', page: 40 },
      ],
    });
    for (const [index, page] of triedPages['esc-pos'].entries()) {
      const outcome = await trials.print(withOptions(address, { pages: page }), pageLine(index + 1));
      expect(outcome).toEqual({ type: 'printed' });
    }
    const right = '€ Ä Ö Ü ä ö ü ß';
    expect(
      textOf(paper.paper)
        .split('\n')
        .filter((line) => line.includes(right)),
    ).toHaveLength(3);
    await trials.print(withOptions(address, { columns: '48' }), rulerSheet('en'));
    const rulers = textOf(paper.paper)
      .split('\n')
      .filter((line) => line.endsWith('|'));
    expect(rulers.map((line) => line.length)).toEqual([32, 42, 48]);
    await trials.print(address, sampleSheet('de', 'Beispielladen'));
    expect(textOf(paper.paper)).toContain('Beispielladen');
  });
});

it('opens a drawer by way of the window, and the journal knows who set it up', async () => {
  const { paper, address } = await aPrinter();
  const whole = await aWholeBridge();
  const { window, bridge } = whole;
  expect(await window.tryDrawer({ address })).toEqual({ type: 'opened' });
  expect(paper.drawerKicks()).toBe(1);
  const { token } = whole.program(['export']);
  const journal = await fetch(`${bridge.url}/v1/journal`, { headers: { authorization: `Bearer ${token}` } });
  expect(await journal.text()).toContain('"drawer-opened"');
  expect(await window.printTrial({ address, sheet: 'pages', language: 'en' })).toEqual({ type: 'printed' });
  expect(await window.printTrial({ address, sheet: 'cut', language: 'de' })).toEqual({ type: 'printed' });
  expect(paper.paper.filter(({ type }) => type === 'cut')).toHaveLength(2);
});

it('tries a printer that the till has open: the till lets its line go meanwhile, and takes it again', async () => {
  const paper = createEmulatedPrinter();
  const server = await serveEmulator(paper);
  onTestFinished(() => server.close());
  await using line = serialLine(`TCP:127.0.0.1:${server.port}`);
  await line.plug();
  const place = `serial:${line.path}`;
  const parsed = parsePrinterAddress(`till=${place}`);
  if (parsed.type === 'invalid') throw new Error(parsed.reason);
  // On a busy machine an answer takes its time.
  const patient = { ...limits, answerMs: 5_000 };
  const printers = createPrinters([parsed.address], { limits: patient, firstFence: () => 9_000 });
  await using _closed = { [Symbol.asyncDispose]: () => printers.close() };
  const [printer] = printers.list();
  expect(await printer?.state()).toMatchObject({ obstacle: null });
  const alone = createPrinterTrials({ firstFence: () => 1_000, limits });
  expect(await alone.print(place, rulerSheet('en'))).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  const trials = createPrinterTrials({ firstFence: () => 1_000, limits: patient, inUse: printers });
  expect(await trials.print(place, rulerSheet('en'))).toEqual({ type: 'printed' });
  expect(await printer?.print(confirmationSheet(), () => Promise.resolve(), false)).toEqual({ type: 'printed' });
});

it('tries nothing, neither now nor later, while a document of the till stands still in the printer', async () => {
  const { paper, address } = await aPrinter();
  const parsed = parsePrinterAddress(`till=${address}`);
  if (parsed.type === 'invalid') throw new Error(parsed.reason);
  const printers = createPrinters([parsed.address], { limits: { ...limits, turnMs: 50 }, firstFence: () => 9_000 });
  await using _closed = { [Symbol.asyncDispose]: () => printers.close() };
  const [printer] = printers.list();
  if (printer === undefined) throw new Error('There is no printer.');
  const trials = createPrinterTrials({ firstFence: () => 1_000, limits, inUse: printers });
  const printed = printer.print(
    rulerSheet('en'),
    async () => {
      paper.paperOut();
    },
    false,
  );
  await expect.poll(async () => (await printer.state()).obstacle).toBe('paper-out');
  const never = () => Promise.reject(new Error('Nothing may be journalled.'));
  expect(await trials.openDrawer(address, never)).toBe('not-sent');
  expect(await trials.print(address, confirmationSheet())).toEqual({ type: 'not-sent', obstacle: 'paper-out' });
  expect(await trials.answer(address)).toMatchObject({ type: 'answers', obstacle: 'paper-out' });
  paper.paperIn();
  expect(await printed).toEqual({ type: 'printed' });
  await printer.state();
  expect(paper.drawerKicks()).toBe(0);
});

it('finds the queues of the spooler, and none where there is no spooler', async () => {
  const folder = aFolder();
  const path = process.env['PATH'] ?? '';
  onTestFinished(() => {
    process.env['PATH'] = path;
  });
  process.env['PATH'] = folder;
  expect((await foundPrinters()).queues).toEqual([]);
  const program = join(folder, 'lpstat');
  writeFileSync(program, '#!/bin/sh\necho Office\necho Bar\n', { mode: 0o755 });
  process.env['PATH'] = `${folder}:${path}`;
  expect((await foundPrinters()).queues).toEqual(['Office', 'Bar']);
});
