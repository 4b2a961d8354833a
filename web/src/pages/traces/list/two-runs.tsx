// Two runs of the list are chosen to compare them. A third one takes the place of the first.
import { GitCompare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTexts } from '#i18n';
import { ButtonLink, type VirtualColumn } from '#ui';
import { shortName } from '../trace/short-name.ts';
import { runCompareTexts } from '../compare/texts.ts';
import type { Trace } from './types.ts';

type Chosen = Pick<Trace, 'traceId' | 'startTime'>;

interface TwoRuns {
  chosen: readonly Chosen[];
  column: VirtualColumn<Trace>;
  toggle: (trace: Trace) => void;
}

/** What is chosen after a click on one of the chosen runs or on another. */
export function afterToggle(chosen: readonly Chosen[], run: Chosen): Chosen[] {
  const others = chosen.filter(({ traceId }) => traceId !== run.traceId);
  return others.length < chosen.length ? others : [...chosen, run].slice(-2);
}

export function useTwoRuns(): TwoRuns {
  const texts = useTexts(runCompareTexts);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  return useMemo(() => {
    const toggle = ({ traceId, startTime }: Trace) =>
      setChosen((before) => afterToggle(before, { traceId, startTime }));
    const column: VirtualColumn<Trace> = {
      id: 'choose',
      title: texts.chooseColumn,
      width: '40px',
      head: <GitCompare size={15} aria-label={texts.chooseColumn} className="text-muted" />,
      cell: (trace) => (
        // The label is as large as the cell, so that a click beside the box does not open the row.
        <label
          className="flex size-full cursor-pointer items-center"
          onClick={(event) => event.stopPropagation()}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.chooseRow(shortName(trace.name))}
            checked={chosen.some(({ traceId }) => traceId === trace.traceId)}
            onChange={() => toggle(trace)}
            className="size-4 accent-accent"
          />
        </label>
      ),
    };
    return { chosen, column, toggle };
  }, [texts, chosen]);
}

/** Nothing until two are chosen. The older one is A. */
export function CompareTwo({ chosen }: Pick<TwoRuns, 'chosen'>) {
  const texts = useTexts(runCompareTexts);
  const [a, b] = chosen.toSorted((left, right) => (left.startTime < right.startTime ? -1 : 1));
  if (a === undefined || b === undefined) return null;
  return (
    <ButtonLink look="main" size="small" to="/traces/compare" search={{ a: a.traceId, b: b.traceId }}>
      <GitCompare size={16} aria-hidden />
      {texts.compareTwo}
    </ButtonLink>
  );
}
