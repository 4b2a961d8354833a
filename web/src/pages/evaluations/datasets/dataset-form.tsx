// Creates or edits a dataset: name, description and prompt. Only the description of a frozen dataset can
// change.
import { useNavigate } from '@tanstack/react-router';
import { useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Dialog, DraftForm, SelectField, SendDraft, TextField, say, useDraft } from '#ui';
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
  const draft = useDraft(
    {
      name: dataset?.name ?? '',
      description: dataset?.description ?? '',
      prompt: String(dataset?.promptRegistryId ?? ''),
    },
    create,
    update,
  );
  const send = ({ name, description, prompt }: typeof draft.values) => {
    const described = { description: description.trim() === '' ? null : description };
    const body = { name, ...described, promptRegistryId: prompt === '' ? null : Number(prompt) };
    if (!dataset) create.mutate({ body });
    else update.mutate({ path: { id: dataset.id }, body: dataset.frozen ? described : body });
  };
  const known = prompts.data?.prompts ?? [];
  const ids = new Set(['', draft.values.prompt, ...known.map(({ id }) => String(id))]);
  const promptName = (wanted: string) => {
    const prompt = known.find(({ id }) => String(id) === wanted);
    return prompt ? texts.promptOption(prompt.name, prompt.version) : `#${wanted}`;
  };
  return (
    <Dialog open onClose={onClose} title={dataset ? texts.editDatasetTitle : texts.create}>
      <DraftForm of={draft} onSend={send}>
        {!dataset?.frozen && <TextField of={draft} name="name" label={texts.name} required maxLength={100} />}
        <TextField
          of={draft}
          name="description"
          label={texts.description}
          hint={texts.optional}
          maxLength={500}
          rows={2}
        />
        {!dataset?.frozen && ids.size > 1 && (
          <SelectField
            of={draft}
            name="prompt"
            label={texts.prompt}
            options={[...ids]}
            show={(id) => (id === '' ? texts.noPrompt : promptName(id))}
          />
        )}
        <SendDraft of={draft}>{dataset ? shared.save : texts.create}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}
