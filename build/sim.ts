import { run, characterOf } from '../test/sim/run.ts';
const from = Number(process.argv[2] ?? 1); const n = Number(process.argv[3] ?? 1); const traced = process.argv[4] === 't';
const t0 = performance.now();
process.on('unhandledRejection', (e) => { console.error('unhandled', e); });
const by: Record<string, number> = {};
for (let seed = from; seed < from + n; seed++) {
  const r = await run({ seed, character: characterOf(seed), without: new Set(), operations: 50, diskSyncs: true, traced });
  if (r.violations.length) { const k = r.character+' '+r.violations[0]!.invariant; by[k]=(by[k]??0)+1; if(by[k]<4) console.log(seed, r.character, r.operations, r.faults, JSON.stringify(r.violations[0])); if (traced) console.log(r.lines.join('\n')); }
}
console.log(by, n / ((performance.now() - t0) / 1000), 'seeds/s');
