// The language of the window, each named in its own words.
import { useStore } from 'zustand';
import { languages } from '#contract/data/languages.ts';
import { languageNames } from '#texts/language.ts';
import { ChoiceField } from './choice.tsx';
import { useStores, useWords } from '../base/context.tsx';

export function LanguageChoice({ hideLabel = false }: { readonly hideLabel?: boolean }) {
  const { preferences } = useStores();
  const { say } = useWords();
  const language = useStore(preferences, (state) => state.preferences.language);
  return (
    <ChoiceField
      label={say('till.language')}
      hideLabel={hideLabel}
      value={language}
      onChange={(chosen) => void preferences.change({ language: chosen })}
      choices={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}
