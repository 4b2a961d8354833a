// Breakdown by model, provider or tag. Dimension and measure are in the URL.
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { first } from '#lib/search-text';
import { writeWindow } from '#lib/time-window';
import { useUrl, useWindow } from '#lib/url-state';
import { BarList, Card, Field, Loaded, Segments, Select, SkeletonRows } from '#ui';
import { overviewTexts } from './texts.ts';
import { narrowed, type Scope } from './use-figures.ts';

const DIMENSIONS = ['model', 'provider', 'tag'] as const;
type Dimension = (typeof DIMENSIONS)[number];
const MEASURES = ['cost', 'count', 'tokens', 'latency', 'error_rate'] as const;
type Measure = (typeof MEASURES)[number];
const SHOWN = 10;

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T =>
  known.find((one) => one === text) ?? (known[0] as T);

/** The API has no list of tags, so the tags of the newest calls are offered. */
function useTagKeys({ filter }: Scope, enabled: boolean): readonly string[] | null {
  const { data } = useAsk('/v1/query/calls', { ...filter, limit: 200 }, { enabled, staleTime: 60_000 });
  if (!data) return null;
  return [...new Set(data.records.flatMap(({ tags }) => Object.keys(tags ?? {})))].toSorted();
}

export function Breakdown({ scope }: { scope: Scope }) {
  const texts = useTexts(overviewTexts);
  const [search, change] = useUrl();
  const dimension = oneOf(DIMENSIONS, first(search['by']));
  const measure = oneOf(MEASURES, first(search['measure']));
  const keys = useTagKeys(scope, dimension === 'tag');
  const tagKey = dimension === 'tag' ? (first(search['tagKey']) ?? keys?.[0]) : undefined;
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
              {[...new Set([tagKey, ...(keys ?? [])])].toSorted().map((key) => (
                <option key={key}>{key}</option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {dimension === 'tag' && tagKey === undefined ? (
        keys === null ? (
          <SkeletonRows rows={5} />
        ) : (
          <p className="py-6 text-center text-muted">{texts.noTags}</p>
        )
      ) : (
        <Groups scope={scope} dimension={dimension} measure={measure} tagKey={tagKey ?? ''} />
      )}
    </Card>
  );
}

interface GroupsProps {
  scope: Scope;
  dimension: Dimension;
  measure: Measure;
  tagKey: string;
}

function Groups({ scope, dimension, measure, tagKey }: GroupsProps) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const asked = useAsk(
    '/v1/query/aggregate',
    {
      ...scope.window,
      ...narrowed(scope.filter),
      groupBy: dimension,
      metric: measure,
      ...(dimension === 'tag' ? { tagKey } : {}),
    },
    { keepPrevious: true, staleTime: 30_000 },
  );
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
    <Loaded of={asked} skeleton={<SkeletonRows rows={5} />}>
      {({ groups }) => (
        <BarList
          label={texts.breakdown}
          items={groups.slice(0, SHOWN).map(({ key, value, count }) => ({
            key,
            name: key,
            value: value ?? 0,
            shown: show(value),
            aside: measure === 'count' ? undefined : texts.calls(format.compact(count)),
            link: { to: '/calls', search: Object.assign(writeFilter(narrowTo(key)), writeWindow(choice)) },
          }))}
        />
      )}
    </Loaded>
  );
}
