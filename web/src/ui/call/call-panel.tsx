// Everything about a call beside its messages, in tabs. The panel stays in view while long messages scroll.
import { useGet, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge } from '../badge.tsx';
import { Comments, useComments } from '../comments/comments.tsx';
import { JsonView } from '../json-view.tsx';
import { Tabs } from '../tabs.tsx';
import { CallAnnotations } from './annotations.tsx';
import { CostOfCall } from './cost.tsx';
import { CallFacts } from './facts.tsx';
import { CallSafety } from './safety.tsx';
import { ScoresOfCall } from './scores.tsx';
import { callTexts } from './texts.ts';
import type { CallData } from './types.ts';

const CALL_TABS = ['details', 'cost', 'scores', 'annotations', 'comments', 'safety', 'raw'] as const;
export type CallTab = (typeof CALL_TABS)[number];

/** The tab that a text names, such as one in the URL; else the first. */
export const callTabOf = (text: string | undefined): CallTab =>
  CALL_TABS.find((name) => name === text) ?? 'details';

interface CallPanelProps {
  call: CallData;
  scores: readonly Schemas['Score'][];
  tab: CallTab;
  onTab: (tab: CallTab) => void;
}

export function CallPanel({ call, scores, tab, onTab }: CallPanelProps) {
  const texts = useTexts(callTexts);
  const notes = useGet('/v1/annotations', { query: { callId: call.id } });
  const comments = useComments({ callId: call.id });
  const safety = useGet('/v1/safety-assessments', { query: { call_id: call.id } });
  const flagged = safety.data?.assessments.filter(({ labels }) => labels.length > 0).length ?? 0;
  const rated = scores.filter(({ id }) => !id.startsWith('annotation:')).length;
  return (
    <aside
      aria-label={texts.about}
      className="min-w-0 rounded-lg border bg-surface p-4 shadow-card @4xl:sticky @4xl:top-4 @4xl:max-h-[calc(100dvh-2rem)] @4xl:overflow-y-auto"
    >
      <Tabs
        narrow
        label={texts.about}
        value={tab}
        onChange={onTab}
        tabs={[
          { value: 'details', label: texts.details, content: <CallFacts call={call} /> },
          { value: 'cost', label: texts.cost, content: <CostOfCall call={call} /> },
          {
            value: 'scores',
            label: <Counted name={texts.scores} count={rated} />,
            content: <ScoresOfCall callId={call.id} all={scores} />,
          },
          {
            value: 'annotations',
            label: <Counted name={texts.annotations} count={notes.data?.length ?? 0} />,
            content: <CallAnnotations callId={call.id} />,
          },
          {
            value: 'comments',
            label: <Counted name={texts.comments} count={comments.rows.length} />,
            content: <Comments on={{ callId: call.id }} />,
          },
          {
            value: 'safety',
            label: <Counted name={texts.safety} count={flagged} isBad />,
            content: <CallSafety callId={call.id} />,
          },
          { value: 'raw', label: texts.raw, content: <JsonView label={texts.rawLabel} value={call} /> },
        ]}
      />
    </aside>
  );
}

/** Only a count of problems has a box: with more of them, six tabs are wider than the panel. */
const Counted = ({ name, count, isBad = false }: { name: string; count: number; isBad?: boolean }) =>
  count === 0 ? (
    name
  ) : (
    <span className="inline-flex items-center gap-1">
      {name} {isBad ? <Badge tone="bad">{count}</Badge> : <span className="text-xs">{count}</span>}
    </span>
  );
