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
export function speechText({ speech: { words, otherStatuses, shows, proposal, sums } }: Report): string {
  const lines = ['How this gateway speaks:'];
  for (const { word, path, beside, meaning, remark } of words) {
    lines.push(`  ${word} at ${path}, beside ${beside.join(', ')}: ${meaning === 'unknown' ? 'not known' : meaning}`);
    if (remark !== null) lines.push(`    ${word}: ${remark}`);
  }
  for (const each of otherStatuses) lines.push(...otherStatusLines(each));
  for (const { what, paths } of shows) lines.push(`  ${what}: ${paths.join(', ')}`);
  for (const { path, forms } of sums.amounts) lines.push(`  the amount at ${path}: in ${forms.join(', ')}`);
  for (const odd of sums.odd) lines.push(`  ${oddText(odd)}`);
  for (const path of sums.unreadableLists) {
    lines.push(`  the operations at ${path}: the bridge cannot read them (it reads type, status and amount of each)`);
  }
  const { paymentPaths } = sums;
  if (proposal === null && paymentPaths === null) {
    const isOdd = [otherStatuses, sums.odd, sums.unreadableLists, words.filter(({ remark }) => remark !== null)].some(
      ({ length }) => length > 0,
    );
    return [...lines, isOdd ? 'There are no settings to propose.' : fits].join('\n');
  }
  lines.push('Settings to consider, after a look at each word and path (a list replaces its default):');
  const settings = { ...(proposal && { answers: proposal }), ...(paymentPaths && { paymentPaths }) };
  return [...lines, JSON.stringify(settings, null, 2)].join('\n');
}

const fits = "The bridge's default settings fit what was seen.";

function otherStatusLines({ path, words, where }: Report['speech']['otherStatuses'][number]): string[] {
  return [
    `  ${path} in place of status, no proof for the bridge: ${words.join(', ')}, in answers to ${where.join(', ')}`,
    '    A bad word there speaks against an operation; a good one proves nothing. Where nothing else in the answer or',
    "    record proves the operation (docs/answers.md), a person is asked. No setting changes that: ask the gateway's operator.",
  ];
}

function oddText({ what, paths, because }: Report['speech']['sums']['odd'][number]): string {
  const where = `${what} at ${paths.join(', ')}`;
  switch (because) {
    case 'major units':
      return `${where}: in major units, which the bridge cannot read (whole minor units only); an answer with one at a path that it reads waits for a person`;
    case 'look-ups':
      return `${where} in look-ups: compared with what was asked for, but the bridge cannot read it as the payment's own (it reads amount.value, amount, amount.currency and currency there)`;
    case 'perhaps the amount':
      return `${where}: it may be the amount that was asked for as well; cannot tell; ask the gateway's operator`;
    case 'several places':
      return `${where}: cannot tell which of them it is; ask the gateway's operator`;
  }
}

export function totalsText({ gateway, totals, leftOpen }: Report): string {
  const { passed, differs, skipped } = totals;
  const lines = [`${gateway}: ${passed} passed, ${differs} differ from the specification, ${skipped} skipped`];
  if (leftOpen.length > 0) lines.push(`could not be given back, please look at them: ${leftOpen.join(', ')}`);
  return lines.join('\n');
}
