import { useState } from 'react';
import { useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, faultOf, say } from '#ui';
import { runBodyOf, variablesIn, type ColumnDraft, type PlaceholderMessages } from './draft.ts';
import { playgroundTexts } from './texts.ts';

interface SaveVersionProps {
  column: ColumnDraft;
  variables: Readonly<Record<string, string>>;
  placeholders: PlaceholderMessages;
  connection: Schemas['ModelConnection'] | undefined;
}

/** With the model, settings, tools and schema, so that opening the version again loses nothing. */
export function SaveVersion({ column, variables, placeholders, connection }: SaveVersionProps) {
  const texts = useTexts(playgroundTexts);
  const { role, account } = useSession();
  const [open, setOpen] = useState(false);
  const create = useSend('post', '/v1/prompts', {
    wholeAccount: true,
    changes: ['/v1/prompts'],
    onSuccess: () => {
      say(texts.saved);
      setOpen(false);
    },
  });
  if (role === 'viewer' || account.plan === 'free') return null;
  const made = runBodyOf(column, variables, placeholders);
  const hasImages = column.messages.some(({ images }) => images.length > 0);
  const save = (values: Record<string, string>) => {
    if ('fault' in made) return;
    const { messages, tools, toolChoice, outputSchema, settings, model } = made.body;
    const names = variablesIn([column]);
    const [version = '', note = ''] = [values['version']?.trim(), values['note']?.trim()];
    create.mutate({
      body: {
        name: (values['name'] ?? '').trim(),
        ...(version === '' ? {} : { version }),
        ...(note === '' ? {} : { description: note }),
        messages: messages.flatMap((entry): Schemas['PromptMessage'][] => {
          if ('type' in entry) return [entry];
          const { role: said, content } = entry;
          const text =
            typeof content === 'string'
              ? content
              : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
          return said === 'tool' ? [] : [{ role: said, content: text }];
        }),
        ...(names.length > 0
          ? { variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? ''])) }
          : {}),
        config: {
          model: model ?? connection?.defaultModel,
          ...(settings ? { settings } : {}),
          ...(tools ? { tools } : {}),
          ...(toolChoice ? { toolChoice } : {}),
          ...(outputSchema ? { outputSchema } : {}),
        },
      },
    });
  };
  return (
    <>
      <Button size="small" disabled={'fault' in made} onClick={() => setOpen(true)}>
        {texts.saveVersion}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={texts.saveTitle}>
          <Form onSubmit={save} error={create.error} fields={['name', 'version', 'description']}>
            <p className="text-sm text-muted">{texts.saveAbout}</p>
            {hasImages && <p className="text-sm text-warm">{texts.saveNoImages}</p>}
            <Field label={texts.promptName} fault={faultOf(create.error, 'name')}>
              <Input name="name" required maxLength={200} autoComplete="off" />
            </Field>
            <Field label={texts.version} hint={texts.versionHint} fault={faultOf(create.error, 'version')}>
              <Input name="version" maxLength={100} autoComplete="off" />
            </Field>
            <Field label={texts.note} fault={faultOf(create.error, 'description')}>
              <Input name="note" maxLength={500} autoComplete="off" />
            </Field>
            <DialogActions>
              <Button onClick={() => setOpen(false)}>{texts.cancel}</Button>
              <Button look="main" type="submit" busy={create.isPending}>
                {texts.save}
              </Button>
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}
