// Shift: the X report of the running shift and the Z reports of closed ones, with takings and open authorizations.
import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useDelayed } from '../../ui/base/use-delayed.ts';
import { Foot } from '../../ui/form/foot.tsx';
import { OpenDrawer } from '../../ui/people/open-drawer.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { CloseDialog } from './close-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { Comparison } from './comparison.tsx';
import { NoSaleSlips } from './no-sale-slips.tsx';
import { PrintReport } from './print-report.tsx';
import { Report } from './report.tsx';
import css from './shift.module.css';

export function ShiftScreen() {
  const { shift, comparison } = useStores();
  const { view, open } = useStore(comparison);
  const { number, report } = useStore(shift);
  useEffect(() => comparison.start(), [comparison]);
  const shown = report?.number ?? 0;
  // A comparison that is begun from a result is of the result's shift, not of the report's.
  const meant =
    open && view !== null
      ? { number: view.number, shown: view.type === 'done' ? view.shift : shown }
      : { number, shown };
  return (
    <div className={css['screen']}>
      {open && view !== null ? <Comparison key={view.type} view={view} /> : <ShiftReports />}
      {report === null ? null : <CompareDialog {...meant} />}
    </div>
  );
}

function ShiftReports() {
  const { shift } = useStores();
  const { say } = useWords();
  const { report, number, lastClosed, loading, broken } = useStore(shift);
  const late = useDelayed(loading && report === null);
  useEffect(() => shift.start(), [shift]);
  // Another report begins at its head, also the one of the shift that was just closed from the foot of the page.
  useLayoutEffect(() => {
    document.querySelector('main')?.scrollTo(0, 0);
  }, [number]);
  const running = lastClosed + 1;
  return (
    <>
      <header className={css['head']}>
        <div>
          <h1>{say('shift.title')}</h1>
          <Which />
        </div>
        <div className="row">
          <Compare />
          <Button icon="back" disabled={(number ?? running) <= 1} onPress={() => shift.show((number ?? running) - 1)}>
            {say('shift.older')}
          </Button>
          <Button
            disabled={number === null}
            onPress={() => shift.show(number === null || number >= lastClosed ? null : number + 1)}
          >
            {say('shift.newer')}
          </Button>
        </div>
      </header>
      {broken ? <Notice tone="warn" title={say('shift.silent')} live /> : null}
      {late ? <p role="status">{say('list.loading')}</p> : null}
      {report === null ? null : <Report key={report.number} report={report} />}
      <Saving />
      {number === null && report !== null ? (
        <Foot>
          <Button kind="next" large onPress={() => shift.askToClose()}>
            {say('shift.close', { number: report.number })}
          </Button>
        </Foot>
      ) : null}
      <CloseDialog number={running} />
    </>
  );
}

/** The button beside the report: begins a comparison, or opens the one that runs or is finished. */
function Compare() {
  const { comparison } = useStores();
  const { say } = useWords();
  const view = useStore(comparison, (state) => state.view);
  const may = useMay('compareShift');
  if (!may) return null;
  return view === null ? (
    <Button icon="check" onPress={() => comparison.ask()}>
      {say('comparison.open')}
    </Button>
  ) : (
    <Button icon={view.type === 'running' ? 'clock' : 'check'} onPress={() => comparison.show()}>
      {say('comparison.show')}
    </Button>
  );
}

function Which() {
  const { say, time } = useWords();
  const report = useStore(useStores().shift, (state) => state.report);
  if (report === null) return null;
  const { type, number, openedAt, at } = report;
  const word = say(type === 'X' ? 'shift.x' : 'shift.z');
  const when =
    type === 'Z'
      ? say('shift.closedAt', { number, time: time(at) })
      : openedAt === null
        ? say('shift.currentEmpty', { number })
        : say('shift.current', { number, time: time(openedAt) });
  return (
    <p className="soft">
      {word} · {when}
    </p>
  );
}

function Saving() {
  const { shift } = useStores();
  const { say } = useWords();
  const { report, number, saved } = useStore(shift);
  const mayExport = useMay('saveShift', { number: null, format: 'ndjson' });
  return (
    <div className="row">
      {report === null ? null : <PrintReport key={number ?? 'running'} number={number} />}
      <OpenDrawer />
      {number === null ? <NoSaleSlips /> : null}
      <Button icon="download" onPress={() => void shift.save('pdf')}>
        {say('shift.savePdf')}
      </Button>
      {mayExport ? (
        <>
          <Button icon="download" onPress={() => void shift.save('ndjson')}>
            {say('shift.saveNdjson')}
          </Button>
          <Button icon="download" onPress={() => void shift.save('csv')}>
            {say('shift.saveCsv')}
          </Button>
        </>
      ) : (
        <p className="soft">{say('shift.managerExports')}</p>
      )}
      {saved === null ? null : (
        <p role="status">{saved === '' ? say('shift.notSaved') : say('shift.saved', { file: saved })}</p>
      )}
    </div>
  );
}
