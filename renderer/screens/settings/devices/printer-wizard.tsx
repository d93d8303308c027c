// Sets a printer up, one question a step: a sheet is printed, and a person says what is right. Nothing is kept before the
// last step, and what was answered stays when one goes back.
import { useState } from 'react';
import type { Failed } from '../../../bridge/failed.ts';
import {
  addressOf,
  freshDraft,
  isAnswered,
  type PrinterDraft,
  stepsFor,
} from '../../../model/printing/printer-draft.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import css from './devices.module.css';
import { DeviceName, deviceNameError } from './device-name.tsx';
import { FindStep } from './find-step.tsx';
import { type PrinterRole, RoleField } from './role-field.tsx';
import {
  AnswersStep,
  ConfirmsStep,
  CutStep,
  DrawerStep,
  NearEndStep,
  PagesStep,
  RulerStep,
  SampleStep,
} from './steps.tsx';

interface WizardProps {
  /** Names that other devices have. */
  readonly taken: readonly string[];
  readonly onLeave: () => void;
  readonly onSave: (id: string, address: string, role: PrinterRole) => Promise<Failed>;
}

const parts = {
  find: FindStep,
  answers: AnswersStep,
  confirms: ConfirmsStep,
  pages: PagesStep,
  ruler: RulerStep,
  cut: CutStep,
  drawer: DrawerStep,
  nearEnd: NearEndStep,
  sample: SampleStep,
} as const;

export function PrinterWizard({ taken, onLeave, onSave }: WizardProps) {
  const { say } = useWords();
  const [draft, setDraft] = useState<PrinterDraft>(freshDraft);
  const [at, setAt] = useState<keyof typeof parts>('find');
  const [id, setId] = useState(taken.includes('COUNTER') ? '' : 'COUNTER');
  const [role, setRole] = useState<PrinterRole>('slips');
  const [checked, setChecked] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const steps = stepsFor(draft);
  const number = steps.indexOf(at) + 1;
  const Step = parts[at];
  const idError = deviceNameError(id, taken);
  const save = async () => {
    setChecked(true);
    if (idError === null) setFailed(await onSave(id, addressOf(draft), role));
  };
  const go = (by: number) => setAt(steps[number - 1 + by] ?? at);
  return (
    <div className="stack">
      <div className={css['head']}>
        <h3>{say(`wizard.${at}`)}</h3>
        <p className="soft">{say('wizard.step', { number, count: steps.length })}</p>
      </div>
      <Step key={at} draft={draft} change={(part) => setDraft((before) => ({ ...before, ...part }))} />
      {at === 'sample' ? <RoleField value={role} onChange={setRole} /> : null}
      {at === 'sample' ? (
        <DeviceName label="wizard.id" value={id} error={checked ? idError : null} onChange={setId} />
      ) : null}
      <Failure what="saved" failed={failed} />
      <Foot>
        <Button kind="quiet" onPress={onLeave}>
          {say('wizard.leave')}
        </Button>
        {number > 1 ? <Button onPress={() => go(-1)}>{say('wizard.back')}</Button> : null}
        {at === 'sample' ? (
          <Button key="save" kind="next" large onPress={() => void save()}>
            {say('wizard.save')}
          </Button>
        ) : (
          <Button key={at} kind="next" large disabled={!isAnswered(at, draft)} onPress={() => go(1)}>
            {say('wizard.next')}
          </Button>
        )}
      </Foot>
    </div>
  );
}
