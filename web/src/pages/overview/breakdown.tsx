// Breakdown by model, provider or tag. Dimension and measure are in the URL.
import { useAsk, type FigureResult, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { colorsOfNames } from '#lib/palette';
import { first } from '#lib/search-text';
import { writeWindow } from '#lib/time-window';
import { useUrl, useWindow } from '#lib/url-state';
import {
  BarList,
  Card,
  Field,
  Loaded,
  narrowedBy,
  Segments,
  Select,
  SkeletonRows,
  UnpricedNote,
  type Asked,
  type Scope,
} from '#ui';
import { overviewTexts } from './texts.ts';

const DIMENSIONS = ['model', 'provider', 'tag'] as const;
type Dimension = (typeof DIMENSIONS)[number];
const MEASURES = ['cost', 'count', 'tokens', 'latency', 'error_rate'] as const;
type Measure = (typeof MEASURES)[number];
const SHOWN = 10;

const colorsOf = (groups: readonly { key: string }[]): string[] =>
  colorsOfNames(
    'model',
    groups.slice(0, SHOWN).map(({ key }) => key),
  );

interface Chosen {
  dimension: Dimension;
  measure: Measure;
  /** Undefined until the tags are known, or if there are none. */
  tagKey: string | undefined;
  tagKeys: readonly string[] | null;
}

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T =>
  known.find((one) => one === text) ?? (known[0] as T);

function useTagKeys({ window }: Scope, enabled: boolean): readonly string[] | null {
  const { data } = useAsk(
    '/v1/query/facets',
    { ...window, fields: ['tagKey'] },
    { enabled, staleTime: 60_000, keepPrevious: true },
  );
  return data ? (data.facets['tagKey'] ?? []).map(({ value }) => value).toSorted() : null;
}

export function useBreakdown(scope: Scope): Chosen {
  const [search] = useUrl();
  const dimension = oneOf(DIMENSIONS, first(search['by']));
  const measure = oneOf(MEASURES, first(search['measure']));
  const tagKeys = useTagKeys(scope, dimension === 'tag');
  const tagKey = dimension === 'tag' ? (first(search['tagKey']) ?? tagKeys?.[0]) : undefined;
  return { dimension, measure, tagKey, tagKeys };
}

/** Until the tags are known, the models are queried but not shown. */
export const breakdownFigure = ({ window, filter }: Scope, { dimension, measure, tagKey }: Chosen) => ({
  kind: 'aggregate' as const,
  query: {
    ...window,
    ...narrowedBy(filter),
    metric: measure,
    ...(dimension !== 'tag'
      ? { groupBy: dimension }
      : tagKey === undefined
        ? { groupBy: 'model' }
        : { groupBy: 'tag', tagKey }),
  },
});

interface BreakdownProps {
  scope: Scope;
  chosen: Chosen;
  asked: Asked<FigureResult>;
}

export function Breakdown({ scope, chosen, asked }: BreakdownProps) {
  const texts = useTexts(overviewTexts);
  const [, change] = useUrl();
  const { dimension, measure, tagKey, tagKeys } = chosen;
  return (
    <Card
      title={texts.breakdown}
      about={texts.breakdownAbout}
      actions={
        <Segments
          label={texts.by}
          value={dimension}
          onChange={(by) => change({ by, tagKey: undefined }, { replace: true })}
          options={DIMENSIONS.map((value) => ({ value, label: texts.dimensions[value] }))}
        />
      }
    >
      <div className="flex flex-wrap gap-3">
        <Field label={texts.measure} className="min-w-36">
          <Select
            value={measure}
            onChange={(event) => change({ measure: event.target.value }, { replace: true })}
          >
            {MEASURES.map((value) => (
              <option key={value} value={value}>
                {texts.metrics[value]}
              </option>
            ))}
          </Select>
        </Field>
        {tagKey !== undefined && (
          <Field label={texts.tagKey} className="min-w-36">
            <Select
              value={tagKey}
              onChange={(event) => change({ tagKey: event.target.value }, { replace: true })}
            >
              {[...new Set([tagKey, ...(tagKeys ?? [])])].toSorted().map((key) => (
                <option key={key}>{key}</option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {dimension === 'tag' && tagKey === undefined ? (
        tagKeys === null ? (
          <SkeletonRows rows={5} />
        ) : (
          <p className="py-6 text-center text-muted">{texts.noTags}</p>
        )
      ) : (
        <Groups scope={scope} chosen={chosen} asked={asked} />
      )}
    </Card>
  );
}

function Groups({ scope, chosen: { dimension, measure, tagKey = '' }, asked }: BreakdownProps) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const show = {
    cost: format.money,
    count: format.count,
    tokens: format.compact,
    latency: format.duration,
    error_rate: format.share,
  }[measure];
  const narrowTo = (key: string): CallFilter =>
    dimension === 'tag'
      ? { ...scope.filter, tags: { ...scope.filter.tags, [tagKey]: key } }
      : { ...scope.filter, [dimension]: key };
  return (
    <Loaded
      of={{ ...asked, data: asked.data as Schemas['Aggregate'] | null }}
      skeleton={<SkeletonRows rows={5} />}
    >
      {({ groups, total }) => (
        <>
          <BarList
            label={texts.breakdown}
            items={groups.slice(0, SHOWN).map(({ key, value, count }, at) => ({
              key,
              name: key,
              value: value ?? 0,
              shown: show(value),
              color: dimension === 'model' ? colorsOf(groups)[at] : undefined,
              aside: measure === 'count' ? undefined : texts.calls(format.compact(count)),
              link: { to: '/calls', search: Object.assign(writeFilter(narrowTo(key)), writeWindow(choice)) },
            }))}
          />
          <UnpricedNote calls={total.unpriced?.calls} />
        </>
      )}
    </Loaded>
  );
}
