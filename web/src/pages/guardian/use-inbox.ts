// Filter and open finding, both in the URL. The default filter shows open findings.
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import type { FindingData } from './types.ts';

export const FINDING_STATUSES = ['open', 'acknowledged', 'resolved', 'dismissed'] as const;
export const FINDING_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const SHOWN_FINDING_KINDS = [
  'tool_loop',
  'runaway_trace',
  'error_burst',
  'cost_spike',
  'latency_spike',
  'retry_storm',
  'pii_leak',
  'prompt_injection',
  'secret_in_prompt',
  'silent_model_change',
] as const;

export interface InboxFilter {
  status: FindingData['status'] | 'any';
  kind: FindingData['kind'] | null;
  severity: FindingData['severity'] | null;
}

export function useInbox() {
  const [search, change] = useUrl();
  const [status, kind, severity] = [
    first(search['status']),
    first(search['kind']),
    first(search['severity']),
  ];
  const filter: InboxFilter = {
    status: status === 'any' ? 'any' : (FINDING_STATUSES.find((one) => one === status) ?? 'open'),
    kind: SHOWN_FINDING_KINDS.find((one) => one === kind) ?? null,
    severity: FINDING_SEVERITIES.find((one) => one === severity) ?? null,
  };
  const narrow = (next: Partial<InboxFilter>) => {
    const all = { ...filter, ...next };
    change({
      status: all.status === 'open' ? undefined : all.status,
      kind: all.kind ?? undefined,
      severity: all.severity ?? undefined,
      finding: undefined,
    });
  };
  return {
    filter,
    narrowed: filter.status !== 'open' || filter.kind !== null || filter.severity !== null,
    narrow,
    clear: () => narrow({ status: 'open', kind: null, severity: null }),
    openId: first(search['finding']) ?? null,
    /** With `replace`, moving through findings adds one history entry in total. */
    open: (id: string | null, options: { replace?: boolean } = {}) =>
      change({ finding: id ?? undefined }, options),
  };
}
