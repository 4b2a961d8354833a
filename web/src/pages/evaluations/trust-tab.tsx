// Whether the judge notices when an answer gets worse, and whether it says what people say.
import { CircleCheck, CircleDashed, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { cx } from '#lib/class-names';
import { Card, EmptyState, ErrorState, Skeleton, SkeletonRows, Table, Waiting } from '#ui';
import { AgreementCard } from './agreement.tsx';
import { useFigures } from './figures.ts';
import { trustTexts } from './trust-texts.ts';

type Trust = Schemas['JudgeTrust'];
type Kind = keyof Trust['probe']['byKind'];

// As the service has them; docs/judge-trust.md says why.
const LEAST = { probes: 20, detected: 80, stable: 80, pairs: 10, agreement: 70 } as const;
const KINDS: readonly Kind[] = ['truncated', 'shuffled', 'swapped', 'negated', 'emptied', 'off_language'];

export function TrustTab() {
  const trust = useGet('/v1/eval-runs/judge-trust', {});
  return (
    <div className="grid min-w-0 gap-4">
      {trust.isPending ? (
        <Waiting>
          <div className="grid gap-4">
            <Skeleton className="h-24" />
            <SkeletonRows rows={5} />
          </div>
        </Waiting>
      ) : trust.isError ? (
        <Card>
          <ErrorState error={trust.error} onRetry={() => void trust.refetch()} />
        </Card>
      ) : (
        <Earned trust={trust.data} />
      )}
      <AgreementCard />
    </div>
  );
}

function Earned({ trust }: { trust: Trust }) {
  const texts = useTexts(trustTexts);
  const { judge, trustEstablished } = trust;
  const Icon = trustEstablished ? ShieldCheck : ShieldQuestion;
  return (
    <>
      <Card>
        <div className="flex items-start gap-4">
          <span
            className={cx(
              'grid size-11 shrink-0 place-items-center rounded-lg',
              trustEstablished ? 'bg-good-soft text-good' : 'bg-warm-soft text-warm',
            )}
          >
            <Icon size={22} aria-hidden />
          </span>
          <div className="min-w-0">
            <h2 className="text-xl">
              {judge === null ? texts.noJudge : trustEstablished ? texts.established : texts.notYet}
            </h2>
            <p className="max-w-4xl text-muted">{judge === null ? texts.noJudgeAbout : texts.about(judge)}</p>
          </div>
        </div>
      </Card>
      {judge !== null && (
        <div className="grid min-w-0 gap-4 lg:grid-cols-2">
          <Requirements trust={trust} />
          <Kinds trust={trust} />
        </div>
      )}
    </>
  );
}

function Requirements({ trust: { probe, human } }: { trust: Trust }) {
  const texts = useTexts(trustTexts);
  const format = useFormat();
  const { percent } = useFigures();
  const asked = [
    {
      text: texts.requirements.probes(format.count(LEAST.probes)),
      met: probe.probes >= LEAST.probes,
      is: format.count(probe.probes),
    },
    {
      text: texts.requirements.detected(percent(LEAST.detected)),
      met: (probe.detectedPct ?? 0) >= LEAST.detected,
      is: percent(probe.detectedPct),
    },
    {
      text: texts.requirements.stable(percent(LEAST.stable)),
      met: (probe.stablePct ?? 0) >= LEAST.stable,
      is: percent(probe.stablePct),
    },
    {
      text: texts.requirements.pairs(format.count(LEAST.pairs)),
      met: human.pairedCalls >= LEAST.pairs,
      is: format.count(human.pairedCalls),
    },
    {
      text: texts.requirements.agreement(percent(LEAST.agreement)),
      met: (human.agreementPctWithin1 ?? 0) >= LEAST.agreement,
      is: percent(human.agreementPctWithin1),
    },
  ];
  return (
    <Card title={texts.needs}>
      <ul className="grid">
        {asked.map(({ text, met, is }) => {
          const Icon = met ? CircleCheck : CircleDashed;
          return (
            <li key={text} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
              <Icon size={18} className={cx('shrink-0', met ? 'text-good' : 'text-warm')} aria-hidden />
              <span className="min-w-0 flex-1">{text}</span>
              <span className="sr-only">{met ? texts.met : texts.notMet}</span>
              <span className="font-semibold">{is}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Kinds({ trust: { probe } }: { trust: Trust }) {
  const texts = useTexts(trustTexts);
  const format = useFormat();
  return (
    <Card title={texts.kinds} about={texts.kindsAbout}>
      {probe.probes === 0 ? (
        <EmptyState title={texts.noProbes}>{texts.noProbesAbout}</EmptyState>
      ) : (
        <Table
          label={texts.kind}
          rows={KINDS}
          rowKey={(kind) => kind}
          columns={[
            { id: 'kind', title: texts.kind, cell: (kind) => texts.kindNames[kind] },
            {
              id: 'probes',
              title: texts.probes,
              number: true,
              cell: (kind) => format.count(probe.byKind[kind].probes),
            },
            {
              id: 'detected',
              title: texts.detected,
              number: true,
              cell: (kind) => format.count(probe.byKind[kind].detected),
            },
            {
              id: 'inverted',
              title: texts.inverted,
              number: true,
              cell: (kind) => (
                <span className={cx(probe.byKind[kind].inverted > 0 && 'font-semibold text-bad')}>
                  {format.count(probe.byKind[kind].inverted)}
                </span>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
