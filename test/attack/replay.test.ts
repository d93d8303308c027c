// Attacks on what was built last, by somebody who may write a folder or reach a socket and has no key: old answers put
// back where they were true once, links with an innocent name, and a command that never reads what it asked for.
import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BridgePorts } from '#assembly/base/ports.ts';
import { textAt } from '#contract/data/json.ts';
import { lineOf, messagesFrom } from '#control/lines.ts';
import { readEndpoint } from '#control/endpoint.ts';
import { openControl } from '#control/server.ts';
import { aFolder, rawDatabase } from '#support/store-folder.ts';
import { until } from '#support/until.ts';
import { aWholeBridge, merchant } from '#support/whole-bridge.ts';
import { appPathsOf } from '../../main/shell/machine/app-paths.ts';
import { saveProblem } from '../../main/shell/documents/save-target.ts';

describe('where the API key goes', () => {
  const nowhere = 'http://127.0.0.1:9';
  const elsewhere = 'http://127.0.0.1:10';
  const to = (root: string) =>
    ({ type: 'gateway', root, authRoot: root, merchantId: merchant.merchantId, mode: 'test' }) as const;
  const metaOf = (dataDir: string) => {
    const db = rawDatabase(dataDir);
    const row = db.prepare("SELECT value FROM meta WHERE key = 'credentials-destination'").get();
    db.close();
    return String(row?.['value']);
  };
  const put = (dataDir: string, value: string) => {
    const db = rawDatabase(dataDir);
    db.prepare("UPDATE meta SET value = ? WHERE key = 'credentials-destination'").run(value);
    db.close();
  };
  const credentials = async (dataDir: string, ports: Partial<BridgePorts>) => {
    const { bridge } = await aWholeBridge({ dataDir, ports });
    const { credentials: said } = bridge.calls.status();
    await bridge.stop();
    return textAt(said, 'state');
  };

  it('is not where it went before the shop changed it, whatever old row is put back', async () => {
    const dataDir = aFolder();
    await credentials(dataDir, { target: to(nowhere), destinationSaid: [] });
    const old = metaOf(dataDir);
    await credentials(dataDir, { target: to(elsewhere) });
    put(dataDir, old);
    expect(await credentials(dataDir, { target: to(nowhere), destinationSaid: [] })).toBe('destination-changed');
    expect(await credentials(dataDir, { target: to(elsewhere), destinationSaid: [] })).toBe('destination-changed');
  });

  it('is not what another folder with another key says', async () => {
    const other = aFolder();
    const key = () => ({ type: 'open', key: Buffer.alloc(32, 6), source: 'test' }) as const;
    await credentials(other, { target: to(elsewhere), dataKey: key });
    const dataDir = aFolder();
    await credentials(dataDir, { target: to(nowhere), destinationSaid: [] });
    put(dataDir, metaOf(other));
    expect(await credentials(dataDir, { target: to(elsewhere), destinationSaid: [] })).toBe('destination-changed');
  });
});

describe('where a person saves to', () => {
  function aTill() {
    const root = aFolder();
    const paths = appPathsOf(join(root, 'home'), join(root, 'built'));
    const documents = join(root, 'documents');
    for (const folder of [paths.dataDir, paths.logDir, paths.seenDir, documents])
      mkdirSync(folder, { recursive: true });
    const own = [paths.vault, paths.keyFile, join(paths.dataDir, 'settings.json'), join(paths.seenDir, 'one')];
    for (const file of own) writeFileSync(file, '{}');
    return { own, documents, problem: (file: string) => saveProblem(file, paths, null) };
  }

  it.each([
    ['a link', symlinkSync],
    ['another name of the same file', linkSync],
  ])('%s to what the till lives on is refused by any name', (_what, link) => {
    const { own, documents, problem } = aTill();
    for (const [at, file] of own.entries()) {
      const named = join(documents, `journal-${at}.ndjson`);
      link(file, named);
      expect([file, problem(named)]).toEqual([file, 'own']);
    }
  });
});

describe('the control socket', () => {
  async function aControl(rows: number) {
    const dataDir = aFolder();
    const row = { id: 'x'.repeat(1_000), kind: 'refund', state: 'accepted' } as never;
    const list = async () => ({ operations: Array.from({ length: rows }, () => row), next: null });
    const never = () => Promise.reject(new Error('not asked here'));
    const calls = { list, cancel: never, decide: never, keepApproved: never, freeTerminal: never };
    const socket = await openControl({
      dataDir,
      version: '1',
      calls,
      log: () => {},
      runtimeDir: null,
      replyMs: 200,
      head: () => 0,
    });
    if (socket === null) throw new Error('no socket');
    onTestFinished(() => socket.close(0));
    const { address, key } = readEndpoint(dataDir) ?? { address: '', key: '' };
    const asking = async (call: string) => {
      const wire = connect(address);
      onTestFinished(() => void wire.destroy());
      await once(wire, 'connect');
      const messages = messagesFrom(wire, 16 * 1_024 * 1_024);
      wire.write(lineOf({ nonce: 'a'.repeat(32) }));
      await messages.next();
      const input = { state: 'accepted', client: null, after: null };
      // Without the wish the bridge would close the connection before it looks at the call's name.
      wire.write(lineOf({ key, call, asked: { id: 'b'.repeat(32), since: 0 }, input }));
      return { wire, messages };
    };
    return { asking, dataDir };
  }

  it('is not held by commands that never read their answers', async () => {
    const { asking } = await aControl(2_000);
    for (let round = 0; round < 16; round += 1) (await asking('list')).wire.pause();
    // All places are taken: the next one comes in when they have given way.
    const answer = await until(async () => {
      try {
        const { messages } = await asking('list');
        const { value } = await messages.next();
        return value ?? null;
      } catch {
        // Turned away; it asks again.
        return null;
      }
    });
    expect(answer).toMatchObject({ type: 'answer' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'submit', 'status'])('knows no call %s', async (name) => {
    const { asking, dataDir } = await aControl(0);
    const { messages } = await asking(name);
    expect((await messages.next()).value).toMatchObject({ type: 'wrong' });
    expect(readFileSync(join(dataDir, 'bridge.control.json'), 'utf8')).toContain('key');
  });
});
