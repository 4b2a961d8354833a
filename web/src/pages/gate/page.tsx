// The runtime gate. Pending approvals come first, because an agent is waiting; then budgets, policies and
// past decisions.
import { useMayManage } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Page, Tabs } from '#ui';
import { Budgets } from './budgets/budgets.tsx';
import { ApprovalHistory } from './approvals/history.tsx';
import { Pending } from './approvals/pending.tsx';
import { Policies } from './policies/policies.tsx';
import { gateTexts } from './texts.ts';

const SECTIONS = ['budgets', 'policies', 'history'] as const;
type Section = (typeof SECTIONS)[number];

const isSection = (text: string | undefined): text is Section =>
  (SECTIONS as readonly (string | undefined)[]).includes(text);

export function GatePage() {
  const texts = useTexts(gateTexts);
  const mayManage = useMayManage();
  const [search, change] = useUrl();
  const asked = first(search['section']);
  const section = isSection(asked) ? asked : 'budgets';
  return (
    <Page title={texts.title} about={texts.about}>
      <Pending mayDecide={mayManage} />
      <Tabs
        label={texts.sections}
        value={section}
        onChange={(next) => change({ section: next, decided: undefined })}
        tabs={[
          { value: 'budgets', label: texts.budgets, content: <Budgets mayManage={mayManage} /> },
          { value: 'policies', label: texts.policies, content: <Policies mayManage={mayManage} /> },
          { value: 'history', label: texts.history, content: <ApprovalHistory /> },
        ]}
      />
    </Page>
  );
}
