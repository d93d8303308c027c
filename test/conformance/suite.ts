// Runs the cases one after the other and collects what each of them found. A case that could not be carried out (no
// answer, an answer that was not expected) is a difference too: nothing is left out of a report.
import type { ConformanceCase } from './case.ts';
import { type Difference, Findings, Skip } from './findings.ts';
import { type Address, Gateway } from './gateway.ts';
import type { Answer } from './http.ts';
import { Shop, type ShopOptions } from './shop.ts';
import { type Speech, SpeechListener } from './speech/speech.ts';

export interface CaseReport {
  readonly id: string;
  readonly says: string;
  readonly outcome: 'passed' | 'differs' | 'skipped';
  readonly differences: readonly Difference[];
  /** Why it was skipped. */
  readonly because: string | null;
  readonly remarks: readonly string[];
  readonly exchanges: readonly { readonly method: string; readonly path: string; readonly status: number }[];
}

export interface Report {
  readonly gateway: string;
  readonly merchantId: string;
  readonly startedAt: string;
  readonly totals: { readonly passed: number; readonly differs: number; readonly skipped: number };
  readonly cases: readonly CaseReport[];
  /** Payments whose money could not be given back. */
  readonly leftOpen: readonly string[];
  /** The words and paths of this gateway, and the bridge's settings that fit them. */
  readonly speech: Speech;
}

export interface Suite {
  readonly address: Address;
  readonly options: ShopOptions;
  readonly cases: readonly ConformanceCase[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly done?: (report: CaseReport) => void;
}

export async function runSuite({ address, options, cases, startedAt, done }: Suite): Promise<Report> {
  let seen: Answer[] = [];
  const listener = new SpeechListener();
  const gateway = new Gateway(address, (answer, sent) => {
    seen.push(answer);
    listener.hear(answer, sent);
  });
  const shop = new Shop(gateway, options);
  const reports: CaseReport[] = [];
  for (const each of cases) {
    seen = [];
    const found = await runCase(each, shop);
    const exchanges = seen.map(({ method, path, status }) => ({ method, path, status }));
    const report = { ...found, exchanges };
    reports.push(report);
    done?.(report);
  }
  const leftOpen = await shop.cleanUp();
  const count = (outcome: CaseReport['outcome']) => reports.filter((each) => each.outcome === outcome).length;
  return {
    gateway: address.root,
    merchantId: address.merchantId,
    startedAt,
    totals: { passed: count('passed'), differs: count('differs'), skipped: count('skipped') },
    cases: reports,
    leftOpen,
    speech: listener.speech(),
  };
}

async function runCase({ id, says, run }: ConformanceCase, shop: Shop): Promise<Omit<CaseReport, 'exchanges'>> {
  const see = new Findings();
  const { differences, remarks } = see;
  let because: string | null = null;
  try {
    await run(shop, see);
  } catch (error) {
    if (error instanceof Skip) because = error.message;
    else differences.push({ expected: says, seen: error instanceof Error ? error.message : String(error) });
  }
  // What was found before a case had to stop stands.
  const outcome = differences.length > 0 ? 'differs' : because === null ? 'passed' : 'skipped';
  return { id, says, outcome, differences, because, remarks };
}
