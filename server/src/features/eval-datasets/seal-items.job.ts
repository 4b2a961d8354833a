// Seals item texts of datasets and runs that earlier versions stored as plain text, then removes their
// remains from the disk of the store. Without work it only reads an empty index.
import { sql } from 'kysely';
import { MINUTE_MS } from '#lib/clock';
import type { AccountKeys } from '#content';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import type { Writer } from '#metadata';
import { datasetPlace, runPlace, sealTexts } from './item-texts.ts';

const NAME = 'item-sealing';
const AT_ONCE = 200;
/** A literal, because SQLite does not use the partial index with a bound value. */
const CLEAR = sql.lit(0 as const);
/** Set with the first sealed row, so that a killed process still clears the disk later. */
const TO_CLEAR = 'items-sealed-clear-disk';

interface ClearItem {
  account: { id: string; number: number };
  table: 'eval_dataset_items' | 'eval_run_items';
  /** Id of the dataset or run. */
  of: number;
  /** Id of the item, or its position in the run. */
  at: number;
  inputText: string;
  expectedOutput: string | null;
}

export const sealItemsJob = job({
  name: NAME,
  schedule: '*/5 * * * *',
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    let sealed = 0;
    for (const select of [selectOfDatasets, selectOfRuns]) {
      for (let items = await select(ctx); items.length > 0; items = await select(ctx)) {
        signal.throwIfAborted();
        await seal(ctx, items);
        sealed += items.length;
      }
    }
    if (sealed > 0) ctx.log.info({ job: NAME, sealed }, 'items of datasets and runs sealed');
    await forgetIncomplete(ctx);
    await clearDisk(ctx);
  },
});

async function seal(ctx: SystemContext, items: readonly ClearItem[]): Promise<void> {
  // Loaded before the transaction, in which nothing else may be awaited.
  const keys = new Map<string, AccountKeys>();
  for (const { account } of items) keys.set(account.id, await ctx.contentKeys.load(account));
  await ctx.metadata.transaction(async (db) => {
    await db
      .insertInto('settings')
      .values({ name: TO_CLEAR, value: '1' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    for (const item of items) {
      const of = keys.get(item.account.id);
      if (of) await sealOne(db, of, item);
    }
  });
}

/** Skips an item that was replaced or removed since it was read. */
async function sealOne(db: Writer, keys: AccountKeys, item: ClearItem): Promise<void> {
  const ofRun = item.table === 'eval_run_items';
  const place = ofRun ? runPlace(item.of, item.at) : datasetPlace(item.of, item.at);
  const columns = sealTexts(keys, place, item);
  if (ofRun) {
    await db
      .updateTable('eval_run_items')
      .set(columns)
      .where('run_id', '=', item.of)
      .where('position', '=', item.at)
      .where('sealed', '=', 0)
      .execute();
    return;
  }
  await db
    .updateTable('eval_dataset_items')
    .set(columns)
    .where('dataset_id', '=', item.of)
    .where('id', '=', item.at)
    .where('sealed', '=', 0)
    .where('input_text', '=', item.inputText)
    .execute();
}

/**
 * Deletes what is left of versions that a process of an earlier version of the service has made incomplete:
 * it erases calls without knowing of them.
 */
const forgetIncomplete = ({ metadata }: SystemContext) =>
  metadata.transaction((db) =>
    db
      .deleteFrom('eval_dataset_past_items')
      .where('dataset_id', 'in', (eb) =>
        eb
          .selectFrom('eval_datasets as dataset')
          .leftJoin('eval_dataset_versions as kept', (join) =>
            join.onRef('kept.dataset_id', '=', 'dataset.id').onRef('kept.version', '=', 'dataset.version'),
          )
          .select('dataset.id')
          .where('kept.version', 'is', null),
      )
      .execute(),
  );

async function clearDisk({ db, metadata, log }: SystemContext): Promise<void> {
  const owed = await db.selectFrom('settings').select('name').where('name', '=', TO_CLEAR).executeTakeFirst();
  if (!owed) return;
  await metadata.scrub({ rebuild: true });
  await metadata.transaction((writer) =>
    writer.deleteFrom('settings').where('name', '=', TO_CLEAR).execute(),
  );
  log.info({ job: NAME }, 'metadata store rebuilt without plain texts');
}

async function selectOfDatasets({ db }: SystemContext): Promise<ClearItem[]> {
  const rows = await db
    .selectFrom('eval_dataset_items as item')
    .innerJoin('eval_datasets as dataset', 'dataset.id', 'item.dataset_id')
    .innerJoin('accounts as account', 'account.id', 'dataset.account_id')
    .select(['account.id as accountId', 'account.number', 'item.dataset_id', 'item.id'])
    .select(['item.input_text', 'item.expected_output'])
    .where('item.sealed', '=', CLEAR)
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    account: { id: row.accountId, number: row.number },
    table: 'eval_dataset_items',
    of: row.dataset_id,
    at: row.id,
    inputText: row.input_text,
    expectedOutput: row.expected_output,
  }));
}

async function selectOfRuns({ db }: SystemContext): Promise<ClearItem[]> {
  const rows = await db
    .selectFrom('eval_run_items as item')
    .innerJoin('eval_runs as run', 'run.id', 'item.run_id')
    .innerJoin('accounts as account', 'account.id', 'run.account_id')
    .select(['account.id as accountId', 'account.number', 'item.run_id', 'item.position'])
    .select(['item.input_text', 'item.expected_output'])
    .where('item.sealed', '=', CLEAR)
    .where('item.input_text', 'is not', null)
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    account: { id: row.accountId, number: row.number },
    table: 'eval_run_items',
    of: row.run_id,
    at: row.position,
    inputText: row.input_text ?? '',
    expectedOutput: row.expected_output,
  }));
}
