// The review queue: one call at a time, most urgent first. Designed for keyboard and phone.
import { useRef, useState } from 'react';
import { useGet, useProjectId, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Card, ErrorState, Page, ReviewTabs, Segments, Skeleton, Waiting } from '#ui';
import { ReviewedCall } from './call-view.tsx';
import { KeyHelp } from './key-help.tsx';
import { LABEL_KEYS, useLabels } from './labels.ts';
import { QueueEmpty } from './queue-empty.tsx';
import { ReviewFields, ScoreBar } from './review-fields.tsx';
import { reviewTexts } from './texts.ts';
import { DAYS, type Days, type ReviewCoverage } from './types.ts';
import { UpNext } from './up-next.tsx';
import { useKeys } from './use-keys.ts';
import { useQueue } from './use-queue.ts';

const USUAL: Days = '30';

export function ReviewPage() {
  const texts = useTexts(reviewTexts);
  const { role } = useSession();
  const projectId = useProjectId();
  const [search, change] = useUrl();
  const days = DAYS.find((known) => known === first(search['days'])) ?? USUAL;
  const choose = (next: Days) => change({ days: next === USUAL ? undefined : next });
  return (
    <Page
      title={texts.title}
      about={role === 'viewer' ? texts.viewerNote : texts.about}
      actions={
        <Segments
          label={texts.window}
          value={days}
          onChange={choose}
          options={DAYS.map((value) => ({ value, label: texts.days[value] }))}
        />
      }
    >
      <ReviewTabs current="unscored" />
      <Review key={`${days} ${projectId}`} days={days} onDays={choose} />
    </Page>
  );
}

const SCORES = [1, 2, 3, 4, 5] as const;

function Review({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const review = useQueue(Number(days));
  const { queue, current, after, draft, setDraft, coverage, mayReview, canUndo } = review;
  const [labels, remember] = useLabels();
  const [news, setNews] = useState('');
  const noteField = useRef<HTMLTextAreaElement>(null);
  const labelField = useRef<HTMLInputElement>(null);
  // Prefetches the next call.
  useGet(
    '/v1/query/calls/{id}',
    { path: { id: after?.call.id ?? '' } },
    { enabled: after !== null, staleTime: 300_000 },
  );
  const tell = (what: string) =>
    setNews(texts.gone(what, texts.left(format.count(Math.max(0, (coverage?.pending ?? 1) - 1)))));
  const score = (given: number) => {
    remember(draft.label.trim());
    tell(texts.scoreGiven(given));
    review.score(given);
  };
  const next = () => {
    remember(draft.label.trim());
    setNews(texts.passedOver);
    review.next();
  };
  const skip = () => {
    setNews(texts.passedOver);
    review.skip();
  };
  const undo = () => {
    if (!canUndo) return;
    setNews(texts.undone);
    void review.undo();
  };
  const toggle = (label: string) => setDraft({ ...draft, label: draft.label === label ? '' : label });

  useKeys({
    u: undo,
    ...(current ? { j: next, ArrowRight: next, x: skip } : {}),
    ...(current && mayReview
      ? {
          ...Object.fromEntries(SCORES.map((given) => [String(given), () => score(given)])),
          ...Object.fromEntries(labels.map((label, index) => [LABEL_KEYS[index], () => toggle(label)])),
          n: () => noteField.current?.focus(),
          l: () => labelField.current?.focus(),
        }
      : {}),
  });

  if (queue.isError && !queue.data) {
    return (
      <Card>
        <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      <p role="status" className="sr-only">
        {news}
      </p>
      {coverage === null ? (
        <Skeleton className="h-10" />
      ) : (
        coverage.total > 0 && <CoverageBar coverage={coverage} />
      )}
      {review.waiting ? (
        <ReviewSkeleton />
      ) : current === null ? (
        <QueueEmpty review={review} days={days} onDays={onDays} onUndo={undo} />
      ) : (
        <div className="flex min-w-0 flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
          <ReviewedCall key={current.call.id} item={current} />
          <div className="max-lg:contents lg:sticky lg:top-6 lg:grid lg:gap-4">
            {mayReview && (
              <ReviewFields
                labels={labels}
                draft={draft}
                onDraft={setDraft}
                onToggle={toggle}
                noteField={noteField}
                labelField={labelField}
              />
            )}
            <ScoreBar
              {...(mayReview ? { onScore: score } : {})}
              onNext={next}
              onSkip={skip}
              onUndo={undo}
              canUndo={canUndo}
            />
            <UpNext items={review.upcoming} onPick={review.pick} />
          </div>
        </div>
      )}
      {current !== null && <KeyHelp mayReview={mayReview} />}
    </div>
  );
}

const ReviewSkeleton = () => (
  <Waiting>
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Card>
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-14" />
        <Skeleton className="h-20" />
        <Skeleton className="h-40" />
      </Card>
      <Card>
        <Skeleton className="h-8" />
        <Skeleton className="h-20" />
        <Skeleton className="h-11" />
      </Card>
    </div>
  </Waiting>
);

function CoverageBar({ coverage }: { coverage: ReviewCoverage }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const { total, reviewed, pending, coveragePct } = coverage;
  const words = texts.reviewed(format.count(reviewed), format.count(total), format.share(coveragePct / 100));
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{words}</span>
        <span className="font-medium">{texts.left(format.count(pending))}</span>
      </p>
      <div
        role="progressbar"
        aria-label={texts.coverage}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={coveragePct}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-sm bg-hover"
      >
        <div className="h-full bg-accent" style={{ width: `${coveragePct}%` }} />
      </div>
    </div>
  );
}
