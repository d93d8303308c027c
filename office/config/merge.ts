// What holds at one till of what was said for its chain, its shop and itself. Pure.
import type { OfficePerson, PeopleContent } from '#contract/office/office-people.ts';
import type { OfficeProgram, ProgramsContent } from '#contract/office/office-programs.ts';
import { type OfficeContent, officeSums } from '#contract/office/office-settings.ts';

/** From the widest to the narrowest. A sum of another currency than the narrowest one's is left out: it is another limit. */
export function merged(layers: readonly OfficeContent[]): OfficeContent {
  const currency = layers.findLast((layer) => layer.currency !== null)?.currency ?? null;
  const settings: OfficeContent['settings'] = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer.settings)) {
      if (!officeSums.includes(name) || layer.currency === currency) settings[name] = value;
    }
  }
  const hasSums = Object.keys(settings).some((name) => officeSums.includes(name));
  return { currency: hasSums ? currency : null, settings };
}

/** From the widest to the narrowest: a name is one person, whose role and PIN the narrowest layer says. */
export function mergedPeople(layers: readonly PeopleContent[]): PeopleContent {
  const people = new Map<string, OfficePerson>();
  for (const person of layers.flatMap((layer) => layer.people)) people.set(person.name, person);
  return { people: inOrder([...people.values()]) };
}

/** The same of programs: the narrowest layer's word for a program, whole. */
export function mergedPrograms(layers: readonly ProgramsContent[]): ProgramsContent {
  const programs = new Map<string, OfficeProgram>();
  for (const program of layers.flatMap((layer) => layer.programs)) programs.set(program.name, program);
  return { programs: inOrder([...programs.values()]) };
}

/** By name, so that the same people or programs are the same text. */
export function inOrder<N extends { readonly name: string }>(named: readonly N[]): N[] {
  return named.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
