// Where clouds give a machine its credentials: no address of ours, however it is written, and no name that leads there.
import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { InvalidAddress, checkRootAddress } from '#gateway/root-address.ts';
import { addressProblem } from '#http/address.ts';
import { givesCredentials, refusingCredentials } from '#http/found-addresses.ts';
import { parsePrinterAddress } from '#peripherals/address/address.ts';

const places = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '169.254.42.42',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
  'FD00:EC2:0:0:0:0:0:254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  // Behind the prefix of a network's own translator, for each length of it.
  '64:ff9b:1::a9fe:a9fe',
  '2001:db8:64::a9fe:a9fe',
  '2001:db8:a9fe:a9fe::',
  '2001:db8:1a9:fea9:fe::',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2001:db8:0:a9:fe:a9fe::',
  '2001:db8::a9:fea9:fe00:0',
  '2002:a9fe:a9fe::1',
  '2002:6464:64c8:1::7',
  '2001:0:a9fe:a9fe::1',
  '2001:0:c000:201:0:7fff:5601:5601',
  '::a9fe:a9fe',
  '::ffff:0:a9fe:a9fe',
  'fe80::5efe:a9fe:a9fe',
  '2001:db8::200:5efe:168.63.129.16',
];

function found(addresses: readonly string[], all = true): unknown {
  let given: unknown;
  refusingCredentials((_name, options, done) => {
    expect(options.all).toBe(true);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  })('server.example', { all }, (error, address) => void (given = error ?? address));
  return given;
}
const refused = expect.objectContaining({ code: 'ECREDENTIALADDRESS' });

test.each(places)('%s is followed by no connection, and taken by no setting', (place) => {
  expect(found([place])).toEqual(refused);
  expect(found([place], false)).toEqual(refused);
  expect(found(['192.0.2.1', place])).toEqual(refused);
  const host = place.includes(':') ? `[${place}]` : place;
  const { href } = new URL(`https://${host}/`);
  expect(addressProblem(href)).toBe('must not be where a cloud gives a machine its credentials');
  expect(() => checkRootAddress(href)).toThrow(InvalidAddress);
  expect(parsePrinterAddress(`P1=tcp://${host}:9100`).type).toBe('invalid');
});

test('nor with the name of an interface behind it', () => {
  expect(found(['fe80::a9fe:a9fe%eth0'])).toEqual(refused);
});

test.each(['https://2852039166', 'https://0xa9fea9fe', 'https://0251.0376.0251.0376', 'https://169.254.43518'])(
  '%s is the same place',
  (url) => {
    expect(() => checkRootAddress(url)).toThrow(InvalidAddress);
    expect(addressProblem(url)).toMatch(/^must /);
  },
);

test('a name of any other machine is followed, this one too', () => {
  const others = [
    '127.0.0.1',
    '::1',
    '10.0.0.7',
    '169.254.169.253',
    '192.0.2.1',
    'fd00:ec2::1',
    '2001:db8::1',
    'fe80::1%eth0',
    '2002:a9fe:a9fd::1',
    '64:ff9b::c000:201',
    '2001:0:c000:201:0:7fff:5601:5600',
  ];
  expect(others.filter(givesCredentials)).toEqual([]);
  expect((found(others) as LookupAddress[]).map(({ address }) => address)).toEqual(others);
  expect(found(others, false)).toBe('127.0.0.1');
});
