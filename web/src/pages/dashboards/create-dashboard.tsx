import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  ErrorNotice,
  Field,
  Form,
  Input,
  Select,
  TextArea,
  faultOf,
} from '#ui';
import { dashboardsTexts } from './texts.ts';
import { templateWidgets, type Template } from './templates.ts';
import { readImport } from './transfer.ts';

/** Opens the new dashboard; an empty one opens in the editor. */
function useCreate() {
  const navigate = useNavigate();
  return useSend('post', '/v1/dashboards', {
    changes: ['/v1/dashboards'],
    wholeAccount: true,
    onSuccess: ({ dashboard }) =>
      void navigate({
        to: '/dashboards/$id',
        params: { id: String(dashboard.id) },
        search: dashboard.widgets.length === 0 ? { edit: 'true' } : {},
      }),
  });
}

export function CreateDashboard({ onClose }: { onClose: () => void }) {
  const texts = useTexts(dashboardsTexts);
  const create = useCreate();
  return (
    <Dialog open onClose={onClose} title={texts.create}>
      <Form
        error={create.error}
        fields={['name', 'description']}
        onSubmit={({ name = '', description = '', template = 'empty' }) =>
          create.mutate({
            body: {
              name: name.trim(),
              description: description.trim(),
              widgets: templateWidgets(template as Template, texts.templateTitles),
            },
          })
        }
      >
        <NameFields error={create.error} />
        <Field label={texts.start}>
          <Select name="template" defaultValue="empty">
            {Object.entries(texts.templates).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.createIt}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface NameFieldsProps {
  error: unknown;
  name?: string;
  description?: string;
}

export function NameFields({ error, name = '', description = '' }: NameFieldsProps) {
  const texts = useTexts(dashboardsTexts);
  return (
    <>
      <Field label={texts.name} fault={faultOf(error, 'name')}>
        <Input name="name" required maxLength={80} pattern=".*\S.*" defaultValue={name} autoComplete="off" />
      </Field>
      <Field label={texts.description} fault={faultOf(error, 'description')}>
        <Input name="description" maxLength={500} defaultValue={description} autoComplete="off" />
      </Field>
    </>
  );
}

export function ImportDashboard({ onClose }: { onClose: () => void }) {
  const texts = useTexts(dashboardsTexts);
  const create = useCreate();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = () => {
    const input = readImport(text);
    setFault(input ? null : texts.badImport);
    if (input) create.mutate({ body: input });
  };
  return (
    <Dialog open onClose={onClose} title={texts.import} about={texts.importAbout}>
      <div className="grid gap-5">
        <Field label={texts.importFile}>
          <Input
            type="file"
            accept="application/json,.json"
            className="py-1.5"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </Field>
        <Field label={texts.importText} fault={fault}>
          <TextArea
            rows={8}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {create.error ? <ErrorNotice error={create.error} /> : null}
        <DialogActions>
          <Button look="main" onClick={submit} busy={create.isPending}>
            {texts.import}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
