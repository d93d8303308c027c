// Changes a printer that is set up: what it is for, and each answer of its profile, without the wizard's questions.
import { type Dispatch, useState } from 'react';
import { pagesWith, triedPages } from '#contract/devices/printer-setup.ts';
import type { Failed } from '../../../bridge/failed.ts';
import { networkAddress, speeds } from '../../../model/printing/printer-draft.ts';
import {
  editOf,
  type KnownPrinter,
  type PrinterEdit,
  printerOf,
  profileOptions,
  withOption,
  withProfile,
  withQuery,
} from '../../../model/printing/printer-profile.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Foreign } from '../../../ui/feedback/foreign.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { SelectField, TextField } from '../../../ui/form/field.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import css from './devices.module.css';
import { PrintSheet } from './print-sheet.tsx';
import { RoleField } from './role-field.tsx';

interface FormProps {
  readonly id: string;
  readonly printer: KnownPrinter;
  readonly busy: boolean;
  readonly onLeave: () => void;
  readonly onSave: (printer: KnownPrinter) => Promise<Failed>;
}

export function PrinterForm({ id, printer, busy, onLeave, onSave }: FormProps) {
  const { say } = useWords();
  const [edit, setEdit] = useState<PrinterEdit>(() => editOf(printer));
  const [host, setHost] = useState(edit.endpoint.replace(/^tcp:\/\//, ''));
  const [failed, setFailed] = useState<Failed>(null);
  const isNetwork = edit.endpoint.startsWith('tcp:');
  const endpoint = isNetwork ? networkAddress(host) : edit.endpoint;
  return (
    <div className="stack">
      <div className={css['head']}>
        <h3>{say('devices.change', { printer: id })}</h3>
        {isNetwork ? null : <Foreign text={edit.endpoint} />}
      </div>
      {isNetwork ? (
        <TextField
          label={say('wizard.host')}
          hint={say('wizard.hostHint')}
          error={endpoint === null ? say('wizard.hostError') : null}
          value={host}
          onChange={setHost}
        />
      ) : null}
      <RoleField value={edit.role} onChange={(role) => setEdit({ ...edit, role })} />
      <ProfileFields edit={edit} onChange={setEdit} />
      <ProfileText onTake={(profile) => setEdit(withProfile(edit, profile))} />
      <p>{say('devices.tryIt')}</p>
      <PrintSheet
        address={withQuery(endpoint ?? '', edit.options)}
        sheet="sample"
        words="wizard.sampleDo"
        disabled={endpoint === null}
      />
      <Failure what="saved" failed={failed} />
      <Foot>
        <Button kind="quiet" onPress={onLeave}>
          {say('wizard.leave')}
        </Button>
        <Button
          kind="next"
          large
          disabled={busy || endpoint === null}
          onPress={() => void onSave(printerOf({ ...edit, endpoint: endpoint ?? edit.endpoint })).then(setFailed)}
        >
          {say('wizard.save')}
        </Button>
      </Foot>
    </div>
  );
}

interface EditProps {
  readonly edit: PrinterEdit;
  readonly onChange: Dispatch<PrinterEdit>;
}

/** A value that is not among the choices stays one of them: a person wrote it into the settings. */
function useOption({ edit, onChange }: EditProps) {
  const { say } = useWords();
  return (name: string, label: string, choices: readonly (readonly [string, string])[]) => {
    const value = edit.options[name] ?? '';
    const known = value === '' || choices.some(([each]) => each === value);
    const options = [
      { value: '', label: say('devices.usual') },
      ...choices.map(([each, words]) => ({ value: each, label: words })),
      ...(known ? [] : [{ value, label: value }]),
    ];
    return (
      <SelectField
        label={label}
        value={value}
        options={options}
        onChange={(wanted) => onChange(withOption(edit, name, wanted))}
      />
    );
  };
}

const same = (value: string) => [value, value] as const;

function ProfileFields(props: EditProps) {
  const { say } = useWords();
  const option = useOption(props);
  const { endpoint, options } = props.edit;
  const isQueue = endpoint.startsWith('queue:');
  const answers = !isQueue && options['answers'] !== 'no';
  const isStar = options['language'] === 'star-line';
  const yesOrNo = [
    ['yes', say('wizard.nearEndYes')],
    ['no', say('devices.no')],
  ] as const;
  return (
    <>
      {option('columns', say('devices.columns'), ['32', '42', '48'].map(same))}
      {option('pages', say('devices.pages'), pageChoices(isStar ? 'star-line' : 'esc-pos'))}
      {option('cut', say('devices.cuts'), yesOrNo)}
      {endpoint.startsWith('serial:') ? option('baud', say('wizard.baud'), speeds.map(String).map(same)) : null}
      {endpoint.startsWith('serial:')
        ? option('flow', say('devices.flow'), [
            ['none', say('devices.flowNone')],
            ['rts-cts', 'RTS/CTS'],
            ['xon-xoff', 'XON/XOFF'],
          ])
        : null}
      {option('language', say('devices.speaks'), [
        ['esc-pos', 'ESC/POS'],
        ['star-line', 'Star'],
      ])}
      {isQueue ? null : option('answers', say('devices.answers'), yesOrNo)}
      {answers
        ? option('confirms', say('wizard.confirms'), [
            ...(isStar ? ([['etb', say('wizard.confirms.etb')]] as const) : escPosWords(say)),
            ['nothing', say('wizard.confirms.nothing')],
          ])
        : null}
      {option('drawer', say('devices.drawer'), yesOrNo)}
      {option('drawerPin', say('devices.drawerPin'), ['2', '5'].map(same))}
      {answers
        ? option('drawerOpenIs', say('devices.drawerOpenIs'), [
            ['high', say('devices.high')],
            ['low', say('devices.low')],
            ['unknown', say('devices.notTold')],
          ])
        : null}
      {answers ? option('nearEnd', say('wizard.nearEnd'), yesOrNo) : null}
    </>
  );
}

/** Each page that a sheet shows, with the usual ones for what it lacks. */
function pageChoices(language: keyof typeof triedPages) {
  return triedPages[language].map((page) => [pagesWith(language, page), page] as const);
}

function escPosWords(say: ReturnType<typeof useWords>['say']) {
  return [
    ['process-id', say('wizard.confirms.process-id')],
    ['gs-r', say('wizard.confirms.gs-r')],
  ] as const;
}

/** A profile from another till, taken as soon as it is one. */
function ProfileText({
  onTake,
}: {
  readonly onTake: (profile: NonNullable<ReturnType<typeof profileOptions>>) => void;
}) {
  const { say } = useWords();
  const [text, setText] = useState('');
  const isWrong = text.trim() !== '' && profileOptions(text) === null;
  return (
    <TextField
      label={say('wizard.profile')}
      hint={say('wizard.profileHint')}
      error={isWrong ? say('wizard.profileError') : null}
      maxLength={300}
      value={text}
      onChange={(pasted) => {
        setText(pasted);
        const profile = pasted.trim() === '' ? null : profileOptions(pasted);
        if (profile !== null) onTake(profile);
      }}
    />
  );
}
