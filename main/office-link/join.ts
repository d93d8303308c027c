// A till joins the office that gave it a code: it makes a key of its own, and gets a certificate. The code names the
// office's authority, so no other server can take the office's place.
import { X509Certificate, createHash, generateKeyPairSync } from 'node:crypto';
import { authoritySchema, joinCodeIn, joinedSchema } from '#contract/office/office.ts';
import { type LinkSeal, type Member, keyContext } from './membership.ts';
import { type Answered, OfficeRefused, agentFor, ask, refusedBy } from './office-client.ts';

export interface JoinWish {
  readonly url: string;
  readonly code: string;
  /** PEM. */
  readonly journalKey: string;
  readonly version: string;
  readonly seal: LinkSeal;
}

/** Throws OfficeAway or OfficeRefused. */
export async function joinOffice({ url, code, journalKey, version, seal }: JoinWish): Promise<Member> {
  const known = joinCodeIn(code);
  if (known === null) throw new OfficeRefused('code-not-valid', 'the code has another form than the office gives out');
  const authority = await authorityAt(url, known.authority);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const wish = {
    secret: known.secret,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    journalKey,
    version,
  };
  const agent = agentFor({ ca: authority });
  try {
    const answered = await ask(agent, new URL('/v1/join', url), { method: 'POST', body: JSON.stringify(wish) });
    const { till, name, certificate, officeKey } = parsed(answered, joinedSchema) ?? refusedBy(answered);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const office = { url, till, authority, certificate, officeKey };
    const sealedKey = Buffer.from(seal.seal(key, keyContext(office))).toString('base64');
    return { ...office, name, sealedKey };
  } finally {
    agent.destroy();
  }
}

/** The server is not proved yet: the code's fingerprint says whether it is the office. Nothing secret is sent. */
async function authorityAt(url: string, fingerprint: string): Promise<string> {
  const agent = agentFor({ rejectUnauthorized: false });
  try {
    const answered = await ask(agent, new URL('/v1/authority', url), { method: 'GET' });
    const { authority } = parsed(answered, authoritySchema) ?? refusedBy(answered);
    if (printOf(authority)?.slice(0, fingerprint.length) === fingerprint) return authority;
    throw new OfficeRefused('code-not-valid', 'the code is of another office than the one at this address');
  } finally {
    agent.destroy();
  }
}

function printOf(pem: string): string | null {
  try {
    return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex');
  } catch {
    return null;
  }
}

function parsed<T>(
  { status, value }: Answered,
  schema: { safeParse(value: unknown): { data?: T | undefined } },
): T | undefined {
  return status === 200 ? schema.safeParse(value).data : undefined;
}
