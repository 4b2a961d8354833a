// Two runs side by side. Both are named in the URL, so that a comparison can be shared.
import { ArrowLeftRight, GitCompare, SearchX } from 'lucide-react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Breadcrumbs, Button, ButtonLink, Card, EmptyState, Loaded, Page, SkeletonRows } from '#ui';
import { ComparedRows } from './rows.tsx';
import { RunChoice } from './run-choice.tsx';
import { runCompareTexts } from './texts.ts';
import { ComparedTotals } from './totals.tsx';

export function CompareRunsPage() {
  const texts = useTexts(runCompareTexts);
  const [search, change] = useUrl();
  const [a, b] = [first(search['a']) ?? '', first(search['b']) ?? ''];
  return (
    <Page
      wide
      title={texts.title}
      crumbs={<Breadcrumbs list={{ name: texts.traces, to: '/traces' }} here={texts.title} />}
      about={texts.about}
    >
      <Card>
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          <RunChoice side="a" value={a} onChange={(id) => change({ a: id || undefined })} />
          <Button
            className="md:mt-6.5"
            title={texts.swapAbout}
            icon={<ArrowLeftRight size={16} aria-hidden />}
            disabled={a === '' && b === ''}
            onClick={() => change({ a: b || undefined, b: a || undefined })}
          >
            {texts.swap}
          </Button>
          <RunChoice side="b" value={b} onChange={(id) => change({ b: id || undefined })} />
        </div>
      </Card>
      {a === '' || b === '' ? (
        <Card>
          <EmptyState icon={<GitCompare size={22} aria-hidden />} title={texts.chooseTitle}>
            {texts.chooseMore}
          </EmptyState>
        </Card>
      ) : (
        <Compared key={`${a} ${b}`} a={a} b={b} />
      )}
    </Page>
  );
}

function Compared({ a, b }: { a: string; b: string }) {
  const texts = useTexts(runCompareTexts);
  const asked = useGet('/v1/query/traces/compare', { query: { a, b } }, { staleTime: 60_000 });
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={<SkeletonRows rows={10} />}
      missing={
        <Card>
          <EmptyState
            icon={<SearchX size={22} aria-hidden />}
            title={texts.missing}
            actions={<ButtonLink to="/traces">{texts.traces}</ButtonLink>}
          >
            {texts.missingAbout}
          </EmptyState>
        </Card>
      }
    >
      {(comparison) => (
        <>
          {comparison.truncated && <p className="text-warm">{texts.truncated}</p>}
          {comparison.contentCompared === 'some' && <p className="text-warm">{texts.someContent}</p>}
          <ComparedTotals totals={comparison.totals} />
          <ComparedRows of={comparison} />
        </>
      )}
    </Loaded>
  );
}
