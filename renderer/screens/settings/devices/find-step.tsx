// The first step: what hangs on this computer, by its name and as it is plugged in, or a printer in the network by its
// address. A profile from another till answers the other questions.
import { useState } from 'react';
import { networkAddress, type PrinterDraft, speeds } from '../../../model/printing/printer-draft.ts';
import { profileOptions, textOfOptions } from '../../../model/printing/printer-profile.ts';
import { useWords } from '../../../ui/base/context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ChoiceField } from '../../../ui/form/choice.tsx';
import { SelectField, TextField } from '../../../ui/form/field.tsx';
import type { StepProps } from './steps.tsx';
import { useFound } from './use-found.ts';

export function FindStep({ draft, change }: StepProps) {
  const { say } = useWords();
  const found = useFound();
  const { place, baud } = draft;
  const [chosen, setChosen] = useState<string>(place === null || place.startsWith('tcp:') ? 'tcp' : place);
  const [host, setHost] = useState(place?.startsWith('tcp://') === true ? place.slice('tcp://'.length) : '');
  const [profile, setProfile] = useState(draft.profile === null ? '' : textOfOptions(draft.profile));
  // Another place is another printer: what was found out of the one before does not hold.
  const take = (part: Partial<PrinterDraft>) => change({ answer: null, confirms: null, ...part });
  const choose = (value: string) => {
    setChosen(value);
    take({ place: value === 'tcp' ? networkAddress(host) : value });
  };
  const line = found?.serial.find(({ path }) => `serial:${path}` === chosen);
  const profileWrong = profile.trim() !== '' && profileOptions(profile) === null;
  return (
    <>
      <p>{say('wizard.findLead')}</p>
      {found?.trouble === 'no-listing' ? <Notice tone="warn" title={say('wizard.noListing')} /> : null}
      <ChoiceField
        label={say('wizard.places')}
        look="cards"
        value={chosen}
        onChange={choose}
        choices={[
          ...(found?.serial ?? []).map(({ path, name }) => ({
            value: `serial:${path}`,
            label: name === '' ? say('wizard.line', { path }) : name,
            hint: path,
          })),
          ...(found?.queues ?? []).map((name) => ({
            value: `queue:${name}`,
            label: say('wizard.queue', { name }),
            hint: say('devices.queueMeans'),
          })),
          { value: 'tcp', label: say('wizard.network') },
        ]}
      />
      {line === undefined || line.mayOpen ? null : <Notice tone="warn" title={say('wizard.mayNot')} />}
      {chosen === 'tcp' ? (
        <TextField
          label={say('wizard.host')}
          hint={say('wizard.hostHint')}
          error={host !== '' && networkAddress(host) === null ? say('wizard.hostError') : null}
          value={host}
          onChange={(text) => {
            setHost(text);
            take({ place: networkAddress(text) });
          }}
        />
      ) : null}
      {chosen.startsWith('serial:') ? (
        <SelectField
          label={say('wizard.baud')}
          value={String(baud)}
          options={speeds.map((speed) => ({ value: String(speed), label: String(speed) }))}
          onChange={(value) => take({ baud: Number(value) })}
        />
      ) : null}
      <TextField
        label={say('wizard.profile')}
        hint={say('wizard.profileHint')}
        error={profileWrong ? say('wizard.profileError') : null}
        maxLength={300}
        value={profile}
        onChange={(text) => {
          setProfile(text);
          change({ profile: text.trim() === '' ? null : profileOptions(text) });
        }}
      />
    </>
  );
}
