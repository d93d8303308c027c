// What holds at one till of what was set for its chain, its shop and itself. Pure.
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
