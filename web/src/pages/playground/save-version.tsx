import { useState } from 'react';
import { useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, faultOf, say } from '#ui';
import { runBodyOf, variablesIn, type ColumnDraft } from './draft.ts';
import { playgroundTexts } from './texts.ts';

interface SaveVersionProps {
  column: ColumnDraft;
  variables: Readonly<Record<string, string>>;
  connection: Schemas['ModelConnection'] | undefined;
}

/** With the model, settings, tools and schema, so that opening the version again loses nothing. */
export function SaveVersion({ column, variables, connection }: SaveVersionProps) {
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
  const made = runBodyOf(column, variables);
  const save = (values: Record<string, string>) => {
    if ('fault' in made) return;
    const { messages, tools, outputSchema, settings, model } = made.body;
    const names = variablesIn([column]);
    const [version = '', note = ''] = [values['version']?.trim(), values['note']?.trim()];
    create.mutate({
      body: {
        name: (values['name'] ?? '').trim(),
        ...(version === '' ? {} : { version }),
        ...(note === '' ? {} : { description: note }),
        messages: messages.flatMap(({ role: said, content }) =>
          said === 'tool' || typeof content !== 'string' ? [] : [{ role: said, content }],
        ),
        ...(names.length > 0
          ? { variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? ''])) }
          : {}),
        config: {
          model: model ?? connection?.defaultModel,
          ...(settings ? { settings } : {}),
          ...(tools ? { tools } : {}),
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
