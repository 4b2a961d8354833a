// Judge trust: does the judge notice damaged answers, and does it agree with people?
import { CircleCheck, CircleDashed, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Card, EmptyState, Loaded, Skeleton, SkeletonRows, Table, TextLink, Waiting } from '#ui';
import { AgreementCard } from './agreement.tsx';
import { useRunFigures } from '../figures.ts';
import { trustTexts } from './texts.ts';

type Trust = Schemas['JudgeTrust'];
type Kind = keyof Trust['probe']['byKind'];

type Missing = Trust['missing'][number];

// The service's limits, for display only; docs/judge-trust.md explains them. The service decides which are
// met.
const LIMITS = {
  probes: 20,
  detected: 80,
  kind: 50,
  apart: 10,
  pairs: 30,
  agreement: 70,
  shift: 0.5,
  kappa: 0.3,
} as const;
const KINDS: readonly Kind[] = ['truncated', 'shuffled', 'swapped', 'negated', 'emptied', 'off_language'];

export function TrustTab() {
  const trust = useGet('/v1/eval-runs/judge-trust', {});
  return (
    <div className="grid min-w-0 gap-4">
      <Loaded
        of={trust}
        error="card"
        skeleton={
          <Waiting>
            <div className="grid gap-4">
              <Skeleton className="h-24" />
              <SkeletonRows rows={5} />
            </div>
          </Waiting>
        }
      >
        {(data) => <Earned trust={data} />}
      </Loaded>
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
            className={classNames(
              'grid size-11 shrink-0 place-items-center rounded-lg',
              trustEstablished ? 'bg-good-soft text-good' : 'bg-warm-soft text-warm',
            )}
          >
            <Icon size={22} aria-hidden />
          </span>
          <div className="min-w-0">
            <h2 className="text-lg">
              {judge === null ? texts.noJudge : trustEstablished ? texts.established : texts.notYet}
            </h2>
            <p className="max-w-4xl text-muted">{judge === null ? texts.noJudgeAbout : texts.about(judge)}</p>
            {judge === null && (
              <TextLink to="/settings/models" className="text-sm">
                {texts.toConnections}
              </TextLink>
            )}
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

/** A requirement without data is not met, although no figure falls short. */
function stateOf(lack: Missing | undefined, unknown = false): 'met' | 'uncertain' | 'notMet' {
  if (lack?.state === 'uncertain') return 'uncertain';
  return lack || unknown ? 'notMet' : 'met';
}

function Requirements({ trust: { probe, human, missing } }: { trust: Trust }) {
  const texts = useTexts(trustTexts);
  const format = useFormat();
  const { percent, score } = useRunFigures();
  const lacks = (code: Missing['code']) => missing.find((each) => each.code === code);
  const kinds = missing.filter(({ code }) => code === 'detected_kind');
  /** A share, with its lower bound where that decides. */
  const share = (value: number | null, bound: number | null | undefined) =>
    typeof bound === 'number' ? texts.atLeast(percent(value), percent(Math.floor(bound))) : percent(value);
  const asked = [
    {
      text: texts.requirements.probes(format.count(LIMITS.probes)),
      lack: lacks('probes'),
      is: format.count(probe.probes),
    },
    {
      text: texts.requirements.detected(percent(LIMITS.detected)),
      lack: lacks('detected'),
      unknown: probe.probes === 0,
      is: share(probe.detectedPct, lacks('detected')?.bound),
    },
    {
      text: texts.requirements.kinds(percent(LIMITS.kind)),
      lack: kinds[0],
      unknown: probe.probes === 0,
      is: kinds.map(({ kind }) => (kind === null ? '' : texts.kindNames[kind])).join(', '),
    },
    {
      text: texts.requirements.stable(percent(LIMITS.apart)),
      lack: lacks('stable'),
      unknown: probe.probes === 0,
      is:
        probe.repeatDiffPct === null
          ? percent(null)
          : texts.atMost(percent(probe.repeatDiffPct), percent(Math.ceil(probe.repeatDiffHigh ?? 100))),
    },
    {
      text: texts.requirements.pairs(format.count(LIMITS.pairs)),
      lack: lacks('pairs'),
      is: format.count(human.pairedCalls),
    },
    {
      text: texts.requirements.agreement(percent(LIMITS.agreement)),
      lack: lacks('agreement'),
      unknown: human.pairedCalls === 0,
      is: share(human.agreementPctWithin1, lacks('agreement')?.bound),
    },
    {
      text: texts.requirements.shift(score(LIMITS.shift)),
      lack: lacks('shift'),
      unknown: human.meanDiff === null,
      is:
        human.meanDiffLow === null || human.meanDiffHigh === null
          ? texts.unknown
          : texts.between(score(human.meanDiff), score(human.meanDiffLow), score(human.meanDiffHigh)),
    },
    {
      text: texts.requirements.kappa(score(LIMITS.kappa)),
      lack: lacks('kappa'),
      unknown: human.kappaLow === null,
      is: human.kappaLow === null ? texts.unknown : texts.atLeast(score(human.kappa), score(human.kappaLow)),
    },
  ];
  return (
    <Card title={texts.needs}>
      <ul className="grid">
        {asked.map(({ text, lack, unknown, is }) => {
          const state = stateOf(lack, unknown);
          const met = state === 'met';
          const Icon = met ? CircleCheck : CircleDashed;
          return (
            <li key={text} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
              <Icon
                size={18}
                className={classNames('shrink-0', met ? 'text-good' : 'text-warm')}
                aria-hidden
              />
              <span className="min-w-0 flex-1">{text}</span>
              <span className={classNames(state === 'uncertain' ? 'text-sm text-muted' : 'sr-only')}>
                {texts.states[state]}
              </span>
              <span className="text-right font-semibold">{is}</span>
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
                <span className={classNames(probe.byKind[kind].inverted > 0 && 'font-semibold text-bad')}>
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
