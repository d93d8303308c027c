// `office alarm`: adds, lists and removes recipients, sends them a test message, and sets the limits of each kind.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import { languages } from '#contract/data/languages.ts';
import { type AlarmLimits, notices, setLimits } from '../alarms/notices.ts';
import { addRecipient, recipients, removeRecipient, sendTest } from '../alarms/recipients.ts';
import { webhookSecret } from '../alarms/webhook.ts';
import { openOfficeKeys } from '../keys/office-keys.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' } } as const;
const which = { ...common, mail: { type: 'string' }, webhook: { type: 'string' } } as const;

export const alarmCommand: OfficeCommand = async ([action = '', ...args], io) => {
  switch (action) {
    case 'add':
      return addTo(args, io);
    case 'remove': {
      const { options, address } = addressIn(args);
      const removed = await atOffice(options, ({ chain, tx }) => removeRecipient(tx, chain, address));
      if (removed === null) throw new StartProblem(`No alarms go to ${address}: see "office alarm list".`);
      printJson(io, { address, removed: true });
      return 0;
    }
    case 'test': {
      const { options, address } = addressIn(args);
      const queued = await atOffice(options, ({ chain, tx }) => sendTest(tx, chain, address));
      if (!queued) throw new StartProblem(`No alarms go to ${address}: add it with "office alarm add" first.`);
      printJson(io, { address, queued: true });
      return 0;
    }
    case 'list': {
      const options = readOptions(args, common);
      const found = await atOffice(options, async ({ chain, tx }) => ({
        limits: await setLimits(tx, chain, limitsIn({})),
        recipients: await recipients(tx, chain),
        alarms: await notices(tx, chain),
      }));
      printJson(io, { limits: found.limits });
      for (const recipient of found.recipients) printJson(io, { recipient });
      for (const alarm of found.alarms) printJson(io, { alarm });
      return 0;
    }
    case 'limits': {
      const options = readOptions(args, {
        ...common,
        'doubt-minutes': { type: 'string' },
        'silent-minutes': { type: 'string' },
        'shop-silent-hours': { type: 'string' },
        'authorization-days': { type: 'string' },
      });
      const limits = await atOffice(options, ({ chain, tx }) => setLimits(tx, chain, limitsIn(options)));
      printJson(io, { limits });
      return 0;
    }
    default:
      throw new UsageError('alarm needs add, remove, list, test or limits');
  }
};

async function addTo(args: readonly string[], io: OfficeIo): Promise<number> {
  const { options, address, kind } = addressIn(args, { language: { type: 'string' } });
  const asked = options.language ?? 'en';
  const language = languages.find((each) => each === asked);
  if (language === undefined) throw new UsageError(`--language is one of ${languages.join(', ')}`);
  const added = await atOffice(options, async ({ dataDir, chain, tx }) => {
    const id = await addRecipient(tx, chain, { kind, address, language });
    const { peopleKey } = await openOfficeKeys(dataDir);
    return { id, ...(kind === 'webhook' ? { secret: webhookSecret(peopleKey, id) } : {}) };
  });
  printJson(io, { kind, address, language, ...added });
  return 0;
}

function addressIn(args: readonly string[], more: { readonly language?: { readonly type: 'string' } } = {}) {
  const options = readOptions(args, { ...which, language: { type: 'string' } });
  if (more.language === undefined && options.language !== undefined) throw new UsageError('--language is for add');
  const { mail, webhook } = options;
  if (mail !== undefined && webhook !== undefined) throw new UsageError('give either --mail or --webhook');
  const kind = webhook === undefined ? ('mail' as const) : ('webhook' as const);
  return { options, kind, address: required(mail ?? webhook, '--mail or --webhook') };
}

function limitsIn(options: { readonly [option: string]: string | boolean | undefined }): {
  readonly [limit in keyof AlarmLimits]: number | null;
} {
  const given = (option: string, most: number): number | null => {
    const value = options[option];
    const number = wholeNumber(typeof value === 'string' ? value : undefined, `--${option}`, most) ?? null;
    if (number === 0) throw new UsageError(`--${option} must be 1 or more`);
    return number;
  };
  return {
    doubtMinutes: given('doubt-minutes', 100_000),
    silentMinutes: given('silent-minutes', 100_000),
    shopSilentHours: given('shop-silent-hours', 10_000),
    authorizationDays: given('authorization-days', 365),
  };
}
