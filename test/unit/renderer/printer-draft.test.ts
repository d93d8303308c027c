// What a person answers in the wizard for printers stands in the address that it saves, and the printer then does as it
// was told.
import { expect, it } from 'vitest';
import { parsePrinterAddress } from '#peripherals/address/address.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { encodeDocument } from '#peripherals/encoding/encode.ts';
import { addressOf, freshDraft, type PrinterDraft } from '../../../renderer/model/printing/printer-draft.ts';
import { profileOptions, profileText } from '../../../renderer/model/printing/printer-profile.ts';

const answers = {
  type: 'answers',
  language: 'esc-pos',
  obstacle: null,
  paperLow: false,
  drawerHigh: false,
} as const;

function profileOf(draft: Partial<PrinterDraft>) {
  const address = addressOf({ ...freshDraft, place: 'tcp://192.0.2.7:9100', answer: answers, ...draft });
  const read = parsePrinterAddress(`BAR=${address}`);
  if (read.type === 'invalid') throw new Error(read.reason);
  return read.address.profile;
}

it('says where no drawer hangs on it, and where it has no knife', () => {
  expect(profileOf({ drawer: 'none', cuts: false })).toMatchObject({ hasDrawer: false, cuts: false });
  expect(profileOf({ drawer: 'opens', cuts: true })).toMatchObject({ hasDrawer: true, cuts: true });
});

it.each([
  'flow=rts-cts&language=star-line&columns=42&pages=windows1252:32,cp858:4&confirms=nothing&drawer=no&drawerPin=5&cut=no',
  'baud=9600&columns=32&pages=cp858:19&confirms=gs-r&drawerOpenIs=low&nearEnd=no&answers=yes',
])('the profile that is copied at one till makes the same printer of one at the next: %s', (query) => {
  const text = profileText({ address: `serial:/dev/serial/by-id/usb-back-office?${query}` });
  expect(text).not.toContain('back-office');
  const address = addressOf({ ...freshDraft, place: 'serial:/dev/ttyUSB7', profile: profileOptions(text) });
  const [there, here] = [`serial:/dev/ttyUSB7?${query}`, address].map((each) => parsePrinterAddress(`BAR=${each}`));
  expect(there?.type).toBe('address');
  expect(here).toEqual(there);
});

it.each([1, 2, 3])('with line %s right it still prints names that this page lacks', (line) => {
  const profile = profileOf({ line });
  const document = { blocks: [{ type: 'text' as const, text: 'Łódź 5 €, Żuk, Привет' }] };
  const { pieces, notes } = encodeDocument(document, profile, false);
  expect(notes).toEqual([]);
  const printer = createEmulatedPrinter({ codePages: profile.codePages });
  printer.receive(Buffer.concat(pieces));
  expect(textOf(printer.paper)).toBe('Łódź 5 €, Żuk, Привет');
});

it('tries the line that was right first, and none that came out wrong before it', () => {
  expect(profileOf({ line: 2 }).codePages.map(({ page }) => page)).toEqual([16, 18, 17]);
  expect(profileOf({ line: 0 }).codePages.map(({ page }) => page)).toEqual([19, 16, 18, 17]);
});
