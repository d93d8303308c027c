// The first-run guide.
import { texts } from './define.ts';

export const guideTexts = texts({
  'guide.title': { en: 'First steps', de: 'Erste Schritte' },
  'guide.step': { en: 'Step {step} of {steps}', de: 'Schritt {step} von {steps}' },
  'guide.modeTitle': { en: 'What should this till do?', de: 'Was soll diese Kasse tun?' },
  'guide.modeLead': {
    en: 'You can change this later in the settings.',
    de: 'Sie können das später in den Einstellungen ändern.',
  },
  'guide.gatewayTitle': { en: 'Which gateway?', de: 'Welches Zahlungssystem?' },
  'guide.gatewayLead': {
    en: 'The merchant id and the API key come with your gateway contract.',
    de: 'Händlernummer und API-Schlüssel stehen in Ihrem Vertrag mit dem Zahlungssystem.',
  },
  'guide.terminalsTitle': { en: 'Which terminals?', de: 'Welche Terminals?' },
  'guide.terminalsLead': {
    en: 'Name the card terminals of this till.',
    de: 'Nennen Sie die Kartenterminals dieser Kasse.',
  },
  'guide.next': { en: 'Go on', de: 'Weiter' },
  'guide.finish': { en: 'Open the till', de: 'Kasse öffnen' },
});
