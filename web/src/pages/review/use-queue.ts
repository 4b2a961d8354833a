// The queue of one reviewer: the current call, the calls after it, and undo. Calls are reserved for this
// reviewer while the page is open. Scores are saved in the background; a call whose score could not be saved
// comes up again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain, request, useAsk, useGet, useProjectId, useSession } from '#api';
import { useTexts } from '#i18n';
import { say } from '#ui';
import { reviewTexts } from './texts.ts';
import type { ReviewCoverage, Item, Queue } from './types.ts';

export interface ReviewDraft {
  label: string;
  note: string;
}
const NO_DRAFT: ReviewDraft = { label: '', note: '' };
const isEmpty = ({ label, note }: ReviewDraft) => label.trim() === '' && note.trim() === '';

interface Step {
  item: Item;
  how: 'scored' | 'skipped';
  /** The id of the created annotation; null if there is none. */
  annotation: Promise<number | null>;
}
type Passed = ReadonlyMap<string, Step['how']>;

const AHEAD = 10;
const MOST = 100;
const FEW = 3;
/** A reservation lasts five minutes; each request extends it. */
const HOLD_ON_MS = 4 * 60_000;

export type ReviewQueueState = ReturnType<typeof useQueue>;

export function useQueue(windowDays: number) {
  const texts = useTexts(reviewTexts);
  const client = useQueryClient();
  const projectId = useProjectId();
  const mayReview = useSession().role !== 'viewer';
  const [passed, setPassed] = useState<Passed>(new Map());
  // A new answer may have another order, but must not replace the call that is being read.
  const [pinned, setPinned] = useState<Item | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, ReviewDraft>>>({});
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [saving, setSaving] = useState(0);

  const skipped = [...passed.values()].filter((how) => how === 'skipped').length;
  // Skipped calls stay reserved and come first in the next answer, so the limit grows in tens to make room
  // for them.
  const limit = Math.min(MOST, AHEAD * (1 + Math.floor((skipped + FEW) / AHEAD)));
  const part = { windowDays, limit };
  const often = { keepPrevious: true, staleTime: 60_000, refetchInterval: HOLD_ON_MS };
  const claimed = useAsk('/v1/annotations/review-queue/claim', part, { ...often, enabled: mayReview });
  const seen = useGet('/v1/annotations/review-queue', { query: part }, { ...often, enabled: !mayReview });
  const queue = mayReview ? claimed : seen;
  const open = (queue.data?.items ?? []).filter(({ call }) => !passed.has(call.id));
  const current = pinned ?? open[0] ?? null;
  const upcoming = open.filter(({ call }) => call.id !== current?.call.id);
  const after = upcoming[0] ?? null;
  const draft = (current && drafts[current.call.id]) ?? NO_DRAFT;
  const again = () => void askAgain(client, '/v1/annotations/review-queue');

  const setHow = (id: string, how: Step['how'] | null) =>
    setPassed((before) => {
      const next = new Map(before);
      if (how === null) next.delete(id);
      else next.set(id, how);
      return next;
    });
  const setDraft = (next: ReviewDraft) =>
    current && setDrafts((before) => ({ ...before, [current.call.id]: next }));

  const save = async (item: Item, qualityScore: number | null): Promise<number | null> => {
    const { id: callId } = item.call;
    setSaving((before) => before + 1);
    try {
      const body = {
        callId,
        qualityScore,
        label: draft.label.trim() || null,
        annotationText: draft.note.trim() || null,
      };
      const { annotation } = await request('post', '/v1/annotations', { body }, { projectId });
      return annotation.id;
    } catch {
      say(texts.notSaved(callId), 'bad');
      setHow(callId, null);
      setSteps((before) => before.filter((step) => step.item !== item));
      return null;
    } finally {
      setSaving((before) => before - 1);
    }
  };

  const advance = (item: Item, how: Step['how'], annotation: Promise<number | null>) => {
    setHow(item.call.id, how);
    setSteps((before) => [...before, { item, how, annotation }]);
    setPinned(after);
    // Near the end of the answer, load more after this score is saved. A short answer has no more.
    const behind = (queue.data?.items.length ?? 0) >= limit;
    if (open.length <= (behind ? FEW : 1)) void annotation.then(again);
  };

  const undo = async () => {
    const step = steps.at(-1);
    if (!step) return;
    const { id } = step.item.call;
    setSteps((before) => before.slice(0, -1));
    setHow(id, null);
    setPinned(step.item);
    const annotation = await step.annotation;
    if (annotation === null) return;
    try {
      await request('delete', '/v1/annotations/{id}', { path: { id: annotation } }, { projectId });
      again();
    } catch {
      say(texts.notUndone, 'bad');
      setHow(id, step.how);
      setPinned(null);
    }
  };

  return {
    queue,
    mayReview,
    current,
    after,
    upcoming,
    /** Takes this call first; the current one comes later. */
    pick: setPinned,
    draft,
    setDraft,
    skipped,
    /** No current call, but an answer is still pending. */
    waiting: queue.isPending || (current === null && (queue.isFetching || saving > 0)),
    canUndo: steps.length > 0,
    coverage: queue.data ? coverageSince(queue.data, passed) : null,
    again,
    undo,
    score: (score: number) => {
      if (current && mayReview) advance(current, 'scored', save(current, score));
    },
    next: () => {
      if (!current) return;
      advance(current, 'skipped', mayReview && !isEmpty(draft) ? save(current, null) : Promise.resolve(null));
    },
    skip: () => {
      if (!current) return;
      setDraft(NO_DRAFT);
      advance(current, 'skipped', Promise.resolve(null));
    },
    goThroughSkipped: () => {
      setPassed((before) => new Map([...before].filter(([, how]) => how !== 'skipped')));
      again();
    },
  };
}

/** The coverage of the answer, plus calls that were scored since. */
function coverageSince({ items, coverage }: Queue, passed: Passed): ReviewCoverage {
  const since = items.filter(({ call }) => passed.get(call.id) === 'scored').length;
  const reviewed = coverage.reviewed + since;
  return {
    total: coverage.total,
    reviewed,
    pending: Math.max(0, coverage.pending - since),
    coveragePct: coverage.total === 0 ? 0 : Math.floor((reviewed * 1000) / coverage.total) / 10,
  };
}
