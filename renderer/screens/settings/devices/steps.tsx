// The steps after the first: each asks the printer or prints a sheet, and then asks the person one question.
import { useEffect, useState } from 'react';
import { triedPages } from '#contract/devices/printer-setup.ts';
import type { Refused } from '#contract/programs/problems.ts';
import type { PrinterObstacleCode } from '#contract/devices/print-jobs.ts';
import { addressOf, type PrinterDraft } from '../../../model/printing/printer-draft.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../../ui/feedback/refusal.tsx';
import { ChoiceField } from '../../../ui/form/choice.tsx';
import { Obstacle } from './obstacle.tsx';
import { PrintSheet } from './print-sheet.tsx';

export interface StepProps {
  readonly draft: PrinterDraft;
  readonly change: (part: Partial<PrinterDraft>) => void;
}

/** Asks the printer as soon as the step is shown. */
export function AnswersStep({ draft, change }: StepProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const [state, setState] = useState<'asking' | 'silent' | 'told' | Refused>(draft.answer === null ? 'asking' : 'told');
  const { place, baud } = draft;
  const ask = async (isOver: () => boolean) => {
    setState('asking');
    const address = place?.startsWith('serial:') === true ? `${place}?baud=${baud}` : (place ?? '');
    const answer = await ports.bridge.ask('tryPrinter', { address });
    if (isOver()) return;
    if (answer.type === 'silent') return setState('silent');
    if (answer.value.type === 'refused') return setState(answer.value);
    setState('told');
    change({ answer: answer.value });
  };
  useEffect(() => {
    let over = false;
    if (draft.answer === null) void ask(() => over);
    return () => {
      over = true;
    };
    // Once, when the step is shown.
  }, []);
  if (state === 'asking') return <p role="status">{say('wizard.asking')}</p>;
  return (
    <>
      {state === 'told' ? <Told draft={draft} /> : <Untold why={state} />}
      <div className="row">
        <Button icon="refresh" onPress={() => void ask(() => false)}>
          {say('wizard.again')}
        </Button>
      </div>
    </>
  );
}

function Untold({ why }: { readonly why: 'silent' | Refused }) {
  const { say } = useWords();
  if (why === 'silent') return <Notice tone="wrong" title={say('wizard.silent')} live />;
  return <RefusalNotice refusal={why.refusal} />;
}

function Told({ draft: { answer } }: { readonly draft: PrinterDraft }) {
  const { say } = useWords();
  switch (answer?.type) {
    case undefined:
      return null;
    case 'answers':
      return (
        <>
          <Notice tone="good" title={say('wizard.itAnswers')} live>
            <p>{say('wizard.itAnswersHow')}</p>
          </Notice>
          <Obstacle code={answer.obstacle} />
        </>
      );
    case 'silent':
      return (
        <Notice tone="warn" title={say('wizard.itIsSilent')} live>
          <p>{say('wizard.itIsSilentHow')}</p>
        </Notice>
      );
    case 'unreachable':
      return (
        <Notice tone="wrong" title={say('wizard.unreachable')} live>
          <p>{say('wizard.unreachableHow')}</p>
        </Notice>
      );
    case 'invalid':
      return <Notice tone="wrong" title={say('wizard.invalid')} live />;
  }
}

export function ConfirmsStep({ draft, change }: StepProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PrinterObstacleCode | 'silent' | 'invalid' | Refused | null>(null);
  const find = async () => {
    setBusy(true);
    setTrouble(null);
    const answer = await ports.bridge.ask('tryConfirmation', { address: addressOf({ ...draft, confirms: null }) });
    setBusy(false);
    if (answer.type === 'silent') setTrouble('silent');
    else if (answer.value.type === 'found') change({ confirms: answer.value.confirms });
    else if (answer.value.type === 'not-sent') setTrouble(answer.value.obstacle);
    else setTrouble(answer.value.type === 'invalid' ? 'invalid' : answer.value);
  };
  return (
    <>
      <p>{say('wizard.confirmsLead')}</p>
      <div className="row">
        <Button icon="printer" disabled={busy} onPress={() => void find()}>
          {say('wizard.confirmsDo')}
        </Button>
      </div>
      {draft.confirms === null ? null : (
        <Notice
          tone={draft.confirms === 'nothing' ? 'warn' : 'good'}
          title={say(`wizard.confirms.${draft.confirms}`)}
          live
        />
      )}
      {trouble === null ? null : <Trouble of={trouble} />}
    </>
  );
}

function Trouble({ of }: { readonly of: PrinterObstacleCode | 'silent' | 'invalid' | Refused }) {
  const { say } = useWords();
  if (of === 'invalid') return <Notice tone="wrong" title={say('wizard.invalid')} live />;
  return of === 'silent' || typeof of === 'object' ? <Untold why={of} /> : <Obstacle code={of} />;
}

export function PagesStep({ draft, change }: StepProps) {
  const { say } = useWords();
  const [printed, setPrinted] = useState(draft.line !== null);
  const { answer, line } = draft;
  const language = answer?.type === 'answers' ? answer.language : 'esc-pos';
  const numbers = triedPages[language].map((_, index) => String(index + 1));
  return (
    <>
      <p>{say('wizard.pagesLead')}</p>
      <PrintSheet address={addressOf(draft)} sheet="pages" words="wizard.pagesDo" onPrinted={() => setPrinted(true)} />
      {printed ? (
        <ChoiceField
          label={say('wizard.pages')}
          look="cards"
          value={line === null ? null : String(line)}
          onChange={(value) => change({ line: Number(value) })}
          choices={[
            ...numbers.map((number) => ({ value: number, label: say('wizard.lineNumber', { number }) })),
            { value: '0', label: say('wizard.noLine'), hint: say('wizard.noLineHow') },
          ]}
        />
      ) : null}
    </>
  );
}

const widths = [32, 42, 48] as const;

export function RulerStep({ draft, change }: StepProps) {
  const { say } = useWords();
  const [printed, setPrinted] = useState(draft.columns !== null);
  return (
    <>
      <PrintSheet address={addressOf(draft)} sheet="ruler" words="wizard.rulerDo" onPrinted={() => setPrinted(true)} />
      {printed ? (
        <ChoiceField
          label={say('wizard.rulerLead')}
          value={draft.columns === null ? null : String(draft.columns)}
          onChange={(value) => change({ columns: widths.find((each) => String(each) === value) ?? null })}
          choices={widths.map((width) => ({ value: String(width), label: String(width) }))}
        />
      ) : null}
    </>
  );
}

export function CutStep({ draft, change }: StepProps) {
  const { say } = useWords();
  const [printed, setPrinted] = useState(draft.cuts !== null);
  return (
    <>
      <PrintSheet
        address={addressOf({ ...draft, cuts: null })}
        sheet="cut"
        words="wizard.cutDo"
        onPrinted={() => setPrinted(true)}
      />
      {printed ? (
        <ChoiceField
          label={say('wizard.cut')}
          look="cards"
          value={draft.cuts === null ? null : draft.cuts ? 'yes' : 'no'}
          onChange={(value) => change({ cuts: value === 'yes' })}
          choices={[
            { value: 'yes', label: say('wizard.cutYes') },
            { value: 'no', label: say('wizard.cutNo') },
          ]}
        />
      ) : null}
    </>
  );
}

/** Opens the drawer, and learns from its switch which level means open: once while it is open, once after it was shut. */
export function DrawerStep({ draft, change }: StepProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const [busy, setBusy] = useState(false);
  const [stage, setStage] = useState<'before' | 'pulsed' | 'shut' | 'done' | 'not-sent' | 'silent' | Refused>(
    draft.drawer === 'opens' ? 'done' : 'before',
  );
  const level = async (): Promise<boolean | null> => {
    const answer = await ports.bridge.ask('tryPrinter', { address: addressOf(draft) });
    return answer.type === 'answer' && answer.value.type === 'answers' ? answer.value.drawerHigh : null;
  };
  const open = async (drawerPin: 2 | 5) => {
    setBusy(true);
    change({ drawerPin, drawer: null, drawerOpenIs: null });
    const answer = await ports.bridge.ask('tryDrawer', { address: addressOf({ ...draft, drawerPin, drawer: null }) });
    setBusy(false);
    if (answer.type === 'silent') setStage('silent');
    else if (answer.value.type === 'refused') setStage(answer.value);
    else setStage(answer.value.type === 'opened' || answer.value.type === 'unknown' ? 'pulsed' : 'not-sent');
  };
  const isOpen = async () => {
    setBusy(true);
    change({ openLevel: await level() });
    setBusy(false);
    setStage('shut');
  };
  const isShut = async () => {
    setBusy(true);
    const shut = await level();
    setBusy(false);
    const { openLevel } = draft;
    const tells = openLevel !== null && shut !== null && openLevel !== shut;
    change({ drawer: 'opens', drawerOpenIs: tells ? (openLevel ? 'high' : 'low') : null });
    setStage('done');
  };
  return (
    <>
      <p>{say('wizard.drawerLead')}</p>
      <div className="row">
        <Button icon="drawer" disabled={busy} onPress={() => void open(draft.drawerPin)}>
          {say('wizard.drawerDo')}
        </Button>
        <Button disabled={busy} onPress={() => change({ drawer: 'none', drawerOpenIs: null, drawerPin: 2 })}>
          {say('wizard.drawerNone')}
        </Button>
      </div>
      {draft.drawer === 'none' ? <p role="status">{say('wizard.drawerNone')}</p> : null}
      {stage === 'pulsed' ? (
        <div className="row">
          <Button icon="check" disabled={busy} onPress={() => void isOpen()}>
            {say('wizard.drawerYes')}
          </Button>
          <Button disabled={busy} onPress={() => void open(draft.drawerPin === 2 ? 5 : 2)}>
            {say('wizard.drawerOther')}
          </Button>
        </div>
      ) : null}
      {stage === 'shut' ? (
        <>
          <p role="status">{say('wizard.drawerShut')}</p>
          <div className="row">
            <Button icon="check" disabled={busy} onPress={() => void isShut()}>
              {say('wizard.drawerIsShut')}
            </Button>
          </div>
        </>
      ) : null}
      {stage === 'done' && draft.drawer === 'opens' ? (
        <Notice
          tone="good"
          title={say(draft.drawerOpenIs === null ? 'wizard.drawerNotNoticed' : 'wizard.drawerNoticed')}
          live
        />
      ) : null}
      {stage === 'not-sent' ? <Notice tone="wrong" title={say('wizard.drawerNotSent')} live /> : null}
      {stage === 'silent' || typeof stage === 'object' ? <Untold why={stage} /> : null}
    </>
  );
}

export function NearEndStep({ draft, change }: StepProps) {
  const { say } = useWords();
  const low = draft.answer?.type === 'answers' && draft.answer.paperLow;
  return (
    <ChoiceField
      label={say(low ? 'wizard.nearEndLow' : 'wizard.nearEndFull')}
      look="cards"
      value={draft.nearEnd === null ? null : draft.nearEnd ? 'yes' : 'no'}
      onChange={(value) => change({ nearEnd: value === 'yes' })}
      choices={[
        { value: 'yes', label: say('wizard.nearEndYes') },
        { value: 'no', label: say('wizard.nearEndNo') },
      ]}
    />
  );
}

export function SampleStep({ draft }: StepProps) {
  return <PrintSheet address={addressOf(draft)} sheet="sample" words="wizard.sampleDo" />;
}
