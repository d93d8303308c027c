// Manifests that a server, or somebody between, could give to a till: what is refused and why. Each begins as a good one,
// so that one thing alone is wrong with it.
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, canonicalJson } from '#contract/data/json.ts';
import { publicKeySchema } from '#contract/till/updates.ts';
import { idOf, textOf } from '#updates/keys.ts';
import { type Manifest, type Till, maxManifestBytes, readManifest, signManifest } from '#updates/manifest.ts';
import { type Seen, offerIn } from '#updates/offer.ts';

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { secret: privateKey, public: publicKey };
};
const vendor = pair();
const stranger = pair();
const nowMs = Date.parse('2026-11-28T10:00:00.000Z');
const at = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();

const file = {
  platform: 'linux-x64',
  kind: 'deb',
  name: 'tillbridge-0.2.0-linux-amd64.deb',
  url: '0.2.0/tillbridge-0.2.0-linux-amd64.deb',
  bytes: 115_000_000,
  sha256: 'ab'.repeat(32),
};
const good: Manifest = {
  product: 'Tillbridge',
  form: 1,
  version: '0.2.0',
  least: '0.1.0',
  channel: 'stable',
  created: at(-1),
  expires: at(29),
  schema: 7,
  shares: [{ from: at(-1), percent: 100 }],
  files: [file],
};
const till: Till = { nowMs, keys: [textOf(vendor.public)], channel: 'stable', platform: 'linux-x64', kind: 'deb' };

/** As the vendor's tool signs, without its checks. */
function signed(text: string, key: { secret: KeyObject; public: KeyObject } = vendor): JsonObject {
  const bytes = Buffer.from(`Tillbridge update manifest, form 1\n${text}`);
  const signature = sign(null, bytes, key.secret).toString('base64');
  return { manifest: text, signatures: [{ key: idOf(textOf(key.public)), signature }] };
}

const asBytes = (value: Json) => Buffer.from(JSON.stringify(value));
const changed = (change: JsonObject) => asBytes(signed(canonicalJson({ ...(good as JsonObject), ...change })));
const withFile = (change: JsonObject) => changed({ files: [{ ...file, ...change }] });
const text = canonicalJson(good);
const whole = signed(text);
const [signature = null] = whole['signatures'] as JsonObject[];
const other = { ...file, platform: 'win32-x64', kind: 'nsis', name: 'setup.exe', url: 'setup.exe' };

it('a manifest of the vendor is believed, and names this till’s package', () => {
  const bytes = Buffer.from(signManifest(good, [vendor]));
  expect(readManifest(bytes, till)).toEqual({ type: 'good', manifest: good, file });
});

it('one of two keys is enough, so that a key can be replaced', () => {
  const bytes = Buffer.from(signManifest(good, [stranger, vendor]));
  expect(readManifest(bytes, till).type).toBe('good');
  const keys = [textOf(pair().public), textOf(stranger.public)];
  expect(readManifest(bytes, { ...till, keys }).type).toBe('good');
});

describe('a manifest that may be forged is refused before it is read', () => {
  it.each<[string, Buffer]>([
    ['signed with another key', asBytes(signed(text, stranger))],
    [
      'signed with another key under the id of the vendor’s',
      asBytes({
        ...signed(text, stranger),
        signatures: [
          { ...(signed(text, stranger)['signatures'] as JsonObject[])[0], key: idOf(textOf(vendor.public)) },
        ],
      }),
    ],
    ['with one letter of it changed', asBytes({ ...whole, manifest: text.replace('0.2.0', '0.3.0') })],
    ['with a space behind it', asBytes({ ...whole, manifest: `${text} ` })],
    ['with the signature of another manifest', asBytes({ ...signed(text.replace('0.2.0', '0.3.0')), manifest: text })],
    [
      'with a signature over the text alone',
      asBytes({
        manifest: text,
        signatures: [{ ...signature, signature: sign(null, Buffer.from(text), vendor.secret).toString('base64') }],
      }),
    ],
    [
      'with a signature of zeros',
      asBytes({ ...whole, signatures: [{ ...signature, signature: Buffer.alloc(64).toString('base64') }] }),
    ],
    [
      'with the signature under another id',
      asBytes({ ...whole, signatures: [{ ...signature, key: idOf(textOf(stranger.public)) }] }),
    ],
    ['no JSON at all, in a good envelope of a stranger', asBytes(signed('{', stranger))],
  ])('%s', (_, bytes) => {
    expect(readManifest(bytes, till)).toEqual({ type: 'refused', why: 'not-signed' });
  });

  it('where the till knows no key', () => {
    expect(readManifest(asBytes(whole), { ...till, keys: [] })).toEqual({ type: 'refused', why: 'not-signed' });
  });
});

describe('what is no manifest is refused, also where the vendor has signed it', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page of a server that is down', Buffer.from('<html>502</html>')],
    ['more than is read', Buffer.concat([asBytes(whole), Buffer.alloc(maxManifestBytes, 0x20)])],
    ['a list', asBytes([whole])],
    ['no signatures', asBytes({ ...whole, signatures: [] })],
    ['nine signatures', asBytes({ ...whole, signatures: Array<Json>(9).fill(signature) })],
    ['a signature that is too short', asBytes({ ...whole, signatures: [{ ...signature, signature: 'AAAA' }] })],
    ['a further member of the envelope', asBytes({ ...whole, trust: true })],
    ['a further member', changed({ script: 'x' })],
    ['another product', changed({ product: 'Other' })],
    ['another form', changed({ form: 2 })],
    ['spaces between its members', asBytes(signed(text.replace(':', ': ')))],
    ['members in another order', asBytes(signed(JSON.stringify(good)))],
    ['a member twice', asBytes(signed(text.replace('"least":', '"least":"0.0.1","least":')))],
    ['a number written otherwise', asBytes(signed(text.replace('"form":1', '"form":1.0')))],
    ['a letter written as its number', asBytes(signed(text.replace('"stable"', String.raw`"\u0073table"`)))],
    ['no file', changed({ files: [] })],
    ['two files for one platform', changed({ files: [file, { ...file, name: 'b.deb', url: 'b.deb' }] })],
    ['two files of one name', changed({ files: [file, { ...other, name: file.name.toUpperCase() }] })],
    ['a version with a word in it', changed({ version: '0.2.0-beta' })],
    ['a version with a zero before it', changed({ version: '00.2.0' })],
    ['two numbers as version', changed({ least: '0.2' })],
    ['a share above a hundred', changed({ shares: [{ from: at(0), percent: 101 }] })],
    ['a share of less than one', changed({ shares: [{ from: at(0), percent: 0.5 }] })],
    ['an end before its beginning', changed({ expires: at(-2) })],
    ['an end in years', changed({ expires: at(400) })],
    ['a day that does not exist', changed({ expires: '2026-02-30T00:00:00.000Z' })],
    ['a time of another zone', changed({ created: '2026-11-27T10:00:00.000+02:00' })],
    ['a database of form 0', changed({ schema: 0 })],
  ])('%s', (_, bytes) => {
    expect(readManifest(bytes, till)).toEqual({ type: 'refused', why: 'not-a-manifest' });
  });

  it.each<[string, JsonObject]>([
    ['no bytes', { bytes: 0 }],
    ['less than no bytes', { bytes: -1 }],
    ['half a byte', { bytes: 1.5 }],
    ['more bytes than any package', { bytes: 3 * 1024 ** 3 }],
    ['its bytes as a text', { bytes: '115000000' }],
    ['a digest in capitals', { sha256: 'AB'.repeat(32) }],
    ['a digest that is too short', { sha256: 'ab'.repeat(31) }],
    ['a name that leads upwards', { name: '../till.deb' }],
    ['a name in a folder', { name: 'a/till.deb' }],
    ['a name in a folder of Windows', { name: String.raw`a\till.deb` }],
    ['a whole path as its name', { name: '/etc/passwd' }],
    ['a drive as its name', { name: 'C:till.deb' }],
    ['two dots as its name', { name: '..' }],
    ['a hidden name', { name: '.bashrc' }],
    ['an option as its name', { name: '-rf' }],
    ['a device as its name', { name: 'NUL.deb' }],
    ['a name with an end of line', { name: 'till.deb\n' }],
    ['a name with a zero byte', { name: 'till.deb\u0000.txt' }],
    ['a name with a letter that looks like another', { name: 'tіll.deb' }],
    ['a name without end', { name: 'a'.repeat(129) }],
    ['an address at another host', { url: 'https://evil.example/till.deb' }],
    ['an address at another host by two slashes', { url: '//evil.example/till.deb' }],
    ['an address from the root', { url: '/till.deb' }],
    ['an address that leads upwards', { url: '../till.deb' }],
    ['an address that leads upwards in between', { url: 'a/../../till.deb' }],
    ['an address that leads upwards in disguise', { url: '%2e%2e/till.deb' }],
    ['an address with backslashes', { url: String.raw`\\evil.example\till.deb` }],
    ['an address with a query', { url: 'till.deb?x=1' }],
    ['a program as its address', { url: 'javascript:alert(1)' }],
    ['an empty address', { url: '' }],
  ])('a file with %s', (_, change) => {
    expect(readManifest(withFile(change), till)).toEqual({ type: 'refused', why: 'not-a-manifest' });
  });
});

describe('a manifest that is not for this till now is refused', () => {
  it.each<[string, JsonObject, string]>([
    ['at the moment it expires', { expires: at(0) }, 'expired'],
    ['from more than a day ahead', { created: at(1.001) }, 'from-the-future'],
    ['of another channel', { channel: 'beta' }, 'other-channel'],
    ['without a package for this platform', { files: [other] }, 'not-for-this-platform'],
    ['with another kind of package alone', { files: [{ ...file, kind: 'zip' }] }, 'not-for-this-platform'],
  ])('%s', (_, change, why) => {
    expect(readManifest(changed(change), till)).toEqual({ type: 'refused', why });
  });

  it('a clock that is less than a day behind does not matter', () => {
    expect(readManifest(changed({ created: at(0.999) }), till).type).toBe('good');
  });
});

describe('of manifests that are believed', () => {
  const seen: Seen = { version: '0.1.0', schema: 7, manifestCreated: null, highest: null };

  it.each<[string, Partial<Manifest>, Partial<Seen>, string]>([
    ['a higher version is newer', {}, {}, 'newer'],
    ['numbers count, not letters', { version: '0.10.0' }, { version: '0.9.0' }, 'newer'],
    ['the same manifest again is newer still', {}, { manifestCreated: good.created }, 'newer'],
    ['the version that runs is nothing new', { version: '0.1.0' }, {}, 'current'],
    ['one made before the latest that was seen is a replay', {}, { manifestCreated: at(-0.9) }, 'older-manifest'],
    ['a lower version than the one that runs is none', {}, { version: '0.2.1' }, 'older-version'],
    ['a lower version than the highest that ran is none', {}, { highest: '0.3.0' }, 'older-version'],
    ['a newer version with an older database is none', { schema: 6 }, {}, 'older-database'],
    ['a version that needs another one first is none yet', { least: '0.1.1' }, {}, 'needs-step'],
  ])('%s', (_, manifest, before, expected) => {
    const offer = offerIn({ ...good, ...manifest }, { ...seen, ...before });
    expect(offer.type === 'refused' ? offer.why : offer.type).toBe(expected);
  });
});

it('the tool signs nothing that no till would read', () => {
  expect(() => signManifest({ ...good, files: [{ ...file, name: '../x' }] }, [vendor])).toThrow('files');
});

it.each([
  ['31 bytes', Buffer.alloc(31).toString('base64')],
  ['base64 with letters for addresses', Buffer.alloc(32, 0xff).toString('base64url')],
  ['a PEM', '-----BEGIN PUBLIC KEY-----'],
  ['nothing', ''],
])('%s is no key', (_, key) => {
  expect(publicKeySchema.safeParse(key).success).toBe(false);
});
