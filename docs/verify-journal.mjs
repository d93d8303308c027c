// Verifies an exported journal without Tillbridge: needs Node 18 or newer and nothing else.
//   node verify-journal.mjs EXPORT.ndjson journal-public-key.pem [--archive shift-000001.ndjson.gz ...]
//     [--countersigned HEAD.json [--office-key KEY.pem]]
// `--archive` for an export that leaves out what lies in archive files: they come in front of it, in their order.
// Exit 0: every record follows the one before, all signed heads are signed by that key, and the takings that each closed
// shift names are the sum of what its records moved. With the head that the office countersigned (`office head`) also:
// the record that the office has is in the export, so its end was not cut off. Exit 1: what is wrong, where.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createGunzip } from 'node:zlib';

const given = { archive: [], countersigned: [], 'office-key': [] };
const words = [];
let into = words;
for (const word of process.argv.slice(2)) {
  if (!word.startsWith('--')) into.push(word);
  else if (into !== words && into.length === 0) usage();
  else into = given[word.slice(2)] ?? usage();
}
if (into.length === 0) usage();
const { archive: archives, countersigned, 'office-key': officeKeys } = given;
const [file, keyFile] = words;
if (words.length !== 2 || countersigned.length > 1 || officeKeys.length > countersigned.length) usage();
const [headFile] = countersigned;
const [officeFile] = officeKeys;

function usage() {
  process.stderr.write(
    'usage: node verify-journal.mjs EXPORT.ndjson journal-public-key.pem [--archive FILE...]\n' +
      '  [--countersigned HEAD.json [--office-key KEY.pem]]\n',
  );
  process.exit(2);
}
/** What the office has of this journal; null where no head was given. */
const office = headFile === undefined ? null : JSON.parse(readFileSync(headFile, 'utf8'));
if (officeFile !== undefined) {
  const { till, lineage, seq: at, hash: head, at: when, signature } = office;
  const statement = `tillbridge office head v1\n${till}\n${lineage}\n${at}\n${head}\n${when}\n`;
  const officeKey = createPublicKey(readFileSync(officeFile, 'utf8'));
  if (!verify(null, Buffer.from(statement), officeKey, Buffer.from(signature, 'base64'))) {
    process.stdout.write('the head of the office is not signed by that key\n');
    process.exit(1);
  }
}
const key = createPublicKey(readFileSync(keyFile, 'utf8'));

/** Members sorted by name, no white space (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

function wrong(line, what) {
  process.stdout.write(`${source}line ${line}: ${what}\n`);
  process.exit(1);
}

/** The name of the archive that is read, for what is said of it. */
let source = '';

/** Of the operations that are not over: the mode and the gateway that they belong to. */
const open = new Map();
/** What the running shift has moved, by mode, gateway and currency. */
let moved = new Map();
/** Records of a program that did not write down what they moved: then the sums of their shift cannot be told. */
let untold = 0;
let shifts = 0;

function add({ type, operation, data }) {
  if (type === 'accepted') open.set(operation, { mode: data.mode, environment: data.environment, kind: data.kind });
  const over = ['succeeded', 'failed', 'cancelled', 'expired'].includes(data.state);
  const place = type === 'payment-seen-paid' ? data : open.get(operation);
  if (over && type !== 'payment-seen-paid') open.delete(operation);
  if (data.state !== 'succeeded' || place === undefined) return;
  if (data.moved === undefined) untold += 1;
  if (data.moved === undefined || data.moved === null) return;
  const { currency, taken, givenBack, tip } = data.moved;
  const key = JSON.stringify([place.mode, place.environment, currency]);
  const sums = moved.get(key) ?? [0, 0, 0];
  moved.set(key, [sums[0] + (taken ?? 0), sums[1] + (givenBack ?? 0), sums[2] + tip]);
}

/** What is wrong with the sums of a shift that is closed, or null. */
function wrongSums({ number, sections = [] }) {
  const told = new Map();
  for (const { mode, environment, takings } of sections) {
    if (takings === undefined) return null;
    for (const { currency, takenMinor, givenBackMinor, tipMinor } of takings) {
      told.set(JSON.stringify([mode, environment, currency]), [takenMinor, givenBackMinor, tipMinor]);
    }
  }
  if (untold > 0) return null;
  shifts += 1;
  for (const key of new Set([...told.keys(), ...moved.keys()])) {
    const [says, is] = [told.get(key) ?? [0, 0, 0], moved.get(key) ?? [0, 0, 0]].map((sums) => sums.join(', '));
    if (says !== is) return `shift ${number} says taken, given back, tips ${says} for ${key}; its records say ${is}`;
  }
  return null;
}

/** Only a line feed ends a record: a text within one may hold other ends of lines (U+2028). */
async function* linesOf(stream) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = Buffer.alloc(0);
  for await (const piece of stream) {
    rest = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      yield decoder.decode(rest.subarray(start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield decoder.decode(rest);
}

let seq = 0;
let prev = '0'.repeat(64);
let signedHeads = 0;
let lastSigned = 0;
/** The record before, where it closes a shift: a bridge signs that record at once. */
let closing = 0;

function check(line) {
  const { hash, ...rest } = JSON.parse(line);
  seq += 1;
  if (seq === 1 && rest.seq > 1)
    wrong(1, `it begins with record ${rest.seq}: name the archives in front of it (--archive)`);
  if (canonical({ hash, ...rest }) !== line) wrong(seq, 'not in canonical form: it was changed');
  if (rest.seq !== seq) wrong(seq, `record ${rest.seq} stands where record ${seq} belongs`);
  if (rest.prev !== prev) wrong(seq, `record ${seq} does not follow the record before it`);
  if (createHash('sha256').update(canonical(rest)).digest('hex') !== hash) wrong(seq, `record ${seq} was changed`);
  if (closing > 0 && rest.type !== 'head-signed') wrong(closing, 'it closes a shift and is not signed');
  closing = 0;
  if (rest.type === 'head-signed') {
    const statement = `tillbridge journal head v1\n${seq - 1}\n${prev}\n`;
    const signature = Buffer.from(rest.data.signature, 'base64');
    if (rest.data.seq !== seq - 1 || rest.data.hash !== prev)
      wrong(seq, 'it signs another head than the one before it');
    if (!verify(null, Buffer.from(statement), key, signature)) wrong(seq, 'it is not signed by this key');
    signedHeads += 1;
    lastSigned = seq - 1;
  }
  if (office?.seq === seq && office.hash !== hash) wrong(seq, `the office has another record ${seq}`);
  add(rest);
  if (rest.type === 'shift-closed') {
    const sums = wrongSums(rest.data);
    if (sums !== null) wrong(seq, sums);
    moved = new Map();
    untold = 0;
    // What was written before there was a key is held by the head that the key signed first.
    closing = signedHeads > 0 ? seq : 0;
  }
  prev = hash;
}

/** The first line of an archive says what it holds, and is signed. */
function checkArchive(manifest, lines) {
  const { folderId, shift, after, last, signature } = manifest;
  const statement =
    `tillbridge journal archive v1\n${folderId}\n${shift}\n${after.seq} ${after.hash}\n` +
    `${last.seq} ${last.hash}\n${lines}\n`;
  if (!verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64')))
    wrong(1, 'it is not signed by this key');
  if (lines !== manifest.lines) wrong(1, 'its lines are not those that were signed');
  if (last.seq !== seq || last.hash !== prev) wrong(1, `it ends with record ${seq}, not with record ${last.seq}`);
}

async function readArchive(name) {
  source = `${name}, `;
  let manifest = null;
  const lines = createHash('sha256');
  for await (const line of linesOf(createReadStream(name).pipe(createGunzip()))) {
    if (manifest !== null) {
      lines.update(`${line}\n`);
      check(line);
      continue;
    }
    manifest = JSON.parse(line);
    const from = manifest.after.seq + 1;
    if (manifest.after.seq !== seq)
      wrong(1, `it begins with record ${from}: the archive with record ${seq + 1} is missing`);
  }
  checkArchive(manifest, lines.digest('hex'));
  source = '';
}

for (const archive of archives) {
  try {
    await readArchive(archive);
  } catch (error) {
    wrong(1, `it cannot be read: ${error.message}`);
  }
}
for await (const line of linesOf(createReadStream(file))) check(line);
if (closing > 0) wrong(closing, 'it closes a shift and is not signed');
if (office !== null && office.seq > seq) {
  wrong(seq, `the end was cut off: the office has records up to ${office.seq}`);
}
if (signedHeads === 0) wrong(seq, 'no head is signed by this key');
const unsigned = seq - lastSigned - 1;
const covered = office === null ? '' : `The office countersigned record ${office.seq} at ${office.at}: it is here.\n`;
process.stdout.write(
  `${seq} records, ${signedHeads} signed heads, the last at record ${lastSigned}.\n` +
    `The takings of ${shifts} closed shifts are the sums of their records.\n` +
    `${unsigned} records after it are chained but not signed yet: that none is missing at the end shows only a printed head.\n` +
    covered +
    `head ${seq} ${prev}\n`,
);
