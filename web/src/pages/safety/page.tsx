// Assessments of the safety classifier, and what it needs to run.
import { ShieldAlert, X } from 'lucide-react';
import { useSession, useRows, useGetPages } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, Page, Segments, ListRows } from '#ui';
import { AssessmentTable } from './assessment-table.tsx';
import { Needs } from './needs.tsx';
import { safetyTexts } from './texts.ts';

interface AssessmentFilter {
  show: 'flagged' | 'clean' | 'all';
  callId: string | null;
}

const useAssessments = ({ show, callId }: AssessmentFilter) =>
  useGetPages(
    '/v1/safety-assessments',
    {
      query: {
        limit: 50,
        ...(show === 'all' ? {} : { flagged: show === 'flagged' }),
        ...(callId === null ? {} : { call_id: callId }),
      },
    },
    { refetchInterval: 60_000 },
  );

const SHOWS = ['all', 'flagged', 'clean'] as const;

export function SafetyPage() {
  const texts = useTexts(safetyTexts);
  const { plan } = useSession().account;
  const [search, change] = useUrl();
  const filter: AssessmentFilter = {
    show: SHOWS.find((show) => show === first(search['show'])) ?? 'all',
    callId: first(search['call']) || null,
  };
  const any = useAssessments({ show: 'all', callId: null });
  const scanned = any.data?.pages[0]?.assessments ?? [];
  const runs = scanned.some(({ source }) => source === 'background');
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        <Segments
          label={texts.show}
          value={filter.show}
          onChange={(show) => change({ show: show === 'all' ? undefined : show })}
          options={SHOWS.map((show) => ({ value: show, label: texts.shows[show] }))}
        />
      }
    >
      {filter.callId !== null && (
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <span className="shrink-0 text-muted">{texts.ofCall}</span>
          <code className="truncate font-mono" title={filter.callId}>
            {filter.callId}
          </code>
          <Button
            size="small"
            look="quiet"
            icon={<X size={14} aria-hidden />}
            onClick={() => change({ call: undefined })}
          >
            {texts.allCalls}
          </Button>
        </p>
      )}
      <Card>
        <Assessments
          filter={filter}
          nothingAtAll={any.isSuccess && scanned.length === 0}
          onAll={() => change({ show: undefined, call: undefined })}
        />
      </Card>
      {any.isSuccess && (plan === 'free' || !runs) && <Needs />}
    </Page>
  );
}

interface AssessmentsProps {
  filter: AssessmentFilter;
  nothingAtAll: boolean;
  onAll: () => void;
}

function Assessments({ filter, nothingAtAll, onAll }: AssessmentsProps) {
  const texts = useTexts(safetyTexts);
  const list = useRows(useAssessments(filter), ({ assessments }) => assessments);
  const onlyFlagged = filter.show === 'flagged' && filter.callId === null;
  return (
    <ListRows
      of={list}
      empty={{
        icon: <ShieldAlert size={22} aria-hidden />,
        title: nothingAtAll ? texts.none : onlyFlagged ? texts.noneFlagged : texts.noneHere,
        actions: !nothingAtAll && <Button onClick={onAll}>{texts.showAll}</Button>,
        children: nothingAtAll ? texts.noneAbout : onlyFlagged ? texts.noneFlaggedAbout : texts.noneHereAbout,
      }}
    >
      {(assessments) => <AssessmentTable assessments={assessments} />}
    </ListRows>
  );
}
