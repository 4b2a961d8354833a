// Limits of the plan, usage, and models without a known price.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge, Card, Loaded, ShareMeter, Page, Skeleton, Stat, TextLink, Time, Waiting } from '#ui';
import { ChangeLimits } from './change-limits.tsx';
import { planTexts } from './texts.ts';

type Account = Schemas['AccountOverview'];

export function PlanPage() {
  const texts = useTexts(planTexts);
  const { role } = useSession();
  const asked = useGet('/v1/account/overview', {}, { wholeAccount: true, refetchInterval: 30_000 });
  return (
    <Page title={texts.title} about={texts.about}>
      <Loaded
        of={asked}
        error="card"
        skeleton={
          <Waiting>
            <div className="grid gap-4">
              <Skeleton className="h-44 rounded-lg" />
              <Skeleton className="h-64 rounded-lg" />
            </div>
          </Waiting>
        }
      >
        {(data) => (
          <>
            <Unpriced models={data.unpricedModels} />
            <Usage account={data} />
            <Limits account={data} />
            {data.limitsChangeable && role === 'owner' && <ChangeLimits account={data} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Unpriced({ models }: { models: string[] }) {
  const texts = useTexts(planTexts);
  if (models.length === 0) return null;
  return (
    <section
      aria-label={texts.unpriced}
      className="flex items-start gap-3 rounded-lg border border-warm/40 bg-warm-soft p-4"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warm" aria-hidden />
      <div className="grid min-w-0 gap-2">
        <p className="font-medium">{texts.unpriced}</p>
        <p>{texts.unpricedAbout}</p>
        <ul className="flex flex-wrap gap-1.5">
          {models.map((model) => (
            <li key={model} className="max-w-full">
              <Badge>
                <span className="truncate font-mono">{model}</span>
              </Badge>
            </li>
          ))}
        </ul>
        <TextLink to="/settings/prices">{texts.toPrices}</TextLink>
      </div>
    </section>
  );
}

function Usage({ account: { usage } }: { account: Account }) {
  const texts = useTexts(planTexts);
  const format = useFormat();
  const share = usage.quota > 0 ? usage.records / usage.quota : 1;
  return (
    <Card title={texts.usage(format.month(usage.month))} about={texts.usageAbout}>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Stat label={texts.records} value={format.count(usage.records)} />
        <Stat label={texts.remaining} value={format.count(usage.remaining)} />
        <Stat label={texts.quota} value={format.count(usage.quota)} />
        <Stat label={texts.resets} value={<Time at={usage.resetsAt} show="day" />} />
      </div>
      <div className="grid gap-1.5">
        <ShareMeter label={texts.used} share={share} text={texts.usedShare(format.share(share))} />
        <p className="text-sm text-muted">
          {texts.usedShare(format.share(share))}
          {share >= 1 && <span className="text-bad"> {texts.full}</span>}
        </p>
      </div>
    </Card>
  );
}

/** A channel unknown to the dashboard is shown under the service's name. */
const channelName = (names: Readonly<Record<string, string>>, channel: string): string =>
  names[channel] ?? channel;

function Limits({ account: { plan, retentionDays, limits } }: { account: Account }) {
  const texts = useTexts(planTexts);
  const format = useFormat();
  const lines: [string, ReactNode][] = [
    [texts.retention, texts.days(format.count(retentionDays))],
    [texts.exportRecords, format.count(limits.exportRecords)],
    [texts.alerts, limits.alerts === null ? texts.unlimited : format.count(limits.alerts)],
    [
      texts.alertChannels,
      limits.alertChannels.map((channel) => channelName(texts.channels, channel)).join(texts.comma),
    ],
    [texts.savedViews, format.count(limits.savedViews)],
    [texts.traceSpans, format.count(limits.traceSpans)],
    [texts.datasetItems, format.count(limits.datasetItems)],
    [texts.team, limits.teamMembers ? texts.yes : texts.no],
  ];
  return (
    <Card title={texts.plan(texts.plans[plan])} about={texts.planAbout}>
      <dl className="grid">
        {lines.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-line/60 py-2.5 last:border-b-0"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
