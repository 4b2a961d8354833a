// Breakdown by any field of calls. Dimension and measure are in the URL.
import { useMemo } from 'react';
import { useAsk } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl, useWindow } from '#lib/url-state';
import {
  boardTexts,
  Card,
  Field,
  groupsOf,
  Loaded,
  Select,
  SkeletonRows,
  UnpricedNote,
  useGroupNames,
  WidgetGroups,
  type Asked,
  type Scope,
  type Widget,
  type WidgetData,
} from '#ui';
import { overviewTexts } from './texts.ts';

const MEASURES = ['cost', 'count', 'tokens', 'latency', 'error_rate', 'users', 'sessions'] as const;

interface Chosen {
  widget: Widget;
  /** Null until they are known. */
  tagKeys: readonly string[] | null;
}

const oneOf = <T extends string>(known: readonly T[], text: string | undefined, usual: T): T =>
  known.find((one) => one === text) ?? usual;

function useTagKeys({ window }: Scope, enabled: boolean): readonly string[] | null {
  const { data } = useAsk(
    '/v1/query/facets',
    { ...window, fields: ['tagKey'] },
    { enabled, staleTime: 60_000, keepPrevious: true },
  );
  return data ? (data.facets['tagKey'] ?? []).map(({ value }) => value).toSorted() : null;
}

/** A table, as dashboards have it. */
export function useBreakdown(scope: Scope): Chosen {
  const title = useTexts(overviewTexts).breakdown;
  const [search] = useUrl();
  const metric = oneOf(MEASURES, first(search['measure']), 'cost');
  const groupBy = oneOf(groupsOf(metric, 'table'), first(search['by']), 'model');
  const tagKeys = useTagKeys(scope, groupBy === 'tag');
  const tagKey = groupBy === 'tag' ? (first(search['tagKey']) ?? tagKeys?.[0]) : undefined;
  const widget = useMemo(
    (): Widget => ({
      id: 'breakdown',
      title,
      chart: 'table',
      question: { metric, groupBy, ...(tagKey === undefined ? {} : { tagKey }) },
      position: { x: 0, y: 0 },
      size: { w: 6, h: 8 },
    }),
    [title, metric, groupBy, tagKey],
  );
  return { widget, tagKeys };
}

/** Until the tags are known, there is nothing to ask. */
export const isKnown = ({ question: { groupBy, tagKey } }: Widget): boolean =>
  groupBy !== 'tag' || tagKey !== undefined;

interface BreakdownProps {
  scope: Scope;
  chosen: Chosen;
  asked: Asked<WidgetData> | undefined;
}

export function Breakdown({ scope, chosen: { widget, tagKeys }, asked }: BreakdownProps) {
  const texts = useTexts(overviewTexts);
  const names = useTexts(boardTexts);
  const groupName = useGroupNames();
  const window = useWindow();
  const [, change] = useUrl();
  const { metric, groupBy = 'model', tagKey } = widget.question;
  const choose = (params: Record<string, string | undefined>) => change(params, { replace: true });
  return (
    <Card title={texts.breakdown} about={texts.breakdownAbout}>
      <div className="flex flex-wrap gap-3">
        <Field label={texts.by} className="min-w-36">
          <Select value={groupBy} onChange={({ target }) => choose({ by: target.value, tagKey: undefined })}>
            {groupsOf(metric, 'table').map((group) => (
              <option key={group} value={group}>
                {groupName(group)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.measure} className="min-w-36">
          <Select value={metric} onChange={({ target }) => choose({ measure: target.value })}>
            {MEASURES.map((measure) => (
              <option key={measure} value={measure}>
                {names.metrics[measure]}
              </option>
            ))}
          </Select>
        </Field>
        {tagKey !== undefined && (
          <Field label={texts.tagKey} className="min-w-36">
            <Select value={tagKey} onChange={({ target }) => choose({ tagKey: target.value })}>
              {[...new Set([tagKey, ...(tagKeys ?? [])])].toSorted().map((key) => (
                <option key={key}>{key}</option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {asked ? (
        <Loaded of={asked} skeleton={<SkeletonRows rows={5} />}>
          {(data) =>
            data.kind === 'groups' && (
              <>
                <WidgetGroups widget={widget} groups={data.groups} scope={scope} window={window} />
                <UnpricedNote calls={data.unpriced} />
              </>
            )
          }
        </Loaded>
      ) : tagKeys === null ? (
        <SkeletonRows rows={5} />
      ) : (
        <p className="py-6 text-center text-muted">{texts.noTags}</p>
      )}
    </Card>
  );
}
