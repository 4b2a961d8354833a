import { CircleCheck, Inbox, Undo2, Users } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { Button, ButtonLink, Card, EmptyState } from '#ui';
import { reviewTexts } from './texts.ts';
import type { Days } from './types.ts';
import type { ReviewQueueState } from './use-queue.ts';

interface QueueEmptyProps {
  review: ReviewQueueState;
  days: Days;
  onDays: (days: Days) => void;
  onUndo: () => void;
}

/** Four reasons for an empty queue, each with its own next step. */
export function QueueEmpty({ review, days, onDays, onUndo }: QueueEmptyProps) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const { coverage, skipped, canUndo } = review;
  const undo = canUndo && (
    <Button icon={<Undo2 size={16} aria-hidden />} onClick={onUndo}>
      {texts.undo}
    </Button>
  );
  const wider = days !== '90' && <Button onClick={() => onDays('90')}>{texts.wider}</Button>;
  if ((coverage?.total ?? 0) === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Inbox size={22} aria-hidden />}
          title={texts.noCalls}
          actions={
            <>
              <ButtonLink to="/start" look="main">
                {texts.toStart}
              </ButtonLink>
              {wider}
            </>
          }
        >
          {texts.noCallsAbout}
        </EmptyState>
      </Card>
    );
  }
  if (skipped > 0) {
    return (
      <Card>
        <EmptyState
          icon={<Inbox size={22} aria-hidden />}
          title={texts.onlySkipped}
          actions={
            <>
              <Button look="main" onClick={review.goThroughSkipped}>
                {texts.again}
              </Button>
              {undo}
            </>
          }
        >
          {texts.onlySkippedAbout(format.count(skipped))}
        </EmptyState>
      </Card>
    );
  }
  if ((coverage?.pending ?? 0) > 0) {
    return (
      <Card>
        <EmptyState
          icon={<Users size={22} aria-hidden />}
          title={texts.withOthers}
          actions={
            <>
              <Button look="main" onClick={review.again}>
                {texts.askAgain}
              </Button>
              {undo}
            </>
          }
        >
          {texts.withOthersAbout}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<CircleCheck size={22} aria-hidden />}
        title={texts.done}
        actions={
          <>
            {wider}
            {undo}
          </>
        }
      >
        {texts.doneAbout(texts.daysSpelled[days])}
      </EmptyState>
    </Card>
  );
}
