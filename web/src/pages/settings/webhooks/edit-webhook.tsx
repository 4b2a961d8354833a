import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Checkbox, Dialog, DialogActions, Field, Form, Input, faultOf, say } from '#ui';
import { webhooksTexts } from './texts.ts';
import type { WebhookData, WithSecret } from './types.ts';

type Event = WebhookData['events'][number];
const EVENTS = Object.keys(webhooksTexts.en.events) as Event[];

interface EditWebhookProps {
  webhook: WebhookData | 'new';
  onClose: () => void;
  onMade: (made: WithSecret) => void;
}

export function EditWebhook({ webhook, onClose, onMade }: EditWebhookProps) {
  const texts = useTexts(webhooksTexts);
  const isNew = webhook === 'new';
  const before = isNew ? null : webhook;
  const [noEvent, setNoEvent] = useState(false);
  const options = { wholeAccount: true, changes: ['/v1/webhooks'] };
  const create = useSend('post', '/v1/webhooks', {
    ...options,
    onSuccess: (made) => {
      onMade(made);
      onClose();
    },
  });
  const update = useSend('patch', '/v1/webhooks/{id}', {
    ...options,
    onSuccess: () => {
      say(texts.saved);
      onClose();
    },
  });
  const { error, isPending } = isNew ? create : update;
  const send = (values: Record<string, string>) => {
    const events = EVENTS.filter((event) => values[event] !== undefined);
    setNoEvent(events.length === 0);
    if (events.length === 0) return;
    const body = {
      url: (values['url'] ?? '').trim(),
      events,
      description: (values['description'] ?? '').trim() || null,
    };
    if (before === null) create.mutate({ body });
    else update.mutate({ path: { id: before.id }, body });
  };
  return (
    <Dialog open onClose={onClose} title={isNew ? texts.createTitle : texts.editTitle}>
      <Form onSubmit={send} error={error} fields={['url', 'description']}>
        <Field label={texts.url} hint={texts.urlHint} fault={faultOf(error, 'url')}>
          <Input
            name="url"
            type="url"
            required
            maxLength={2048}
            autoComplete="off"
            placeholder="https://hooks.example.com/tracewell"
            defaultValue={before?.url ?? ''}
          />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{texts.eventsLabel}</legend>
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              name={event}
              defaultChecked={before?.events.includes(event) ?? false}
              label={texts.events[event]}
              hint={<code className="font-mono text-xs">{event}</code>}
            />
          ))}
          {noEvent && (
            <p role="alert" className="text-sm text-bad">
              {texts.chooseEvent}
            </p>
          )}
        </fieldset>
        <Field label={texts.description} fault={faultOf(error, 'description')}>
          <Input
            name="description"
            maxLength={200}
            autoComplete="off"
            defaultValue={before?.description ?? ''}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="main" type="submit" busy={isPending}>
            {isNew ? texts.create : texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
