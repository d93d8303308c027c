// What `office serve` needs for alarms: the mail server of a file, and the watch with connections of its own.
import { StartProblem } from '#commands/io/problems.ts';
import { required } from '#commands/io/usage.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import type { Log } from '#host/log.ts';
import type { Send } from '../../alarms/deliver.ts';
import { type MailServer, mailServerOf, sendMail } from '../../alarms/mail.ts';
import { createAlarmWatch } from '../../alarms/watch.ts';
import { sendWebhook } from '../../alarms/webhook.ts';
import { openDatabase } from '../../database/database.ts';
import type { OfficeKeys } from '../../keys/office-keys.ts';

const mostFileBytes = 4_096;
const connections = 4;

/** Null: no alarms go by e-mail. A file, since arguments are seen by every user of the machine. */
export function mailServerIn(file: string | undefined, from: string | undefined): MailServer | null {
  if (file === undefined && from === undefined) return null;
  const name = required(file, '--mail-server');
  const sender = required(from, '--mail-from');
  let text: string | null = null;
  try {
    text = readOrdinary(name, mostFileBytes);
  } catch (error) {
    throw new StartProblem(`--mail-server: ${name} cannot be read.`, { cause: error });
  }
  const server = text === null ? null : mailServerOf(text.trim(), sender);
  if (server !== null) return server;
  throw new StartProblem(
    `--mail-server: ${name} must hold one line, smtps://user:password@host:465 or smtp://…:587 (signs in user and password as %40 and the like, no query), and --mail-from a mail address.`,
  );
}

interface AlarmParts {
  readonly url: string;
  readonly keys: Pick<OfficeKeys, 'peopleKey'>;
  readonly mail: MailServer | null;
  readonly log: Log;
  readonly onAway: () => void;
  readonly ending: AbortSignal;
  /** For tests that need not wait. */
  readonly everyMs?: number;
}

/** Returns a function that ends the watch. */
export function startAlarms({ url, keys, mail, log, onAway, ending, everyMs }: AlarmParts): () => Promise<void> {
  const database = openDatabase(url, log, connections);
  const send: Send = async (message) => {
    const why = await sent(message);
    if (why !== null) log('warn', 'alarm-not-sent', { recipient: message.recipient, message: message.number, why });
    return why;
  };
  const sent: Send = async (message) => {
    if (message.kind === 'webhook') return sendWebhook(keys.peopleKey, message, ending);
    return mail === null ? 'no mail server: start the office with --mail-server' : sendMail(mail, message, ending);
  };
  const watch = createAlarmWatch({ database, send, log, onAway }, everyMs);
  return async () => {
    await watch.close();
    await database.close();
  };
}
