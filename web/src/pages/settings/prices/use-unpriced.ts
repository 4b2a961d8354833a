// Calls without a known price: how many there were of late, and of which models.
import { useGet } from '#api';

interface Unpriced {
  isPending: boolean;
  /** Of the last 24 hours. */
  calls: number;
  /** Of the last 30 days. */
  models: readonly string[];
}

const WHOLE = { wholeAccount: true } as const;

export function useUnpriced(): Unpriced {
  const { data, isPending } = useGet('/v1/ingest/diagnostics', {}, WHOLE);
  const account = useGet('/v1/account/overview', {}, WHOLE);
  return {
    isPending: isPending || account.isPending,
    calls: data?.totals.unpriced ?? 0,
    models: account.data?.unpricedModels ?? [],
  };
}
