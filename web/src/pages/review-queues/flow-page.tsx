// Reviewing: one call, run or session at a time, with the keyboard. The same page decides disagreements (`?purpose=resolve`).
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useLetterKeys } from '#lib/letter-keys';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorNotice,
  LazyMarkdown,
  Loaded,
  Page,
  Skeleton,
  SkeletonRows,
  TextLink,
  Waiting,
  useDatasetLimits,
  usePageKeys,
} from '#ui';
import { AnswerFields } from './answer-fields.tsx';
import { AnswersSoFar } from './answers-so-far.tsx';
import { FlowHelp, FlowKeys } from './flow-help.tsx';
import { firstOpen, isComplete, optionsOf } from './options.ts';
import { ReviewedItem } from './reviewed-item.tsx';
import { queueTexts } from './texts.ts';
import type { DimensionData, QueueItemData, ReviewQueueData, ReviewValue } from './types.ts';
import { useFlow, type FlowPurpose } from './use-flow.ts';

export function ReviewFlowPage() {
  const texts = useTexts(queueTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [search] = useUrl();
  const purpose: FlowPurpose = first(search['purpose']) === 'resolve' ? 'resolve' : 'review';
  const asked = useGet('/v1/review-queues/{id}', { path: { id: Number(id) } });
  return (
    <Page
      wide
      title={asked.data?.name ?? texts.title}
      about={
        <TextLink to="/review-queues/$id" params={{ id }} className="inline-flex items-center gap-1">
          <ArrowLeft size={14} aria-hidden />
          {texts.backToQueue}
        </TextLink>
      }
    >
      <Loaded of={asked} error="card" skeleton={<SkeletonRows rows={6} />} keepStale>
        {(queue) => <ReviewFlow key={`${id} ${purpose}`} queue={queue} purpose={purpose} />}
      </Loaded>
    </Page>
  );
}

function ReviewFlow({ queue, purpose }: { queue: ReviewQueueData; purpose: FlowPurpose }) {
  const texts = useTexts(queueTexts);
  const { flow: words } = texts;
  const flow = useFlow(queue.id, purpose);
  const item = flow.taken?.item ?? null;
  return (
    <div className="grid min-w-0 gap-4">
      <p role="status" className="sr-only">
        {flow.news}
      </p>
      {flow.error ? <ErrorNotice error={flow.error} /> : null}
      {flow.taken === null ? (
        !flow.error && (
          <Waiting>
            <Skeleton className="h-60" />
          </Waiting>
        )
      ) : item === null ? (
        <Card>
          <EmptyState
            icon={<CircleCheck size={22} aria-hidden />}
            title={purpose === 'review' ? words.done : words.resolvedAll}
            actions={
              <>
                <ButtonLink look="main" to="/review-queues/$id" params={{ id: String(queue.id) }}>
                  {texts.backToQueue}
                </ButtonLink>
                <Button busy={flow.busy} onClick={flow.again}>
                  {words.again}
                </Button>
              </>
            }
          >
            {purpose === 'review' ? words.doneAbout : words.resolvedAllAbout}
          </EmptyState>
        </Card>
      ) : (
        <OneItem key={item.id} queue={queue} item={item} purpose={purpose} flow={flow} />
      )}
    </div>
  );
}

interface OneItemProps {
  queue: ReviewQueueData;
  item: QueueItemData;
  purpose: FlowPurpose;
  flow: ReturnType<typeof useFlow>;
}

function OneItem({ queue, item, purpose, flow }: OneItemProps) {
  const texts = useTexts(queueTexts);
  const { flow: words } = texts;
  const format = useFormat();
  const limits = useDatasetLimits();
  const [letters] = useLetterKeys();
  const { dimensions } = queue;
  const { draft, setDraft } = flow;
  const [active, setActive] = useState(0);
  const [help, setHelp] = useState(false);
  const [missing, setMissing] = useState(false);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const correctionField = useRef<HTMLTextAreaElement>(null);

  const choose = (dimension: DimensionData, value: ReviewValue | undefined) => {
    const { [dimension.name]: _before, ...others } = draft.values;
    const values = value === undefined ? others : { ...others, [dimension.name]: value };
    setDraft({ ...draft, values });
    setMissing(false);
    return values;
  };
  const pressed = (key: string) => {
    const dimension = dimensions[active];
    const option = dimension && optionsOf(dimension)?.find((one) => one.key === key);
    if (dimension && option) setActive(firstOpen(dimensions, choose(dimension, option.value)));
  };
  const save = () => {
    if (isComplete(dimensions, draft.values)) return flow.save(item);
    setMissing(true);
    return setActive(firstOpen(dimensions, draft.values));
  };
  const skip = () => flow.skip(item);
  const move = (by: number) => setActive(Math.min(dimensions.length - 1, Math.max(0, active + by)));
  /** Enter presses the button that has the focus, unless it is one of the answers. */
  const enter = () => {
    const focused = document.activeElement;
    const isOther = focused?.matches('button, a') === true && focused.closest('[data-answers]') === null;
    if (isOther) (focused as HTMLElement).click();
    else save();
  };
  usePageKeys({
    ...Object.fromEntries(Array.from('1234567890', (digit) => [digit, () => pressed(digit)])),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: enter,
    ...(letters
      ? {
          s: skip,
          c: () => correctionField.current?.focus(),
          n: () => commentField.current?.focus(),
        }
      : {}),
  });
  // The shell has its own help behind this key; here the help is about the queue.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '?' || isTyping || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      event.stopPropagation();
      setHelp(true);
    };
    globalThis.addEventListener('keydown', listen, true);
    return () => globalThis.removeEventListener('keydown', listen, true);
  }, []);

  return (
    <>
      <div className="flex min-w-0 flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid min-w-0 gap-4">
          <ReviewedItem item={item} />
          {purpose === 'resolve' && <AnswersSoFar dimensions={dimensions} item={item} />}
          {queue.instructions !== '' && (
            <Card title={words.instructions}>
              <LazyMarkdown text={queue.instructions} />
            </Card>
          )}
        </div>
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-6">
          <Card
            title={purpose === 'resolve' ? texts.resolveTitle : words.answer}
            about={words.left(format.count(flow.taken?.remaining ?? 0))}
          >
            <AnswerFields
              dimensions={dimensions}
              draft={draft}
              onDraft={setDraft}
              active={active}
              onActive={setActive}
              onValue={choose}
              onSave={save}
              hasDataset={queue.datasetId !== null}
              mayCorrect={item.callId !== null}
              longestCorrection={limits.characters}
              commentField={commentField}
              correctionField={correctionField}
            />
            {missing && (
              <p role="alert" className="text-sm text-bad">
                {words.incomplete}
              </p>
            )}
            <div className="grid grid-cols-2 gap-2">
              <Button onClick={skip} disabled={flow.busy}>
                {words.skip}
              </Button>
              <Button look="main" busy={flow.busy} onClick={save}>
                {words.next}
              </Button>
            </div>
          </Card>
        </div>
      </div>
      <FlowKeys />
      <FlowHelp open={help} onClose={() => setHelp(false)} instructions={queue.instructions} />
    </>
  );
}
