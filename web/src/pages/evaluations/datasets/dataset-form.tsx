// Creates or edits a dataset: name, description and prompt. Only the description of a frozen dataset can
// change.
import { useNavigate } from '@tanstack/react-router';
import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Select, TextArea, faultOf, say } from '#ui';
import { datasetTexts } from './texts.ts';
import { sharedTexts } from '../texts.ts';

const CHANGES = ['/v1/eval-datasets'];

interface DatasetFormProps {
  dataset?: Schemas['EvalDataset'];
  onClose: () => void;
}

export function DatasetForm({ dataset, onClose }: DatasetFormProps) {
  const texts = useTexts(datasetTexts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const prompts = useGet('/v1/prompts', { query: { limit: 200 } });
  const create = useSend('post', '/v1/eval-datasets', {
    changes: CHANGES,
    onSuccess: ({ id, name }) => {
      say(texts.created(name));
      onClose();
      void navigate({ to: '/evaluations/datasets/$id', params: { id: String(id) }, search: {} });
    },
  });
  const update = useSend('patch', '/v1/eval-datasets/{id}', {
    changes: CHANGES,
    onSuccess: () => {
      say(texts.saved);
      onClose();
    },
  });
  const sending = dataset ? update : create;
  const send = ({ name = '', description = '', prompt = '' }: Record<string, string>) => {
    const described = { description: description.trim() === '' ? null : description };
    const body = { name, ...described, promptRegistryId: prompt === '' ? null : Number(prompt) };
    if (!dataset) create.mutate({ body });
    else update.mutate({ path: { id: dataset.id }, body: dataset.frozen ? described : body });
  };
  const chosen = dataset?.promptRegistryId ?? null;
  const known = prompts.data?.prompts ?? [];
  return (
    <Dialog open onClose={onClose} title={dataset ? texts.editDatasetTitle : texts.create}>
      <Form onSubmit={send} error={sending.error} fields={['name', 'description']}>
        {!dataset?.frozen && (
          <Field label={texts.name} fault={faultOf(sending.error, 'name')}>
            <Input name="name" required maxLength={100} defaultValue={dataset?.name} autoComplete="off" />
          </Field>
        )}
        <Field label={texts.description} hint={texts.optional} fault={faultOf(sending.error, 'description')}>
          <TextArea name="description" maxLength={500} rows={2} defaultValue={dataset?.description ?? ''} />
        </Field>
        {!dataset?.frozen && (known.length > 0 || chosen !== null) && (
          // Remounts when the prompts have loaded, because the selected prompt is not an option before that.
          <Field key={known.length} label={texts.prompt}>
            <Select name="prompt" defaultValue={chosen ?? ''}>
              <option value="">{texts.noPrompt}</option>
              {chosen !== null && !known.some(({ id }) => id === chosen) && (
                <option value={chosen}>#{chosen}</option>
              )}
              {known.map(({ id, name, version }) => (
                <option key={id} value={id}>
                  {texts.promptOption(name, version)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending}>
            {dataset ? shared.save : texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
