// Uploads a file of items: choose it, say which column is which, look at the first rows, store it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain, upload, useProjectId, type Schemas } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import {
  Button,
  DatasetLimit,
  Dialog,
  DialogActions,
  ErrorNotice,
  Field,
  Input,
  Select,
  Table,
  type TableColumn,
} from '#ui';
import { refusalWordings } from '../datasets/refusal-wordings.ts';
import { valueLine } from '../dataset-items/item-value.ts';
import { MappingFields, type UploadMapping } from './mapping-fields.tsx';
import { uploadTexts } from './texts.ts';

// What a file is, by the end of its name. Browsers know no type for most of them.
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Null if the service does not read such files. */
const fileType = (name: string): string | null =>
  TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;

type Preview = Schemas['EvalDatasetPreview'];
type Result = Schemas['EvalDatasetImport'];

const DUPLICATES = ['skip', 'replace', 'keep'] as const;

interface UploadItemsProps {
  dataset: Pick<Schemas['EvalDataset'], 'id' | 'itemCount'>;
  onClose: () => void;
}

interface Chosen {
  bytes: File;
  type: string;
}

export function UploadItems({ dataset: { id: datasetId, itemCount }, onClose }: UploadItemsProps) {
  const texts = useTexts(uploadTexts);
  const projectId = useProjectId();
  const client = useQueryClient();
  const [file, setFile] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const store = useMutation<Result, Error, { mapping: UploadMapping; duplicates: string }>({
    mutationFn: async ({ mapping, duplicates }) => {
      if (!file) throw new Error('No file is chosen.');
      const input = { path: { id: datasetId }, query: { mapping: JSON.stringify(mapping), duplicates } };
      return upload('/v1/eval-datasets/{id}/items/import', input, file, { projectId });
    },
    onSuccess: () => askAgain(client, '/v1/eval-datasets'),
  });
  const choose = (chosen: File | undefined) => {
    const type = chosen ? fileType(chosen.name) : null;
    setFault(chosen && type === null ? texts.wrongType : null);
    setFile(chosen && type !== null ? { bytes: chosen, type } : null);
    store.reset();
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.title} about={texts.about}>
      {store.data ? (
        <Outcome result={store.data} itemCount={itemCount} onDone={onClose} />
      ) : (
        <>
          {store.error && <ErrorNotice error={store.error} />}
          <Field label={texts.file} fault={fault}>
            <Input
              type="file"
              accept={ACCEPTED}
              className="py-1.5"
              onChange={({ target }) => choose(target.files?.[0])}
            />
          </Field>
          {file && (
            <MapAndLook
              // Another file begins with its own mapping.
              key={`${file.bytes.name} ${file.bytes.size} ${file.bytes.lastModified}`}
              datasetId={datasetId}
              itemCount={itemCount}
              file={file}
              busy={store.isPending}
              onStore={(mapping, duplicates) => store.mutate({ mapping, duplicates })}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface MapAndLookProps {
  datasetId: number;
  itemCount: number;
  file: Chosen;
  busy: boolean;
  onStore: (mapping: UploadMapping, duplicates: string) => void;
}

function MapAndLook({ datasetId, itemCount, file, busy, onStore }: MapAndLookProps) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  const projectId = useProjectId();
  /** Undefined until someone chooses: the service suggests one. */
  const [chosen, setChosen] = useState<UploadMapping | null | undefined>(undefined);
  const [duplicates, setDuplicates] = useState<string>('skip');
  const asked = useQuery<Preview>({
    queryKey: [
      projectId,
      'upload-preview',
      datasetId,
      file.bytes.name,
      file.bytes.lastModified,
      chosen ?? null,
    ],
    queryFn: ({ signal }) => {
      const query = chosen ? { mapping: JSON.stringify(chosen) } : {};
      const options = { projectId, signal };
      const path = '/v1/eval-datasets/{id}/items/import/preview';
      return upload(path, { path: { id: datasetId }, query }, file, options);
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  // After an error the columns stay, so that the mapping can be corrected.
  const [known, setKnown] = useState<Preview | null>(null);
  if (asked.data && asked.data !== known) setKnown(asked.data);
  const data = asked.data ?? known;
  if (asked.isError && !data) return <ErrorNotice error={asked.error} />;
  if (!data)
    return (
      <p role="status" className="text-muted">
        {texts.reading}
      </p>
    );
  const mapping = chosen === undefined ? data.mapping : chosen;
  const good = data.rowCount - data.refusedCount;
  return (
    <>
      {asked.isError && <ErrorNotice error={asked.error} />}
      <p className="text-sm text-muted" role="status">
        {texts.rows(format.count(data.rowCount))}
      </p>
      <MappingFields columns={data.columns} mapping={mapping} onChange={setChosen} />
      <Field label={texts.duplicates}>
        <Select value={duplicates} onChange={({ target }) => setDuplicates(target.value)}>
          {DUPLICATES.map((choice) => (
            <option key={choice} value={choice}>
              {texts.duplicateChoices[choice]}
            </option>
          ))}
        </Select>
      </Field>
      {mapping && <PreviewTable preview={data} />}
      {mapping && <Refused count={data.refusedCount} refused={data.refused} />}
      {mapping && <DatasetLimit wanted={itemCount + good} />}
      <DialogActions>
        <Button
          look="main"
          busy={busy}
          disabled={!mapping || good === 0 || asked.isPlaceholderData || asked.isError}
          onClick={() => mapping && onStore(mapping, duplicates)}
        >
          {texts.upload(format.count(mapping ? good : 0))}
        </Button>
      </DialogActions>
    </>
  );
}

function PreviewTable({ preview }: { preview: Preview }) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  const line = (value: unknown) => (
    <span className="line-clamp-2 max-w-64 break-words">{valueLine(value) || texts.none}</span>
  );
  const columns: TableColumn<Preview['items'][number]>[] = [
    { id: 'row', title: texts.previewColumns.row, cell: ({ row }) => format.count(row) },
    { id: 'input', title: texts.previewColumns.input, cell: ({ input }) => line(input) },
    {
      id: 'expected',
      title: texts.previewColumns.expected,
      cell: ({ expectedOutput }) => line(expectedOutput),
    },
    {
      id: 'rest',
      title: texts.previewColumns.rest,
      cell: ({ split, metadata }) =>
        line([split, metadata && JSON.stringify(metadata)].filter(Boolean).join(' ')),
      wideOnly: true,
    },
  ];
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-base">{texts.preview}</h3>
      <div className="max-h-60 min-w-0 overflow-y-auto rounded-md border px-3 py-2">
        <Table
          label={texts.preview}
          columns={columns}
          rows={preview.items.slice(0, 10)}
          rowKey={({ row }) => row}
        />
      </div>
    </section>
  );
}

const FULL = 'dataset_full';

function Refused({ count, refused }: { count: number; refused: Preview['refused'] }) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  const worded = useWorded(refusalWordings);
  if (count === 0) return null;
  // The limit is told once, not for each row.
  const readable = refused.filter(({ reason }) => reason !== FULL);
  return (
    <section className="grid min-w-0 gap-1">
      <h3 className="text-base">{texts.refused(format.count(count))}</h3>
      <ul className="grid max-h-40 min-w-0 gap-1 overflow-y-auto text-sm">
        {readable.map(({ row, field, reason, values, message }) => (
          <li key={row} className="flex min-w-0 flex-wrap gap-x-2">
            <span className="text-muted">
              {field === 'row' ? texts.row(format.count(row)) : texts.field(format.count(row), field)}
            </span>
            <span className="text-warm">{worded({ code: reason, values }, message).words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OutcomeProps {
  result: Result;
  itemCount: number;
  onDone: () => void;
}

function Outcome({ result, itemCount, onDone }: OutcomeProps) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  const { added, changed, unchanged, duplicates, version } = result;
  const lines = [
    unchanged > 0 && texts.unchanged(format.count(unchanged)),
    duplicates.skipped > 0 && texts.skipped(format.count(duplicates.skipped)),
    duplicates.replaced > 0 && texts.replaced(format.count(duplicates.replaced)),
    duplicates.kept > 0 && texts.kept(format.count(duplicates.kept)),
  ].filter((line) => line !== false);
  return (
    <>
      <div role="status" className="grid min-w-0 gap-2">
        <p className="font-medium">
          {added + changed === 0
            ? texts.nothing
            : `${texts.result(format.count(added), format.count(changed))} ${texts.version(format.count(version))}`}
        </p>
        {lines.map((line) => (
          <p key={line} className="text-sm text-muted">
            {line}
          </p>
        ))}
      </div>
      <Refused count={result.refusedCount} refused={result.refused} />
      {result.refused.some(({ reason }) => reason === FULL) && (
        <>
          <DatasetLimit wanted={itemCount + added + result.refusedCount} />
          <p className="text-sm text-muted">{texts.uploadAgain}</p>
        </>
      )}
      <DialogActions>
        <Button look="main" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}
