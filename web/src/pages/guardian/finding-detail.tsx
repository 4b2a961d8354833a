// One finding: description, numbers, evidence and status.
import { ArrowLeft, Signpost } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, usePreviews, useSession, useTraceNames } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { guide } from '#lib/guide';
import { useStored } from '#lib/stored';
import {
  Button,
  CallName,
  Card,
  CloseButton,
  FixBar,
  Loaded,
  Skeleton,
  TextLink,
  Time,
  TraceName,
  Waiting,
} from '#ui';
import { Values } from './values.tsx';
import { SeverityBadge, StatusBadge } from './finding-signs.tsx';
import { guardianTexts } from './texts.ts';
import type { FindingData, Status } from './types.ts';
import { useFindingWords } from './use-finding-words.ts';

interface FindingDetailProps {
  id: string;
  busy: boolean;
  /** null if the user may not change it. */
  onStatus: ((finding: FindingData, status: Status) => void) | null;
  onClose: () => void;
}

export function FindingDetail({ id, busy, onStatus, onClose }: FindingDetailProps) {
  const texts = useTexts(guardianTexts);
  const asked = useGet('/v1/guardian/findings/{id}', { path: { id } }, { refetchInterval: 30_000 });
  const back = (
    <>
      <Button
        look="quiet"
        size="small"
        className="-mt-2 -ml-2 justify-self-start lg:hidden"
        icon={<ArrowLeft size={16} aria-hidden />}
        onClick={onClose}
      >
        {texts.back}
      </Button>
      <CloseButton label={texts.close} onClick={onClose} className="absolute top-3 right-3 max-lg:hidden" />
    </>
  );
  return (
    <Card className={classNames('relative', asked.data !== undefined && 'gap-5')}>
      {back}
      <Loaded of={asked} keepStale skeleton={<FindingSkeleton />}>
        {(finding) => (
          <>
            <Facts finding={finding} />
            {onStatus && (
              <Actions finding={finding} busy={busy} onStatus={(next) => onStatus(finding, next)} />
            )}
            <Fix finding={finding} />
            <Values values={finding.evidence.values} />
            <Evidence finding={finding} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const FindingSkeleton = () => (
  <Waiting>
    <div className="grid gap-3">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-16" />
      <Skeleton className="h-32" />
    </div>
  </Waiting>
);

function Facts({ finding }: { finding: FindingData }) {
  const texts = useTexts(guardianTexts);
  const format = useFormat();
  const { kind, severity, status, firstSeenAt, lastSeenAt, count, projectId } = finding;
  const { words, lang } = useFindingWords()(finding);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const project = data?.projects.find(({ id }) => id === projectId)?.name;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted lg:pr-8">
        <SeverityBadge severity={severity} />
        <StatusBadge status={status} />
        {texts.kinds[kind]}
      </div>
      <h2 lang={lang} className="text-xl text-pretty">
        {words.title}
      </h2>
      <p lang={lang} className="max-w-prose whitespace-pre-line">
        {words.detail}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        <Fact name={texts.firstSeen}>
          <Time at={firstSeenAt} />
        </Fact>
        <Fact name={texts.lastSeen}>
          <Time at={lastSeenAt} />
        </Fact>
        <Fact name={texts.count}>{texts.times(format.count(count))}</Fact>
        {project !== undefined && <Fact name={texts.project}>{project}</Fact>}
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface ActionsProps {
  finding: FindingData;
  busy: boolean;
  onStatus: (status: Status) => void;
}

const WAYS: Record<Status, readonly Status[]> = {
  open: ['resolved', 'acknowledged', 'dismissed'],
  acknowledged: ['resolved', 'dismissed', 'open'],
  resolved: ['open'],
  dismissed: ['open'],
};

function Actions({ finding: { status }, busy, onStatus }: ActionsProps) {
  const texts = useTexts(guardianTexts);
  const names: Record<Status, string> = {
    open: texts.reopen,
    acknowledged: texts.acknowledge,
    resolved: texts.resolve,
    dismissed: texts.dismiss,
  };
  return (
    <div className="grid gap-2 border-y py-4">
      <div className="flex flex-wrap gap-2">
        {WAYS[status].map((next) => (
          <Button
            key={next}
            size="small"
            look={next === 'resolved' ? 'main' : 'plain'}
            title={texts.hints[next]}
            disabled={busy}
            onClick={() => onStatus(next)}
          >
            {names[next]}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted">{texts.hints[status]}</p>
    </div>
  );
}

function Fix({ finding }: { finding: FindingData }) {
  const texts = useTexts(guardianTexts);
  const { words } = useFindingWords()(finding);
  const { kind, evidence, projectId } = finding;
  const sample = useGet('/v1/sample-data', {}, { wholeAccount: true, staleTime: 60_000 });
  const isGuided = useStored(guide)?.isOpen === true;
  const { role, account } = useSession();
  const mayTry = role !== 'viewer' && account.plan !== 'free';
  const isSample = mayTry && sample.data?.projectId === projectId && kind === 'tool_loop';
  return (
    <FixBar
      name={words.title}
      callIds={evidence.callIds}
      projectId={projectId}
      {...(kind === 'tool_loop' ? { rule: 'tool_repeats' as const } : {})}
    >
      {isSample && !isGuided && (
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          icon={<Signpost size={16} aria-hidden />}
          onClick={() => guide.set({ step: 'dataset', isOpen: true })}
        >
          {texts.guide}
        </Button>
      )}
    </FixBar>
  );
}

function Evidence({ finding: { evidence } }: { finding: FindingData }) {
  const texts = useTexts(guardianTexts);
  const { callIds, traceIds } = evidence;
  const previews = usePreviews(callIds);
  const traces = useTraceNames(traceIds);
  if (callIds.length === 0 && traceIds.length === 0) {
    return <p className="text-sm text-muted">{texts.noEvidence}</p>;
  }
  return (
    <div className="grid gap-5">
      {callIds.length > 0 && (
        <Ids
          title={texts.calls}
          to="/calls/$id"
          ids={callIds}
          name={(id) => <CallName preview={previews.get(id)} id={id} />}
        />
      )}
      {traceIds.length > 0 && (
        <Ids
          title={texts.traces}
          to="/traces/$id"
          ids={traceIds}
          name={(id) => <TraceName trace={traces.get(id)} id={id} />}
        />
      )}
    </div>
  );
}

interface IdsProps {
  title: string;
  to: string;
  ids: readonly string[];
  name: (id: string) => ReactNode;
}

function Ids({ title, to, ids, name }: IdsProps) {
  const texts = useTexts(guardianTexts);
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-1.5">
      <h3>
        {title}{' '}
        <span className="text-sm font-normal text-muted">
          {ids.length > 1 ? `${ids.length} · ${texts.newestFirst}` : ids.length}
        </span>
      </h3>
      <ul className="grid min-w-0 gap-1">
        {ids.map((id) => (
          <li key={id} className="min-w-0">
            <TextLink to={to} params={{ id }} className="block">
              {name(id)}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
