// The filter of a widget, which applies in addition to the filter of the page. It has the same conditions as
// the list of calls, including scores.
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { Button, FacetList, FilterChips, useBoardScope } from '#ui';
import { dashboardsTexts } from '../texts.ts';

type WidgetFilter = Schemas['WidgetFilter'];

interface FilterFieldsProps {
  of: 'calls' | 'spans';
  filter: WidgetFilter;
  onChange: (filter: WidgetFilter) => void;
}

export function WidgetFilterFields({ of, filter, onChange }: FilterFieldsProps) {
  const texts = useTexts(dashboardsTexts);
  const { scope } = useBoardScope();
  const [open, setOpen] = useState(false);
  const id = useId();
  // The form has no field for it, so its value is kept.
  const { includeEvalRuns, ...shown } = filter;
  const change = (next: CallFilter) =>
    onChange({ ...(includeEvalRuns === undefined ? {} : { includeEvalRuns }), ...next });
  return (
    <section aria-label={texts.widget.filter} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <p className="text-sm font-medium">{texts.widget.filter}</p>
        <Button
          size="small"
          icon={<ListFilter size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {texts.widget.conditions}
        </Button>
      </div>
      <FilterChips filter={shown} onChange={change} />
      <div id={id} hidden={!open} className="max-h-72 min-w-0 overflow-y-auto rounded-lg border px-3">
        {open && <FacetList of={of} filter={shown} onChange={change} window={scope.window} />}
      </div>
    </section>
  );
}
