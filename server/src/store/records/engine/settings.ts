// Settings of every statement on both engines, so that they answer alike and nothing runs forever.
import { availableParallelism } from 'node:os';

export type Settings = Record<string, string | number>;

/** An aborted query continues in the engine, so this is the only limit on its time. */
export const READ_SECONDS = 30;

/**
 * Far longer than any write takes. A write that is stopped half-way may fill a table but not its views, until
 * it is repeated with its token. Backups have no limit.
 */
export const WRITE_SECONDS = 600;

/**
 * Memory of one question. An account runs few at a time (fair-connection-pool.ts), so this also bounds the
 * account.
 */
const READ_BYTES = 1_000_000_000;
/** Loading and rewriting parts may take more: only the service does it, one at a time. */
const WRITE_BYTES = 2_000_000_000;

/**
 * `engineBytes`: memory limit of the whole engine. A question gets a part of it, so that others can run. A
 * write gets all of it: the largest load takes about 400 MB, and a load that never fits would be retried
 * forever.
 */
const bounds = (seconds: number, engineBytes = Infinity): Settings => ({
  max_execution_time: seconds,
  max_memory_usage:
    seconds === WRITE_SECONDS ? partOf(engineBytes, 1, WRITE_BYTES) : partOf(engineBytes, 4, READ_BYTES),
});

const partOf = (engineBytes: number, parts: number, most: number): number =>
  Math.floor(Math.min(engineBytes / parts, most));

/** Without these, the two engines write numbers and times differently, and UInt64 values are rounded. */
const SAME_ANSWERS: Settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
  date_time_input_format: 'best_effort',
  session_timezone: 'UTC',
};

export const serverSettings = (seconds: number): Settings => ({
  ...SAME_ANSWERS,
  ...bounds(seconds),
});

/** An export lasts as long as its reader needs. */
export const EXPORT_SECONDS = 1_800;

/**
 * Each account has one at a time (export-slots.ts) and keeps it while it reads, so a few accounts cannot take
 * all.
 */
export const EXPORTS_AT_ONCE = 8;
/** Memory of one export: less than of a question, because there may be more of them. */
const EXPORT_BYTES = 500_000_000;

/**
 * Small blocks, so that the first rows arrive early and no part of an export is large. Without a buffer for
 * each part of the table: buffers read on in all months at once, twelve times the rows of an export.
 */
export const exportSettings = (engineBytes = Infinity): Settings => ({
  max_block_size: 1_024,
  read_in_order_use_buffering: 0,
  max_memory_usage: partOf(engineBytes, 8, EXPORT_BYTES),
  output_format_parquet_string_as_string: 1,
  // The same text as JSON.stringify.
  output_format_json_escape_forward_slashes: 0,
});

/** How long an insert may go unanswered, because it blocks its accounts. The server still finishes it. */
export const INSERT_SECONDS = 20;

/**
 * `buffered`: through the server's buffer of small inserts. `token`: an insert repeated with it stores the
 * rows once.
 */
export type InsertMode = { buffered: true } | { token: string };

/** Explicit, whatever the server's defaults are. Records of one insert may have any number of months. */
export const insertSettings = (mode: InsertMode): Settings =>
  'token' in mode
    ? {
        async_insert: 0,
        insert_deduplication_token: mode.token,
        deduplicate_blocks_in_dependent_materialized_views: 1,
        max_partitions_per_insert_block: 0,
      }
    : {
        async_insert: 1,
        wait_for_async_insert: 1,
        // Before 26.1 a server rejects this together with its buffer.
        deduplicate_blocks_in_dependent_materialized_views: 0,
        async_insert_deduplicate: 0,
        max_partitions_per_insert_block: 0,
      };

/**
 * Values are written into statements (literal.ts), where a character may take four bytes. The default is 256
 * KiB.
 */
const QUERY_BYTES = 64 * 1_048_576;

/**
 * Most answers are small. Threads that format one cost a quarter of a millisecond of CPU, and the search for
 * projections, of which no table has any, half a millisecond.
 */
const QUICK_PLANS: Settings = { output_format_parallel_formatting: 0, optimize_use_projections: 0 };

/**
 * In-process, each connection gets its settings once, when it opens: a setting of one query would leak into
 * the next.
 */
export const embeddedSettings = (seconds: number, engineBytes?: number): Settings => ({
  ...SAME_ANSWERS,
  ...bounds(seconds, engineBytes),
  async_insert: 0,
  log_queries: 0,
  max_query_size: QUERY_BYTES,
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
  ...QUICK_PLANS,
});

/**
 * Arguments at the start of the engine. The limit counts the engine's own memory, not the rest of the
 * process. A statement that would exceed it fails, and the process continues. Caches count too, and must
 * leave room for questions.
 */
export const startArguments = (engineBytes: number): string[] =>
  Object.entries({
    max_server_memory_usage: engineBytes,
    mark_cache_size: Math.floor(engineBytes / 8),
    index_mark_cache_size: Math.floor(engineBytes / 16),
  }).map(([name, value]) => `--${name}=${value}`);

const QUICK_FIRST = 1;
const HEAVY_LATER = 2;

/** For the in-process connections for questions. */
export const QUICK_SETTINGS: Settings = { priority: QUICK_FIRST };

/** For questions that read much: they pause between blocks while a quick question runs, for a limited time. */
const HEAVY_SETTINGS: Settings = { priority: HEAVY_LATER, low_priority_query_wait_time_ms: 100 };

/** For heavy questions while others run, and for exports, which last long: they leave a core free. */
export const SHARING_SETTINGS: Settings = {
  ...HEAVY_SETTINGS,
  max_threads: Math.max(1, availableParallelism() - 1),
};

/** The same statement with the settings of a heavy question. They apply to this statement only. */
export function withLowPriority(sql: string, alone: boolean): string {
  const settings = settingsSql(alone ? HEAVY_SETTINGS : SHARING_SETTINGS);
  return /\nSETTINGS [^\n]+$/.test(sql) ? `${sql}, ${settings}` : `${sql}\nSETTINGS ${settings}`;
}

export const settingsSql = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
    .join(', ');
