// Settings that every statement runs under, on both engines, so that they answer alike and nothing runs for ever.
import { availableParallelism } from 'node:os';

export type Settings = Record<string, string | number>;

/** An aborted query runs on in the engine, so this is the only bound on one. */
export const READ_SECONDS = 30;

/**
 * Far beyond what a write takes: one that is stopped half-way may have filled a table and not the views behind it, until it is
 * repeated with its token. Backups lift it.
 */
export const WRITE_SECONDS = 600;

/** What one question may take; an account has few at a time (read-seats.ts), so this bounds what it can take at all. */
const READ_BYTES = 1_000_000_000;
/** Loading and rewriting parts may take more: nobody but the service does it, one at a time. */
const WRITE_BYTES = 2_000_000_000;

/**
 * `engineBytes`: what the whole engine may take. A question may have a part of it, so that it leaves something for the others. A write
 * may have all: the largest load takes some 400 MB, and one that never fits would be tried for ever.
 */
const bounds = (seconds: number, engineBytes = Infinity): Settings => ({
  max_execution_time: seconds,
  max_memory_usage:
    seconds === WRITE_SECONDS ? partOf(engineBytes, 1, WRITE_BYTES) : partOf(engineBytes, 4, READ_BYTES),
});

const partOf = (engineBytes: number, parts: number, most: number): number =>
  Math.floor(Math.min(engineBytes / parts, most));

/** Without these the two engines spell numbers and times differently, and UInt64 comes back rounded. */
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

/** An export goes on for as long as its reader takes, and is bounded by what it has to read. */
export const EXPORT_SECONDS = 1_800;

/** More than a few accounts can take together: each has one (export-slots.ts), and keeps it for as long as it reads. */
export const EXPORTS_AT_ONCE = 8;
/** What an export may take: less than a question, since there may be more of them. */
const EXPORT_BYTES = 500_000_000;

/** Small blocks, so that the first rows leave early and no part of an export is large. */
export const exportSettings = (engineBytes = Infinity): Settings => ({
  max_block_size: 1_024,
  max_memory_usage: partOf(engineBytes, 8, EXPORT_BYTES),
  output_format_parquet_string_as_string: 1,
  // As JSON.stringify writes it.
  output_format_json_escape_forward_slashes: 0,
});

/** How long an insert may go unanswered: whoever waits for it holds its accounts. The server is not told, and finishes it. */
export const INSERT_SECONDS = 20;

/** `buffered`: through the server's buffer of small inserts. `token`: the same one twice stores the rows once. */
export type InsertMode = { buffered: true } | { token: string };

/** All said, whatever the server's own defaults are. Records of one insert may be of any number of months. */
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
        // Before 26.1 a server refuses this together with its buffer.
        deduplicate_blocks_in_dependent_materialized_views: 0,
        async_insert_deduplicate: 0,
        max_partitions_per_insert_block: 0,
      };

/** Values are written into statements (literal.ts), where a character may take four; 256 KiB by default. */
const QUERY_BYTES = 64 * 1_048_576;

/** In-process, each connection is told once, when it opens: what is set with one query would leak into the next ones. */
export const embeddedSettings = (seconds: number, engineBytes?: number): Settings => ({
  ...SAME_ANSWERS,
  ...bounds(seconds, engineBytes),
  async_insert: 0,
  log_queries: 0,
  max_query_size: QUERY_BYTES,
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
});

/**
 * What the engine is started with. Its limit counts its own memory and not that of the rest of the process; a statement that would
 * exceed it fails, and the process goes on. Caches are part of it, and must leave room for questions.
 */
export const startArguments = (engineBytes: number): string[] =>
  Object.entries({
    max_server_memory_usage: engineBytes,
    mark_cache_size: Math.floor(engineBytes / 8),
    index_mark_cache_size: Math.floor(engineBytes / 16),
  }).map(([name, value]) => `--${name}=${value}`);

const QUICK_FIRST = 1;
const HEAVY_LATER = 2;

/** Of the connections for questions, in-process. */
export const QUICK_SETTINGS: Settings = { priority: QUICK_FIRST };

/** Of what reads much: it pauses between blocks while a quick question runs, at most so long each time, and leaves it a core. */
export const HEAVY_SETTINGS: Settings = {
  priority: HEAVY_LATER,
  low_priority_query_wait_time_ms: 100,
  max_threads: Math.max(1, availableParallelism() - 1),
};

/** The same question, as one that reads much. Its settings hold for this statement only. */
export const givingWay = (sql: string): string =>
  /\nSETTINGS [^\n]+$/.test(sql)
    ? `${sql}, ${settingsSql(HEAVY_SETTINGS)}`
    : `${sql}\nSETTINGS ${settingsSql(HEAVY_SETTINGS)}`;

export const settingsSql = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
    .join(', ');
