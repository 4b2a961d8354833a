// The filter of a widget, which applies in addition to the filter of the page. It has the same conditions as
// the list of calls, including scores.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { RecordConditions, useBoardScope } from '#ui';
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
  // The form has no field for it, so its value is kept.
  const { includeEvalRuns, ...shown } = filter;
  return (
    <RecordConditions
      label={texts.widget.filter}
      of={of}
      filter={shown}
      onChange={(next: CallFilter) =>
        onChange({ ...(includeEvalRuns === undefined ? {} : { includeEvalRuns }), ...next })
      }
      window={scope.window}
      scores
    />
  );
}
