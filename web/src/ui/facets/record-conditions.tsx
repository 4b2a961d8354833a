// The conditions of a stored filter: of an alert, a widget or a queue.
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '#i18n';
import type { ConditionSubject } from '#lib/call-conditions';
import { filterFor, filterParts, type CallFilter } from '#lib/call-filter';
import { windowUntilNow } from '#lib/time-window';
import { Button } from '../button.tsx';
import { FilterChips } from '../filter-chips.tsx';
import { FacetList } from './facet-sidebar.tsx';
import { facetTexts } from './texts.ts';

interface RecordConditionsProps {
  label: string;
  of: ConditionSubject;
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
  /** Whose values are offered: the last 7 days unless given. */
  window?: { startTime: string; endTime?: string };
  scores?: boolean;
}

export function RecordConditions({ label, of, onChange, scores = false, ...props }: RecordConditionsProps) {
  const texts = useTexts(facetTexts);
  const [open, setOpen] = useState(false);
  const [lastDays] = useState(() => windowUntilNow({ preset: '7d' }, Date.now()));
  const id = useId();
  const filter = filterFor(of, props.filter);
  return (
    <section aria-label={label} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <p className="text-sm font-medium">{label}</p>
        <Button
          size="small"
          icon={<ListFilter size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {texts.conditions}
        </Button>
        {filterParts(filter).length === 0 && <p className="text-sm text-muted">{texts.noCondition}</p>}
      </div>
      <FilterChips filter={filter} onChange={onChange} />
      <div
        id={id}
        hidden={!open}
        // The conditions have forms of their own, which do not send the form around them.
        onSubmit={(event) => event.stopPropagation()}
        className="max-h-72 min-w-0 overflow-y-auto rounded-lg border px-3"
      >
        {open && (
          <FacetList
            of={of}
            scores={scores}
            filter={filter}
            onChange={onChange}
            window={props.window ?? lastDays}
          />
        )}
      </div>
    </section>
  );
}
