import { useState } from 'react';
import { useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, DraftForm, TextField, say, useDraft } from '#ui';
import { runBodyOf, variablesIn, type ColumnDraft, type PlaceholderMessages } from './draft.ts';
import { playgroundTexts } from './texts.ts';

interface SaveVersionProps {
  column: ColumnDraft;
  variables: Readonly<Record<string, string>>;
  placeholders: PlaceholderMessages;
  connection: Schemas['ModelConnection'] | undefined;
}

/** With the model, settings, tools and schema, so that opening the version again loses nothing. */
export function SaveVersion(props: SaveVersionProps) {
  const texts = useTexts(playgroundTexts);
  const { role, account } = useSession();
  const [open, setOpen] = useState(false);
  if (role === 'viewer' || account.plan === 'free') return null;
  const made = runBodyOf(props.column, props.variables, props.placeholders);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" disabled={'fault' in made} onClick={() => setOpen(true)}>
        {texts.saveVersion}
      </Button>
      {open && !('fault' in made) && (
        <Dialog open onClose={close} title={texts.saveTitle}>
          <VersionForm {...props} body={made.body} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

type RunBody = Extract<ReturnType<typeof runBodyOf>, { body: unknown }>['body'];

const EMPTY = { name: '', version: '', description: '' };

function VersionForm({
  column,
  variables,
  connection,
  body,
  onDone,
}: SaveVersionProps & { body: RunBody; onDone: () => void }) {
  const texts = useTexts(playgroundTexts);
  const create = useSend('post', '/v1/prompts', {
    wholeAccount: true,
    changes: ['/v1/prompts'],
    onSuccess: () => {
      say(texts.saved);
      onDone();
    },
  });
  const draft = useDraft(EMPTY, create);
  const save = (typed: typeof EMPTY) => {
    const names = variablesIn([column]);
    const [version, description] = [typed.version.trim(), typed.description.trim()];
    create.mutate({
      body: {
        name: typed.name.trim(),
        ...(version === '' ? {} : { version }),
        ...(description === '' ? {} : { description }),
        messages: savedMessages(body),
        ...(names.length > 0
          ? { variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? ''])) }
          : {}),
        config: savedConfig(body, connection),
      },
    });
  };
  const hasImages = column.messages.some(({ images }) => images.length > 0);
  return (
    <DraftForm of={draft} onSend={save}>
      <p className="text-sm text-muted">{texts.saveAbout}</p>
      {hasImages && <p className="text-sm text-warm">{texts.saveNoImages}</p>}
      <TextField of={draft} name="name" label={texts.promptName} required maxLength={200} />
      <TextField of={draft} name="version" label={texts.version} hint={texts.versionHint} maxLength={100} />
      <TextField of={draft} name="description" label={texts.note} maxLength={500} />
      <DialogActions>
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button look="main" type="submit" busy={draft.isSending}>
          {texts.save}
        </Button>
      </DialogActions>
    </DraftForm>
  );
}

/** Texts only: a version has no images, and no answers of tools. */
const savedMessages = ({ messages }: RunBody): Schemas['PromptMessage'][] =>
  messages.flatMap((entry): Schemas['PromptMessage'][] => {
    if ('type' in entry) return [entry];
    const { role, content } = entry;
    const text =
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return role === 'tool' ? [] : [{ role, content: text }];
  });

const savedConfig = (
  { model, settings, tools, toolChoice, outputSchema }: RunBody,
  connection: SaveVersionProps['connection'],
) => ({
  model: model ?? connection?.defaultModel,
  ...(settings ? { settings } : {}),
  ...(tools ? { tools } : {}),
  ...(toolChoice ? { toolChoice } : {}),
  ...(outputSchema ? { outputSchema } : {}),
});
