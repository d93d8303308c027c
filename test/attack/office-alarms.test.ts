// Alarms of a real office on their way to people: once, whatever is killed and however many processes send; over a mail
// server and an address that are away, slow, without an end, or that send on; with names of tills that mean to be headers.
import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#office/alarms/deliver.ts';
import { mailServerOf, sendMail } from '#office/alarms/mail.ts';
import { sendWebhook } from '#office/alarms/webhook.ts';
import { startAlarms } from '#office/commands/serve/serve-alarms.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { FakeTill } from '#support/fake-till.ts';
import { type Mail, type Manner, MailServer } from '#support/mail-server.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { until } from '#support/until.ts';

interface Post {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

const ada = 'ada@shop.example';
const ending = new AbortController().signal;

describe.skipIf(!officeRuns)('alarms of an office', () => {
  const office = new OfficeBench();
  const mail = new MailServer();
  const tills: FakeTill[] = [];
  const posts: Post[] = [];
  let hooks: Server;
  let hookUrl = '';

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    return till;
  };
  const send = async (till: FakeTill): Promise<void> => {
    const client = till.client();
    const { seq } = await client.place();
    await client.send('/v1/stretches', 1, seq, till.lines(seq));
  };
  const sql = (text: string, values: readonly unknown[] = []) =>
    asOwner(office.databaseUrl, (tx) => tx.rows<{ [column: string]: unknown }>(text, values));
  /** After the office has looked twice more. */
  const looked = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) {
      const [before] = await sql('SELECT max(looked_at)::text AS at FROM alarm_watch');
      await until(async () => {
        const [now] = await sql('SELECT max(looked_at)::text AS at FROM alarm_watch');
        return now?.['at'] === before?.['at'] ? null : true;
      });
    }
  };
  const doubted = async (till: FakeTill, value: number): Promise<string> => {
    const id = till.sell(value, 'unknown');
    await send(till);
    await sql(`UPDATE operation SET doubt_since = now() - interval '20 minutes' WHERE id = $1`, [id]);
    return id;
  };
  const mailsAbout = (text: string): Mail[] => mail.to(ada).filter((each) => each.text.includes(text));
  /** One more office process, which looks often. */
  const begun = async (): Promise<() => Promise<void>> =>
    startAlarms({
      url: office.databaseUrl,
      keys: await openOfficeKeys(office.dataDir),
      mail: mailServerOf(`smtp://127.0.0.1:${mail.port}`, 'office@shop.example'),
      log: () => undefined,
      onAway: () => undefined,
      ending,
      everyMs: 100,
    });
  let end: () => Promise<void>;
  const nth = (text: string, count: number): Promise<Mail> => until(async () => mailsAbout(text)[count - 1] ?? null);

  beforeAll(async () => {
    await mail.start();
    hooks = createServer((incoming, outgoing) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      incoming.on('end', () => {
        posts.push({ path: incoming.url ?? '', headers: incoming.headers, body });
        if (incoming.url === '/redirect') outgoing.writeHead(307, { Location: `${hookUrl}/inner` });
        else outgoing.writeHead(204);
        outgoing.end();
      });
    });
    await new Promise<void>((resolve) => {
      hooks.listen(0, '127.0.0.1', resolve);
    });
    hookUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
    const file = join(office.bench.folder(), 'mail-server');
    writeFileSync(file, `smtp://127.0.0.1:${mail.port}\n`);
    office.more = ['--mail-server', file, '--mail-from', 'office@shop.example'];
    await office.start();
    await office.run('alarm', 'add', '--mail', ada);
    end = await begun();
  });
  afterAll(async () => {
    await end();
    for (const till of tills) till.close();
    await office.close();
    await mail.stop();
    hooks.close();
  });

  it('are told once, reminded of, and told to be over, with a till’s name as a text', async () => {
    const till = await joined('Kasse ü');
    // No name like this is enrolled any more; a database of before may still hold one.
    await sql('UPDATE till SET name = $1', ['Kasse ü\r\nBcc: all@example.com\r\n\r\n<b>']);
    const id = await doubted(till, 4_217);
    const first = await nth('42.17', 1);
    expect([first.from, first.to]).toEqual(['office@shop.example', [ada]]);
    expect(Object.keys(first.headers)).not.toContain('bcc');
    expect(first.headers['subject']).toContain('New: A payment is in doubt');
    expect(first.headers['subject']).toContain('Kasse ü Bcc: all@example.com <b>');
    expect(first.text).toContain('Do not charge or refund the customer again');
    expect(first.headers['auto-submitted']).toBe('auto-generated');
    await looked();
    expect(mailsAbout('42.17')).toHaveLength(1);
    await sql(`UPDATE notice SET remind_at = now() WHERE kind = 'doubt'`);
    expect((await nth('42.17', 2)).headers['subject']).toContain('Still open');
    expect(await sql(`SELECT pause_minutes FROM notice WHERE kind = 'doubt'`)).toEqual([{ pause_minutes: 120 }]);
    till.end(id, 4_217);
    await send(till);
    const gone = () => sql(`SELECT number FROM notice WHERE kind = 'doubt' AND gone_at IS NOT NULL`);
    await until(async () => (await gone())[0] ?? null);
    await sql(`UPDATE notice SET gone_at = now() - interval '10 minutes' WHERE gone_at IS NOT NULL`);
    const last = await nth('42.17', 3);
    expect(last.headers['subject']).toContain('Is over');
    expect(last.text).not.toContain('What to do');
    const lines = await office.run<{ alarm?: { kind: string; closedAt: string | null } }>('alarm', 'list');
    expect(lines.flatMap(({ alarm }) => (alarm === undefined ? [] : [[alarm.kind, alarm.closedAt !== null]]))).toEqual([
      ['doubt', true],
    ]);
  });

  it('come of a refused journal until it is taken again, and of a till that is silent once the office has listened for long enough', async () => {
    const [forger, silent] = [await joined('Forger'), await joined('Mute')];
    forger.sell(100);
    await send(forger);
    const whole = forger.records;
    forger.records = whole.slice(0, 4);
    forger.append('cancelled', whole[2]?.operation ?? null, { state: 'cancelled' });
    await expect(forger.client().send('/v1/stretches', 1, 0, forger.lines())).rejects.toThrow('record 5');
    expect((await nth('Forger (North) · Record 5', 1)).headers['subject']).toContain('was refused');
    forger.records = whole;
    forger.sell(200);
    await send(forger);
    await until(
      async () => (await sql(`SELECT 1 FROM notice WHERE kind = 'journal-refused' AND gone_at > since`))[0] ?? null,
    );
    await silent.client().place();
    await sql(`UPDATE till SET heard_at = now() - interval '40 minutes' WHERE name = 'Mute'`);
    await looked();
    // The office itself has not been there for long enough to say so.
    expect(mailsAbout('Mute')).toEqual([]);
    await sql(`UPDATE alarm_watch SET up_since = now() - interval '40 minutes'`);
    expect((await nth('Mute', 1)).text).toContain('A till is silent');
  });

  it('are sent once by several processes', async () => {
    const till = await joined('Shared');
    const others = await Promise.all([begun(), begun(), begun()]);
    try {
      for (const value of [6_101, 6_102, 6_103]) await doubted(till, value);
      for (const text of ['61.01', '61.02', '61.03']) await nth(text, 1);
      await looked();
      for (const text of ['61.01', '61.02', '61.03']) expect([text, mailsAbout(text).length]).toEqual([text, 1]);
    } finally {
      for (const each of others) await each();
    }
  });

  it('wait for a mail server that is away, and for an office that was killed while it sent', async () => {
    await end();
    await mail.stop();
    await office.run('alarm', 'test', '--mail', ada);
    const failing = () => sql('SELECT why FROM alarm_message WHERE sent_at IS NULL AND why IS NOT NULL');
    const why = await until(async () => (await failing())[0] ?? null);
    expect(why).toEqual({ why: 'mail: ESOCKET' });
    const listed = await office.run<{ recipient?: { waiting: number; why: string } }>('alarm', 'list');
    expect(listed.flatMap(({ recipient }) => recipient ?? [])).toMatchObject([{ waiting: 1, why: 'mail: ESOCKET' }]);
    mail.manner = 'silent';
    const before = mail.opened;
    await mail.start();
    await sql('UPDATE alarm_message SET try_at = now() WHERE sent_at IS NULL');
    await until(async () => (mail.opened > before ? true : null));
    await office.kill();
    mail.manner = 'takes';
    await office.start();
    end = await begun();
    await nth('This is a test of the office', 1);
    await looked();
    expect(mailsAbout('This is a test of the office')).toHaveLength(1);
  });

  it('are signed as events are, and no redirect is followed', async () => {
    const [added] = await office.run<{ id: string; secret: string }>(
      'alarm',
      'add',
      '--webhook',
      `${hookUrl}/alarms`,
      '--language',
      'de',
    );
    await office.run('alarm', 'test', '--webhook', `${hookUrl}/alarms`);
    const post = await until(async () => posts[0] ?? null);
    const time = String(post.headers['tillbridge-timestamp']);
    const signature = createHmac('sha256', added?.secret ?? '')
      .update(`${time}.${post.body}`)
      .digest('hex');
    expect(post.headers['tillbridge-signature']).toBe(`v1=${signature}`);
    expect(post.headers['tillbridge-webhook']).toBe(added?.id);
    expect(JSON.parse(post.body)).toMatchObject({ event: 'alarm', data: { items: [{ event: 'test' }] } });
    await office.run('alarm', 'remove', '--webhook', `${hookUrl}/alarms`);
    const message = { ...aMessage('webhook', `${hookUrl}/redirect`) };
    expect(await sendWebhook(Buffer.alloc(32), message, ending)).toBe('webhook: status 307');
    expect(posts.map(({ path }) => path)).not.toContain('/inner');
    const inner = { ...message, address: 'http://192.168.0.1/alarms' };
    expect(await sendWebhook(Buffer.alloc(32), inner, ending)).toBe('webhook: address refused');
  });

  it('wait for no mail server without an end, and repeat nothing of what it says', async () => {
    const manners: readonly (readonly [Manner, string])[] = [
      ['endless', 'mail: E'],
      ['silent', 'mail: ETIMEDOUT'],
      ['drips', 'mail: '],
      ['refusing', 'mail: EENVELOPE 550'],
      ['cut', 'mail: ECONNECTION'],
    ];
    const answers = manners.map(async ([manner, expected]) => {
      const server = new MailServer();
      server.manner = manner;
      await server.start();
      const to = mailServerOf(`smtp://till:hunter2@127.0.0.1:${server.port}`, 'office@shop.example');
      if (to === null) throw new Error('no mail server');
      const signedIn = manner === 'refusing' || manner === 'cut' ? { ...to, auth: null } : to;
      const why = await sendMail(signedIn, aMessage('mail', ada), ending);
      await server.stop();
      expect([manner, why]).toEqual([manner, expect.stringContaining(expected)]);
      expect(why).not.toContain('hunter2');
    });
    await Promise.all(answers);
  });

  it('reach no recipient of another chain, and no text becomes SQL', async () => {
    const [chain, other] = [randomUUID(), `Theirs ${randomUUID()}`];
    await sql('INSERT INTO chain (id, name) VALUES ($1, $2)', [chain, other]);
    const [own] = await sql(`SELECT id FROM chain WHERE name = 'main'`);
    const theirs = (...args: string[]) => office.run('alarm', ...args, '--chain', other);
    await theirs('add', '--mail', 'bob@other.example');
    const till = await asOwner(office.databaseUrl, async (tx) => {
      const id = randomUUID();
      await tx.run('INSERT INTO till (chain_id, id, name) VALUES ($1, $2, $3)', [chain, id, `Their till'); --`]);
      return id;
    });
    await sql(
      `INSERT INTO operation (chain_id, till_id, id, lineage, kind, state, mode, environment, accepted_at, changed_at,
        doubt_since, ref_nr) VALUES ($1, $2, 'op', 1, 'x', 'unknown', 'live', 'e', now(), now(), now() - interval '1 day', $3)`,
      [chain, till, `'); DELETE FROM notice; --`],
    );
    const found = await until(async () => mail.to('bob@other.example')[0] ?? null);
    expect(found.text).toContain(`'); DELETE FROM notice; --`);
    expect(mailsAbout('Their till')).toEqual([]);
    const database = openDatabase(office.databaseUrl, () => undefined, 1);
    try {
      for (const table of ['notice', 'alarm_recipient', 'alarm_message', 'alarm_watch']) {
        const chains = await database.transact(chain, (tx) =>
          tx.rows<{ id: string }>(`SELECT DISTINCT chain_id AS id FROM ${table}`),
        );
        expect([table, chains]).toEqual([table, [{ id: chain }]]);
      }
      const moved = `INSERT INTO alarm_recipient (chain_id, id, kind, address, language) VALUES ($1, $2, 'mail', 'x@y', 'en')`;
      await expect(database.transact(chain, (tx) => tx.run(moved, [own?.['id'], randomUUID()]))).rejects.toThrow(
        'row-level security',
      );
    } finally {
      await database.close();
    }
    await expect(theirs('remove', '--mail', ada)).rejects.toThrow('No alarms go to');
    await expect(theirs('remove', '--mail', `' OR '1'='1`)).rejects.toThrow('No alarms go to');
    await expect(theirs('add', '--mail', 'a@b\nBcc: c@d')).rejects.toThrow('is no mail address');
    await expect(theirs('add', '--webhook', 'http://10.0.0.1/')).rejects.toThrow('must begin with https');
    await expect(theirs('limits', '--doubt-minutes', '0')).rejects.toThrow('must be 1 or more');
  });
});

function aMessage(kind: Message['kind'], address: string): Message {
  const at = new Date().toISOString();
  const item = { event: 'opened', kind: 'silent', till: 'Till 1', shop: null, facts: {}, since: at } as const;
  return {
    chain: randomUUID(),
    number: 1,
    recipient: randomUUID(),
    kind,
    address,
    language: 'en',
    items: [item],
    more: 0,
    at,
  };
}
