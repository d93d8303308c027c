// The gateway as this machine reaches it: the connection, its certificate, what its clock says, and whether it takes the
// API key. The key is sent only to the destination that it is bound to; no money moves by any of it.
import { TLSSocket } from 'node:tls';
import type { Target } from '#assembly/base/ports.ts';
import { changeInWords, changedParts } from '#contract/till/destination.ts';
import { openConnection } from '#gateway/connect.ts';
import { createGateway } from '#gateway/gateway.ts';
import { connectFailure } from '#gateway/reason.ts';
import { targetOf } from '#gateway/root-address.ts';
import { environmentId } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { type KnownDestination, destinationOf } from '#settings/destination.ts';
import { type VaultEntries, apiKeyName } from '#secrets/vault-file.ts';
import type { Settings } from '#settings/settings.ts';
import { destinationNoteOf } from '../gateway/destination-note.ts';
import { testConnection } from '../gateway/test-connection.ts';
import { type Finding, note, problem, warning } from './finding.ts';
import { clockSlackMs } from './folder-checks.ts';

type AtGateway = Extract<Target, { type: 'gateway' }>;

interface GatewayCheckInput {
  readonly target: AtGateway;
  readonly settings: Settings;
  readonly apiKey: string | null;
  readonly dataDir: string;
  readonly seenDir: string;
  readonly version: string;
  readonly nowMs: number;
  /** A bridge runs, and has the key. */
  readonly isRunning: boolean;
  /** The secrets of the window whose folder it is; null where it is none. */
  readonly vault: VaultEntries | null;
  /** The file that gives the service the API key, where this is the service's folder and the file holds something. */
  readonly keptIn: string | null;
}

const dayMs = 86_400_000;
const renewBeforeDays = 21;
const silent = (): void => undefined;

export async function gatewayFindings(asked: GatewayCheckInput): Promise<Finding[]> {
  const { target, settings } = asked;
  let known: KnownDestination;
  try {
    known = destinationOf(target, settings.gateway);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return [
      problem('certificate-file-missing', {
        what: `The file of the gateway's certificate authority cannot be read (${String(error.code)}).`,
        where: settings.gateway.caFile ?? '',
        mend: 'Put the PEM file there, or correct gateway.caFile in the settings.',
      }),
    ];
  }
  const roots = [...new Set([target.root, target.authRoot])];
  const reached = (await Promise.all(roots.map((root) => connectionFindings(root, asked, known)))).flat();
  if (reached.some(({ level }) => level === 'problem')) return reached;
  return [...reached, ...(await clockFindings(asked, known)), ...(await keyFindings(asked, known))];
}

async function connectionFindings(
  root: string,
  asked: GatewayCheckInput,
  { caPem }: KnownDestination,
): Promise<Finding[]> {
  const timeoutMs = asked.settings.timeouts.connectSeconds * 1_000;
  const { promise, resolve } = Promise.withResolvers<readonly Finding[]>();
  openConnection(targetOf(root), { timeoutMs, caPem }, (error, socket) => {
    resolve(error === null ? certificateFindings(root, socket, asked.nowMs) : [notConnected(root, error)]);
    socket?.destroy();
  });
  return [...(await promise)];
}

function notConnected(root: string, error: Error): Finding {
  const words = connectFailure(error);
  const isCertificate = /certificate|TLS/.test(words);
  return problem(isCertificate ? 'certificate-refused' : 'gateway-unreachable', {
    what: `No connection to the gateway: ${words}.`,
    where: root,
    mend: isCertificate
      ? 'Look at the certificate and the clock; where the gateway has an authority of its own, name its PEM file in gateway.caFile.'
      : 'Check the address, the network, and the firewall: this machine must reach that host and port.',
  });
}

function certificateFindings(root: string, socket: unknown, nowMs: number): Finding[] {
  if (!(socket instanceof TLSSocket)) return [];
  const endsMs = Date.parse(socket.getPeerCertificate().valid_to);
  const days = Math.floor((endsMs - nowMs) / dayMs);
  if (!(days < renewBeforeDays)) return [];
  const what = `The gateway's certificate ends in ${days} days (${new Date(endsMs).toISOString()}).`;
  return [warning('certificate-ends-soon', { what, where: root, mend: 'Ask the gateway when it is renewed.' })];
}

async function clockFindings(
  { target, settings, version }: GatewayCheckInput,
  { caPem }: KnownDestination,
): Promise<Finding[]> {
  let aheadMs = 0;
  const gateway = createGateway({
    root: target.root,
    merchantId: target.merchantId,
    apiKey: () => null,
    scheme: settings.gateway.scheme,
    clock: createClock(Date.now()),
    version,
    caPem,
    heard: ({ dateMs }) => {
      aheadMs = dateMs - Date.now();
    },
  });
  try {
    if (!(await gateway.probe())) {
      const mend = 'Check that the address is the root address of the gateway, without /api/v2.';
      return [problem('gateway-silent', { what: 'The host answers, and no gateway does.', where: target.root, mend })];
    }
  } finally {
    gateway.close();
  }
  if (Math.abs(aheadMs) <= clockSlackMs) return [];
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return [
    problem('clock-off', {
      what: `The clock is ${minutes} minutes ${aheadMs > 0 ? 'behind' : 'ahead of'} the gateway's.`,
      where: 'the system clock',
      mend: 'Set the clock, and let the system keep it: sudo timedatectl set-ntp true',
    }),
  ];
}

async function keyFindings(asked: GatewayCheckInput, known: KnownDestination): Promise<Finding[]> {
  const { target, settings, apiKey, version } = asked;
  if (apiKey === null) {
    if (asked.isRunning) return [];
    const name = apiKeyName(environmentId(target.root, target.merchantId, target.mode));
    if (asked.vault !== null && name in asked.vault) {
      const what =
        'The API key lies in the vault of the window, which only the window opens: whether the gateway takes it was not tried.';
      return [
        note('api-key-in-vault', { what, where: target.root, mend: 'Try the connection in the window, Settings.' }),
      ];
    }
    if (asked.keptIn !== null) {
      const what = 'This command was not given the API key, which root alone reads: it was not tried.';
      const mend = 'Start the service, or look as docs/service.md says ("What is wrong").';
      return [note('api-key-not-tried', { what, where: asked.keptIn, mend })];
    }
    return [
      problem('api-key-missing', {
        what: 'The API key is not in the environment, so a bridge without a window does not start.',
        where: 'TILLBRIDGE_API_KEY',
        mend: 'Put it into the environment of the service (the window keeps its own, and asks for it).',
      }),
    ];
  }
  const bound = destinationNoteOf(asked.dataDir, asked.seenDir, silent).boundTo();
  if (bound === null || bound === 'unknown') {
    const what = 'Whether the gateway takes the API key was not tried: no bridge has bound it to this destination yet.';
    return [note('api-key-not-tried', { what, where: target.root, mend: 'Start the bridge once.' })];
  }
  if (changedParts(bound, known.destination).length > 0) {
    return [
      problem('destination-changed', {
        what: `The API key belongs to another destination. ${changeInWords(bound, known.destination)}`,
        where: target.root,
        mend: 'Correct the settings; or start with --destination FINGERPRINT, which the log of the bridge names.',
      }),
    ];
  }
  const verdict = await testConnection({ settings, target, known, apiKey, version, log: silent });
  if (verdict.ok) return [];
  const isRefused = verdict.code === 'refused';
  return [
    problem(isRefused ? 'api-key-refused' : 'gateway-unreachable', {
      what: verdict.message,
      where: isRefused ? target.authRoot : target.root,
      mend: isRefused ? 'Give the API key of this merchant id.' : 'Check the network, and ask again.',
    }),
  ];
}
