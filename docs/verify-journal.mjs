// Verifies an exported journal without Tillbridge: needs Node 18 or newer and nothing else.
//   node verify-journal.mjs EXPORT.ndjson journal-public-key.pem
// Exit 0: every record follows the one before, and all signed heads are signed by that key. Exit 1: what is wrong, where.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, keyFile] = process.argv.slice(2);
if (keyFile === undefined) {
  process.stderr.write('usage: node verify-journal.mjs EXPORT.ndjson journal-public-key.pem\n');
  process.exit(2);
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
  process.stdout.write(`line ${line}: ${what}\n`);
  process.exit(1);
}

let seq = 0;
let prev = '0'.repeat(64);
let signedHeads = 0;
let lastSigned = 0;
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  const { hash, ...rest } = JSON.parse(line);
  seq += 1;
  if (canonical({ hash, ...rest }) !== line) wrong(seq, 'not in canonical form: it was changed');
  if (rest.seq !== seq) wrong(seq, `record ${rest.seq} stands where record ${seq} belongs`);
  if (rest.prev !== prev) wrong(seq, `record ${seq} does not follow the record before it`);
  if (createHash('sha256').update(canonical(rest)).digest('hex') !== hash) wrong(seq, `record ${seq} was changed`);
  if (rest.type === 'head-signed') {
    const statement = `tillbridge journal head v1\n${seq - 1}\n${prev}\n`;
    const signature = Buffer.from(rest.data.signature, 'base64');
    if (rest.data.seq !== seq - 1 || rest.data.hash !== prev)
      wrong(seq, 'it signs another head than the one before it');
    if (!verify(null, Buffer.from(statement), key, signature)) wrong(seq, 'it is not signed by this key');
    signedHeads += 1;
    lastSigned = seq - 1;
  }
  prev = hash;
}
if (signedHeads === 0) wrong(seq, 'no head is signed by this key');
const unsigned = seq - lastSigned - 1;
process.stdout.write(
  `${seq} records, ${signedHeads} signed heads, the last at record ${lastSigned}.\n` +
    `${unsigned} records after it are chained but not signed yet: that none is missing at the end shows only a printed head.\n` +
    `head ${seq} ${prev}\n`,
);
