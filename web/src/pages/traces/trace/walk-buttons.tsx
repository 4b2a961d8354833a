// Buttons for the previous and the next trace in the list that this one was opened from.
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTexts } from '#i18n';
import type { Search } from '#lib/search-text';
import { IconButton, usePageKeys } from '#ui';
import { useNeighbours } from '../list/walk.ts';
import { traceTexts } from '../texts.ts';

export function WalkButtons({ id }: { id: string }) {
  const texts = useTexts(traceTexts);
  const navigate = useNavigate();
  const { isListed, before, after } = useNeighbours(id);
  /**
   * Keeps the view, but not the selection, which does not exist in the other trace. One step back leads to
   * the list.
   */
  const goTo = (to: string | undefined) =>
    to === undefined
      ? undefined
      : () =>
          void navigate({
            to: '/traces/$id',
            params: { id: to },
            search: ({ view, show, project }: Search) => ({ view, show, project }),
            replace: true,
          });
  const [toBefore, toAfter] = [goTo(before), goTo(after)];
  usePageKeys({ J: toAfter, K: toBefore });
  if (!isListed) return null;
  return (
    <>
      <IconButton
        label={texts.traceBefore}
        icon={<ChevronUp size={18} aria-hidden />}
        disabled={toBefore === undefined}
        aria-keyshortcuts="Shift+K"
        onClick={toBefore}
      />
      <IconButton
        label={texts.traceAfter}
        icon={<ChevronDown size={18} aria-hidden />}
        disabled={toAfter === undefined}
        aria-keyshortcuts="Shift+J"
        onClick={toAfter}
      />
    </>
  );
}
