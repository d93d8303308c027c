// What an office sets, over the shop's own settings: what of it cannot be used and why, and the settings with it.
import { issueInWords } from '#contract/data/issue-words.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type OfficeContent, type SettingsProblem, isSettable, officeSums } from '#contract/office/office-settings.ts';
import { mostProblems } from '#contract/office/till-document.ts';
import { put } from './overlay.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Empty where all of it can be used. `own`: the settings without the office's. */
export function officeProblems(content: OfficeContent, own: Settings): SettingsProblem[] {
  const names = Object.keys(content.settings);
  const found = names
    .filter((name) => !isSettable(name))
    .map((name): SettingsProblem => ({ name, why: 'not-settable', detail: null }));
  const sums = names.filter((name) => officeSums.includes(name));
  if (content.currency !== own.shopCurrency) {
    const detail = `is a sum of ${content.currency ?? 'no currency'}, and the till has ${own.shopCurrency}`;
    found.push(...sums.map((name): SettingsProblem => ({ name, why: 'currency', detail })));
  }
  if (found.length > 0) return found.slice(0, mostProblems);
  const parsed = settingsSchema.safeParse(laidOver(own, content), { error: issueInWords });
  const issues = parsed.error?.issues ?? [];
  return issues.slice(0, mostProblems).map(({ path, message }): SettingsProblem => {
    const at = path.map(String).join('.');
    const name = names.find((each) => at === each || at.startsWith(`${each}.`)) ?? at;
    return { name: name.slice(0, 100), why: 'value', detail: message.slice(0, 200) };
  });
}

/** Throws where officeProblems() has found something. */
export function withOffice(own: Settings, content: OfficeContent): Settings {
  return settingsSchema.parse(laidOver(own, content));
}

/** The names that cannot be changed at the till: with a sum its currency, too. */
export function lockedByOffice(content: OfficeContent | null): string[] {
  const names = Object.keys(content?.settings ?? {});
  return names.some((name) => officeSums.includes(name)) ? [...names, 'shopCurrency'] : names;
}

function laidOver(own: Settings, { settings }: OfficeContent): JsonObject {
  const result = structuredClone(own) as unknown as JsonObject;
  for (const [name, value] of Object.entries(settings)) put(result, name.split('.'), value);
  return result;
}
