// What stands in the audit, in the person's language: the office notes it once, in its own words, for all languages.
import { type PageAudit, atOfficeComputer } from '#contract/office/page.ts';
import type { Words } from '../words.ts';

/** As commands name whom settings, people and programs are for: `chain`, `shop:North`, `till:Till 1`; then the version. */
const layerForm = /^(?:(chain)|(shop|till):(.*)), (\d+)$/s;
const personForm = /^(.*), (viewer|manager|admin)$/s;

export function auditPerson({ person }: PageAudit, { say }: Pick<Words, 'say'>): string {
  return person === atOfficeComputer ? say('audit.atComputer') : person;
}

export function auditDeed({ what, detail }: PageAudit, words: Pick<Words, 'say' | 'code'>): string {
  const deed = words.code('audit', what);
  return detail === null ? deed : words.say('labelled', { label: deed, value: detailText(what, detail, words) });
}

function detailText(what: string, detail: string, { say, code }: Pick<Words, 'say' | 'code'>): string {
  const layer = /^(?:settings|till-people|till-programs)-/.test(what) ? layerForm.exec(detail) : null;
  if (layer !== null) {
    const [, chain, scope, name = '', version = ''] = layer;
    const whom =
      chain === undefined ? say(scope === 'till' ? 'settings.till' : 'settings.shop', { name }) : say('settings.chain');
    return `${whom}, ${say('till.given', { version })}`;
  }
  const person = what === 'person-added' ? personForm.exec(detail) : null;
  return person === null ? detail : `${person[1] ?? ''}, ${code('role', person[2] ?? '')}`;
}
