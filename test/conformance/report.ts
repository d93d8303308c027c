// A report for people: what differs first said by the specification, then seen at the gateway.
import type { CaseReport, Report } from './suite.ts';

export function caseText({ id, says, outcome, differences, because, remarks }: CaseReport): string {
  const lines = [`${outcome.padEnd(7)}  ${id}: ${says}`];
  for (const { expected, seen } of differences) {
    lines.push(`           specification: ${expected}`, `           seen:          ${seen}`);
  }
  if (because !== null) lines.push(`           because ${because}`);
  for (const remark of remarks) lines.push(`           also: ${remark}`);
  return lines.join('\n');
}

/** The words that the gateway uses, where it shows what, and the settings of the bridge that fit it. */
export function speechText({ speech: { words, shows, proposal, sums } }: Report): string {
  const lines = ['How this gateway speaks:'];
  for (const { word, path, beside, meaning } of words) {
    lines.push(`  ${word} at ${path}, beside ${beside.join(', ')}: ${meaning === 'unknown' ? 'not known' : meaning}`);
  }
  for (const { what, paths } of shows) lines.push(`  ${what}: ${paths.join(', ')}`);
  for (const { path, forms } of sums.amounts) {
    const isOdd = forms.includes('major units');
    lines.push(
      `  the amount at ${path}: in ${forms.join(', ')}${isOdd ? ' (the bridge reads whole minor units only)' : ''}`,
    );
  }
  const { paymentPaths } = sums;
  if (proposal === null && paymentPaths === null)
    return [...lines, "The bridge's default settings fit what was seen."].join('\n');
  lines.push('Settings to consider, after a look at each word and path (a list replaces its default):');
  const settings = { ...(proposal && { answers: proposal }), ...(paymentPaths && { paymentPaths }) };
  return [...lines, JSON.stringify(settings, null, 2)].join('\n');
}

export function totalsText({ gateway, totals, leftOpen }: Report): string {
  const { passed, differs, skipped } = totals;
  const lines = [`${gateway}: ${passed} passed, ${differs} differ from the specification, ${skipped} skipped`];
  if (leftOpen.length > 0) lines.push(`could not be given back, please look at them: ${leftOpen.join(', ')}`);
  return lines.join('\n');
}
