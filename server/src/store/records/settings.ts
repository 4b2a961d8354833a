// Settings that every statement runs under, on both engines, so that they answer alike and nothing runs for ever.

export type Settings = Record<string, string | number>;

/** An aborted query runs on in the engine, so this is the only bound on one. */
export const READ_SECONDS = 30;

/**
 * Far beyond what a write takes: one that is stopped half-way may have filled a table and not the views behind it, until it is
 * repeated with its token. Backups lift it.
 */
export const WRITE_SECONDS = 600;

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
  max_execution_time: seconds,
});

/** In-process, each connection is told once, when it opens: what is set with one query would leak into the next ones. */
export const embeddedSettings = (seconds: number): Settings => ({
  ...SAME_ANSWERS,
  max_execution_time: seconds,
  max_memory_usage: 2_000_000_000,
  async_insert: 0,
  log_queries: 0,
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
});

export const settingsSql = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
    .join(', ');
