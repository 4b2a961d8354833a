// POST /v1/eval-runs: stores and queues the run; a job does the work.
import { HOUR_MS } from '#lib/clock';
import { fieldError } from '#lib/app-error';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { chosenCriteria } from '#services/criteria';
import { requireDatasetPrompt } from '#features/eval-datasets';
import { filterOf } from '#services/record-access';
import { runWork } from './execute/run.job.ts';
import type { NewRun, Run } from './schemas.ts';
import { insertRun, presentRun, selectRunByKey, type RunRow } from './store.ts';

const DEFAULT_RECENT = 50;
const IDEMPOTENT_MS = HOUR_MS;

interface MadeRun {
  row: RunRow;
  deduplicated: boolean;
}

export async function createRun(ctx: Context, input: NewRun): Promise<{ summary: Run; deduped: boolean }> {
  const {
    name,
    recentCount = DEFAULT_RECENT,
    label,
    promptRegistryId,
    filter,
    itemTag,
    idempotencyKey,
  } = input;
  // Rejects a bad filter here instead of in the job.
  if (filter !== undefined) filterOf(filter);
  const criteria = await chosenCriteria(ctx, input.criterionIds);
  const { row, deduplicated } = await makeRun(ctx, idempotencyKey, {
    name,
    source: 'recent',
    label: label ?? null,
    prompt_id: promptRegistryId ?? null,
    recent_count: recentCount,
    filter: filter === undefined ? null : JSON.stringify(filter),
    item_tag: itemTag ?? null,
    criteria: JSON.stringify(criteria),
  });
  return { summary: presentRun(row, undefined), deduped: deduplicated };
}

type RunFacts = Pick<RunRow, 'name' | 'source' | 'criteria'> &
  Partial<
    Pick<
      RunRow,
      | 'label'
      | 'dataset_id'
      | 'dataset_version'
      | 'split'
      | 'prompt_id'
      | 'recent_count'
      | 'filter'
      | 'item_tag'
    >
  >;

export async function makeRun(
  ctx: Context,
  key: string | undefined,
  facts: RunFacts,
  within: (tx: Tx, row: RunRow) => Promise<void> = async () => undefined,
): Promise<MadeRun> {
  return change<MadeRun>(ctx, 'eval_run.create', async (tx) => {
    const now = ctx.clock.now();
    if (key !== undefined) {
      // The lock stops two requests with one key from both finding no run.
      await lockAccount(tx.db, ctx.account.id);
      const row = await selectRunByKey(
        tx.db,
        ctx.account.id,
        ctx.project?.id ?? null,
        key,
        now - IDEMPOTENT_MS,
      );
      if (row) return { result: { row: sameKind(row, facts), deduplicated: true }, target: null };
    }
    if (facts.prompt_id !== undefined && facts.prompt_id !== null) {
      // The lock stops the prompt from being deleted between check and link.
      await lockAccount(tx.db, ctx.account.id);
      await requireDatasetPrompt(tx.db, ctx.account.id, facts.prompt_id);
    }
    const row = await insertRun(tx.db, {
      account_id: ctx.account.id,
      project_id: ctx.project?.id ?? null,
      status: 'queued',
      picked: 0,
      prompt_deleted: 0,
      call_count: 0,
      trace_count: 0,
      idempotency_key: key ?? null,
      created_at: now,
      ...facts,
    });
    await within(tx, row);
    await tx.enqueue(runWork(row.id, ctx.account.id));
    return {
      result: { row, deduplicated: false },
      target: { type: 'eval_run', id: String(row.id) },
      metadata: { name: row.name, source: row.source },
    };
  });
}

/**
 * A key belongs to one kind of request: a run over recent calls does not answer a request for a dataset run.
 */
function sameKind(row: RunRow, facts: RunFacts): RunRow {
  const isSame =
    row.source === facts.source &&
    row.dataset_id === (facts.dataset_id ?? null) &&
    row.split === (facts.split ?? null);
  if (isSame) return row;
  throw fieldError(
    'conflict',
    'idempotency_key_reused',
    'idempotencyKey',
    'This idempotencyKey was used for another kind of run within the last hour. Use another one.',
  );
}
