// How the last update ended on this till, and whether one is in the middle. Who installs notes it for all users to read.
import { type InstallState, installFolderOf } from '#updates/install/state.ts';
import { type Finding, problem, warning } from './finding.ts';

export function updateFindings(dataDir: string, program: string): Finding[] {
  const { dir } = installFolderOf(dataDir);
  const state = stateOf(dataDir);
  if (state === null) {
    const mend = `Look who may write it, and install the version that shall run by hand (docs/updates.md).`;
    return [problem('update-state-unreadable', { what: 'What an update did here cannot be read.', where: dir, mend })];
  }
  const { underWay, last } = state;
  if (underWay !== null) {
    const what = `Version ${underWay.to} is being installed over ${underWay.from} (step ${underWay.step}).`;
    const mend = `Where no installation runs: ${program} update continue --data-dir ${dataDir}`;
    return [warning('update-under-way', { what, where: dir, mend })];
  }
  if (last === null || last.end === 'installed' || last.end === 'broken-off') return [];
  const why = last.why ?? 'a person wanted it';
  if (last.end === 'stays') {
    const what = `Version ${last.to} should have been taken back on ${last.at}, and stays: ${why}.`;
    const mend = 'Where it works, nothing. Else: update back, which says what it costs (docs/updates.md).';
    return [problem('update-stays', { what, where: dir, mend })];
  }
  const restored = last.restored ? ' The copy of the data folder was put back.' : '';
  const what = `Version ${last.to} was taken back on ${last.at}: ${why}.${restored}`;
  return [warning('update-taken-back', { what, where: dir, mend: 'Wait for a newer version, or install it by hand.' })];
}

function stateOf(dataDir: string): InstallState | null {
  try {
    return installFolderOf(dataDir).state();
  } catch {
    return null;
  }
}
