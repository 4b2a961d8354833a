import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Dialog,
  DraftForm,
  Loaded,
  NumberField,
  SelectField,
  SendDraft,
  SkeletonRows,
  TextField,
  say,
  useDraft,
} from '#ui';
import { CallFilterFields, EMPTY_FILTER, filterFrom } from '../runs/call-filter-fields.tsx';
import { RuleForecast } from './rule-estimate.tsx';
import { ruleTexts } from './texts.ts';

const DEFAULT_PCT = 5;

export function CreateRule({ onClose }: { onClose: () => void }) {
  const texts = useTexts(ruleTexts);
  const list = useGet('/v1/eval-criteria', {});
  return (
    <Dialog open wide onClose={onClose} title={texts.create} about={texts.about}>
      <Loaded of={list} skeleton={<SkeletonRows rows={6} />}>
        {({ criteria }) => (
          // A rule scores single calls, because the end of a trace is unknown.
          <RuleForm criteria={criteria.filter(({ scope }) => scope === 'call')} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface RuleFormProps {
  criteria: readonly Schemas['EvalCriterion'][];
  onClose: () => void;
}

function RuleForm({ criteria, onClose }: RuleFormProps) {
  const texts = useTexts(ruleTexts);
  const create = useSend('post', '/v1/eval-rules', {
    changes: ['/v1/eval-rules'],
    onSuccess: () => {
      say(texts.created);
      onClose();
    },
  });
  const draft = useDraft(
    { criterionId: criteria[0]?.id ?? 0, name: '', samplePct: String(DEFAULT_PCT), ...EMPTY_FILTER },
    create,
  );
  const { values } = draft;
  const filter = filterFrom(values);
  const order = {
    criterionId: values.criterionId,
    samplePct: Number(values.samplePct),
    ...(filter ? { filter } : {}),
  };
  return (
    <DraftForm
      of={draft}
      onSend={({ name }) => create.mutate({ body: { name: name.trim() || null, enabled: true, ...order } })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          of={draft}
          name="criterionId"
          label={texts.criterion}
          required
          options={criteria.map(({ id }) => id)}
          show={(wanted) => criteria.find(({ id }) => id === wanted)?.name}
        />
        <TextField of={draft} name="name" label={texts.name} hint={texts.nameHint} maxLength={100} />
      </div>
      <NumberField
        of={draft}
        name="samplePct"
        label={texts.sample}
        hint={texts.sampleHint}
        required
        min={0.01}
        max={100}
        className="max-w-32"
      />
      <CallFilterFields of={draft} />
      <RuleForecast order={order} />
      <SendDraft of={draft}>{texts.create}</SendDraft>
    </DraftForm>
  );
}
