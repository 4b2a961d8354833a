// New costs for stored calls. A mutation rewrites the columns of every part it touches, whoever's rows are in it, so there must be
// few of them: changes are gathered in `staged_costs`, a hundred thousand at a time, and one mutation takes them over from there.
//
// A batch is applied in four steps, each of which may be repeated: it is staged with the old and the new cost, the rows are set to
// the new cost, the difference goes into agg_15m (under a token, so that it is added once), the batch is dropped. Whatever is staged
// when a process dies is finished by the next one that comes for the account; the token is remembered for a thousand inserts. The
// difference is that of the staged rows alone, so records that arrive meanwhile and those that expire are of no concern.
import type { CallCost, CallPosition, CostChange, CostWindow } from './cost-change.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import { mutate } from './mutate.ts';

/** One page of an account's calls whose cost was derived here, in the order of (timestamp, id). */
export async function derivedCosts(
  engine: RecordsEngine,
  account: number,
  window: CostWindow,
  after: CallPosition | null,
  limit: number,
): Promise<CallCost[]> {
  const from = after?.timestampMs ?? window.startMs;
  const rows = await engine.query<CallCost>(
    `SELECT
       id, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs, toFloat64(toUnixTimestamp(expires_at)) * 1000 AS expiresAtMs,
       project, provider, model, eval_run AS evalRun,
       prompt_tokens AS promptTokens, completion_tokens AS completionTokens, total_tokens AS totalTokens,
       cached_tokens AS cachedTokens, cache_write_tokens AS cacheWriteTokens, reasoning_tokens AS reasoningTokens,
       audio_tokens AS audioTokens, cost_usd AS costUsd, cache_savings_usd AS cacheSavingsUsd, price_source AS priceSource,
       JSONExtractString(request_meta, 'responseModel') AS responseModel,
       JSONExtractString(request_meta, 'serviceTier') AS serviceTier,
       JSONExtractFloat(request_meta, 'cacheWrite1hTokens') AS cacheWrite1hTokens,
       JSONExtractFloat(request_meta, 'audioOutputTokens') AS audioOutputTokens,
       JSONExtractString(request_meta, 'gateway') AS gateway,
       JSONExtractFloat(request_meta, 'imageTokens') AS imageTokens,
       JSONExtract(request_meta, 'imageOutputTokens', 'Nullable(Float64)') AS imageOutputTokens,
       JSONExtractRaw(request_meta, 'pricing') AS pricing
     FROM calls
     WHERE account = {account: UInt32}
       AND timestamp >= fromUnixTimestamp64Milli({from: Int64}) AND timestamp < fromUnixTimestamp64Milli({end: Int64})
       AND (timestamp > fromUnixTimestamp64Milli({from: Int64}) OR id > {afterId: String} OR {first: Bool})
       AND ({project: UInt32} = 0 OR project = {project: UInt32})
       AND price_source IN ('catalog', 'custom', 'operator', 'none') AND expires_at > now()
     ORDER BY timestamp, id LIMIT {limit: UInt32}`,
    {
      account,
      from,
      end: window.endMs,
      afterId: after?.id ?? '',
      first: after === null,
      project: window.project ?? 0,
      limit,
    },
  );
  return rows;
}

/** Nothing has changed yet; `applyStagedCosts` does it. */
export const stageCosts = (
  engine: RecordsEngine,
  account: number,
  batch: number,
  changes: readonly CostChange[],
): Promise<void> =>
  engine.insert(
    'staged_costs',
    changes.map(({ call, costUsd, cacheSavingsUsd, priceSource, pricing }) => ({
      account,
      batch,
      id: call.id,
      timestamp: new Date(call.timestampMs).toISOString(),
      expires_at: call.expiresAtMs / 1000,
      project: call.project,
      provider: call.provider,
      model: call.model,
      eval_run: call.evalRun,
      cost_before_usd: call.costUsd,
      cost_after_usd: costUsd,
      savings_before_usd: call.cacheSavingsUsd,
      savings_after_usd: cacheSavingsUsd,
      price_source: priceSource,
      pricing,
    })),
  );

interface Batch {
  batch: string;
  from: string;
  until: string;
}

/** Brings everything that is staged for an account into its rows and sums. Only one may do so at a time for one account. */
export async function applyStagedCosts(engine: RecordsEngine, account: number): Promise<void> {
  const batches = await engine.query<Batch>(
    `SELECT batch, toUnixTimestamp64Milli(min(timestamp)) AS from, toUnixTimestamp64Milli(max(timestamp)) AS until
     FROM staged_costs WHERE account = {account: UInt32} GROUP BY batch ORDER BY batch`,
    { account },
  );
  for (const batch of batches) {
    await setRows(engine, account, batch);
    await addDifference(engine, account, batch);
    await engine.sync?.();
    await engine.command(`ALTER TABLE staged_costs DROP PARTITION ({account: UInt32}, {batch: UInt64})`, {
      account,
      batch: batch.batch,
    });
  }
}

const STAGED = `FROM staged_costs WHERE account = {account: UInt32} AND batch = {batch: UInt64}`;

/** All columns in one array of tuples, so that they cannot come in different orders; and the same text everywhere, read once. */
const ALL_STAGED = `(SELECT groupArray((id, cost_after_usd, savings_after_usd, toString(price_source), pricing)) ${STAGED})`;

const staged = (place: number, none: string): string =>
  `transform(id, tupleElement(${ALL_STAGED}, 1), tupleElement(${ALL_STAGED}, ${place}), ${none})`;

// Ingest puts `pricing` last, and it is flat. Somebody's own attribute of that name comes before it, and stays.
const PRICING_AT_END = String.raw`(?s)"pricing":(?:null|\\{[^{}]*\\})\\}$`;

const META_BEFORE_PRICING = `multiIf(
    request_meta IN ('', '{}'), '{',
    match(request_meta, '${PRICING_AT_END}'), replaceRegexpOne(request_meta, '${PRICING_AT_END}', ''),
    concat(substring(request_meta, 1, length(request_meta) - 1), ','))`;

const SET_ROWS = `UPDATE
  cost_usd = ${staged(2, '0.')},
  cache_savings_usd = ${staged(3, '0.')},
  price_source = ${staged(4, `''`)},
  request_meta = concat(${META_BEFORE_PRICING}, '"pricing":', ${staged(5, `'null'`)}, '}')
WHERE account = {account: UInt32}
  AND timestamp BETWEEN fromUnixTimestamp64Milli({from: Int64}) AND fromUnixTimestamp64Milli({until: Int64})
  AND id IN (SELECT id ${STAGED})`;

const setRows = (engine: RecordsEngine, account: number, { batch, from, until }: Batch): Promise<void> =>
  mutate(engine, [{ table: 'calls', action: SET_ROWS }], { account, batch, from, until });

async function addDifference(engine: RecordsEngine, account: number, { batch }: Batch): Promise<void> {
  const rows = await engine.query<object>(
    `SELECT account, toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) AS bucket, project, provider, model,
       sum(cost_after_usd - cost_before_usd) AS cost_usd, sum(savings_after_usd - savings_before_usd) AS cache_savings_usd,
       toString(max(staged_costs.timestamp)) AS last_seen, toUnixTimestamp(max(staged_costs.expires_at)) AS expires_at
     ${STAGED} AND eval_run = 0
     GROUP BY account, bucket, project, provider, model ORDER BY ALL`,
    { account, batch },
  );
  await engine.insert('agg_15m', rows, `reprice.${account}.${batch}`);
}
