import { useSend } from '#api';
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
import { readList, readTags, writeList, writeTags } from '../tag-text.ts';
import { gateTexts } from '../texts.ts';
import type { PolicyData } from '../types.ts';

const EFFECTS = ['require_approval', 'deny', 'allow'] as const;
const FAIL_MODES = ['open', 'closed'] as const;
const CHANGES = { changes: ['/v1/gate/policies'] };

const draftOf = (policy: PolicyData | null) => ({
  name: policy?.name ?? '',
  effect: policy?.effect ?? EFFECTS[0],
  priority: String(policy?.priority ?? 100),
  approvalMinutes: String(policy?.approvalMinutes ?? ''),
  tools: writeList(policy?.match.tools ?? null),
  models: writeList(policy?.match.models ?? null),
  providers: writeList(policy?.match.providers ?? null),
  tags: writeTags(policy?.match.tags ?? null),
  maxCostUsd: String(policy?.maxCostUsd ?? ''),
  maxTokens: String(policy?.maxTokens ?? ''),
  failMode: policy?.failMode ?? FAIL_MODES[0],
});
type PolicyDraft = Draft<ReturnType<typeof draftOf>>;

const amount = (text: string): number | null => (text === '' ? null : Number(text));

/** Creates a policy, or edits the given one. */
export function PolicyForm({ policy, onClose }: { policy: PolicyData | null; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const create = useSend('post', '/v1/gate/policies', CHANGES);
  const update = useSend('patch', '/v1/gate/policies/{id}', CHANGES);
  const draft = useDraft(draftOf(policy), create, update);
  const save = (typed: (typeof draft)['values']) => {
    const tags = readTags(typed.tags);
    if (tags === undefined) return draft.refuse('tags', texts.badTags);
    const body = {
      name: typed.name,
      effect: typed.effect,
      priority: Number(typed.priority || 100),
      match: {
        providers: readList(typed.providers),
        models: readList(typed.models),
        tools: readList(typed.tools),
        tags,
      },
      maxCostUsd: amount(typed.maxCostUsd),
      maxTokens: amount(typed.maxTokens),
      failMode: typed.failMode,
      approvalMinutes: typed.effect === 'require_approval' ? amount(typed.approvalMinutes) : null,
    };
    const onSuccess = () => {
      say(texts.policySaved(body.name));
      onClose();
    };
    if (policy === null) return create.mutate({ body }, { onSuccess });
    return update.mutate({ path: { id: policy.id }, body }, { onSuccess });
  };
  return (
    <Dialog open onClose={onClose} title={policy === null ? texts.newPolicy : texts.editPolicy} wide>
      <DraftForm of={draft} onSend={save}>
        <TextField of={draft} name="name" label={texts.name} required maxLength={100} />
        <Effect of={draft} />
        <Matches of={draft} />
        <Limits of={draft} />
        <SendDraft of={draft}>{policy === null ? texts.create : texts.save}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}

function Effect({ of }: { of: PolicyDraft }) {
  const texts = useTexts(gateTexts);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        of={of}
        name="effect"
        label={texts.effect}
        options={EFFECTS}
        show={(one) => texts.effects[one]}
      />
      <NumberField
        of={of}
        name="priority"
        label={texts.priority}
        hint={texts.priorityHint}
        min={0}
        max={1e6}
        step={1}
      />
      {of.values.effect === 'require_approval' && (
        <NumberField
          of={of}
          name="approvalMinutes"
          label={texts.approvalMinutes}
          hint={texts.approvalMinutesHint}
          min={1}
          max={1440}
          step={1}
        />
      )}
    </div>
  );
}

function Matches({ of }: { of: PolicyDraft }) {
  const texts = useTexts(gateTexts);
  return (
    <FormGroup title={texts.matches} hint={texts.countsForHint}>
      <TextField
        of={of}
        name="tools"
        label={texts.tools}
        hint={texts.listHint}
        placeholder="delete_*, drop_*"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField of={of} name="models" label={texts.models} placeholder="gpt-4*" />
        <TextField of={of} name="providers" label={texts.providers} placeholder="openai" />
      </div>
      <TextField of={of} name="tags" label={texts.tags} hint={texts.tagsHint} placeholder="env:prod" />
    </FormGroup>
  );
}

function Limits({ of }: { of: PolicyDraft }) {
  const texts = useTexts(gateTexts);
  return (
    <FormGroup title={texts.limits} hint={texts.limitsHint}>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField of={of} name="maxCostUsd" label={texts.maxCost} min={0} max={1e9} />
        <NumberField of={of} name="maxTokens" label={texts.maxTokens} min={0} max={1e12} step={1} />
        <SelectField
          of={of}
          name="failMode"
          label={texts.failMode}
          options={FAIL_MODES}
          show={(mode) => texts.failModes[mode]}
        />
      </div>
    </FormGroup>
  );
}
