// The monthly budget for features that call a model: limit and spend.
import { useGet, useMayManage, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Card, Loaded, ShareMeter, Money, Page, Skeleton, Stat, Waiting } from '#ui';
import { SetBudget } from './set-budget.tsx';
import { budgetTexts } from './texts.ts';

export function BudgetPage() {
  const texts = useTexts(budgetTexts);
  const asked = useGet('/v1/account/llm-feature-budget', {}, { wholeAccount: true, refetchInterval: 30_000 });
  return (
    <Page title={texts.title} about={texts.about}>
      <Loaded
        of={asked}
        error="card"
        skeleton={
          <Waiting>
            <div className="grid gap-4">
              <Skeleton className="h-44 rounded-lg" />
              <Skeleton className="h-44 rounded-lg" />
            </div>
          </Waiting>
        }
      >
        {(data) => (
          <>
            <Spent budget={data} />
            <Limit budget={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Spent({
  budget: { budgetUsd, spentUsd, remainingUsd, periodStart },
}: {
  budget: Schemas['LlmFeatureBudget'];
}) {
  const texts = useTexts(budgetTexts);
  const format = useFormat();
  const share = budgetUsd > 0 ? spentUsd / budgetUsd : 1;
  return (
    <Card title={texts.month(format.month(periodStart))} about={texts.monthAbout}>
      <div className="grid grid-cols-3 gap-x-4 sm:gap-x-6">
        <Stat label={texts.spent} value={<Money usd={spentUsd} />} />
        <Stat label={texts.remaining} value={<Money usd={remainingUsd} />} />
        <Stat label={texts.budget} value={<Money usd={budgetUsd} />} />
      </div>
      <div className="grid gap-1.5">
        <ShareMeter label={texts.used} share={share} text={texts.usedShare(format.share(share))} />
        <p className="text-sm text-muted">
          {texts.usedShare(format.share(share))}
          {share >= 1 && <span className="text-bad"> {texts.exhausted}</span>}
        </p>
      </div>
    </Card>
  );
}

function Limit({ budget }: { budget: Schemas['LlmFeatureBudget'] }) {
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
