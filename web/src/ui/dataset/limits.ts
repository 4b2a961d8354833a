// The limits of datasets are those of the account; the operator can raise them.
import { useGet } from '#api';

interface DatasetLimits {
  items: number;
  /** The most that an input or an expected output can have. */
  characters: number;
}

/** The largest limit that an account can have. */
export const MOST_ITEMS = 10_000;

const USUAL: DatasetLimits = { items: 20, characters: 4_000 };
const STALE_MS = 300_000;

export function useDatasetLimits(): DatasetLimits {
  const { data } = useGet('/v1/account/overview', {}, { wholeAccount: true, staleTime: STALE_MS });
  return data ? { items: data.limits.datasetItems, characters: data.limits.itemCharacters } : USUAL;
}
