// Criteria, runs, datasets, rules and judge trust. The selected tab is in the URL.
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Page, Tabs } from '#ui';
import { CriteriaTable } from './criteria/criteria-list.tsx';
import { DatasetList } from './datasets/dataset-list.tsx';
import { ExperimentsTab } from './experiments/experiment-list.tsx';
import { WhyReadOnly } from './may-write.tsx';
import { RuleList } from './rules/rule-list.tsx';
import { RunList } from './runs/run-list.tsx';
import { ScoresTab } from './scores/scores-tab.tsx';
import { sharedTexts } from './texts.ts';
import { TrustTab } from './trust/trust-tab.tsx';

const TABS = ['runs', 'experiments', 'scores', 'criteria', 'datasets', 'rules', 'trust'] as const;
const CONTENT = {
  runs: RunList,
  experiments: ExperimentsTab,
  scores: ScoresTab,
  criteria: CriteriaTable,
  datasets: DatasetList,
  rules: RuleList,
  trust: TrustTab,
} as const;

export function EvaluationsPage() {
  const texts = useTexts(sharedTexts);
  const [search, change] = useUrl();
  const tab = TABS.find((one) => one === first(search['tab'])) ?? 'runs';
  return (
    <Page title={texts.title} about={texts.about}>
      <WhyReadOnly />
      <Tabs
        label={texts.sections}
        value={tab}
        onChange={(next) => change({ tab: next === 'runs' ? undefined : next })}
        tabs={TABS.map((value) => {
          const Content = CONTENT[value];
          return { value, label: texts.tabs[value], content: <Content /> };
        })}
      />
    </Page>
  );
}
