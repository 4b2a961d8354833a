// Agreement between people and the judge on the same calls. Every figure has its interval, and small samples
// are pointed out.
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, ButtonLink, Card, EmptyState, Loaded, SkeletonRows, Stat, Table, TextLink } from '#ui';
import { useRunFigures } from '../figures.ts';
import { sharedTexts } from '../texts.ts';
import { trustTexts } from './texts.ts';

type Agreement = Schemas['JudgeAgreement'];
const SHOWN = 10;
const FEW = 50;

const readingOf = (kappa: number | null): keyof typeof trustTexts.en.readings =>
  kappa === null
    ? 'none'
    : kappa < 0.2
      ? 'worse'
      : kappa < 0.6
        ? 'trends'
        : kappa < 0.8
          ? 'people'
          : 'better';

export function AgreementCard() {
  const texts = useTexts(trustTexts);
  const asked = useGet('/v1/eval-runs/judge-agreement', {});
  return (
    <Card title={texts.agreement} about={texts.agreementAbout}>
      <Loaded
        of={asked}
        skeleton={<SkeletonRows rows={3} />}
        empty={
          asked.data?.pairedCalls === 0 && (
            <EmptyState
              icon={<Users size={22} aria-hidden />}
              title={texts.noPairs}
              actions={<ButtonLink to="/review">{texts.toReview}</ButtonLink>}
            >
              {texts.noPairsAbout}
            </EmptyState>
          )
        }
      >
        {(data) => (
          <>
            <AgreementFigures agreement={data} />
            <Pairs agreement={data} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function AgreementFigures({ agreement }: { agreement: Agreement }) {
  const texts = useTexts(trustTexts);
  const format = useFormat();
  const { percent, score } = useRunFigures();
  const interval = (low: string, high: string) => (
    <p className="text-xs text-muted">{texts.interval(low, high)}</p>
  );
  const { pairedCalls, kappa, kappaLow, kappaHigh, agreementLow, agreementHigh } = agreement;
  return (
    <>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        <Stat label={texts.paired} value={format.count(pairedCalls)} />
        <Stat label={texts.within} value={percent(agreement.agreementPctWithin1)}>
          {agreementLow !== null &&
            agreementHigh !== null &&
            interval(percent(agreementLow), percent(agreementHigh))}
        </Stat>
        <Stat label={texts.kappa} value={score(kappa)}>
          {kappaLow !== null && kappaHigh !== null
            ? interval(score(kappaLow), score(kappaHigh))
            : kappa !== null && <p className="text-xs text-muted">{texts.noInterval}</p>}
        </Stat>
        <Stat label={texts.meanHuman} value={score(agreement.meanHuman)} />
        <Stat label={texts.meanJudge} value={score(agreement.meanJudge)} />
        <Stat label={texts.diff} value={score(agreement.meanAbsDiff)} />
      </div>
      <p className="max-w-prose">
        {pairedCalls < FEW ? texts.fewPairs(format.count(pairedCalls)) : texts.readings[readingOf(kappa)]}
      </p>
    </>
  );
}

function Pairs({ agreement: { pairs } }: { agreement: Agreement }) {
  const texts = useTexts(trustTexts);
  const shared = useTexts(sharedTexts);
  const format = useFormat();
  const figures = useRunFigures();
  const [all, setAll] = useState(false);
  return (
    <>
      <Table
        label={texts.pairs}
        rows={all ? pairs : pairs.slice(0, SHOWN)}
        rowKey={({ callId }) => callId}
        columns={[
          {
            id: 'call',
            title: texts.call,
            cell: ({ callId }) => (
              <TextLink
                to="/calls/$id"
                params={{ id: callId }}
                title={callId}
                className="block max-w-40 truncate font-mono text-sm sm:max-w-72"
              >
                {callId}
              </TextLink>
            ),
          },
          { id: 'human', title: texts.people, number: true, cell: ({ human }) => figures.score(human) },
          { id: 'judge', title: texts.judge, number: true, cell: ({ judge }) => figures.score(judge) },
          { id: 'diff', title: texts.apart, number: true, cell: ({ diff }) => figures.change(diff) },
        ]}
      />
      {!all && pairs.length > SHOWN && (
        <div className="flex justify-center">
          <Button onClick={() => setAll(true)}>{shared.showMore(format.count(pairs.length - SHOWN))}</Button>
        </div>
      )}
    </>
  );
}
