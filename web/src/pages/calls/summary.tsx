// The number of calls if known, the number of new ones since, and the switch for live calls.
import { ArrowUp, Radio, RefreshCw } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, IconButton } from '#ui';
import { callsTexts } from './texts.ts';
import type { useCalls } from './use-calls.ts';

interface SummaryProps {
  calls: ReturnType<typeof useCalls>;
  shown: number;
  total: number | undefined;
  counting: boolean;
  asOf: number;
  onRefresh: () => void;
  newCount: number;
  /** Null if the list cannot grow at its top. */
  live: { on: boolean; paused: boolean; onChange: (on: boolean) => void } | null;
}

export function CallsSummary(props: SummaryProps) {
  const { calls, shown, total, counting, asOf, onRefresh, newCount, live } = props;
  const texts = useTexts(callsTexts);
  const format = useFormat();
  const { asked, looking } = calls;
  const known = Math.max(total ?? 0, shown);
  const text =
    total !== undefined || !asked.hasNextPage
      ? texts.count(format.count(known))
      : counting
        ? texts.atLeast(format.count(known))
        : texts.countMore(format.count(known));
  const since = live?.on
    ? live.paused
      ? texts.livePaused
      : texts.liveOn
    : texts.asOf(format.time(asOf, 'clock'));
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
      <p aria-live="polite">
        {looking ? texts.looking : asked.data === undefined ? '' : text}
        {asked.data !== undefined && <span className="max-sm:hidden"> · {since}</span>}
      </p>
      <span className="flex items-center gap-1">
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
        <IconButton
          label={texts.refresh}
          disabled={asked.isFetching}
          icon={<RefreshCw size={16} aria-hidden className={asked.isFetching ? 'animate-spin' : undefined} />}
          onClick={onRefresh}
        />
      </span>
    </div>
  );
}
