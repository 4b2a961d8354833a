import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Card, Loaded, Skeleton, Stat, Waiting } from '#ui';
import { guardianTexts } from './texts.ts';
import { SHOWN_FINDING_KINDS, FINDING_SEVERITIES, type InboxFilter } from './use-inbox.ts';

const COLOURS = { critical: 'text-bad', high: 'text-bad', medium: 'text-warm', low: '' } as const;

interface SummaryProps {
  filter: InboxFilter;
  onNarrow: (next: Partial<InboxFilter>) => void;
}

/** Counts that filter the list on click. */
export function FindingsSummary({ filter, onNarrow }: SummaryProps) {
  const summary = useGet('/v1/guardian/summary', {}, { refetchInterval: 30_000 });
  return (
    <Card>
      <Loaded of={summary} keepStale skeleton={<SummarySkeleton />}>
        {(data) => <Numbers summary={data} filter={filter} onNarrow={onNarrow} />}
      </Loaded>
    </Card>
  );
}

const SummarySkeleton = () => (
  <Waiting>
    <div className="grid grid-cols-3 gap-6 md:grid-cols-6">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  </Waiting>
);

function Numbers({ summary, filter, onNarrow }: SummaryProps & { summary: Schemas['GuardianSummary'] }) {
  const texts = useTexts(guardianTexts);
  const format = useFormat();
  const { open, bySeverity, byKind, last24h } = summary;
  const kinds = SHOWN_FINDING_KINDS.filter((kind) => byKind[kind] > 0).toSorted(
    (a, b) => byKind[b] - byKind[a],
  );
  return (
    <>
      <div className="grid grid-cols-3 gap-x-4 gap-y-4 md:grid-cols-6">
        <Stat label={texts.open} value={format.count(open)} />
        {FINDING_SEVERITIES.map((severity) => {
          const count = bySeverity[severity];
          return (
            <button
              key={severity}
              type="button"
              aria-pressed={filter.status === 'open' && filter.severity === severity}
              onClick={() =>
                onNarrow({ status: 'open', severity: filter.severity === severity ? null : severity })
              }
              className="-m-2 rounded-md p-2 text-left hover:bg-hover aria-pressed:bg-accent-soft"
            >
              <Stat
                label={texts.severities[severity]}
                value={
                  <span className={classNames(count > 0 && COLOURS[severity])}>{format.count(count)}</span>
                }
              />
            </button>
          );
        })}
        <Stat label={texts.last24h} value={format.count(last24h)} />
      </div>
      {kinds.length > 0 && (
        <ul aria-label={texts.kind} className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={filter.kind === kind}
                onClick={() => onNarrow({ kind: filter.kind === kind ? null : kind })}
                className="inline-flex h-8 items-center gap-2 rounded-md border px-2.5 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                {texts.kinds[kind]}
                <span className="font-medium">{format.count(byKind[kind])}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
