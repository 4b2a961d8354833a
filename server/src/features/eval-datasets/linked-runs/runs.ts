// Runs over a dataset that a client's own code has made. Only the links are stored: which trace belongs to
// which item. The results are in the traces.
import { AppError, notFound } from '#lib/app-error';
import { newId } from '#lib/ids';
import { openText, sealText, type AccountKeys } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { EvalDatasetsTable, Writer } from '#metadata';
import { findExternalItem, type ExternalItem } from '../external/items.ts';
import type { Offset } from '../external/store.ts';
import { datasetOwnerOf, selectDatasetRow } from '../store.ts';
import {
  countLinks,
  countLinkedRuns,
  deleteLinkedRunRow,
  insertLink,
  insertLinkedRun,
  selectExternalIds,
  selectLinks,
  selectLinkedRun,
  selectLinkedRuns,
  selectSameLink,
  updateLinkedRun,
  type LinkedItemRow,
  type LinkedRunRow,
} from './store.ts';

const MAX_RUNS = 500;
/** As many as a dataset can have items. */
const MAX_LINKS = 10_000;

interface RunFacts {
  description: string | null;
  metadata: unknown;
}

export interface LinkedRun {
  row: LinkedRunRow;
  facts: RunFacts;
}

export interface Link {
  /** The id of the item, as other systems see it. */
  itemId: string;
  row: LinkedItemRow;
}

const place = (id: string): string => `linked-run:${id}`;

const open = (keys: AccountKeys, row: LinkedRunRow): LinkedRun => ({
  row,
  facts:
    row.facts === null
      ? { description: null, metadata: null }
      : (JSON.parse(openText(keys, place(row.id), row.facts)) as RunFacts),
});

interface NewLink {
  runName: string;
  /** If absent, the run keeps its description. */
  description?: string | null | undefined;
  metadata?: unknown;
  itemId: string;
  traceId: string;
  spanId: string | null;
}

/** The run is created with its first link. A link that exists, as after a retry, is returned as it is. */
export async function linkRun(ctx: Context, input: NewLink): Promise<{ run: LinkedRun; link: Link }> {
  const found = await findExternalItem(ctx, input.itemId);
  if (!found || found.item.facts?.archived) throw notFound('Dataset item');
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.link_run', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    // The dataset may have been deleted since the item was found.
    if (!(await selectDatasetRow(db, datasetOwnerOf(ctx), found.dataset.id))) throw notFound('Dataset item');
    const { run, isNew } = await holdRun(ctx, db, keys, found, input);
    const link = await addLink(ctx, db, run, found, input);
    return {
      result: { run: open(keys, run), link: { itemId: found.id, row: link } },
      target: isNew ? { type: 'eval_dataset', id: String(found.dataset.id) } : null,
      metadata: { name: found.dataset.name, run: run.id },
    };
  });
}

async function holdRun(
  ctx: Context,
  db: Writer,
  keys: AccountKeys,
  { dataset }: ExternalItem,
  { runName, description, metadata }: NewLink,
): Promise<{ run: LinkedRunRow; isNew: boolean }> {
  const now = ctx.clock.now();
  const known = await selectLinkedRun(db, dataset.id, { name: runName });
  if (!known && (await countLinkedRuns(db, dataset.id)) >= MAX_RUNS)
    throw full(`A dataset can have at most ${MAX_RUNS} linked runs.`);
  const id = known?.id ?? newId('linkedRun');
  const before = known && open(keys, known).facts;
  const facts: RunFacts = {
    description: description === undefined ? (before?.description ?? null) : description,
    metadata: metadata === undefined ? (before?.metadata ?? null) : metadata,
  };
  const run: LinkedRunRow = {
    id,
    account_id: ctx.account.id,
    dataset_id: dataset.id,
    name: runName,
    facts: sealText(keys, place(id), JSON.stringify(facts)),
    created_at: known?.created_at ?? now,
    updated_at: now,
  };
  await (known ? updateLinkedRun(db, run) : insertLinkedRun(db, run));
  return { run, isNew: known === null };
}

async function addLink(
  ctx: Context,
  db: Writer,
  run: LinkedRunRow,
  { item }: ExternalItem,
  { traceId, spanId }: NewLink,
): Promise<LinkedItemRow> {
  const wanted = { run_id: run.id, item_id: item.id, trace_id: traceId, span_id: spanId };
  const same = await selectSameLink(db, wanted);
  if (same) return same;
  if ((await countLinks(db, run.id)) >= MAX_LINKS) throw full(`A run can have at most ${MAX_LINKS} items.`);
  const link: LinkedItemRow = { id: newId('linkedRunItem'), ...wanted, created_at: ctx.clock.now() };
  await insertLink(db, link);
  return link;
}

const full = (message: string) => new AppError('conflict', 'limit_reached', message);

export async function pageOfLinkedRuns(
  ctx: Context,
  dataset: EvalDatasetsTable,
  page: Offset,
): Promise<{ runs: LinkedRun[]; total: number }> {
  const keys = await ctx.contentKeys.load(ctx.account);
  const [rows, total] = await Promise.all([
    selectLinkedRuns(ctx.db, dataset.id, page),
    countLinkedRuns(ctx.db, dataset.id),
  ]);
  return { runs: rows.map((row) => open(keys, row)), total };
}

/** Returns the run with a page of its links; by default with all of them. */
export async function findLinkedRun(
  ctx: Context,
  dataset: EvalDatasetsTable,
  of: { id: string } | { name: string },
  page: Offset = { offset: 0, limit: MAX_LINKS },
): Promise<{ run: LinkedRun; links: Link[]; total: number } | null> {
  const row = await selectLinkedRun(ctx.db, dataset.id, of);
  if (!row) return null;
  const keys = await ctx.contentKeys.load(ctx.account);
  const [links, total] = await Promise.all([selectLinks(ctx.db, row.id, page), countLinks(ctx.db, row.id)]);
  const chosen = await selectExternalIds(
    ctx.db,
    dataset.id,
    links.map(({ item_id: id }) => id),
  );
  return {
    run: open(keys, row),
    links: links.map((link) => ({
      itemId: chosen.get(link.item_id) ?? `${dataset.id}-${link.item_id}`,
      row: link,
    })),
    total,
  };
}

/** False if there is no such run. */
export const deleteLinkedRun = (
  ctx: Context,
  dataset: EvalDatasetsTable,
  of: { id: string } | { name: string },
): Promise<boolean> =>
  change(ctx, 'eval_dataset.delete_run', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await selectLinkedRun(db, dataset.id, of);
    if (!row) return { result: false, target: null };
    await deleteLinkedRunRow(db, row.id);
    return {
      result: true,
      target: { type: 'eval_dataset', id: String(dataset.id) },
      metadata: { name: dataset.name, run: row.id },
    };
  });
