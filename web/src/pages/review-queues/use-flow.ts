// The flow of one reviewer: take an item, answer or skip it, take the next one.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askAgain, request, useProjectId } from '#api';
import { useTexts } from '#i18n';
import { say } from '#ui';
import { queueTexts } from './texts.ts';
import type { DraftValues, QueueItemData } from './types.ts';

export type FlowPurpose = 'review' | 'resolve';

export interface FlowDraft {
  values: DraftValues;
  comment: string;
  correction: string;
}

const NOTHING: FlowDraft = { values: {}, comment: '', correction: '' };

interface Taken {
  item: QueueItemData | null;
  remaining: number;
}

/** What both reviewers said need not be chosen again. */
function agreedValues(item: QueueItemData | null): DraftValues {
  const [answer] = item?.answers ?? [];
  return Object.fromEntries(
    Object.entries(answer?.values ?? {}).filter(([name]) => item?.disagreements.includes(name) === false),
  );
}

export function useFlow(queueId: number, purpose: FlowPurpose) {
  const { flow: texts } = useTexts(queueTexts);
  const projectId = useProjectId();
  const client = useQueryClient();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [draft, setDraft] = useState(NOTHING);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [news, setNews] = useState('');
  const isBusy = useRef(false);

  const take = async () => {
    const path = { id: queueId };
    const next = await request(
      'post',
      '/v1/review-queues/{id}/take',
      { path, body: { purpose } },
      { projectId },
    );
    setTaken(next);
    setDraft({ ...NOTHING, values: purpose === 'resolve' ? agreedValues(next.item) : {} });
  };
  /** One step at a time: a second key press while the first is being saved does nothing. */
  const step = async (work: () => Promise<unknown>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      await take();
    } catch (caught) {
      setError(caught);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void step(async () => undefined);
  });
  const changed = () => askAgain(client, '/v1/review-queues', '/v1/scores');

  return {
    taken,
    draft,
    setDraft,
    error,
    busy,
    news,
    again: () => void step(async () => undefined),
    skip: (item: QueueItemData) =>
      void step(async () => {
        const path = { id: queueId, itemId: item.id };
        await request('post', '/v1/review-queues/{id}/items/{itemId}/skip', { path }, { projectId });
        setNews(texts.skipped);
      }),
    save: (item: QueueItemData) =>
      void step(async () => {
        const path = { id: queueId, itemId: item.id };
        const body = {
          values: { ...draft.values },
          comment: draft.comment.trim() === '' ? null : draft.comment,
          correction: draft.correction.trim() === '' ? null : draft.correction,
        };
        const { textDropped } = await (purpose === 'review'
          ? request('put', '/v1/review-queues/{id}/items/{itemId}/answer', { path, body }, { projectId })
          : request(
              'put',
              '/v1/review-queues/{id}/items/{itemId}/resolution',
              { path, body },
              { projectId },
            ));
        if (textDropped) say(texts.dropped, 'bad');
        setNews(texts.saved);
        void changed();
      }),
  };
}
