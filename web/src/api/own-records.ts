import { useAsk, useGet, type AskOptions } from './hooks.ts';

/**
 * Whether the account has sent records of its own; undefined until that is known. Sample data does not count:
 * it does not appear in the diagnostics.
 */
export function useOwnRecords(options: AskOptions = {}): boolean | undefined {
  const whole = { wholeAccount: true, ...options };
  const sample = useGet('/v1/sample-data', {}, { wholeAccount: true });
  const loaded = sample.data?.loaded;
  const newest = useAsk('/v1/query/calls', { limit: 1 }, { ...whole, enabled: loaded === false });
  const sent = useGet('/v1/ingest/diagnostics', {}, { ...whole, enabled: loaded === true });
  if (loaded === undefined) return undefined;
  if (loaded) return sent.data && sent.data.totals.accepted > 0;
  return newest.data && newest.data.records.length > 0;
}
