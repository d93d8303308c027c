// The IT department's policy: which programs may use the bridge without pairing, and which settings the till cannot
// change. It is one file that only administrators can write. A broken policy stops the start: to go on without it would
// allow what it forbids.
import { type Stats, existsSync, readFileSync } from 'node:fs';
import { resolve, win32 } from 'node:path';
import { z } from 'zod';
import { type Client, type ClientOptions, plainClientOptions } from '#contract/programs/client.ts';
import { clientOptionsSchema } from '#contract/programs/client-options.ts';
import { issueInWords } from '#contract/data/issue-words.ts';
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import { scopeSchema } from '#contract/programs/scopes.ts';
import { withOpened } from '#host/files/read-ordinary.ts';
import { ambiguitiesIn } from '#http/json/strict-json.ts';
import { inWords, settingsDepth } from './file.ts';
import { differing, keeping, leavesOf, overlaid } from './overlay.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { weakPath } from './paths/weak-path.ts';

/** What is wrong with the policy, where, and what to do. */
class PolicyProblem extends Error {
  override readonly name = 'PolicyProblem';
}

const policyClientSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, { error: 'must not hold control characters' }),
  /** The only Origin that a browser may send with this token; left out for programs. */
  origin: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
      error: 'must be scheme://host or scheme://host:port as browsers send it, without a path',
    })
    .optional(),
  scopes: z.array(scopeSchema).min(1),
  // A webhook is asked for by the program itself, which is given its secret then.
  options: clientOptionsSchema
    .omit({ webhook: true })
    .partial()
    .default({})
    // JSON knows no member that is undefined.
    .transform((given) => ({ ...plainClientOptions, ...given }) as ClientOptions),
  /** SHA-256 of the token in hex. The token itself stands nowhere in the file. */
  tokenSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hex digits in lower case: the SHA-256 of the token' }),
});

const policySchema = z.strictObject({
  clients: z
    .array(policyClientSchema)
    .max(100)
    .refine((clients) => new Set(clients.map(({ name }) => name)).size === clients.length, {
      error: 'must have names that differ',
    })
    .refine((clients) => new Set(clients.map(({ tokenSha256 }) => tokenSha256)).size === clients.length, {
      error: 'must have a token each',
    })
    .default([]),
  /** Any part of settings.json, at the values that hold. */
  settings: z.record(z.string(), z.json()).default({}),
});

export type PolicyClient = z.output<typeof policyClientSchema>;

export interface ItPolicy {
  readonly file: string;
  readonly clients: readonly PolicyClient[];
  readonly settings: JsonObject;
  /** Dotted names of the settings that are locked. */
  readonly locked: readonly string[];
}

const refundsPerDay = 'loopback.refundsPerDayMinor';
const refundsPerDayIn = 'loopback.refundsPerDayIn';
/** Bare sums of the shop's currency: in another currency the same number is another limit. */
const limitNames = [refundsPerDay, 'people.refundLimitMinor'] as const;

interface PolicyPaths {
  /** `--policy`, or TILLBRIDGE_POLICY; only where the machine has no policy of its own. */
  readonly given: string | undefined;
  readonly system: string;
  /** Another place where one could think that it counts: a policy that lies there stops the start. */
  readonly notHere?: string | null;
}

/**
 * Where the machine's policy lies. On Windows the place is fixed: a user who starts the bridge can set `ProgramData`
 * and `SystemDrive`, so a path from these variables could lead to their own file.
 */
export function policyPaths(
  platform: NodeJS.Platform,
  environment: { readonly [name: string]: string | undefined },
): Pick<PolicyPaths, 'system' | 'notHere'> {
  if (platform === 'darwin') return { system: '/Library/Application Support/Tillbridge/policy.json' };
  if (platform !== 'win32') return { system: '/etc/tillbridge/policy.json' };
  const inFolder = (folder: string) => win32.join(folder, 'Tillbridge', 'policy.json');
  const system = inFolder(String.raw`C:\ProgramData`);
  const named = environment['ProgramData'];
  const other = named === undefined || named === '' ? system : inFolder(named);
  return { system, notHere: other.toLowerCase() === system.toLowerCase() ? null : other };
}

/** Null where there is none. `administrator` is the user id that the machine's own file belongs to. Throws PolicyProblem. */
export function readPolicy({ given, system, notHere = null }: PolicyPaths, administrator = 0): ItPolicy | null {
  if (notHere !== null && existsSync(notHere)) {
    throw new PolicyProblem(`A policy file lies at ${notHere}, which is not where it counts: move it to ${system}.`);
  }
  const file = given === undefined || given === '' ? null : resolve(given);
  const text = readGuarded(system, [administrator]);
  if (file === null || file === system) return text === null ? null : parsePolicy(system, text);
  if (text !== null) {
    throw new PolicyProblem(`This machine has a policy of its own, ${system}: no other one may be given (${file}).`);
  }
  // A user who passes the option starts the bridge, so the file may be theirs.
  const own = readGuarded(file, [administrator, process.getuid?.() ?? administrator]);
  if (own === null) throw new PolicyProblem(`The policy file ${file} does not exist.`);
  return parsePolicy(file, own);
}

const mostBytes = 1_000_000;

/** Null where it does not exist. A user who could write it could give themselves every right. */
function readGuarded(file: string, owners: readonly number[]): string | null {
  try {
    return withOpened(file, (handle, stat) => guardedText(file, owners, handle, stat));
  } catch (error) {
    if (error instanceof PolicyProblem) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new PolicyProblem(`The policy file ${file} cannot be read (${code}). Check its permissions.`);
  }
}

function guardedText(file: string, owners: readonly number[], handle: number, stat: Stats): string {
  if (!stat.isFile() || stat.size > mostBytes) throw new PolicyProblem(`${file} is no file of a policy's size.`);
  if (process.getuid !== undefined) {
    const weak = weakPath(file, { owners, platform: process.platform });
    if (weak?.why === 'writable') {
      throw new PolicyProblem(
        `The policy file ${file} is not safe: ${weak.path} can be written by others than its owner. ` +
          'Take that right away (chmod go-w) and start again.',
      );
    }
    if (weak?.why === 'owner') {
      throw new PolicyProblem(
        `The policy file ${file} is not safe: ${weak.path} belongs to another user. ` +
          'Make it belong to root (chown root) and start again.',
      );
    }
  }
  return readFileSync(handle, 'utf8');
}

/** Throws PolicyProblem. */
function parsePolicy(file: string, text: string): ItPolicy {
  const wrong = (what: string) =>
    new PolicyProblem(`The policy file ${file} cannot be used: ${what}. Correct it and start again.`);
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw wrong('it is not valid JSON');
  }
  if (!isJsonObject(json)) throw wrong('it must be one JSON object');
  // Of two equal names JSON.parse takes the last: a scope or a lock that somebody reads in the file would not count.
  const ambiguities = ambiguitiesIn(text, settingsDepth);
  if (ambiguities.length > 0) throw wrong(inWords(ambiguities));
  const parsed = policySchema.safeParse(json, { error: issueInWords });
  if (!parsed.success) throw wrong(inWords(parsed.error.issues));
  const { clients, settings } = parsed.data;
  const merged = settingsSchema.safeParse(settings, { error: issueInWords });
  if (!merged.success) throw wrong(`in settings, ${inWords(merged.error.issues)}`);
  const [limit] = [
    ...limitNames.filter((name) => isLimit(valueAt(settings, name))),
    ...clients.filter(({ options }) => isLimit(options.refundsPerDayMinor)).map(({ name }) => `the limit of ${name}`),
  ];
  if (limit !== undefined && settings['shopCurrency'] === undefined) {
    throw wrong(`in settings, shopCurrency is missing: ${limit} is a sum of it, so both are locked together`);
  }
  const named = withUpdates(settings, merged.data);
  if (named === null) {
    throw wrong(
      'in settings, updates lacks url: where updates come from and what they are signed with is locked as a whole',
    );
  }
  if (leavesOf(named).every((name) => !isGateway(name))) {
    return { file, clients, settings: named, locked: leavesOf(named) };
  }
  const { gateway } = merged.data;
  const missing = isTraining(gateway) ? [] : needed.filter((name) => gateway[name] === undefined);
  if (missing.length > 0) {
    throw wrong(
      `in settings, gateway lacks ${missing.join(', ')}: what decides where the API key goes is locked as a whole`,
    );
  }
  const whole: JsonObject = { ...named, gateway: gateway as unknown as JsonObject };
  const locked = new Set([...leavesOf(whole), ...gatewayNames]);
  return { file, clients, settings: whole, locked: [...locked] };
}

function isLimit(value: Json | undefined): boolean {
  return typeof value === 'number' && value > 0;
}

/** One unit: changing a part that is not locked would send the API key elsewhere. */
const gatewayNames = Object.keys(settingsSchema.shape.gateway.unwrap().shape).map((name) => `gateway.${name}`);
const needed = ['root', 'merchantId', 'mode'] as const;

/** Updates are one unit, too: another key or server than IT chose would put another program on the till. */
function withUpdates(settings: JsonObject, { updates }: Settings): JsonObject | null {
  if (settings['updates'] === undefined) return settings;
  if (valueAt(settings, 'updates.url') === undefined) return null;
  return { ...settings, updates: updates as unknown as JsonObject };
}

function isGateway(name: string): boolean {
  return gatewayNames.includes(name);
}

function isTraining({ mode, root }: Settings['gateway']): boolean {
  return mode === 'training' && root === undefined;
}

/** Whether the IT department says where the credentials go. */
export function locksDestination(policy: ItPolicy | null): boolean {
  return policy?.locked.some(isGateway) ?? false;
}

/** The shop's own settings with what the policy locks. Throws PolicyProblem where both do not go together. */
export function withPolicy(own: Settings, policy: ItPolicy | null): Settings {
  if (policy === null) return own;
  const base: Settings | JsonObject = locksDestination(policy)
    ? { ...(own as unknown as JsonObject), gateway: {} }
    : own;
  const parsed = settingsSchema.safeParse(overlaid(base, policy.settings), { error: issueInWords });
  if (parsed.success) return parsed.data;
  throw new PolicyProblem(
    `The settings of the shop and the policy ${policy.file} do not go together: ${inWords(parsed.error.issues)}.`,
  );
}

/** Command line options, by the settings they stand for. Throws PolicyProblem where one contradicts the policy. */
export function assertAllowed(policy: ItPolicy | null, asked: JsonObject): void {
  for (const [name, value] of Object.entries(asked)) {
    if (policy === null || !policy.locked.includes(name)) continue;
    const set = JSON.stringify(valueAt(policy.settings, name) ?? null);
    if (JSON.stringify(value) === set) continue;
    throw new PolicyProblem(`The policy ${policy.file} sets ${name} to ${set}: leave the option for it out.`);
  }
}

/** What no program may refund more than in a day, whatever its own limit says; minor units, null where nothing is locked. */
export function lockedRefundsPerDay(policy: ItPolicy | null): number | null {
  const value = policy?.locked.includes(refundsPerDay) === true ? valueAt(policy.settings, refundsPerDay) : null;
  return typeof value === 'number' ? value : null;
}

/**
 * What a program may refund in a day in this currency: its own limit or else the shop's, and never more than what is
 * locked. Both are sums of the shop's currency and say nothing of another: there, where one of them is set, only what
 * the settings name for that currency counts, and of a locked limit only what the policy itself names.
 */
export function refundsPerDayOf(
  own: number | null | undefined,
  currency: string,
  settings: Settings,
  policy: ItPolicy | null,
): number | null {
  const limit = own ?? settings.loopback.refundsPerDayMinor;
  const most = lockedRefundsPerDay(policy);
  const inShopCurrency = limit === null || most === null ? (limit ?? most) : Math.min(limit, most);
  if (currency === settings.shopCurrency) return inShopCurrency;
  const named = most === null ? settings.loopback.refundsPerDayIn[currency] : lockedInCurrency(policy, currency);
  if (inShopCurrency === 0) return 0;
  return named ?? (inShopCurrency === null ? null : 0);
}

/** What all programs from the office may refund together in a day in this currency; null where nothing is locked. */
export function officeRefundsPerDay(currency: string, settings: Settings, policy: ItPolicy | null): number | null {
  return lockedRefundsPerDay(policy) === null ? null : refundsPerDayOf(null, currency, settings, policy);
}

function lockedInCurrency(policy: ItPolicy | null, currency: string): number | undefined {
  const value = policy === null ? undefined : valueAt(policy.settings, `${refundsPerDayIn}.${currency}`);
  return typeof value === 'number' ? value : undefined;
}

/** Whether the limit that counts for a program is one that only the policy file can raise. */
export function refundsSetByPolicy(client: Client | null, settings: Settings, policy: ItPolicy | null): boolean {
  const own = client?.options.refundsPerDayMinor ?? null;
  const most = lockedRefundsPerDay(policy);
  const isCap = most !== null && refundsPerDayOf(own, settings.shopCurrency, settings, policy) === most;
  return isCap || (client?.managed === true && own !== null);
}

/** The names of locked settings that these would change. */
export function lockedIn(settings: Settings, policy: ItPolicy | null): readonly string[] {
  return policy === null ? [] : differing(settings, policy.settings, policy.locked);
}

/** What of the settings is the shop's own: what the policy locks stays as the shop had it, for the day it is unlocked. */
export function ownPart(settings: Settings, before: Settings, policy: ItPolicy | null): Settings {
  return policy === null ? settings : keeping(settings, before, policy.locked);
}
