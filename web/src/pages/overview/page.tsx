// Cost, latency and errors of a window compared with the previous period; every figure links to its calls.
import { ChartColumn } from 'lucide-react';
import { useAsk } from '#api';
import { useTexts } from '#i18n';
import { useCallFilter, useWindow } from '#lib/url-state';
import { Button, ButtonLink, Card, EmptyState, FilterChips, Page, WindowPicker } from '#ui';
import { Breakdown } from './breakdown.tsx';
import { Charts } from './charts.tsx';
import { Errors } from './errors.tsx';
import { Stats } from './stats.tsx';
import { overviewTexts } from './texts.ts';
import { useFigure, useLatency, useScope } from './use-figures.ts';

export function OverviewPage() {
  const texts = useTexts(overviewTexts);
  const { choice, window, before, axis, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const scope = useScope(window, before, axis, filter);
  const figures = {
    count: useFigure(scope, 'count'),
    cost: useFigure(scope, 'cost'),
    tokens: useFigure(scope, 'tokens'),
    error_rate: useFigure(scope, 'error_rate'),
    cache_savings: useFigure(scope, 'cache_savings'),
    latency: useLatency(scope),
  };
  const nothing = figures.count.data?.total === 0;
  return (
    <Page title={texts.title} actions={<WindowPicker choice={choice} onChange={choose} />}>
      <FilterChips filter={filter} onChange={setFilter} />
      {nothing ? (
        <Nothing onWiden={() => choose({ preset: '30d' })} />
      ) : (
        <>
          <Stats figures={figures} />
          <Charts scope={scope} figures={figures} />
          <div className="grid min-w-0 gap-4 xl:grid-cols-2">
            <Breakdown scope={scope} />
            <Errors scope={scope} />
          </div>
        </>
      )}
    </Page>
  );
}

/** No calls at all, or none in this window; the next step differs. */
function Nothing({ onWiden }: { onWiden: () => void }) {
  const texts = useTexts(overviewTexts);
  const newest = useAsk('/v1/query/calls', { limit: 1 }, { staleTime: 5_000 });
  if (newest.isPending) return null;
  const never = newest.data?.records.length === 0;
  return (
    <Card>
      <EmptyState
        icon={<ChartColumn size={22} aria-hidden />}
        title={never ? texts.empty : texts.emptyWindow}
        actions={
          never ? (
            <ButtonLink to="/start" look="main">
              {texts.toStart}
            </ButtonLink>
          ) : (
            <Button look="main" onClick={onWiden}>
              {texts.wider}
            </Button>
          )
        }
      >
        {never ? texts.emptyAbout : texts.emptyWindowAbout}
      </EmptyState>
    </Card>
  );
}
