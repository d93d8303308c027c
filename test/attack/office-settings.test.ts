// An office that means harm, with the office's own keys and without them: whatever it sends as settings, the till goes by
// nothing that is not signed for it, not newer, or not on the list; it sells on and stays as it was.
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SettingsDocument, settingsStatement } from '#contract/office/office-settings.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { anOfficeInstead } from '#support/office-instead.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('a till whose office sends settings that mean harm', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  const keptFile = () => join(shop.dataDir, 'office', 'settings.json');
  const kept = () => readFileSync(keptFile(), 'utf8');
  const keptDocument = () => (JSON.parse(kept()) as { document: SettingsDocument }).document;
  const view = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView).settings;
  };
  let number = 0;
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 100), `S-${number}`)).state;
  };
  const restart = async () => {
    await shop.killBridge();
    await shop.startBridge();
  };

  beforeAll(async () => {
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    const limit = ['--set', 'people.refundLimitMinor=700', '--currency', 'EUR'];
    await office.run('config', 'set', '--scope', 'chain', ...limit, '--by', 'Ada');
    await sells();
    await until(async () => ((await view())?.version === 1 ? true : null));
    await restart();
    await until(async () => ((await view())?.inForce === 1 ? true : null));
    await office.kill();
  });
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  /** It answers the question for settings with `body`, each time. */
  async function liar(body: string) {
    return anOfficeInstead(office, {
      path: '/v1/settings',
      lie(response) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body);
      },
      // Another number of changes each time.
      place(head, asked) {
        const { till } = keptDocument();
        return { till, lineage: 1, ...head, countersigned: null, settings: 1_000 + asked };
      },
    });
  }

  async function signed(change: Partial<SettingsDocument>): Promise<string> {
    const { signature: _, keyId: __, ...before } = keptDocument();
    const keys = await openOfficeKeys(office.dataDir);
    const said = { ...before, version: before.version + 1, ...change };
    return JSON.stringify({ document: { ...said, ...keys.signDocument(settingsStatement(said)) } });
  }

  const lies: { readonly [what: string]: { body: () => Promise<string>; why: string | null } } = {
    'an older version again': { body: () => signed({ version: 1 }), why: 'older' },
    'another till’s document': {
      body: () => signed({ till: '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22' }),
      why: 'other-till',
    },
    'where the API key goes': {
      body: () => signed({ settings: { 'gateway.root': 'https://thief.example' } }),
      why: 'not-settable',
    },
    'a group of settings at once': {
      body: () => signed({ settings: { gateway: { root: 'https://thief.example' } } }),
      why: 'not-settable',
    },
    'another list of updates, beside a limit': {
      body: () =>
        signed({ settings: { 'people.refundLimitMinor': 1, 'updates.url': 'https://thief.example/update.json' } }),
      why: 'not-settable',
    },
    'a forged signature': {
      body: async () => {
        const document = { ...keptDocument(), version: 9, settings: { shopName: 'Thief' } };
        const { privateKey } = generateKeyPairSync('ed25519');
        const signature = sign(null, Buffer.from(settingsStatement(document), 'utf8'), privateKey).toString('base64');
        return JSON.stringify({ document: { ...document, signature } });
      },
      why: 'signature',
    },
    'a document whose values were changed after it was signed': {
      body: async () => (await signed({})).replace('700', '70000000'),
      why: 'signature',
    },
    'more than 64 kB': {
      body: async () => `${await signed({ settings: { shopAddress: 'a'.repeat(100_000) } })}${' '.repeat(1_000_000)}`,
      why: null,
    },
    'more than a document may have': {
      body: () => signed({ settings: { shopAddress: 'a'.repeat(40_000) } }),
      why: 'too-long',
    },
    'lists in lists without an end': { body: async () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`, why: null },
    'a document of lists in lists': {
      body: async () =>
        (await signed({})).replace(
          '"settings":{',
          `"settings":{"tipPercentages":${'['.repeat(20_000)}${']'.repeat(20_000)},`,
        ),
      why: null,
    },
    'no document at all': { body: async () => '{"document":{"version":"9"}}', why: null },
  };

  // One for each reason.
  const first = Object.keys(lies).filter(
    (what, at, all) => all.findIndex((one) => lies[one]?.why === lies[what]?.why) === at,
  );
  it.each(share({ small: first.slice(0, 4), large: Object.keys(lies) }))(
    '%s: nothing of it is kept, and the till sells on',
    async (what) => {
      const before = kept();
      const { body, why } = lies[what]!;
      const other = await liar(await body());
      try {
        await restart();
        expect(await sells()).toBe('succeeded');
        await until(async () => (other.asked() > 0 ? true : null));
        if (why !== null) {
          const refused = await until(async () => (await view())?.refused ?? null);
          expect(refused.problems.map((each) => each.why)).toContain(why);
        }
        for (let times = 0; times < 3; times += 1) expect(await sells()).toBe('succeeded');
        expect(other.asked()).toBeLessThan(20);
      } finally {
        await other.close();
      }
      expect(kept()).toBe(before);
      expect(await view()).toMatchObject({ version: 1, inForce: 1 });
    },
    120_000,
  );
});
