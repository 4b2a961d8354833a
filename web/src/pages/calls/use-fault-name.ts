// What is wrong with the calls of a filter: an error, or a low score. Null if the filter is about neither.
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { fixTexts } from '#ui';
import { callsTexts } from './texts.ts';

export function useFaultName({ error, scores }: CallFilter): string | null {
  const texts = useTexts(callsTexts);
  const fixing = useTexts(fixTexts);
  if (error !== undefined && error !== false)
    return error === true ? texts.failedCalls : fixing.clusterOf(error);
  const low = scores?.find(({ op, value }) => op === 'lt' || op === 'lte' || value === false);
  return low ? fixing.lowScored(low.name) : null;
}
