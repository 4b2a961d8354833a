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

type RuleScope = Schemas['EvalRule']['scope'];

/** The scope of its criteria, and for how many seconds no span may come before it has ended. */
const SCOPES = {
  call: { of: 'call', quiet: null },
  trace: { of: 'trajectory', quiet: 180 },
  session: { of: 'session', quiet: 1_800 },
} as const;
const SCOPE_NAMES = Object.keys(SCOPES) as RuleScope[];
const QUIET = { min: 60, max: 3_600 };

export function CreateRule({ onClose }: { onClose: () => void }) {
  const texts = useTexts(ruleTexts);
  const list = useGet('/v1/eval-criteria', {});
  return (
    <Dialog open wide onClose={onClose} title={texts.create} about={texts.about}>
      <Loaded of={list} skeleton={<SkeletonRows rows={6} />}>
        {({ criteria }) => <RuleForm criteria={criteria} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface RuleFormProps {
  criteria: readonly Schemas['EvalCriterion'][];
  onClose: () => void;
}

function RuleForm({ criteria: all, onClose }: RuleFormProps) {
  const texts = useTexts(ruleTexts);
  const create = useSend('post', '/v1/eval-rules', {
    changes: ['/v1/eval-rules'],
    onSuccess: () => {
      say(texts.created);
      onClose();
    },
  });
  const criteriaFor = (scope: RuleScope) => all.filter((each) => each.scope === SCOPES[scope].of);
  /** Another scope has other criteria, and its own quiet time. */
  const inScope = (scope: RuleScope) => ({
    scope,
    criterionId: criteriaFor(scope)[0]?.id ?? 0,
    quietSeconds: String(SCOPES[scope].quiet ?? ''),
  });
  const draft = useDraft(
    { ...inScope('call'), name: '', samplePct: String(DEFAULT_PCT), ...EMPTY_FILTER },
    create,
  );
  const { values } = draft;
  const { scope } = values;
  const criteria = criteriaFor(scope);
  const filter = filterFrom(values);
  const order = {
    criterionId: values.criterionId,
    scope,
    samplePct: Number(values.samplePct),
    ...(filter ? { filter } : {}),
  };
  const quiet = scope === 'call' ? {} : { quietSeconds: Number(values.quietSeconds) };
  return (
    <DraftForm
      of={draft}
      onSend={({ name }) =>
        create.mutate({ body: { name: name.trim() || null, enabled: true, ...order, ...quiet } })
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          of={{ ...draft, set: ({ scope: next = scope }) => draft.set(inScope(next)) }}
          name="scope"
          label={texts.scope}
          options={SCOPE_NAMES}
          show={(one) => texts.scopes[one]}
        />
        {scope !== 'call' && (
          <NumberField
            of={draft}
            name="quietSeconds"
            label={texts.quiet}
            hint={texts.quietHint}
            required
            min={QUIET.min}
            max={QUIET.max}
            step={1}
          />
        )}
        <SelectField
          of={draft}
          name="criterionId"
          label={texts.criterion}
          hint={criteria.length === 0 ? texts.noCriterion[scope] : undefined}
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
