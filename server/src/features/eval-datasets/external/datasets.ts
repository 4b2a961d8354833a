// Datasets as other systems see them: found by name, created or changed in one step, with their own metadata.
import { isDeepStrictEqual } from 'node:util';
import { openText, sealText, type AccountKeys } from '#content';
import { change } from '#core/change/change';
import { nameTaken } from '#core/change/unique';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { EvalDatasetsTable } from '#metadata';
import { insertNewDataset } from '../create.ts';
import { datasetOwnerOf, selectDatasetRow, updateDatasetRow } from '../store.ts';
import { countDatasets, selectDatasetByName, selectDatasetsPage, type Offset } from './store.ts';

/** Stored and returned. Items are not checked against the schemas. */
interface DatasetFacts {
  metadata: unknown;
  inputSchema: unknown;
  expectedOutputSchema: unknown;
}

export interface ExternalDataset {
  row: EvalDatasetsTable;
  facts: DatasetFacts;
}

const NO_FACTS: DatasetFacts = { metadata: null, inputSchema: null, expectedOutputSchema: null };

/** The context of the encryption. */
const place = (id: number): string => `eval-dataset:${id}:facts`;

const open = (keys: AccountKeys, row: EvalDatasetsTable): ExternalDataset => ({
  row,
  facts:
    row.facts === null ? NO_FACTS : (JSON.parse(openText(keys, place(row.id), row.facts)) as DatasetFacts),
});

export async function findExternalDataset(
  ctx: Context,
  of: { id: number } | { name: string },
): Promise<ExternalDataset | null> {
  const owner = datasetOwnerOf(ctx);
  const row = await ('id' in of
    ? selectDatasetRow(ctx.db, owner, of.id)
    : selectDatasetByName(ctx.db, owner, of.name));
  return row && open(await ctx.contentKeys.load(ctx.account), row);
}

export async function pageOfDatasets(
  ctx: Context,
  page: Offset,
): Promise<{ datasets: ExternalDataset[]; total: number }> {
  const owner = datasetOwnerOf(ctx);
  const [rows, total] = await Promise.all([
    selectDatasetsPage(ctx.db, owner, page),
    countDatasets(ctx.db, owner),
  ]);
  const keys = await ctx.contentKeys.load(ctx.account);
  return { datasets: rows.map((row) => open(keys, row)), total };
}

interface DatasetInput extends Partial<DatasetFacts> {
  name: string;
  description?: string | null | undefined;
}

/** If the dataset exists, fields that are not given keep their value. */
export async function upsertDataset(ctx: Context, input: DatasetInput): Promise<ExternalDataset> {
  const { name, description } = input;
  const keys = await ctx.contentKeys.load(ctx.account);
  const { row, isNew } = await change(ctx, 'eval_dataset.create', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const known = await selectDatasetByName(db, { accountId: ctx.account.id, projectId: null }, name);
    if (known) return { result: { row: known, isNew: false }, target: null };
    const { row: made } = await insertNewDataset(ctx, db, keys, { name, description: description ?? null });
    const after = { ...made, facts: sealFacts(keys, made.id, NO_FACTS, input) };
    await updateDatasetRow(db, after);
    return {
      result: { row: after, isNew: true },
      target: { type: 'eval_dataset', id: String(made.id) },
      metadata: { name, items: 0, frozen: false },
    };
  });
  return isNew ? open(keys, row) : changeDataset(ctx, keys, row.id, input);
}

const changeDataset = (ctx: Context, keys: AccountKeys, id: number, input: DatasetInput) =>
  change(ctx, 'eval_dataset.update', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await selectDatasetRow(db, datasetOwnerOf(ctx), id);
    // The name belongs to a dataset of another project.
    if (!row) throw nameTaken('dataset');
    const before = open(keys, row);
    const after: EvalDatasetsTable = {
      ...row,
      description: input.description === undefined ? row.description : input.description,
      facts: sealFacts(keys, id, before.facts, input),
    };
    const result = open(keys, after);
    const same = after.description === row.description && isDeepStrictEqual(result.facts, before.facts);
    if (same) return { result: before, target: null };
    after.updated_at = ctx.clock.now();
    await updateDatasetRow(db, after);
    return {
      result,
      target: { type: 'eval_dataset', id: String(id) },
      metadata: { name: row.name, changed: ['description', 'facts'], version: row.version },
    };
  });

function sealFacts(
  keys: AccountKeys,
  id: number,
  before: DatasetFacts,
  { metadata, inputSchema, expectedOutputSchema }: DatasetInput,
): string | null {
  const facts: DatasetFacts = {
    metadata: metadata === undefined ? before.metadata : metadata,
    inputSchema: inputSchema === undefined ? before.inputSchema : inputSchema,
    expectedOutputSchema:
      expectedOutputSchema === undefined ? before.expectedOutputSchema : expectedOutputSchema,
  };
  return isDeepStrictEqual(facts, NO_FACTS) ? null : sealText(keys, place(id), JSON.stringify(facts));
}
