// "Did the receipt come out?", about one document: which one, why it is not known, and what to look for. Its answers do
// nothing for the first second, because the next question may follow under the same finger.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { PrintDoubtView } from '#contract/devices/printing.ts';
import { isMoneyOut, moneyOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import type { Failed } from '../../bridge/failed.ts';
import { doubtReason, obstacleText } from '../../model/printing/print-words.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { usePressGuard } from '../requests/use-press-guard.ts';
import css from './printing.module.css';
import { useDoubtTitle } from './use-doubt-title.ts';

export function DoubtDialog({ doubt }: { readonly doubt: PrintDoubtView }) {
  const { printing } = useStores();
  const { say } = useWords();
  const { view, busy } = useStore(printing);
  const mayPress = usePressGuard(doubt.id);
  const titleOf = useDoubtTitle();
  const [failed, setFailed] = useState<Failed>(null);
  const answer = async (cameOut: boolean, reprint: boolean) => {
    setFailed(null);
    setFailed(await printing.answer(doubt.id, { cameOut, reprint }));
  };
  const inert = !mayPress || busy;
  const more = view.doubtCount - 1;
  const printer = view.printers.find(({ id }) => id === doubt.device) ?? null;
  const close = () => printing.close();
  return (
    <Dialog
      title={titleOf(doubt)}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{say('doubtful.later')}</Button>
          <Button disabled={inert} onPress={() => void answer(false, false)}>
            {say('doubtful.no')}
          </Button>
          {doubt.canReprint ? (
            <Button icon="printer" disabled={inert} onPress={() => void answer(false, true)}>
              {say('doubtful.again')}
            </Button>
          ) : null}
          <Button kind="next" icon="check" disabled={inert} onPress={() => void answer(true, false)}>
            {say('doubtful.yes')}
          </Button>
        </>
      }
    >
      <About doubt={doubt} />
      <p>{say(doubtReason(doubt.doubt))}</p>
      <p>{say('doubtful.look')}</p>
      <p className="soft">{say(doubt.canReprint ? 'doubtful.copyHow' : 'doubtful.lost')}</p>
      {printer === null || printer.obstacle === null ? null : (
        <Notice tone="warn" title={obstacleText(printer, view, say)}>
          <p>{say(`print.do.${printer.obstacle}`)}</p>
        </Notice>
      )}
      {more > 0 ? <p className="soft">{say('doubtful.more', { count: more })}</p> : null}
      <Failure failed={failed} what="printed" />
    </Dialog>
  );
}

/** Which document it is: the payment with its sum, or who asked for it. */
function About({ doubt }: { readonly doubt: PrintDoubtView }) {
  const { say, time } = useWords();
  const { operation, receipt, client, device, createdAt } = doubt;
  const money = operation === null ? null : moneyOf(operation);
  const name = operation === null ? null : nameOf(operation);
  const reference = operation === null ? null : numbersOf(operation).reference;
  const who =
    receipt !== null
      ? say(`doubtful.${receipt}`)
      : client === null
        ? say('doubtful.ofTill')
        : say('doubtful.of', { client });
  const facts = [name === null ? null : say(name), reference, time(createdAt)].filter((part) => part !== null);
  return (
    <section className={css['about']}>
      <div className={css['head']}>
        <span className={css['what']}>{facts.join(' · ')}</span>
        {money === null || name === null ? null : <Amount money={money} out={isMoneyOut(name)} />}
      </div>
      <p className={css['which']}>
        <Foreign text={who} />
      </p>
      <p className="soft">
        <Foreign text={say('doubtful.printer', { printer: device })} />
      </p>
    </section>
  );
}

export function AnsweredElsewhere() {
  const { printing } = useStores();
  const { say } = useWords();
  const close = () => printing.close();
  return (
    <Dialog
      title={say('doubtful.elsewhere')}
      onClose={close}
      actions={
        // A `next` button ignores the press that was meant for the question.
        <Button kind="next" onPress={close}>
          {say('do.close')}
        </Button>
      }
    >
      <p role="status">{say('doubtful.elsewhereHow')}</p>
    </Dialog>
  );
}
