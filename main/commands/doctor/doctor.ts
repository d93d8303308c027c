// `bridge doctor`: looks at everything that a bridge needs before it works, changes nothing, and says what is wrong,
// where, and what to do about each. It takes the options of `serve` and asks the parts of the product that `serve` asks.
import { lookAtSettings } from '#settings/file.ts';
import { settingsInForce } from '#settings/office-settings.ts';
import { type ItPolicy, assertAllowed, policyPaths, readPolicy } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import type { Target } from '#assembly/base/ports.ts';
import type { BridgeSetUp } from '#contract/programs/control.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { VaultEntries } from '#secrets/vault-file.ts';
import { askBridge } from '#control/client.ts';
import { targetOf } from '../gateway/target.ts';
import {
  type StartGiven,
  type StartWish,
  defaultDataDir,
  printersNamed,
  readWish,
  settingsAsked,
  settingsWith,
  startOptions,
} from '../gateway/start-options.ts';
import { seenDirOf } from '../io/seen-dir.ts';
import { printJson } from '../io/print-json.ts';
import { type Io, dataDirOf, readOptions } from '../io/usage.ts';
import { backupFindings } from './backup-checks.ts';
import { deviceFindings, terminalFindings } from './device-checks.ts';
import { officeFindings } from './office-checks.ts';
import { modeRun, otherwiseFindings, settingsRun, targetRun } from './running-checks.ts';
import { type Finding, problem, reasonOf } from './finding.ts';
import { folderFindings } from './folder-checks.ts';
import { gatewayFindings } from './gateway-checks.ts';
import { type Provision, type ServicePlaces, provisionOf, serviceFindings, usualPlaces } from './service-checks.ts';
import { updateFindings } from './update-checks.ts';
import { lookAtVault } from './vault-checks.ts';
import { crashFindings, diskFindings, freeBytesFor, notesFindings, portFindings } from './machine-checks.ts';

/** What a test cannot arrange on a machine that others use. */
export interface Surroundings {
  readonly nowMs: () => number;
  readonly freeBytesAt: (path: string) => number;
  readonly service: ServicePlaces;
}

const thisMachine: Surroundings = { nowMs: Date.now, freeBytesAt: freeBytesFor, service: usualPlaces };

export interface Examined {
  /** No finding is a problem. */
  readonly healthy: boolean;
  readonly dataDir: string;
  readonly isRunning: boolean;
  /** The mode of the bridge that runs; null where none runs or it cannot be asked. */
  readonly mode: Mode | null;
  readonly findings: readonly Finding[];
}

/** Exit code 0: no problem; 1: at least one. */
export async function doctorCommand(args: readonly string[], io: Io, around = thisMachine): Promise<number> {
  const { json, ...options } = readOptions(args, { ...startOptions, json: { type: 'boolean' } });
  const { healthy, dataDir, isRunning, mode, findings } = await examine(options, io, around);
  if (json === true) printJson(io, { healthy, version: io.version, dataDir, running: isRunning, mode, findings });
  else io.stdout(inWords(findings, { dataDir, io, mode }));
  return healthy ? 0 : 1;
}

/** What is wrong with the set-up that these options of `serve` would start, or that runs. Throws UsageError. */
export async function examine(options: StartGiven, io: Io, around = thisMachine): Promise<Examined> {
  const wish = readWish(options, await printersNamed(options.printer ?? []));
  const dataDir = dataDirOf(options['data-dir'] ?? defaultDataDir(io));
  const running = await runningOn(dataDir, io);
  const setUp = running === null || 'code' in running ? null : running;
  const isRunning = setUp !== null;
  const nowMs = around.nowMs();

  const provision = provisionOf(dataDir, around.service);
  const vault = lookAtVault(dataDir, io);
  const policy = policyOf(options.policy, wish, io);
  const settings = settingsOf(dataDir, policy.value, wish);
  const findings = [
    ...(running !== null && 'code' in running ? [running] : []),
    ...serviceFindings(provision, isRunning),
    ...vault.findings,
    ...folderFindings({ dataDir, io, nowMs, isRunning, setUp, vault: vault.entries }),
    ...diskFindings(dataDir, around.freeBytesAt(dataDir)),
    ...crashFindings(dataDir, nowMs),
    ...updateFindings(dataDir, io.program),
    ...officeFindings({ dataDir, office: isRunning ? await officeOf(dataDir, io) : null, nowMs }),
    // A bridge that runs writes its own, wherever its environment says.
    ...(isRunning ? [] : notesFindings(seenDirOf(dataDir, io))),
    ...policy.findings,
    ...settings.findings,
    // Where the destination is not certain, nothing is sent to it.
    ...(settings.value === null || policy.findings.length > 0
      ? []
      : await findingsBy(settings.value, { dataDir, io, wish, nowMs, setUp, provision, vault: vault.entries })),
  ];
  const healthy = findings.every(({ level }) => level !== 'problem');
  return { healthy, dataDir, isRunning, mode: setUp === null ? null : modeRun(setUp), findings };
}

interface DoctorInput {
  readonly dataDir: string;
  readonly io: Io;
  readonly wish: StartWish;
  readonly nowMs: number;
  readonly setUp: BridgeSetUp | null;
  readonly vault: VaultEntries | null;
  readonly provision: Provision;
}

async function findingsBy(settings: Settings, asked: DoctorInput): Promise<Finding[]> {
  const { wish, io, setUp, vault, dataDir, nowMs } = asked;
  const isRunning = setUp !== null;
  const port = wish.port ?? settings.loopbackPort;
  const ports = isRunning ? [] : await portFindings({ loopback: port, webhooks: settings.webhooks.port });
  const devices = await deviceFindings(settings, isRunning, nowMs);
  let named: Target;
  try {
    named = targetOf(wish.gateway, settings);
  } catch (error) {
    const what = reasonOf(error, 'StartProblem', 'InvalidAddress', 'InsecureAddress');
    const mend = 'Correct gateway in the settings, or the options of the start.';
    return [...ports, ...devices, problem('gateway-settings-wrong', { what, where: 'gateway', mend })];
  }
  const target = setUp === null ? named : targetRun(setUp);
  const isLive = target.type === 'gateway' && target.mode === 'live';
  const found = [
    ...backupFindings({ dataDir, settings: settings.backup, isLive, program: io.program, nowMs }),
    ...ports,
    ...devices,
    ...(setUp === null ? [] : otherwiseFindings(setUp, named, settings)),
  ];
  if (target.type === 'sandbox') return found;
  const apiKey = io.environment['TILLBRIDGE_API_KEY'] ?? '';
  return [
    ...found,
    ...terminalFindings(setUp?.terminals ?? settings.terminals),
    ...(await gatewayFindings({
      target,
      settings: setUp === null ? settings : settingsRun(setUp, settings),
      apiKey: apiKey === '' ? null : apiKey,
      dataDir,
      seenDir: seenDirOf(dataDir, io),
      version: io.version,
      nowMs,
      isRunning,
      vault,
      keptIn: asked.provision?.isEmpty === false ? asked.provision.file : null,
    })),
  ];
}

/** Null where none runs; a finding where one runs that this command cannot ask: of another user or version. */
async function runningOn(dataDir: string, { version }: Io): Promise<BridgeSetUp | null | Finding> {
  try {
    const heard = await askBridge({ dataDir, version }, 'setUp', {});
    return heard.type === 'answer' ? heard.answer.setUp : null;
  } catch (error) {
    const what = reasonOf(error, 'ControlProblem');
    const isVersion = what.includes('this command has version');
    return problem(isVersion ? 'version-differs' : 'bridge-not-asked', {
      what,
      where: dataDir,
      mend: isVersion
        ? 'Start the bridge anew, so that the version runs that is installed.'
        : 'Run this as the user that the bridge runs as.',
    });
  }
}

/** Null where the till joined none, or the bridge ended meanwhile. */
async function officeOf(dataDir: string, { version }: Io): Promise<OfficeView | null> {
  const heard = await askBridge({ dataDir, version }, 'office', {});
  return heard.type === 'answer' ? heard.answer.office : null;
}

interface Looked<T> {
  readonly value: T | null;
  readonly findings: readonly Finding[];
}

function policyOf(given: string | undefined, wish: StartWish, { environment }: Io): Looked<ItPolicy> {
  const places = policyPaths(process.platform, environment);
  try {
    const policy = readPolicy({ given: given ?? environment['TILLBRIDGE_POLICY'], ...places });
    assertAllowed(policy, settingsAsked(wish));
    return { value: policy, findings: [] };
  } catch (error) {
    const mend = 'Correct the policy file, or leave out the option that it does not allow.';
    const what = reasonOf(error, 'PolicyProblem');
    return { value: null, findings: [problem('policy-wrong', { what, where: given ?? places.system, mend })] };
  }
}

function settingsOf(dataDir: string, policy: ItPolicy | null, wish: StartWish): Looked<Settings> {
  const found = lookAtSettings(dataDir);
  if (found.type === 'fine') {
    return { value: settingsWith(settingsInForce(dataDir, found.settings, policy).settings, wish), findings: [] };
  }
  // What is wrong with the folder itself is told there.
  if (found.type === 'unreadable' && found.why === 'ENOTDIR') return { value: null, findings: [] };
  const isDamaged = found.type === 'damaged';
  const code = isDamaged ? 'settings-damaged' : 'settings-unreadable';
  const what = isDamaged ? `The settings are not right: ${found.why}.` : `The settings cannot be read (${found.why}).`;
  const mend = isDamaged
    ? 'Correct what is named; docs/settings.md lists every setting.'
    : 'Give the user of the bridge the right to read it.';
  return { value: null, findings: [problem(code, { what, where: found.file, mend })] };
}

function inWords(
  findings: readonly Finding[],
  { dataDir, io, mode }: Pick<DoctorInput, 'dataDir' | 'io'> & { readonly mode: Mode | null },
): string {
  const counts = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  return [
    ...findings.map(
      ({ code, level, what, where, mend }) => `${level}: ${code}\n  ${what}\n  where: ${where}\n  mend:  ${mend}\n\n`,
    ),
    `Tillbridge ${io.version}, ${dataDir}: a bridge runs there: ${mode === null ? 'no' : `yes, mode ${mode}`}. `,
    `Problems: ${counts('problem')}, warnings: ${counts('warning')}.\n`,
  ].join('');
}
