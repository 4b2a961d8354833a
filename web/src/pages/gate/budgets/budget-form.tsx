import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Dialog,
  DraftForm,
  NumberField,
  SelectField,
  SendDraft,
  TextField,
  say,
  useDraft,
  type Draft,
} from '#ui';
import { FormGroup } from '../form-group.tsx';
import { readTags, writeTags } from '../tag-text.ts';
import { gateTexts } from '../texts.ts';
import type { GateBudget } from '../types.ts';

const PERIODS = ['day', 'week', 'month'] as const;
const ACTIONS = ['deny', 'require_approval', 'warn'] as const;
const FAIL_MODES = ['open', 'closed'] as const;
const ON_UNPRICED = ['warn', 'allow', 'deny'] as const;

const draftOf = (budget: GateBudget | null) => ({
  name: budget?.name ?? '',
  limitUsd: String(budget?.limitUsd ?? 10),
  period: budget?.period ?? PERIODS[0],
  action: budget?.action ?? ACTIONS[0],
  failMode: budget?.failMode ?? FAIL_MODES[0],
  onUnpriced: budget?.onUnpriced ?? ON_UNPRICED[0],
  provider: budget?.scope.provider ?? '',
  model: budget?.scope.model ?? '',
  tags: writeTags(budget?.scope.tags ?? null),
  projectId: budget?.scope.projectId ?? '',
});
type BudgetDraft = Draft<ReturnType<typeof draftOf>>;

/** Creates a budget, or edits the given one. */
export function BudgetForm({ budget, onClose }: { budget: GateBudget | null; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const options = {
    changes: ['/v1/gate/budgets'],
    onSuccess: ({ name }: { name: string }) => {
      say(texts.budgetSaved(name));
      onClose();
    },
  };
  const create = useSend('post', '/v1/gate/budgets', options);
  const update = useSend('patch', '/v1/gate/budgets/{id}', options);
  const draft = useDraft(draftOf(budget), create, update);
  const save = ({ provider, model, projectId, limitUsd, ...typed }: (typeof draft)['values']) => {
    const tags = readTags(typed.tags);
    if (tags === undefined) return draft.refuse('tags', texts.badTags);
    const { tags: _text, ...rest } = typed;
    const body = {
      ...rest,
      limitUsd: Number(limitUsd),
      scope: {
        provider: provider.trim() || null,
        model: model.trim() || null,
        tags,
        projectId: projectId || null,
      },
    };
    if (budget === null) return create.mutate({ body });
    return update.mutate({ path: { id: budget.id }, body });
  };
  return (
    <Dialog open onClose={onClose} title={budget === null ? texts.newBudget : texts.editBudget}>
      <DraftForm of={draft} onSend={save}>
        <TextField of={draft} name="name" label={texts.name} required maxLength={100} />
        <Rule of={draft} />
        <CountsFor of={draft} />
        <SendDraft of={draft}>{budget === null ? texts.create : texts.save}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}

function Rule({ of }: { of: BudgetDraft }) {
  const texts = useTexts(gateTexts);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        of={of}
        name="limitUsd"
        label={texts.limit}
        hint={texts.limitHint}
        required
        min={0}
        max={1e9}
      />
      <SelectField
        of={of}
        name="period"
        label={texts.period}
        options={PERIODS}
        show={(period) => texts.periodNames[period]}
      />
      <SelectField
        of={of}
        name="action"
        label={texts.action}
        options={ACTIONS}
        show={(action) => texts.actionNames[action]}
      />
      <SelectField
        of={of}
        name="failMode"
        label={texts.failMode}
        options={FAIL_MODES}
        show={(mode) => texts.failModes[mode]}
      />
      <SelectField
        of={of}
        name="onUnpriced"
        label={texts.onUnpriced}
        hint={texts.onUnpricedHint}
        options={ON_UNPRICED}
        show={(choice) => texts.onUnpricedNames[choice]}
      />
    </div>
  );
}

function CountsFor({ of }: { of: BudgetDraft }) {
  const texts = useTexts(gateTexts);
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projects: readonly Pick<Schemas['Project'], 'id' | 'name'>[] = data?.projects ?? [];
  return (
    <FormGroup title={texts.countsFor} hint={texts.countsForHint}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField of={of} name="provider" label={texts.provider} maxLength={64} placeholder="openai" />
        <TextField
          of={of}
          name="model"
          label={texts.model}
          hint={texts.pattern}
          maxLength={200}
          placeholder="gpt-4*"
        />
      </div>
      <TextField of={of} name="tags" label={texts.tags} hint={texts.tagsHint} placeholder="env:prod" />
      {(projects.length > 1 || of.values.projectId !== '') && (
        <SelectField
          of={of}
          name="projectId"
          label={texts.project}
          options={['', ...projects.map(({ id }) => id)]}
          show={(id) => projects.find((project) => project.id === id)?.name ?? texts.allProjects}
        />
      )}
    </FormGroup>
  );
}
