// Suggestions for filter fields: the most frequent values in the window, regardless of the other filters.
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import type { CallsBody } from './list-state.ts';
import { callsTexts } from './texts.ts';
import type { Facet, Facets } from './types.ts';

const NONE: Facets = {};

/** A field is an API name, or `tag:` and the key of a tag. */
export function useFacets(
  { startTime, endTime }: CallsBody,
  fields: readonly string[],
  { enabled = true } = {},
): Facets {
  const window = endTime === undefined ? { startTime } : { startTime, endTime };
  const { data } = useAsk(
    '/v1/query/facets',
    { ...window, fields: [...fields] },
    { staleTime: 60_000, enabled },
  );
  return data?.facets ?? NONE;
}

export function Suggestions({ id, facet }: { id: string; facet: Facet | undefined }) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  return (
    <datalist id={id}>
      {facet?.map(({ value, calls }) => (
        <option key={value} value={value}>
          {texts.callsWith(format.count(calls))}
        </option>
      ))}
    </datalist>
  );
}
