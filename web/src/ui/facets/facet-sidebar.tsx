// Everything that calls can be narrowed by, with counts. Beside a list on a wide screen, in a sheet on a
// phone.
import { PanelLeftClose } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import { tagField, type ConditionName, type RangeField, type ConditionSubject } from '#lib/call-conditions';
import { chosenOf, rangeOf } from '#lib/chosen-values';
import { filterParts } from '#lib/call-filter';
import { Button, IconButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { kitTexts } from '../texts.ts';
import { FacetSection } from './facet-section.tsx';
import { FacetValues, useFacet, type FacetsProps } from './facet-values.tsx';
import { RangeFields } from './range-fields.tsx';
import { AddScoreCondition } from './score-condition.tsx';
import { facetTexts } from './texts.ts';

const OF_CALLS = [
  'provider',
  'model',
  'error',
  'userId',
  'sessionId',
  'promptName',
  'promptVersion',
  'finishReason',
] as const;
const PLACE = ['environment', 'release'] as const;

interface Fields {
  texts: readonly ConditionName[];
  ranges: readonly RangeField[];
}

/** Runs and sessions have their own values, and those of their calls. */
const OF_WHOLES: Fields = {
  texts: ['run.status', 'run.agent', 'run.tool', ...PLACE, ...OF_CALLS],
  ranges: ['run.durationMs', 'run.costUsd', 'run.totalTokens', 'run.errors', 'run.spans'],
};

/** What each kind of list can be narrowed by. */
const FIELDS: Readonly<Record<ConditionSubject, Fields>> = {
  calls: {
    texts: ['status', ...OF_CALLS, 'agent', 'tool', ...PLACE],
    ranges: ['latencyMs', 'ttftMs', 'totalTokens', 'costUsd'],
  },
  spans: {
    texts: ['status', 'type', 'name', 'agent', 'tool', ...OF_CALLS, ...PLACE],
    ranges: ['durationMs', 'totalTokens', 'costUsd'],
  },
  runs: OF_WHOLES,
  sessions: OF_WHOLES,
};

const countOf = ({ filter }: FacetsProps, field: string): number => {
  const { is, isNot } = chosenOf(filter, field);
  return is.length + isNot.length;
};

/** Without a frame, for forms. */
export function FacetList(props: FacetsProps & { scores?: boolean }) {
  const texts = useTexts(facetTexts);
  const { conditionNames: names } = useTexts(kitTexts);
  const { filter, onChange, of = 'calls' } = props;
  const fields = FIELDS[of];
  const tags = new Set([
    ...Object.keys(filter.tags ?? {}).map(tagField),
    ...(filter.where ?? []).map(({ field }) => field).filter((field) => field.startsWith('tag:')),
  ]);
  return (
    <div className="grid min-w-0">
      {filter.search !== undefined && <p className="pb-2 text-xs text-muted">{texts.uncounted}</p>}
      {fields.texts.map((field) => (
        <FacetSection key={field} name={field} title={names[field]} chosen={countOf(props, field)}>
          <FacetValues {...props} field={field} name={names[field]} />
        </FacetSection>
      ))}
      <FacetSection
        name="tags"
        title={texts.tags}
        chosen={[...tags].reduce((sum, field) => sum + countOf(props, field), 0)}
      >
        <TagFacets {...props} />
      </FacetSection>
      {fields.ranges.map((field) => {
        const { min, max } = rangeOf(filter, field);
        const chosen = Number(min !== undefined) + Number(max !== undefined);
        return (
          <FacetSection key={field} name={field} title={names[field]} chosen={chosen}>
            <RangeFields field={field} name={names[field]} filter={filter} onChange={onChange} />
          </FacetSection>
        );
      })}
      {props.scores !== false && (
        <FacetSection name="score" title={texts.score} chosen={filter.scores?.length ?? 0}>
          <AddScoreCondition filter={filter} onChange={onChange} />
        </FacetSection>
      )}
    </div>
  );
}

/** One part for each key, the most frequent first. */
function TagFacets(props: FacetsProps) {
  const texts = useTexts(facetTexts);
  const { values, isError } = useFacet(props, 'tagKey');
  if (values === undefined || values.length === 0)
    return <p className="text-sm text-muted">{isError ? texts.failed : values && texts.noValues}</p>;
  return (
    <div className="pl-2">
      {values.slice(0, 20).map(({ value: key }) => (
        <FacetSection key={key} name={tagField(key)} title={key} chosen={countOf(props, tagField(key))}>
          <FacetValues {...props} field={tagField(key)} name={key} />
        </FacetSection>
      ))}
    </div>
  );
}

interface FacetSidebarProps extends FacetsProps {
  open: boolean;
  onClose: () => void;
  /** Over the page instead of beside the list. */
  asSheet: boolean;
  /** What else the list can be narrowed by, above the facets. */
  children?: ReactNode;
}

export function FacetSidebar({ open, onClose, asSheet, children, ...props }: FacetSidebarProps) {
  const texts = useTexts(facetTexts);
  const { search: _words, ...narrowed } = props.filter;
  const clear = filterParts(narrowed).length > 0 && (
    <Button
      look="quiet"
      size="small"
      onClick={() => props.onChange(props.filter.search === undefined ? {} : { search: props.filter.search })}
    >
      {texts.clear}
    </Button>
  );
  if (asSheet)
    return (
      <Dialog open={open} onClose={onClose} title={texts.filters}>
        {children}
        <FacetList {...props} />
        {clear}
      </Dialog>
    );
  if (!open) return null;
  return (
    <aside
      aria-label={texts.filters}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] w-56 shrink-0 self-start overflow-y-auto rounded-lg border bg-surface px-3 py-2"
    >
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{texts.filters}</h2>
        <span className="flex items-center">
          {clear}
          <IconButton label={texts.hide} icon={<PanelLeftClose size={16} aria-hidden />} onClick={onClose} />
        </span>
      </div>
      {children}
      <FacetList {...props} />
    </aside>
  );
}
