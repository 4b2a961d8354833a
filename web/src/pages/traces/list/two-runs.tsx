// Two runs of the list are chosen to compare them. A third one takes the place of the first.
import { GitCompare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTexts } from '#i18n';
import { ButtonLink, type VirtualColumn } from '#ui';
import { shortName } from '../trace/short-name.ts';
import { compareTexts } from '../compare/texts.ts';
import type { Trace } from './types.ts';

interface TwoRuns {
  chosen: readonly string[];
  column: VirtualColumn<Trace>;
  toggle: (trace: Trace) => void;
}

/** The chosen ids after a click on one of them or on another. */
export const afterToggle = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2);

export function useTwoRuns(): TwoRuns {
  const texts = useTexts(compareTexts);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return useMemo(() => {
    const toggle = ({ traceId }: Trace) => setChosen((before) => afterToggle(before, traceId));
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
            checked={chosen.includes(trace.traceId)}
            onChange={() => toggle(trace)}
            className="size-4 accent-accent"
          />
        </label>
      ),
    };
    return { chosen, column, toggle };
  }, [texts, chosen]);
}

/** Nothing until two are chosen. */
export function CompareTwo({ chosen: [a, b] }: Pick<TwoRuns, 'chosen'>) {
  const texts = useTexts(compareTexts);
  if (a === undefined || b === undefined) return null;
  return (
    <ButtonLink look="main" size="small" to="/traces/compare" search={{ a, b }}>
      <GitCompare size={16} aria-hidden />
      {texts.compareTwo}
    </ButtonLink>
  );
}
