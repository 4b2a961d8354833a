import { useNavigate } from '@tanstack/react-router';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import type { WindowChoice } from '#lib/time-window';
import { narrowedBy, type Scope } from './scope.ts';
import type { Widget } from './widget.ts';

interface Drill {
  /** Opens the calls behind one step. */
  open: (index: number, more?: CallFilter) => void;
  /** Narrows the page to some of its steps. */
  zoom: (first: number, last: number) => void;
}

export function useDrill(
  { steps, filter }: Scope,
  { question }: Pick<Widget, 'question'>,
  choose: (choice: WindowChoice) => void,
): Drill {
  const navigate = useNavigate();
  return {
    open: (index, more = {}) => {
      const step = steps[index];
      if (!step) return;
      const own = question.metric === 'error_rate' ? { error: true } : {};
      const search = {
        ...writeFilter({ ...narrowedBy(filter, question.filter), ...own, ...more }),
        from: step.startTime,
        to: step.endTime,
      };
      void navigate({ to: question.of === 'spans' ? '/spans' : '/calls', search });
    },
    zoom: (first, last) => {
      const [from, to] = [steps[first]?.startTime, steps[last]?.endTime];
      if (from !== undefined && to !== undefined) choose({ from, to });
    },
  };
}
