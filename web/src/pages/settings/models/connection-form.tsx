import { useRef, useState } from 'react';
import { isApiError, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { RECORDED } from '#lib/fitting-connection';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  PasswordInput,
  Select,
  TextArea,
  faultOf,
  say,
} from '#ui';
import { modelsTexts } from './texts.ts';
import type { ModelConnectionData } from './types.ts';

const PATH = '/v1/model-connections';
const FIELDS = [
  'name',
  'provider',
  'baseUrl',
  'apiKey',
  'defaultModel',
  'models',
  'embeddingModel',
  'dayBudgetUsd',
  'monthBudgetUsd',
];
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

type Values = Record<string, string>;

/** What every save sends. */
function sharedFrom(values: Values) {
  const text = (name: string) => (values[name] ?? '').trim();
  const amount = (name: string) => (text(name) === '' ? null : Number(text(name)));
  return {
    name: text('name'),
    defaultModel: text('defaultModel'),
    models: [
      ...new Set(
        text('models')
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ),
    ],
    embeddingModel: text('embeddingModel') || null,
    dayBudgetUsd: amount('dayBudgetUsd'),
    monthBudgetUsd: amount('monthBudgetUsd'),
    isDefault: values['isDefault'] !== undefined,
  };
}

interface ConnectionFormProps {
  connection: ModelConnectionData | 'new';
  /** Whether a new one is used for the judge unless the person says otherwise. */
  isFirst: boolean;
  onClose: () => void;
}

export function ConnectionForm({ connection, isFirst, onClose }: ConnectionFormProps) {
  const texts = useTexts(modelsTexts);
  const before = connection === 'new' ? null : connection;
  const [provider, setProvider] = useState<Provider>((before?.provider as Provider | undefined) ?? 'openai');
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
  const { error, isPending } = before ? update : create;
  const isTestFault = isApiError(error) && Object.hasOwn(texts.faults, error.reason);
  const isOpen = provider === 'openai-compatible';
  const send = (values: Values) => {
    const shared = { ...sharedFrom(values), test: tests.current };
    const [baseUrl, apiKey] = [(values['baseUrl'] ?? '').trim(), (values['apiKey'] ?? '').trim()];
    if (before)
      update.mutate({
        path: { id: before.id },
        body: { ...shared, ...(baseUrl !== '' && { baseUrl }), ...(apiKey !== '' && { apiKey }) },
      });
    else create.mutate({ body: { ...shared, provider, baseUrl: baseUrl || null, apiKey: apiKey || null } });
  };
  return (
    <Dialog open onClose={onClose} title={before ? texts.editTitle : texts.addTitle}>
      <Form onSubmit={send} error={error} fields={FIELDS}>
        {!before && (
          <Field label={texts.provider} fault={faultOf(error, 'provider')}>
            <Select
              name="provider"
              value={provider}
              onChange={({ target }) => setProvider(target.value as Provider)}
            >
              {PROVIDERS.map((each) => (
                <option key={each} value={each}>
                  {texts.providers[each]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={texts.name} fault={faultOf(error, 'name')}>
          <Input name="name" required maxLength={100} autoComplete="off" defaultValue={before?.name ?? ''} />
        </Field>
        <Field
          label={texts.baseUrl}
          hint={isOpen || before ? texts.baseUrlHint : texts.baseUrlOptional}
          fault={faultOf(error, 'baseUrl')}
        >
          <Input
            name="baseUrl"
            type="url"
            required={isOpen}
            maxLength={2048}
            autoComplete="off"
            placeholder={isOpen ? 'https://api.groq.com/openai/v1' : undefined}
            defaultValue={before?.baseUrl ?? ''}
          />
        </Field>
        <Field
          label={texts.apiKey}
          hint={before?.apiKey ? texts.keptKey(before.apiKey) : isOpen ? texts.noKey : texts.keyHint}
          fault={faultOf(error, 'apiKey')}
        >
          <PasswordInput
            name="apiKey"
            required={!isOpen && !before?.apiKey}
            maxLength={4096}
            autoComplete="new-password"
          />
        </Field>
        <Field
          label={texts.defaultModel}
          hint={texts.defaultModelHint}
          fault={faultOf(error, 'defaultModel')}
        >
          <Input
            name="defaultModel"
            required
            maxLength={256}
            autoComplete="off"
            placeholder={EXAMPLES[provider]}
            defaultValue={before?.defaultModel ?? ''}
          />
        </Field>
        <Field label={texts.models} hint={texts.modelsHint} fault={faultOf(error, 'models')}>
          <TextArea name="models" rows={3} defaultValue={before?.models.join('\n') ?? ''} />
        </Field>
        {provider !== 'anthropic' && (
          <Field
            label={texts.embeddingModel}
            hint={texts.embeddingModelHint}
            fault={faultOf(error, 'embeddingModel')}
          >
            <Input
              name="embeddingModel"
              maxLength={256}
              autoComplete="off"
              defaultValue={before?.embeddingModel ?? ''}
            />
          </Field>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {(['dayBudgetUsd', 'monthBudgetUsd'] as const).map((field) => (
            <Field
              key={field}
              label={field === 'dayBudgetUsd' ? texts.dayBudget : texts.monthBudget}
              hint={texts.budgetHint}
              fault={faultOf(error, field)}
            >
              <Input
                name={field}
                type="number"
                inputMode="decimal"
                min={0}
                step="0.01"
                defaultValue={before?.[field] ?? ''}
              />
            </Field>
          ))}
        </div>
        <Checkbox name="isDefault" label={texts.makeDefault} defaultChecked={before?.isDefault ?? isFirst} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {isTestFault && (
            <Button
              type="submit"
              disabled={isPending}
              onClick={() => {
                tests.current = false;
              }}
            >
              {texts.saveUntested}
            </Button>
          )}
          <Button
            look="main"
            type="submit"
            busy={isPending}
            onClick={() => {
              tests.current = true;
            }}
          >
            {texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
