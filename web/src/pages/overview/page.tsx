// Cost, latency and errors of a window compared with the previous period; every figure links to its calls.
// All figures are fetched in one request.
import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { useAsk, useSession } from '#api';
import { useTexts } from '#i18n';
import { useCallFilter } from '#lib/url-state';
import {
  Board,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  FilterChips,
  Page,
  SharedCrosshair,
  useBoard,
  useBoardScope,
  useMarkers,
  WindowPicker,
} from '#ui';
import { Breakdown, isKnown, useBreakdown } from './breakdown.tsx';
import { CopyOverview } from './copy-overview.tsx';
import { ErrorCauses, errorsFigure } from './errors.tsx';
import { overviewTexts } from './texts.ts';
import { overviewWidgets } from './widgets.ts';

export function OverviewPage() {
  const texts = useTexts(overviewTexts);
  const { scope, window } = useBoardScope();
  const [filter, setFilter] = useCallFilter();
  const mayWrite = useSession().role !== 'viewer';
  const widgets = useMemo(() => overviewWidgets(texts.widgets), [texts]);
  const breakdown = useBreakdown(scope);
  const { widget: table } = breakdown;
  const drawn = useMemo(() => (isKnown(table) ? [...widgets, table] : widgets), [widgets, table]);
  const board = useBoard(drawn, scope, [errorsFigure(scope)]);
  const markers = useMarkers(scope);
  const calls = board.widgets.get('number-count')?.data;
  const nothing = calls?.kind === 'number' && calls.value === 0;
  const [errors] = board.extra;
  return (
    <Page
      wide
      title={texts.title}
      actions={
        <>
          {mayWrite && <CopyOverview />}
          <WindowPicker choice={window.choice} onChange={window.choose} />
        </>
      }
    >
      <FilterChips filter={filter} onChange={setFilter} />
      {board.failure ? (
        <Card>
          <ErrorState error={board.failure.error} onRetry={board.failure.refetch} />
        </Card>
      ) : nothing ? (
        <Nothing onWiden={() => window.choose({ preset: '30d' })} />
      ) : (
        <SharedCrosshair>
          <Board widgets={widgets} board={board} scope={scope} window={window} markers={markers} />
          <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2">
            <Breakdown scope={scope} chosen={breakdown} asked={board.widgets.get(table.id)} />
            {errors && <ErrorCauses scope={scope} asked={errors} />}
          </div>
        </SharedCrosshair>
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
