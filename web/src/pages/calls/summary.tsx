// The number of calls if known, the number of new ones since, and the switch for live calls.
import { ArrowUp, Radio } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, ListSummary, listTexts } from '#ui';
import { callsTexts } from './texts.ts';
import type { ListedCalls } from './use-calls.ts';

interface SummaryProps {
  calls: ListedCalls;
  asOf: number;
  onRefresh: () => void;
}

export function CallsSummary({ calls, asOf, onRefresh }: SummaryProps) {
  const { list, total, volume, newCount, live } = calls;
  const { asked, looking } = list;
  const texts = useTexts(callsTexts);
  const own = useTexts(listTexts);
  const format = useFormat();
  const known = format.count(Math.max(total ?? 0, list.rows.length));
  const text =
    total !== undefined || !asked.hasNextPage
      ? texts.count(known)
      : volume.counting
        ? texts.atLeast(known)
        : texts.countMore(known);
  const isLoaded = asked.data !== undefined;
  return (
    <ListSummary
      text={looking ? own.looking : isLoaded ? text : ''}
      asOf={isLoaded ? asOf : null}
      since={live?.on ? (live.paused ? texts.livePaused : texts.liveOn) : undefined}
      isFetching={asked.isFetching}
      onRefresh={onRefresh}
    >
      {newCount > 0 && (
        <Button
          size="small"
          className="rounded-full!"
          icon={<ArrowUp size={14} aria-hidden />}
          onClick={onRefresh}
        >
          {texts.newCalls(format.count(newCount))}
        </Button>
      )}
      {live && (
        <Button
          size="small"
          look="quiet"
          role="switch"
          aria-checked={live.on}
          title={texts.liveAbout}
          icon={
            <Radio
              size={16}
              aria-hidden
              className={classNames(live.on && (live.paused ? 'text-warm' : 'animate-pulse text-good'))}
            />
          }
          onClick={() => live.onChange(!live.on)}
        >
          {texts.live}
        </Button>
      )}
    </ListSummary>
  );
}
