import { Inbox } from 'lucide-react';
import { useGetPages, usePreviews, useRows, useTraceNames } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  AppLink,
  Badge,
  ButtonLink,
  CallName,
  Card,
  Field,
  Select,
  TraceName,
  type TableColumn,
  type Tone,
  ListTable,
} from '#ui';
import { queueTexts } from './texts.ts';
import type { QueueItemData, ReviewQueueData } from './types.ts';
import { useValueWords } from './words.ts';

const STATES = ['pending', 'in_review', 'done', 'disagreement', 'resolved'] as const;
const TONES: Record<QueueItemData['state'], Tone> = {
  pending: 'neutral',
  in_review: 'neutral',
  done: 'neutral',
  disagreement: 'warm',
  resolved: 'neutral',
};

export function ItemsTab({ queue }: { queue: ReviewQueueData }) {
  const texts = useTexts(queueTexts);
  const { allWords } = useValueWords();
  const [search, change] = useUrl();
  const state = STATES.find((one) => one === first(search['state']));
  const list = useRows(
    useGetPages('/v1/review-queues/{id}/items', {
      path: { id: queue.id },
      query: { limit: 100, ...(state ? { state } : {}) },
    }),
    ({ items }) => items,
  );
  const previews = usePreviews(list.rows.flatMap(({ callId }) => callId ?? []));
  const names = useTraceNames(list.rows.flatMap(({ traceId }) => traceId ?? []));
  const columns: TableColumn<QueueItemData>[] = [
    {
      id: 'call',
      title: texts.columns.call,
      cell: ({ callId, traceId, sessionId }) => {
        const style = 'block max-w-md min-w-0 hover:underline';
        if (traceId !== null)
          return (
            <AppLink to="/traces/$id" params={{ id: traceId }} className={style}>
              <TraceName trace={names.get(traceId)} id={traceId} />
            </AppLink>
          );
        if (sessionId !== null)
          return (
            <AppLink to="/sessions/$id" params={{ id: sessionId }} className={`${style} truncate`}>
              {texts.sessionNamed(sessionId)}
            </AppLink>
          );
        return (
          <AppLink to="/calls/$id" params={{ id: callId ?? '' }} className={style}>
            <CallName preview={previews.get(callId ?? '')} id={callId ?? ''} />
          </AppLink>
        );
      },
    },
    {
      id: 'state',
      title: texts.columns.state,
      cell: ({ state: of }) => <Badge tone={TONES[of]}>{texts.states[of]}</Badge>,
    },
    { id: 'answers', title: texts.columns.answers, number: true, cell: ({ answerCount }) => answerCount },
    {
      id: 'final',
      title: texts.columns.final,
      wideOnly: true,
      cell: ({ final, disagreements }) =>
        final !== null
          ? allWords(final)
          : disagreements.length > 0 && texts.differIn(disagreements.join(', ')),
    },
  ];
  return (
    <Card>
      <Field label={texts.columns.state} hideLabel className="max-w-48">
        <Select
          value={state ?? ''}
          onChange={(event) => change({ state: event.target.value === '' ? undefined : event.target.value })}
        >
          <option value="">{texts.allStates}</option>
          {STATES.map((value) => (
            <option key={value} value={value}>
              {texts.states[value]}
            </option>
          ))}
        </Select>
      </Field>
      <ListTable
        of={list}
        label={texts.tabs.items}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: <Inbox size={22} aria-hidden />,
          title: texts.noItems,
          actions: <ButtonLink to="/calls">{texts.toCalls}</ButtonLink>,
          children: texts.noItemsAbout,
        }}
      />
    </Card>
  );
}
