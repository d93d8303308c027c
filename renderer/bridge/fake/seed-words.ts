// The sample texts of the fake's shop, in the language of its till: what a person there would have typed.
import type { Language } from '#texts/index.ts';
import type { World } from './world.ts';

const words = {
  en: { order: 'Order', goodsBack: 'Return', program: 'Sample ERP' },
  de: { order: 'Bestellung', goodsBack: 'Retoure', program: 'Muster-ERP' },
} as const satisfies { readonly [language in Language]: object };

export function seedWords({ preferences }: World): (typeof words)[Language] {
  return words[preferences.language];
}

export function programName(world: World): string {
  return seedWords(world).program;
}
