// English or German, each named in its own language.
import { useStore } from 'zustand';
import { ChoiceField } from './choice.tsx';
import { useStores, useWords } from './context.tsx';

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
      choices={[
        { value: 'en', label: say('till.english') },
        { value: 'de', label: say('till.german') },
      ]}
    />
  );
}
