// New costs for stored calls. A mutation rewrites the columns of every part it touches, so there must be few
// of them: changes are collected in `staged_costs`, a hundred thousand at a time, and one mutation applies
// them.
//
// A batch is applied in four steps, each of which can be repeated: it is staged with the old and the new
// cost, the rows get the new cost, the difference is added to agg_15m (once, by its token), and the batch is
// dropped. After a crash, the next change of the account finishes what is staged; the engine remembers a
// token for a thousand inserts. The difference comes from the staged rows alone, so records that arrive or
// expire meanwhile do not matter.
import type { RecordsEngine } from '../engine/engine.ts';
import { question } from '../questions/question.ts';
import { OF_ACCOUNT, type Scope } from '../questions/scope.ts';
import type { CallRef } from '../record.ts';
import { recordsChange, dropStaged } from './change.ts';
import type { CallCost, CostChange, CostWindow } from './cost-change.ts';
import { mutate } from './mutate.ts';

/** One page of the calls whose cost this service computed, of any age, in the order of (timestamp, id). */
export const selectDerivedCosts = question({
  name: 'selectDerivedCosts',
  heavy: true,
  sql: derivedCostsSql,
  read: (rows: CallCost[]) => rows,
});

function derivedCostsSql(
  { account, project }: Scope,
  { startMs, endMs }: CostWindow,
  after: CallRef | null,
  limit: number,
) {
  return {
    sql: `SELECT
       id, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs, toFloat64(toUnixTimestamp(expires_at)) * 1000 AS expiresAtMs,
       project, provider, model, eval_run AS evalRun,
       prompt_tokens AS promptTokens, completion_tokens AS completionTokens, total_tokens AS totalTokens,
       cached_tokens AS cachedTokens, cache_write_tokens AS cacheWriteTokens, reasoning_tokens AS reasoningTokens,
       audio_tokens AS audioTokens, cost_usd AS costUsd, cache_savings_usd AS cacheSavingsUsd, price_source AS priceSource,
       JSONExtractString(request_meta, 'responseModel') AS responseModel,
       JSONExtractString(request_meta, 'serviceTier') AS serviceTier,
       JSONExtractFloat(request_meta, 'cacheWrite1hTokens') AS cacheWrite1hTokens,
       JSONExtractFloat(request_meta, 'webSearches') AS webSearches, JSONExtractFloat(request_meta, 'fileSearches') AS fileSearches,
       JSONExtractFloat(request_meta, 'codeContainers') AS codeContainers,
       JSONExtractFloat(request_meta, 'audioOutputTokens') AS audioOutputTokens,
       JSONExtractString(request_meta, 'gateway') AS gateway,
       JSONExtractFloat(request_meta, 'imageTokens') AS imageTokens,
       JSONExtract(request_meta, 'imageOutputTokens', 'Nullable(Float64)') AS imageOutputTokens,
       JSONExtract(request_meta, 'cachedAudioTokens', 'Nullable(Float64)') AS cachedAudioTokens,
       JSONExtract(request_meta, 'cachedImageTokens', 'Nullable(Float64)') AS cachedImageTokens,
       JSONExtractString(request_meta, 'speed') AS speed, JSONExtractString(request_meta, 'inferenceGeo') AS inferenceGeo,
       JSONExtractRaw(request_meta, 'pricing') AS pricing
     FROM calls
     WHERE ${OF_ACCOUNT}
       AND timestamp >= fromUnixTimestamp64Milli({from: Int64}) AND timestamp < fromUnixTimestamp64Milli({end: Int64})
       AND (timestamp > fromUnixTimestamp64Milli({from: Int64}) OR id > {afterId: String} OR {first: Bool})
       AND ({project: UInt32} = 0 OR project = {project: UInt32})
       AND price_source IN ('catalog', 'custom', 'operator', 'none') AND expires_at > now()
     ORDER BY timestamp, id LIMIT {limit: UInt32}`,
    params: {
      account,
      from: after?.timestampMs ?? startMs,
      end: endMs,
      afterId: after?.id ?? '',
      first: after === null,
      project: project ?? 0,
      limit,
    },
  };
}

/** Changes nothing yet. Changes with the same number are applied together. */
export const stageCosts = recordsChange({
  name: 'stageCosts',
  isStaging: true,
  run: (engine, account, _signal, batch: number, changes: readonly CostChange[]) =>
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
    ),
});

interface Batch {
  batch: string;
  from: string;
  until: string;
}

/** Applies all staged costs of an account to its rows and its rollup. */
export const applyStagedCosts = recordsChange({
  name: 'applyStagedCosts',
  run: async (engine, account) => {
    const batches = await engine.query<Batch>(
      `SELECT batch, toUnixTimestamp64Milli(min(timestamp)) AS from, toUnixTimestamp64Milli(max(timestamp)) AS until
     FROM staged_costs WHERE ${OF_ACCOUNT} GROUP BY batch ORDER BY batch`,
      { account },
    );
    for (const batch of batches) {
      await setRows(engine, account, batch);
      await addDifference(engine, account, batch);
      await engine.sync?.();
      await dropStaged(engine, 'staged_costs', account, batch.batch);
    }
  },
});

const STAGED = `FROM staged_costs WHERE ${OF_ACCOUNT} AND batch = {batch: UInt64}`;

/**
 * One array of tuples, so that the columns cannot be ordered differently. The text is the same everywhere, so
 * the engine reads it once.
 */
const ALL_STAGED = `(SELECT groupArray((id, cost_after_usd, savings_after_usd, toString(price_source), pricing)) ${STAGED})`;

const staged = (place: number, none: string): string =>
  `transform(id, tupleElement(${ALL_STAGED}, 1), tupleElement(${ALL_STAGED}, ${place}), ${none})`;

// Ingest writes `pricing` last, and it is flat. A client's own attribute of that name comes before it and
// stays.
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
WHERE ${OF_ACCOUNT}
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
