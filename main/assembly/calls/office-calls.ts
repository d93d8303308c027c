// The window's call that lets this till join its office, as `bridge office join` does. A running bridge finds the
// membership in its folder and begins to send.
import type { Implementations, WindowOutputs } from '#contract/calls/table.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Session } from '#core/staff/session.ts';
import { addressProblem } from '#http/address.ts';
import type { LinkSeal } from '#office-link/membership.ts';
import { signInRequired, hasAccountablePerson } from './accountable-person.ts';

export type OfficeCalls = Pick<Implementations, 'joinOffice'>;

interface OfficeCallPorts {
  readonly dataDir: string;
  readonly version: string;
  /** PEM: the key that signs the journal. */
  readonly publicKeyPem: string;
  /** Seals what only the folder's key may open. */
  readonly seal: LinkSeal | null;
  readonly session: Pick<Session, 'current' | 'isManned'>;
  readonly mode: Mode;
  readonly log: EngineEvents['log'];
}

type NotJoined = Extract<WindowOutputs['joinOffice'], { readonly type: 'not-joined' }>;

export function officeCalls({
  dataDir,
  version,
  publicKeyPem,
  seal,
  session,
  mode,
  log,
}: OfficeCallPorts): OfficeCalls {
  return {
    async joinOffice({ url: written, code }) {
      const url = written.trim();
      if (!hasAccountablePerson(session.current(), session, mode)) return signInRequired;
      if (seal === null || addressProblem(url) !== null || !url.startsWith('https:')) return notJoined('address');
      const [{ joinOffice }, { writeMember }, { OfficeAway, OfficeRefused }] = await Promise.all([
        import('#office-link/join.ts'),
        import('#office-link/membership.ts'),
        import('#office-link/office-client.ts'),
      ]);
      try {
        const member = await joinOffice({ url, code, journalKey: publicKeyPem, version, seal });
        writeMember(dataDir, member);
        log('info', 'office-joined', { till: member.till });
        return { type: 'joined', name: member.name };
      } catch (error) {
        if (error instanceof OfficeAway) return notJoined('away');
        if (error instanceof OfficeRefused) return notJoined(reasons.get(error.code) ?? 'refused');
        throw error;
      }
    },
  };
}

const notJoined = (why: NotJoined['why']): NotJoined => ({ type: 'not-joined', why });

const reasons: ReadonlyMap<string, NotJoined['why']> = new Map([
  ['code-not-valid', 'code'],
  ['too-many-attempts', 'too-many'],
  ['journal-of-another', 'other-till'],
]);
