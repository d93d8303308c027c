// Addresses of printers as a person writes them, and what is said where one is wrong.
import { expect, test } from 'vitest';
import { portOf } from '#peripherals/lines/usb-ports.ts';
import { parsePrinterAddress, sharedEndpoints } from '#peripherals/address/address.ts';
import { serialEndpoint } from '#peripherals/address/parts.ts';
import { defaultProfile } from '#peripherals/address/profile.ts';

const profile = defaultProfile('esc-pos');

test.each([
  ['slips=tcp://192.0.2.7:9100', { type: 'tcp', host: '192.0.2.7', port: 9_100 }],
  ['slips=tcp://printer.shop.example:9100/', { type: 'tcp', host: 'printer.shop.example', port: 9_100 }],
  ['slips=tcp://[2001:db8::7]:9100', { type: 'tcp', host: '2001:db8::7', port: 9_100 }],
  ['slips=serial:/dev/ttyUSB0', { type: 'serial', path: '/dev/ttyUSB0', baud: 115_200, flow: 'none' }],
  [
    'slips=serial:/dev/ttyS0?baud=9600&flow=rts-cts',
    { type: 'serial', path: '/dev/ttyS0', baud: 9_600, flow: 'rts-cts' },
  ],
  ['slips=serial:COM3', { type: 'serial', path: 'COM3', baud: 115_200, flow: 'none' }],
])('%s', (text, endpoint) => {
  expect(parsePrinterAddress(text)).toEqual({ type: 'address', address: { id: 'slips', endpoint, profile } });
});

test('what differs from a common printer', () => {
  const text =
    'kitchen=tcp://192.0.2.8:9100?columns=32&pages=cp850:2,cp866:17&confirms=gs-r&drawerPin=5&drawerOpenIs=low&nearEnd=no';
  expect(parsePrinterAddress(text)).toMatchObject({
    address: {
      profile: {
        columns: 32,
        codePages: [
          { name: 'cp850', page: 2 },
          { name: 'cp866', page: 17 },
        ],
        confirms: 'gs-r',
        drawerPin: 5,
        drawerOpenIs: 'low',
        nearEndSensor: false,
      },
    },
  });
});

test('two printers at one place: the second is told, whatever its options', () => {
  const texts = [
    'one=tcp://Printer.shop.example:9100',
    'two=tcp://printer.shop.example:9100/?columns=32',
    'three=tcp://printer.shop.example:9101',
    'four=serial:/dev/ttyS0?baud=9600',
    'five=serial:/dev/ttyS0',
  ];
  const addresses = texts.map((text) => {
    const read = parsePrinterAddress(text);
    if (read.type === 'invalid') throw new Error(read.reason);
    return read.address;
  });
  expect([...sharedEndpoints(addresses)]).toEqual([
    ['two', expect.stringContaining('the same place as one')],
    ['five', expect.stringContaining('the same place as four')],
  ]);
});

test.each([
  ['usb:04B8:0202:J4SF-1', { serialNumber: 'J4SF-1', location: null }],
  ['usb:04b8:0202@Port_#0003.Hub_#0001', { serialNumber: null, location: 'Port_#0003.Hub_#0001' }],
  ['usb:04b8:0202', { serialNumber: null, location: null }],
])('serial:%s is an adapter by its own name', (path, names) => {
  const usb = { vendorId: '04b8', productId: '0202', ...names };
  const endpoint = { type: 'serial', path, baud: 9_600, flow: 'none', usb };
  expect(parsePrinterAddress(`slips=serial:${path}?baud=9600`)).toMatchObject({ address: { endpoint } });
});

const adapters = [
  { path: '/dev/ttyUSB0', vendorId: '0403', productId: '6001', serialNumber: 'A1' },
  { path: '/dev/ttyUSB1', vendorId: '04B8', productId: '0202', serialNumber: 'B1' },
  { path: '/dev/ttyUSB2', vendorId: '0403', productId: '6001', serialNumber: 'A2' },
  { path: '/dev/ttyS0' },
];

test.each([
  ['usb:0403:6001:A2', adapters, '/dev/ttyUSB2'],
  ['usb:0403:6001:A2', adapters.toReversed().map((each, index) => ({ ...each, path: `COM${index}` })), 'COM1'],
  ['usb:04b8:0202', adapters, '/dev/ttyUSB1'],
  ['/dev/ttyS0', [], '/dev/ttyS0'],
])('%s is found wherever it is plugged in', (path, listed, found) => {
  expect(portOf(serialEndpoint(path, new URLSearchParams(), 9_600), null, listed)?.path ?? path).toBe(found);
});

test.each([
  ['usb:0403:6001', '2 adapters are usb:0403:6001'],
  ['usb:0403:6001:A3', 'No adapter usb:0403:6001:A3'],
  ['usb:0403:6001@1-2', 'No adapter'],
])('%s is not guessed', (path, words) => {
  const endpoint = serialEndpoint(path, new URLSearchParams(), 9_600);
  expect(() => portOf(endpoint, null, adapters)).toThrow(words);
});

test('a queue and a one-way line confirm nothing', () => {
  const nothing = { answers: false, confirms: 'nothing' };
  expect(parsePrinterAddress('old=queue:Receipts')).toMatchObject({ address: { profile: nothing } });
  expect(parsePrinterAddress('old=serial:/dev/ttyS1?answers=no')).toMatchObject({ address: { profile: nothing } });
});

test.each([
  ['', /is no device/],
  ['slips', /is no device/],
  ['=tcp://192.0.2.7:9100', /is no device/],
  ['my printer=tcp://192.0.2.7:9100', /is no name of a device/],
  ['slips=serial:usb:04b8', /or serial:usb:VENDOR:PRODUCT:SERIALNUMBER/],
  ['slips=usb:/dev/usb/lp0', /is no kind of line; there are tcp, serial and queue/],
  ['slips=tcp://192.0.2.7', /write tcp:\/\/HOST:PORT/],
  ['slips=tcp://192.0.2.7:99999', /write tcp:\/\/HOST:PORT/],
  ['slips=serial:ttyUSB0', /write serial:\/dev\/ttyUSB0/],
  ['slips=serial:/dev/ttyUSB0?baud=fast', /baud=fast is no speed/],
  ['slips=serial:/dev/ttyUSB0?bauds=9600', /"bauds" is no option; there are baud/],
  ['slips=tcp://192.0.2.7:9100?baud=9600', /"baud" is no option/],
  ['slips=tcp://192.0.2.7:9100?columns=40', /columns=40 is not known; there are 32, 42, 48/],
  ['slips=tcp://192.0.2.7:9100?pages=latin9:40', /"latin9" is no code page/],
  ['slips=tcp://192.0.2.7:9100?pages=cp858', /write NAME:NUMBER/],
  ['slips=tcp://192.0.2.7:9100?confirms=etb', /there are process-id, gs-r, nothing/],
  ['slips=tcp://192.0.2.7:9100?answers=no&confirms=gs-r', /needs a line that answers/],
  ['slips=queue:-oevil', /is no name of a queue/],
])('"%s" is refused with a reason', (text, reason) => {
  expect(parsePrinterAddress(text)).toMatchObject({ type: 'invalid', reason: expect.stringMatching(reason) });
});
