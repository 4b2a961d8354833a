import { CircleCheck } from 'lucide-react';
import type { FigureResult, Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeFilter } from '#lib/call-filter';
import { writeWindow } from '#lib/time-window';
import { useWindow } from '#lib/url-state';
import {
  BarList,
  Card,
  EmptyState,
  fixTexts,
  FixButton,
  Loaded,
  narrowedBy,
  SkeletonRows,
  type Asked,
  type Scope,
} from '#ui';
import { overviewTexts } from './texts.ts';

const SHOWN = 10;
const LONGEST_FILTER = 256;

export const errorsFigure = ({ window, filter }: Scope) => ({
  kind: 'aggregate' as const,
  query: { ...window, ...narrowedBy(filter), groupBy: 'error', metric: 'count' },
});

export function ErrorCauses({ scope, asked }: { scope: Scope; asked: Asked<FigureResult> }) {
  const texts = useTexts(overviewTexts);
  const fixing = useTexts(fixTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const answer = asked.data as Schemas['Aggregate'] | null;
  return (
    <Card title={texts.errors} about={texts.errorsAbout}>
      <Loaded
        of={{ ...asked, data: answer }}
        skeleton={<SkeletonRows rows={5} />}
        empty={
          answer?.groups.length === 0 && (
            <EmptyState icon={<CircleCheck size={22} aria-hidden />} title={texts.noErrors} />
          )
        }
      >
        {({ groups }) => (
          <BarList
            label={texts.errors}
            items={groups.slice(0, SHOWN).map(({ key, count }) => ({
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
              action: (
                <FixButton
                  iconOnly
                  name={fixing.clusterOf(key)}
                  calls={{
                    query: {
                      ...scope.window,
                      ...narrowedBy(scope.filter),
                      error: key.slice(0, LONGEST_FILTER),
                    },
                  }}
                />
              ),
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
