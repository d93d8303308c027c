// The signed list of a version's packages (ADR 63): what a till trusts of an update, and nothing else. Its text is
// canonical JSON, signed with Ed25519 over its bytes, in an envelope with the signatures.
import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, isCanonical } from '#contract/data/json.ts';
import { programVersion } from '#contract/till/program-version.ts';
import { idOf, keyOf, textOf } from './keys.ts';

/** A manifest with its envelope; more is not read. */
export const maxManifestBytes = 64 * 1024;
const maxFileBytes = 2 * 1024 * 1024 * 1024;
const longestDays = 90;
const dayMs = 86_400_000;

/** Before the text, so that no signature over something else is one over a manifest. */
const signedAs = 'Tillbridge update manifest, form 1\n';

/** A name for a file on every system: no folder, no dot first, no name of a device of Windows. */
const fileName = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9][a-z0-9._-]{0,126}[a-z0-9]$/i;

const nameSchema = z
  .string()
  .regex(fileName)
  .refine((name) => !name.includes('..'));
/** Beneath the manifest's own address. */
const urlSchema = z
  .string()
  .max(512)
  .refine((url) => url.split('/').every((part) => nameSchema.safeParse(part).success));
const instant = z.iso.datetime({ precision: 3 });
const version = z.string().regex(programVersion);

const fileSchema = z.strictObject({
  platform: z.string().regex(/^[a-z0-9]{1,16}-[a-z0-9]{1,16}$/),
  kind: z.string().regex(/^[a-z0-9]{1,16}$/),
  name: nameSchema,
  url: urlSchema,
  bytes: z.int().min(1).max(maxFileBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifestSchema = z
  .strictObject({
    product: z.literal('Tillbridge'),
    form: z.literal(1),
    version,
    /** The lowest version that may be updated to it directly. */
    least: version,
    channel: z.string().regex(/^[a-z]{1,16}$/),
    created: instant,
    expires: instant,
    /** The form of its database (PRAGMA user_version). */
    schema: z.int().min(1).max(1_000_000),
    shares: z.array(z.strictObject({ from: instant, percent: z.int().min(0).max(100) })).max(32),
    files: z.array(fileSchema).min(1).max(64),
  })
  .refine(({ created, expires }) => {
    const lasts = Date.parse(expires) - Date.parse(created);
    return lasts > 0 && lasts <= longestDays * dayMs;
  }, `expires must come after created, by ${longestDays} days at most`)
  .refine(({ files }) => areUnlike(files.map(({ platform, kind }) => `${platform} ${kind}`)))
  .refine(({ files }) => areUnlike(files.map(({ name }) => name.toLowerCase())));

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestFile = Manifest['files'][number];

const envelopeSchema = z.strictObject({
  manifest: z.string().max(maxManifestBytes),
  signatures: z
    .array(z.strictObject({ key: z.string().regex(/^[0-9a-f]{16}$/), signature: z.base64().length(88) }))
    .min(1)
    .max(8),
});

/** What the till is, and what it has seen. */
export interface Till {
  readonly nowMs: number;
  /** Public keys; one of them must have signed. */
  readonly keys: readonly string[];
  readonly channel: string;
  /** `linux-x64`, as Node names it. */
  readonly platform: string;
  readonly kind: string;
}

export type Unusable =
  | 'not-a-manifest'
  | 'not-signed'
  | 'expired'
  | 'from-the-future'
  | 'other-channel'
  | 'not-for-this-platform';

export type Read =
  | { readonly type: 'good'; readonly manifest: Manifest; readonly file: ManifestFile }
  | { readonly type: 'refused'; readonly why: Unusable };

/** A clock may be off; by more than this either it or the manifest is wrong. */
const aheadMs = dayMs;

/** Whether it may be believed, whatever the till has seen before. `bytes`: what a server gave. */
export function readManifest(bytes: Buffer, till: Till): Read {
  const envelope = bytes.length > maxManifestBytes ? null : parsed(bytes.toString('utf8'), envelopeSchema);
  if (envelope === null) return { type: 'refused', why: 'not-a-manifest' };
  if (!isSigned(envelope, till.keys)) return { type: 'refused', why: 'not-signed' };
  const manifest = parsed(envelope.manifest, manifestSchema);
  if (manifest === null || !isCanonical(envelope.manifest, manifest)) return { type: 'refused', why: 'not-a-manifest' };
  const file = manifest.files.find(({ platform, kind }) => platform === till.platform && kind === till.kind);
  if (Date.parse(manifest.created) > till.nowMs + aheadMs) return { type: 'refused', why: 'from-the-future' };
  if (Date.parse(manifest.expires) <= till.nowMs) return { type: 'refused', why: 'expired' };
  if (manifest.channel !== till.channel) return { type: 'refused', why: 'other-channel' };
  if (file === undefined) return { type: 'refused', why: 'not-for-this-platform' };
  return { type: 'good', manifest, file };
}

/** The envelope, as a server gives it. Throws ZodError for what no till would read. */
export function signManifest(manifest: Manifest, keys: readonly { secret: KeyObject; public: KeyObject }[]): string {
  const text = canonicalJson(manifestSchema.parse(manifest));
  const signatures = keys.map((key) => ({
    key: idOf(textOf(key.public)),
    signature: sign(null, Buffer.from(signedAs + text), key.secret).toString('base64'),
  }));
  return `${JSON.stringify(envelopeSchema.parse({ manifest: text, signatures }))}\n`;
}

/** Before anything of the text is parsed. */
function isSigned({ manifest, signatures }: z.output<typeof envelopeSchema>, keys: readonly string[]): boolean {
  const signed = Buffer.from(signedAs + manifest);
  return keys.some((text) => {
    const id = idOf(text);
    const mine = signatures.filter(({ key }) => key === id);
    return mine.some(({ signature }) => verify(null, signed, keyOf(text), Buffer.from(signature, 'base64')));
  });
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function areUnlike(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
