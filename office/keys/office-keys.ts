// The office's keys, in files of its data folder that only its user may read: the authority that issues the certificates
// of tills and of the office's own server, and the key that countersigns what the office has. They are not in the
// database: a copy of it can issue and sign nothing. A second office process gets a copy of the folder "keys".
// oxlint-disable-next-line import/no-unassigned-import -- The certificates' package asks for it before it is loaded.
import 'core-js/full/reflect/index.js';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import {
  type KeyObject,
  X509Certificate as NodeCertificate,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  verify,
  webcrypto,
} from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { writeDurably } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { keyIdOf } from '#store/journal/key-pair.ts';
import { type SignedApproval, approvalStatement } from '#contract/office/approvals.ts';
import { type Countersigned, officeStatement } from '#contract/office/office.ts';
import type { TillDocument } from '#contract/office/till-document.ts';

export interface OfficeKeys {
  /** PEM. */
  readonly authority: string;
  /** The first 32 hex digits of the SHA-256 over the authority's certificate. */
  readonly authorityPrint: string;
  /** SPKI, PEM. */
  readonly publicKey: string;
  /** What passwords are hashed with and one-time codes sealed under. */
  readonly peopleKey: Buffer;
  /** What PINs of tills are hashed with. Tills are given it, so it says nothing of the key that it is made of. */
  readonly pinKey: Buffer;
  /** What the database has of the secret in a till's code: keyed, so that who can write there gives out no code. */
  codeDigest(secret: string): string;
  countersign(head: Omit<Countersigned, 'keyId' | 'signature'>): Countersigned;
  /** `question`: the SHA-256 of the till's question, hex. */
  signApproval(till: string, question: string, answer: Pick<SignedApproval, 'verdict' | 'by' | 'at'>): SignedApproval;
  /** `statement`: of a document for a till, with its purpose. */
  signDocument(statement: string): Pick<TillDocument, 'keyId' | 'signature'>;
  isOwnDocument(statement: string, signature: string): boolean;
  /** The signature over a change of a layer, base64: of the office for itself, no till takes it. */
  signLayer(purpose: string, change: string): string;
  isOwnLayer(purpose: string, change: string, signature: string): boolean;
  /** Key and chain of a certificate for the office's server, PEM. */
  serverCertificate(hosts: readonly string[]): Promise<{ readonly key: string; readonly cert: string }>;
  /** PEM. Throws where `publicKey` is none that a certificate can carry. */
  tillCertificate(chain: string, till: string, publicKey: string): Promise<string>;
}

/** What layers and tokens are signed with: of the office for itself. */
export type LayerKeys = Pick<OfficeKeys, 'signLayer' | 'isOwnLayer'>;

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/**
 * Whether a till may still connect is decided by the office's own row, at each request. A till or an office whose clock
 * is wrong by years still connects: validity begins long ago and ends late.
 */
const validFrom = new Date('2020-01-01T00:00:00Z');
const validUntil = new Date('2060-01-01T00:00:00Z');
const mostFileBytes = 65_536;

export async function openOfficeKeys(dataDir: string): Promise<OfficeKeys> {
  const folder = join(dataDir, 'keys');
  makeFolder(folder);
  const authorityKey = keyIn(
    join(folder, 'authority-key.pem'),
    () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  );
  const headKey = keyIn(join(folder, 'countersigning-key.pem'), () => generateKeyPairSync('ed25519').privateKey);
  const peopleKey = secretIn(join(folder, 'people-key'));
  const signingKey = await importSigning(authorityKey);
  const authority = await authorityIn(join(folder, 'authority.pem'), authorityKey, signingKey);
  const publicKey = createPublicKey(headKey).export({ type: 'spki', format: 'pem' }).toString();
  const keyId = keyIdOf(publicKey);

  const issue = async (subject: string, spki: Buffer, extensions: X509Certificate['extensions']): Promise<string> =>
    (
      await X509CertificateGenerator.create({
        serialNumber: serial(),
        subject,
        issuer: authority.subject,
        notBefore: validFrom,
        notAfter: validUntil,
        publicKey: new PublicKey(new Uint8Array(spki)),
        signingKey,
        signingAlgorithm: curve,
        extensions: [new BasicConstraintsExtension(false, undefined, true), ...extensions],
      })
    ).toString('pem');

  const signed = (statement: string): string => sign(null, Buffer.from(statement, 'utf8'), headKey).toString('base64');
  const isSigned = (statement: string, signature: string): boolean =>
    verify(null, Buffer.from(statement, 'utf8'), publicKey, Buffer.from(signature, 'base64'));
  const layerStatement = (purpose: string, change: string): string => `${purpose}\n${change}\n`;

  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', peopleKey, Buffer.alloc(0), `tillbridge office ${purpose}`, 32));

  return {
    authority: authority.toString('pem'),
    authorityPrint: printOf(new Uint8Array(authority.rawData)).slice(0, 32),
    publicKey,
    peopleKey,
    pinKey: derived('pins'),
    codeDigest: (secret) => createHmac('sha256', derived('codes of tills')).update(secret).digest('hex'),
    countersign(head) {
      return { ...head, keyId, signature: signed(officeStatement(head)) };
    },
    signApproval(till, question, answer) {
      return { ...answer, keyId, signature: signed(approvalStatement(till, question, answer)) };
    },
    signDocument: (statement) => ({ keyId, signature: signed(statement) }),
    isOwnDocument: isSigned,
    signLayer: (purpose, change) => signed(layerStatement(purpose, change)),
    isOwnLayer: (purpose, change, signature) => isSigned(layerStatement(purpose, change), signature),
    async serverCertificate(hosts) {
      const { privateKey, publicKey: own } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = hosts.map((host) => ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }) as const);
      const cert = await issue('CN=Tillbridge office', own.export({ type: 'spki', format: 'der' }), [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names),
      ]);
      return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: `${cert}\n` };
    },
    tillCertificate(chain, till, given) {
      const key = createPublicKey(given);
      if (key.asymmetricKeyType !== 'ec') throw new TypeError('the key is not one of an elliptic curve');
      return issue(`O=${chain}, CN=${till}`, key.export({ type: 'spki', format: 'der' }), [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ]);
    },
  };
}

/** SHA-256 over a certificate's DER, hex. */
export function printOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

export function printOfPem(pem: string): string {
  return printOf(new NodeCertificate(pem).raw);
}

async function authorityIn(file: string, key: KeyObject, signingKey: webcrypto.CryptoKey): Promise<X509Certificate> {
  const known = textIn(file);
  if (known !== null) return new X509Certificate(known);
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const made = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: 'CN=Tillbridge office authority',
    issuer: 'CN=Tillbridge office authority',
    notBefore: validFrom,
    notAfter: validUntil,
    publicKey: new PublicKey(new Uint8Array(spki)),
    signingKey,
    signingAlgorithm: curve,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  writeDurably(file, `${made.toString('pem')}\n`);
  return made;
}

function keyIn(file: string, make: () => KeyObject): KeyObject {
  const known = textIn(file);
  if (known !== null) return createPrivateKey(known);
  const made = make();
  writeDurably(file, made.export({ type: 'pkcs8', format: 'pem' }).toString());
  return made;
}

function secretIn(file: string): Buffer {
  const known = textIn(file);
  if (known !== null) return Buffer.from(known, 'base64');
  const made = randomBytes(32);
  writeDurably(file, `${made.toString('base64')}\n`);
  return made;
}

function importSigning(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), curve, false, ['sign']);
}

/** Positive, and by chance. */
function serial(): string {
  return `01${randomBytes(15).toString('hex')}`;
}

/** Null where there is none; another trouble is the caller's. */
function textIn(file: string): string | null {
  try {
    return readOrdinary(file, mostFileBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
