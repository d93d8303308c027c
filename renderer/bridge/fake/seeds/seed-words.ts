// The sample texts of the fake's shop, in German where the till is, else in English: what a person there would have typed.
import type { World } from '../world.ts';

const words = {
  en: {
    order: 'Order',
    goodsBack: 'Return',
    program: 'Sample ERP',
    returned: 'Returned goods, receipt lost',
    sampleCustomer: 'Sample Customer',
  },
  de: {
    order: 'Bestellung',
    goodsBack: 'Retoure',
    program: 'Muster-ERP',
    returned: 'Ware zurück, Bon verloren',
    sampleCustomer: 'Erika Muster',
  },
} as const;

export function seedWords({ preferences }: World): (typeof words)['en' | 'de'] {
  return words[preferences.language === 'de' ? 'de' : 'en'];
}

export function programName(world: World): string {
  return seedWords(world).program;
}
