// The comparison of a shift, in the place of its report: the progress, then how many payments agree, and the
// differences.
import { useStore } from 'zustand';
import type { ComparisonView } from '#contract/shift/reconcile.ts';
import { lengthText } from '../../model/time/time-text.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import css from './comparison.module.css';
import { Findings } from './findings.tsx';

export function Comparison({ view }: { readonly view: ComparisonView }) {
  const { comparison } = useStores();
  const { say, time } = useWords();
  const refusal = useStore(comparison, (state) => state.refusal);
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1 tabIndex={-1}>{headlineOf(view, say)}</h1>
          {view.type === 'done' ? (
            <p className="soft">{say('comparison.of', { number: view.shift, time: time(view.at) })}</p>
          ) : null}
        </div>
        <div className="row">
          <Button icon="back" onPress={() => comparison.leave()}>
            {say('comparison.toReport')}
          </Button>
          {view.type === 'running' ? null : (
            <Button icon="refresh" onPress={() => comparison.ask()}>
              {say('comparison.again')}
            </Button>
          )}
        </div>
      </header>
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      {view.type === 'running' ? <Progress view={view} /> : null}
      {view.type === 'failed' ? <p>{say('comparison.failedText')}</p> : null}
      {view.type === 'done' ? <Result view={view} /> : null}
    </div>
  );
}

type Done = Extract<ComparisonView, { type: 'done' }>;

function sumsOf({ counts, agreed }: Done) {
  const { 'cannot-tell': untold, ...differing } = counts;
  const differences = Object.values(differing).reduce((sum, each) => sum + each, 0);
  return { untold, differences, agreed: agreed.gateway + agreed.erp };
}

function headlineOf(view: ComparisonView, say: ReturnType<typeof useWords>['say']): string {
  if (view.type === 'running') return say('comparison.running');
  if (view.type === 'failed') return say('comparison.failed');
  const { untold, differences, agreed } = sumsOf(view);
  if (differences === 1) return say('comparison.one');
  if (differences > 1) return say('comparison.many', { count: differences });
  if (untold > 0 || view.asking !== 'whole') return say('comparison.none');
  return say(agreed === 0 ? 'comparison.nothing' : 'comparison.agrees');
}

const perSecond = 5;

function Progress({ view }: { readonly view: Extract<ComparisonView, { type: 'running' }> }) {
  const { comparison } = useStores();
  const { say } = useWords();
  const { asked, toAsk } = view;
  const minutes = Math.round(((toAsk ?? 0) - asked) / perSecond / 60);
  const words = toAsk === null ? say('comparison.reading') : say('comparison.progress', { asked, toAsk });
  return (
    <section className={css['progress']}>
      {/* The number changes five times a second, so screen readers do not announce it. */}
      <progress aria-label={say('comparison.running')} {...(toAsk === null ? {} : { value: asked, max: toAsk })} />
      <p className={css['words']}>
        <strong>{words}</strong>
        {toAsk === null ? null : (
          <span className="soft">
            {minutes < 1
              ? say('comparison.soon')
              : say('comparison.minutes', { length: lengthText(minutes * 60_000, say) })}
          </span>
        )}
      </p>
      <p className="soft">{say('comparison.goesOn')}</p>
      <div className="row">
        <Button icon="stop" large onPress={() => void comparison.stop()}>
          {say('comparison.stop')}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {say('comparison.running')}
      </p>
    </section>
  );
}

function Result({ view }: { readonly view: Done }) {
  const { say } = useWords();
  const { untold, differences, agreed } = sumsOf(view);
  return (
    <>
      {view.asking === 'whole' ? null : <Notice tone="warn" title={say(`asked.${view.asking}`)} live />}
      <dl className={css['sums']}>
        <div>
          <dt>{say('comparison.agreedGateway')}</dt>
          <dd>{view.agreed.gateway}</dd>
        </div>
        {view.withList ? (
          <div>
            <dt>{say('comparison.agreedErp')}</dt>
            <dd>{view.agreed.erp}</dd>
          </div>
        ) : null}
        {untold === 0 ? null : (
          <div>
            <dt>{say('comparison.untold')}</dt>
            <dd>{untold}</dd>
          </div>
        )}
      </dl>
      {view.elsewhere === 0 ? null : <p className="soft">{say('comparison.elsewhere', { count: view.elsewhere })}</p>}
      {differences + untold > 0 ? (
        <Findings view={view} />
      ) : agreed === 0 ? null : (
        <Empty icon="check" title={say('comparison.nothingToDo')}>
          <p>{say('comparison.agreesHow')}</p>
        </Empty>
      )}
    </>
  );
}
