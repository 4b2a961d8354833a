// Ingest diagnostics of the last 24 hours by key and client: what was stored, what was rejected, and why.
import { Inbox } from 'lucide-react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  BarChart,
  ButtonLink,
  Card,
  EmptyState,
  Field,
  Loaded,
  Page,
  Select,
  Skeleton,
  SkeletonRows,
  Stat,
  TextLink,
  Waiting,
} from '#ui';
import { Hints } from './hints.tsx';
import { MergedCalls } from './merged.tsx';
import { Reasons } from './reasons.tsx';
import { Sources } from './sources.tsx';
import { diagnosticsTexts } from './texts.ts';
import type { DiagnosticsData } from './types.ts';

const REFRESH_MS = 15_000;

export function DiagnosticsPage() {
  const texts = useTexts(diagnosticsTexts);
  const asked = useGet('/v1/ingest/diagnostics', {}, { refetchInterval: REFRESH_MS });
  return (
    <Page title={texts.title} about={texts.about}>
      <Loaded
        of={asked}
        error="card"
        skeleton={<Shape />}
        empty={asked.data?.totals.requests === 0 && <Nothing hints={asked.data.codedHints} />}
      >
        {(data) => <Found data={data} />}
      </Loaded>
    </Page>
  );
}

const Shape = () => (
  <Waiting>
    <div className="grid gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-60" />
      <Card>
        <SkeletonRows rows={5} />
      </Card>
    </div>
  </Waiting>
);

function Nothing({ hints }: { hints: DiagnosticsData['codedHints'] }) {
  const texts = useTexts(diagnosticsTexts);
  return (
    <>
      <Card>
        <EmptyState
          icon={<Inbox size={22} aria-hidden />}
          title={texts.nothing}
          actions={
            <ButtonLink to="/start" look="main">
              {texts.start}
            </ButtonLink>
          }
        >
          {texts.nothingAbout}
        </EmptyState>
      </Card>
      <Hints hints={hints} />
    </>
  );
}

function Found({ data }: { data: DiagnosticsData }) {
  const texts = useTexts(diagnosticsTexts);
  const [search, change] = useUrl();
  const keys = new Map(data.sources.map(({ keyId, keyName }) => [keyId, keyName]));
  const chosen = first(search['key']);
  const key = chosen !== undefined && keys.has(chosen) ? chosen : null;
  const sources = key === null ? data.sources : data.sources.filter(({ keyId }) => keyId === key);
  return (
    <>
      <Totals totals={data.totals} />
      <Hours hours={data.hours} />
      <Hints hints={data.codedHints} />
      {keys.size > 1 && (
        <Field label={texts.key} className="max-w-72">
          <Select
            value={key ?? ''}
            onChange={({ target }) => change({ key: target.value === '' ? undefined : target.value })}
          >
            <option value="">{texts.allKeys}</option>
            {[...keys].map(([id, name]) => (
              <option key={id} value={id}>
                {name ?? (id === '' ? texts.otherSenders : id)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Reasons sources={sources} />
      <Sources sources={sources} />
      {data.merged.length > 0 && <MergedCalls merged={data.merged} />}
    </>
  );
}

function Totals({ totals }: { totals: DiagnosticsData['totals'] }) {
  const texts = useTexts(diagnosticsTexts);
  const format = useFormat();
  const names = [
    'requests',
    'accepted',
    'rejected',
    'refused',
    'duplicates',
    'observations',
    'unpriced',
  ] as const;
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4 xl:grid-cols-7">
        {names.map((name) => {
          const bad = (name === 'rejected' || name === 'refused') && totals[name] > 0;
          const count = format.count(totals[name]);
          return (
            <Stat
              key={name}
              label={texts.figures[name]}
              value={bad ? <span className="text-bad">{count}</span> : count}
            >
              <p className="text-xs text-muted">
                {texts.figuresAbout[name]}
                {name === 'unpriced' && totals.unpriced > 0 && (
                  <>
                    {' '}
                    <TextLink to="/settings/prices">{texts.setPrices}</TextLink>
                  </>
                )}
              </p>
            </Stat>
          );
        })}
      </div>
    </Card>
  );
}

function Hours({ hours }: { hours: DiagnosticsData['hours'] }) {
  const texts = useTexts(diagnosticsTexts);
  const format = useFormat();
  return (
    <Card>
      <BarChart
        title={texts.byHour}
        label={texts.byHourLabel}
        height={160}
        points={hours.map(({ hour }) => ({
          short: format.time(hour, 'clock'),
          long: format.time(hour, 'short'),
        }))}
        series={[
          {
            name: texts.figures.accepted,
            color: 'var(--color-accent)',
            values: hours.map(({ accepted }) => accepted),
          },
          {
            name: texts.figures.rejected,
            color: 'var(--color-bad)',
            values: hours.map(({ rejected }) => rejected),
          },
        ]}
        format={format.compact}
        scale="count"
      />
    </Card>
  );
}
