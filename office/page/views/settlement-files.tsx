// An acquirer's file on its way in: chosen, looked at by a mapping, imported; and the imports, which can be taken back.
import { useEffect, useState } from 'react';
import type { PageRefusal, PageSession } from '#contract/office/page.ts';
import type {
  FileProblem,
  ImportAnswer,
  Mapping,
  SettlementImport,
  SettlementMappings,
  SettlementPreview,
} from '#contract/office/settlement.ts';
import { type PageApi, Refused } from '../api.ts';
import { Choice, Foreign, Problem, Section, Table } from '../parts/parts.tsx';
import { useWords } from '../words.ts';
import { MappingForm } from './settlement-mapping.tsx';

interface FilesProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly known: SettlementMappings;
  readonly onChanged: () => void;
}

/** What the server reads for a preview, at most. */
const previewBytes = 128 * 1024;

export function SettlementFiles({ api, session, known, onChanged }: FilesProps) {
  const { say, time } = useWords();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [draft, setDraft] = useState<Mapping | null>(null);
  const [preview, setPreview] = useState<SettlementPreview | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const saved = known.mappings.find((each) => each.name === name)?.mapping ?? null;
  const mapping = draft ?? saved;
  const asked = JSON.stringify(mapping);
  useEffect(() => {
    setPreview(null);
    if (file === null || mapping === null) return undefined;
    let here = true;
    const whole = file.size <= previewBytes ? 'yes' : 'no';
    const show = api.upload<SettlementPreview>(
      '/api/settlement/preview',
      { mapping: asked, whole },
      file.slice(0, previewBytes),
      session,
    );
    show.then(
      (value) => {
        if (!here) return;
        setPreview(value);
        setProblem(null);
      },
      (error: unknown) => {
        if (here) setProblem(codeOf(error));
      },
    );
    return () => {
      here = false;
    };
  }, [api, session, file, asked]);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(codeOf(error));
    }
    setBusy(false);
    onChanged();
  };
  const send = (): Promise<void> =>
    act(async () => {
      if (file === null) return;
      setAnswer(null);
      const wish = { mapping: name, file: file.name };
      setAnswer(await api.upload<ImportAnswer>('/api/settlement/import', wish, file, session));
    });
  return (
    <>
      <Section title={say('settlement.import')}>
        <div className="row">
          <FileChoice label={say('settlement.file')} onChange={setFile} />
          <Choice
            label={say('settlement.mapping')}
            value={name}
            onChange={(next) => {
              setName(next);
              setDraft(null);
            }}
            options={[['', '–'] as const, ...known.mappings.map((each) => [each.name, each.name] as const)]}
          />
          <button
            type="button"
            disabled={busy || file === null || saved === null || draft !== null || preview?.problem !== null}
            onClick={() => void send()}
          >
            {say('settlement.import')}
          </button>
        </div>
        <Problem code={problem} />
        <p role="status">
          {busy && say('settlement.reading')}
          {answer?.type === 'imported' && say('settlement.imported', { rows: answer.rows, known: answer.known })}
          {answer?.type === 'known' && (
            <Foreign text={say('settlement.known', { file: answer.file, at: time(answer.at) })} />
          )}
          {answer?.type === 'refused' && <FileProblemText problem={answer.problem} />}
        </p>
        {preview !== null && <Preview preview={preview} />}
      </Section>
      <MappingForm
        name={name}
        mapping={mapping}
        layouts={known.layouts}
        headings={preview?.cells[0] ?? []}
        onDraft={setDraft}
        onSave={(as, made) =>
          act(async () => {
            await api.post('/api/settlement/mapping', { name: as, mapping: made }, session);
            setName(as);
            setDraft(null);
          })
        }
      />
      <Imports
        imports={known.imports}
        onTakeBack={(number) => act(() => api.post('/api/settlement/take-back', { number }, session))}
        onMatch={() => act(() => api.post('/api/settlement/match', {}, session))}
      />
    </>
  );
}

function FileChoice({ label, onChange }: { readonly label: string; readonly onChange: (file: File | null) => void }) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="file"
        accept=".csv,.txt,text/csv"
        onChange={({ target }) => onChange(target.files?.item(0) ?? null)}
      />
    </label>
  );
}

function FileProblemText({ problem: { code, line, column } }: { readonly problem: FileProblem }) {
  const words = useWords();
  const what = words.code('fileProblem', code);
  const where = line === null ? '' : `${words.say('settlement.line', { line })} `;
  return (
    <>
      {where}
      {column !== null && <Foreign text={`“${column}”: `} />}
      {what}
    </>
  );
}

function Preview({ preview: { rows, problem } }: { readonly preview: SettlementPreview }) {
  const { say, day, amount } = useWords();
  return (
    <>
      <h3>{say('settlement.preview')}</h3>
      <p className={problem === null ? 'visually-hidden' : 'problem'} role="status">
        {problem !== null && <FileProblemText problem={problem} />}
      </p>
      <Table
        label={say('settlement.preview')}
        rows={rows}
        idOf={({ line }) => String(line)}
        empty={say('settlement.none')}
        columns={[
          { title: say('column.when'), cell: (row) => day(row.day) },
          { title: say('mapping.type'), cell: ({ type, other }) => (other ? `${type ?? ''} ·` : (type ?? '–')) },
          { title: say('mapping.gross'), as: 'figures', cell: (row) => amount(row.grossMinor, row.currency) },
          { title: say('settlement.fee'), as: 'figures', cell: (row) => amount(row.feeMinor, row.netCurrency) },
          { title: say('mapping.net'), as: 'figures', cell: (row) => amount(row.netMinor, row.netCurrency) },
          { title: say('mapping.terminal'), cell: ({ terminal }) => terminal ?? '–' },
          {
            title: say('column.reference'),
            as: 'reference',
            cell: ({ references, lastFour }) =>
              [...references, lastFour ?? ''].filter((text) => text !== '').join(' · '),
          },
        ]}
      />
    </>
  );
}

interface ImportsProps {
  readonly imports: readonly SettlementImport[];
  readonly onTakeBack: (number: number) => Promise<void>;
  readonly onMatch: () => Promise<void>;
}

function Imports({ imports, onTakeBack, onMatch }: ImportsProps) {
  const { say, time } = useWords();
  const [sure, setSure] = useState<number | null>(null);
  return (
    <Section title={say('settlement.imports')}>
      <p className="said">{say('settlement.matchWhen')}</p>
      <div className="row">
        <button type="button" className="quiet" onClick={() => void onMatch()}>
          {say('settlement.match')}
        </button>
      </div>
      <Table
        label={say('settlement.imports')}
        rows={imports}
        idOf={({ number }) => String(number)}
        empty={say('settlement.noImports')}
        columns={[
          { title: say('column.when'), cell: ({ importedAt }) => time(importedAt) },
          { title: say('settlement.file'), as: 'reference', cell: ({ file, mapping }) => `${file} (${mapping})` },
          { title: say('audit.who'), cell: ({ importedBy }) => importedBy },
          { title: say('settlement.count'), as: 'figures', cell: ({ rows, known }) => rows - known },
          {
            title: say('column.what'),
            cell: ({ number, file, takenBackAt }) =>
              takenBackAt === null ? (
                <button
                  type="button"
                  className="quiet"
                  onClick={() => {
                    if (sure !== number) {
                      setSure(number);
                      return;
                    }
                    setSure(null);
                    void onTakeBack(number);
                  }}
                >
                  <Foreign text={say(sure === number ? 'settlement.takeBackSure' : 'settlement.takeBack', { file })} />
                </button>
              ) : (
                say('settlement.takenBack', { at: time(takenBackAt) })
              ),
          },
        ]}
      />
    </Section>
  );
}

function codeOf(error: unknown): PageRefusal {
  return error instanceof Refused ? error.code : 'try-again';
}
