import { CircleCheck } from 'lucide-react';
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeFilter } from '#lib/call-filter';
import { writeWindow } from '#lib/time-window';
import { useWindow } from '#lib/url-state';
import { BarList, Card, EmptyState, Loaded, SkeletonRows } from '#ui';
import { overviewTexts } from './texts.ts';
import { narrowed, type Scope } from './use-figures.ts';

const SHOWN = 10;
const LONGEST_FILTER = 256;

export function Errors({ scope }: { scope: Scope }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const asked = useAsk(
    '/v1/query/aggregate',
    { ...scope.window, ...narrowed(scope.filter), groupBy: 'error', metric: 'count' },
    { keepPrevious: true, staleTime: 30_000 },
  );
  return (
    <Card title={texts.errors} about={texts.errorsAbout}>
      <Loaded
        of={asked}
        skeleton={<SkeletonRows rows={5} />}
        empty={
          asked.data?.groups.length === 0 && (
            <EmptyState icon={<CircleCheck size={22} aria-hidden />} title={texts.noErrors} />
          )
        }
      >
        {(data) => (
          <BarList
            label={texts.errors}
            items={data.groups.slice(0, SHOWN).map(({ key, count }) => ({
              key,
              name: key,
              value: count,
              shown: format.count(count),
              link: {
                to: '/calls',
                search: {
                  ...writeFilter({ ...scope.filter, error: key.slice(0, LONGEST_FILTER) }),
                  ...writeWindow(choice),
                },
              },
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
