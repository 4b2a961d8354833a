// POST …/items/import and …/items/import/preview: reads a file into a dataset, as one version.
import type { AccountKeys } from '#content';
import { AppError, invalid } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { Limiter } from '#lib/limiter';
import { mapInPieces } from '#lib/yield-to-event-loop';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import { perProcess } from '#core/process-state';
import type { EvalDatasetsTable, Reader } from '#metadata';
import { holdDataset, requireThawed } from '../change-items.ts';
import { auditFigures, countsOf, planWrites } from '../items/batch.ts';
import { planInPieces, type BatchPlan } from '../items/plan-batch.ts';
import { requireDataset } from '../items/read-items.ts';
import type { Duplicates, ItemWrite, ItemRefusal } from '../items/schemas.ts';
import { itemRowMaker, selectItemMarks, type NewItemRow } from '../items/store.ts';
import { itemWriter, writeItems } from '../items/versions.ts';
import { datasetOwnerOf, updateDatasetRow } from '../store.ts';
import { readMapping, readUpload, type Upload } from './read-upload.ts';
import { FILE_TYPES, type FileType } from './rows.ts';
import type { ImportQuery, ImportResult, ImportPreview, RowRefusal } from './schemas.ts';

const SHOWN_ITEMS = 20;
const SHOWN_REFUSALS = 100;

/**
 * A file is in memory until it is stored, so an account reads one at a time. The next ones wait a little:
 * people change the mapping faster than a large file is read.
 */
const readersOf = perProcess(
  () => new Limiter({ total: 4, perKey: 1, queuePerKey: 4, queue: 16, patienceMs: 15 * SECOND_MS }),
);

async function oneAtATime<T>(ctx: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const leave = await readersOf(ctx).take(ctx.account.id, { signal });
  if (!leave) {
    throw new AppError(
      'too_many_requests',
      'import_running',
      'Other files of this account are being read. Try again in a moment.',
      { retryAfterSeconds: 2 },
    );
  }
  try {
    return await work();
  } finally {
    leave();
  }
}

/** A request to read a file; the signal is aborted when the client disconnects. */
interface SentFile {
  raw: RawBody;
  signal: AbortSignal;
}

const formatOf = ({ type }: RawBody) => FILE_TYPES[type as FileType];

export const importItems = (
  ctx: Context,
  id: number,
  { mapping: text, duplicates = 'skip' }: ImportQuery,
  { raw, signal }: SentFile,
): Promise<ImportResult> =>
  oneAtATime(ctx, signal, async () => {
    requireThawed(await requireDataset(ctx, id));
    const upload = await readUpload(formatOf(raw), raw.bytes, readMapping(text));
    const { mapping, writes } = upload;
    if (!mapping)
      throw invalid('mapping', 'No column looks like an input. Say in the mapping which one it is.');
    const keys = await ctx.contentKeys.load(ctx.account);
    const items = writes.map(({ write }) => write);
    const ahead = await prepare(ctx, keys, id, { items, duplicates });
    return change(ctx, 'eval_dataset.import', async ({ db }) => {
      const row = await holdDataset(db, datasetOwnerOf(ctx), id);
      requireThawed(row);
      const { plan, rows } =
        ahead?.version === row.version
          ? ahead
          : { plan: await planNow(ctx, db, keys, row, { items, duplicates }), rows: undefined };
      const after = await writeItems(db, row, plan.changes, itemWriter(ctx, keys), rows);
      const faults = plan.refused.map((refused) => rowRefusal(upload, refused));
      const result = { ...countsOf(plan, after), ...counted(upload, faults), mapping };
      if (after === row) return { result, target: null };
      await updateDatasetRow(db, after);
      return {
        result,
        target: { type: 'eval_dataset', id: String(id) },
        metadata: { ...auditFigures(plan, after), refused: result.refusedCount },
      };
    });
  });

interface FileItems {
  items: readonly ItemWrite[];
  duplicates: Duplicates;
}

const planNow = async (
  ctx: Context,
  db: Reader,
  keys: AccountKeys,
  row: EvalDatasetsTable,
  file: FileItems,
): Promise<BatchPlan> =>
  planWrites(ctx, db, keys, row, {
    ...file,
    marks: await selectItemMarks(db, row.id),
    removed: [],
  });

interface Ahead {
  version: number;
  plan: BatchPlan;
  rows: NewItemRow[];
}

/**
 * Plans the change and seals its items before the transaction, in pieces: in the transaction, thousands of
 * them would hold up everyone else. If someone changes the dataset meanwhile, it is planned again.
 */
async function prepare(
  ctx: Context,
  keys: AccountKeys,
  id: number,
  { items, duplicates }: FileItems,
): Promise<Ahead | null> {
  const row = await requireDataset(ctx, id);
  try {
    const marks = await selectItemMarks(ctx.db, id);
    const writes = { marks, removed: [], items, duplicates };
    const plan = await planWrites(ctx, ctx.db, keys, row, writes);
    const { added, changed } = plan.changes;
    const rows = await mapInPieces([...added, ...changed], itemRowMaker(keys, id, row.version + 1));
    return { version: row.version, plan, rows };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // An item was removed while they were read. Any other fault appears again in the transaction.
    return null;
  }
}

const rowRefusal = ({ writes }: Upload, { index, ...fault }: ItemRefusal): RowRefusal => ({
  row: writes[index]?.row ?? 1,
  ...fault,
});

function counted({ rowCount, refused }: Upload, more: readonly RowRefusal[]) {
  const all = [...refused, ...more].toSorted((left, right) => left.row - right.row);
  return { rowCount, refusedCount: all.length, refused: all.slice(0, SHOWN_REFUSALS) };
}

/** Reads the whole file and stores nothing. Duplicates and the room in the dataset are not looked at. */
export const previewImport = (
  ctx: Context,
  id: number,
  text: string | undefined,
  { raw, signal }: SentFile,
): Promise<ImportPreview> =>
  oneAtATime(ctx, signal, async () => {
    await requireDataset(ctx, id);
    const format = formatOf(raw);
    const upload = await readUpload(format, raw.bytes, readMapping(text));
    const plan = await planInPieces(
      {
        marks: [],
        removed: [],
        lastId: 0,
        lastPosition: -1,
        now: 0,
        limits: { ...ctx.account, datasetItems: Infinity },
        duplicates: 'keep',
        digestOf: () => '',
        open: () => {
          throw new Error('A preview opens no items.');
        },
      },
      // The id of an existing item is not looked up.
      upload.writes.map(({ write: { id: _id, externalId: _key, ...write } }) => write),
    );
    const faults = plan.refused
      .filter(({ index, reason }) => reason !== 'input_required' || !upload.writes[index]?.write.id)
      .map((refused) => rowRefusal(upload, refused));
    const bad = new Set(faults.map(({ row }) => row));
    const good = upload.writes.filter(({ row }) => !bad.has(row)).slice(0, SHOWN_ITEMS);
    return {
      format,
      columns: upload.columns,
      mapping: upload.mapping,
      items: good.map(({ row, write }) => ({
        row,
        input: write.input ?? null,
        expectedOutput: write.expectedOutput ?? null,
        metadata: write.metadata ?? null,
        split: write.split ?? null,
        externalId: write.externalId ?? null,
        sourceCallId: write.sourceCallId ?? null,
      })),
      ...counted(upload, faults),
    };
  });
