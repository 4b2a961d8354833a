// What features that call a model may spend in a month, what they have spent, and where the limit lies.
import { useGet, useMayManage, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Card, ErrorState, Money, Page, Skeleton, Stat, Waiting } from '#ui';
import { SetBudget } from './set-budget.tsx';
import { budgetTexts } from './texts.ts';

export type Budget = Schemas['LlmFeatureBudget'];

export function BudgetPage() {
  const texts = useTexts(budgetTexts);
  const asked = useGet('/v1/account/llm-feature-budget', {}, { wholeAccount: true, refetchInterval: 30_000 });
  return (
    <Page title={texts.title} about={texts.about}>
      {asked.isPending ? (
        <Waiting>
          <div className="grid gap-6">
            <Skeleton className="h-44 rounded-lg" />
            <Skeleton className="h-44 rounded-lg" />
          </div>
        </Waiting>
      ) : asked.isError ? (
        <Card>
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        </Card>
      ) : (
        <>
          <Spent budget={asked.data} />
          <Limit budget={asked.data} />
        </>
      )}
    </Page>
  );
}

const NEARLY = 0.8;

function Spent({ budget: { budgetUsd, spentUsd, remainingUsd, periodStart } }: { budget: Budget }) {
  const texts = useTexts(budgetTexts);
  const format = useFormat();
  const share = budgetUsd > 0 ? spentUsd / budgetUsd : 1;
  const tone = share >= 1 ? 'bg-bad' : share >= NEARLY ? 'bg-warm' : 'bg-accent';
  return (
    <Card title={texts.month(periodStart)} about={texts.monthAbout}>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        <Stat label={texts.spent} value={<Money usd={spentUsd} />} />
        <Stat label={texts.remaining} value={<Money usd={remainingUsd} />} />
        <Stat label={texts.budget} value={<Money usd={budgetUsd} />} />
      </div>
      <div className="grid gap-1.5">
        <div
          role="meter"
          aria-label={texts.used}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(share * 100))}
          aria-valuetext={texts.usedShare(format.share(share))}
          className="h-3 overflow-hidden rounded-full bg-hover"
        >
          <div
            className={`h-full rounded-full ${tone}`}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </div>
        <p className="text-sm text-muted">
          {texts.usedShare(format.share(share))}
          {share >= 1 && <span className="text-bad"> {texts.exhausted}</span>}
        </p>
      </div>
    </Card>
  );
}

function Limit({ budget }: { budget: Budget }) {
  const texts = useTexts(budgetTexts);
  const format = useFormat();
  const mayManage = useMayManage();
  const { account, role } = useSession();
  const bounds = texts.bounds(format.money(budget.minBudgetUsd), format.money(budget.maxBudgetUsd));
  return (
    <Card title={texts.set} about={texts.setAbout}>
      {account.plan === 'free' ? (
        <p className="max-w-prose text-muted">{texts.needsPlan(format.money(budget.defaultBudgetUsd))}</p>
      ) : mayManage ? (
        <SetBudget budget={budget} bounds={bounds} />
      ) : (
        <p className="text-muted">{texts.notAllowed(role)}</p>
      )}
    </Card>
  );
}
