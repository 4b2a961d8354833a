import { useRef } from 'react';
import { isApiError, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { RECORDED } from '#lib/fitting-connection';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DraftForm,
  NumberField,
  SelectField,
  TextField,
  say,
  useDraft,
  type Draft,
} from '#ui';
import { modelsTexts } from './texts.ts';

const PATH = '/v1/model-connections';
type Provider = Schemas['NewModelConnection']['provider'];
const PROVIDERS = Object.keys(modelsTexts.en.providers).filter((name) => name !== RECORDED) as Provider[];
/** A usual model of each provider, as a hint. */
const EXAMPLES: Readonly<Record<Provider, string>> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-3-5-haiku-latest',
  google: 'gemini-2.5-flash',
  mistral: 'mistral-small-latest',
  'openai-compatible': 'llama-3.3-70b-versatile',
};

const draftOf = (before: Schemas['ModelConnection'] | null, isFirst: boolean) => ({
  provider: (before?.provider ?? 'openai') as Provider,
  name: before?.name ?? '',
  baseUrl: before?.baseUrl ?? '',
  apiKey: '',
  defaultModel: before?.defaultModel ?? '',
  models: before?.models.join('\n') ?? '',
  embeddingModel: before?.embeddingModel ?? '',
  dayBudgetUsd: String(before?.dayBudgetUsd ?? ''),
  monthBudgetUsd: String(before?.monthBudgetUsd ?? ''),
  isDefault: before?.isDefault ?? isFirst,
});
type Values = ReturnType<typeof draftOf>;

const amount = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What every save sends. */
function sharedIn(values: Values) {
  const lines = values.models.split('\n').map((line) => line.trim());
  return {
    name: values.name.trim(),
    defaultModel: values.defaultModel.trim(),
    models: [...new Set(lines.filter((line) => line !== ''))],
    embeddingModel: values.provider === 'anthropic' ? null : values.embeddingModel.trim() || null,
    dayBudgetUsd: amount(values.dayBudgetUsd),
    monthBudgetUsd: amount(values.monthBudgetUsd),
    isDefault: values.isDefault,
  };
}

interface ConnectionFormProps {
  connection: Schemas['ModelConnection'] | 'new';
  /** Whether a new one is used for the judge unless the person says otherwise. */
  isFirst: boolean;
  onClose: () => void;
}

export function ConnectionForm({ connection, isFirst, onClose }: ConnectionFormProps) {
  const texts = useTexts(modelsTexts);
  const before = connection === 'new' ? null : connection;
  // The same fields are saved with or without a test, depending on the button.
  const tests = useRef(true);
  const after = {
    wholeAccount: true,
    changes: [PATH],
    onSuccess: () => {
      say(texts.saved);
      onClose();
    },
  };
  const create = useSend('post', PATH, after);
  const update = useSend('patch', `${PATH}/{id}`, after);
  const draft = useDraft(draftOf(before, isFirst), create, update);
  const { error } = draft;
  const isTestFault = isApiError(error) && Object.hasOwn(texts.faults, error.reason);
  const send = (values: Values) => {
    const shared = { ...sharedIn(values), test: tests.current };
    const [baseUrl, apiKey] = [values.baseUrl.trim(), values.apiKey.trim()];
    if (before)
      update.mutate({
        path: { id: before.id },
        body: { ...shared, ...(baseUrl !== '' && { baseUrl }), ...(apiKey !== '' && { apiKey }) },
      });
    else
      create.mutate({
        body: { ...shared, provider: values.provider, baseUrl: baseUrl || null, apiKey: apiKey || null },
      });
  };
  const submit = (withTest: boolean) => () => {
    tests.current = withTest;
  };
  return (
    <Dialog open onClose={onClose} title={before ? texts.editTitle : texts.addTitle}>
      <DraftForm of={draft} onSend={send}>
        <Address of={draft} before={before} />
        <Models of={draft} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {(['dayBudgetUsd', 'monthBudgetUsd'] as const).map((name) => (
            <NumberField
              key={name}
              of={draft}
              name={name}
              label={name === 'dayBudgetUsd' ? texts.dayBudget : texts.monthBudget}
              hint={texts.budgetHint}
              inputMode="decimal"
              min={0}
              step="0.01"
            />
          ))}
        </div>
        <Checkbox
          label={texts.makeDefault}
          checked={draft.values.isDefault}
          onChange={({ target }) => draft.set({ isDefault: target.checked })}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {isTestFault && (
            <Button type="submit" disabled={draft.isSending} onClick={submit(false)}>
              {texts.saveUntested}
            </Button>
          )}
          <Button look="main" type="submit" busy={draft.isSending} onClick={submit(true)}>
            {texts.save}
          </Button>
        </DialogActions>
      </DraftForm>
    </Dialog>
  );
}

/** Where the models are, and the key for them. */
function Address({ of, before }: { of: Draft<Values>; before: Schemas['ModelConnection'] | null }) {
  const texts = useTexts(modelsTexts);
  const isOpen = of.values.provider === 'openai-compatible';
  return (
    <>
      {!before && (
        <SelectField
          of={of}
          name="provider"
          label={texts.provider}
          options={PROVIDERS}
          show={(each) => texts.providers[each]}
        />
      )}
      <TextField of={of} name="name" label={texts.name} required maxLength={100} />
      <TextField
        of={of}
        name="baseUrl"
        label={texts.baseUrl}
        hint={isOpen || before ? texts.baseUrlHint : texts.baseUrlOptional}
        type="url"
        required={isOpen}
        maxLength={2048}
        placeholder={isOpen ? 'https://api.groq.com/openai/v1' : undefined}
      />
      <TextField
        of={of}
        name="apiKey"
        type="password"
        label={texts.apiKey}
        hint={before?.apiKey ? texts.keptKey(before.apiKey) : isOpen ? texts.noKey : texts.keyHint}
        required={!isOpen && !before?.apiKey}
        maxLength={4096}
        autoComplete="new-password"
      />
    </>
  );
}

function Models({ of }: { of: Draft<Values> }) {
  const texts = useTexts(modelsTexts);
  const { provider } = of.values;
  return (
    <>
      <TextField
        of={of}
        name="defaultModel"
        label={texts.defaultModel}
        hint={texts.defaultModelHint}
        required
        maxLength={256}
        placeholder={EXAMPLES[provider]}
      />
      <TextField of={of} name="models" label={texts.models} hint={texts.modelsHint} rows={3} />
      {provider !== 'anthropic' && (
        <TextField
          of={of}
          name="embeddingModel"
          label={texts.embeddingModel}
          hint={texts.embeddingModelHint}
          maxLength={256}
        />
      )}
    </>
  );
}
