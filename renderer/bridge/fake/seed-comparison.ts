// A shift that differs from the gateway and from a list, with findings of every kind.
import type { Finding } from '#contract/reconcile.ts';
import type { World } from './world.ts';

const blank = { payId: null, transId: null, line: null, sort: null, ours: null, theirs: null, why: '' } as const;

/** `many`: besides the six of every kind, so many that could not be told. */
export function seedDifferences(world: World, many = 0): void {
  const eur = (value: number) => ({ value, currency: 'EUR' });
  const named = (number: string) => ({
    reference: `PAY-${number}`,
    payId: `PAY-${number}`,
    transId: `S-2026-${number}`,
  });
  const listed = (number: string) => ({ reference: `S-2026-${number}`, transId: `S-2026-${number}` });
  const findings: Finding[] = [
    { ...blank, with: 'gateway', type: 'missing-there', code: 'not-shown', ...named('000041'), ours: eur(4_250) },
    {
      ...blank,
      with: 'gateway',
      type: 'amounts-differ',
      code: 'captured-differs',
      ...named('000053'),
      ours: eur(0),
      theirs: eur(12_990),
    },
    {
      ...blank,
      with: 'gateway',
      type: 'amounts-differ',
      code: 'refunded-differs',
      ...named('000047'),
      ours: eur(0),
      theirs: eur(1_500),
    },
    { ...blank, with: 'gateway', type: 'cannot-tell', code: 'no-answer', ...named('000033') },
    { ...blank, with: 'erp', type: 'missing-there', code: 'no-row', ...listed('000051'), sort: 'sale', ours: eur(799) },
    {
      ...blank,
      with: 'erp',
      type: 'missing-here',
      code: 'no-operation',
      ...listed('900001'),
      line: 17,
      sort: 'refund',
      theirs: eur(2_000),
    },
  ];
  for (let index = 0; index < many; index += 1) {
    const number = String(100_000 + index);
    findings.push({ ...blank, with: 'gateway', type: 'cannot-tell', code: 'not-looked-up', ...named(number) });
  }
  world.comparison.findings = findings;
}
