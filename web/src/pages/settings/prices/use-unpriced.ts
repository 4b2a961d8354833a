// Recent calls without a known price, and their models.
import { useGet } from '#api';

interface Unpriced {
  isPending: boolean;
  /** In the last 24 hours. */
  calls: number;
  /** In the last 30 days. */
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
