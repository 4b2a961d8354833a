import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Checkbox, Dialog, DialogActions, DraftForm, TextField, say, useDraft } from '#ui';
import { webhooksTexts } from './texts.ts';

type Event = Schemas['Webhook']['events'][number];
const EVENTS = Object.keys(webhooksTexts.en.events) as Event[];

const draftOf = (webhook: Schemas['Webhook'] | null) => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? [],
  description: webhook?.description ?? '',
});

interface EditWebhookProps {
  webhook: Schemas['Webhook'] | 'new';
  onClose: () => void;
  onMade: (made: Schemas['WebhookWithSecret']) => void;
}

export function EditWebhook({ webhook, onClose, onMade }: EditWebhookProps) {
  const texts = useTexts(webhooksTexts);
  const before = webhook === 'new' ? null : webhook;
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
  const draft = useDraft(draftOf(before), create, update);
  const { events } = draft.values;
  const send = ({ url, description }: typeof draft.values) => {
    if (events.length === 0) return draft.refuse('events', texts.chooseEvent);
    const body = { url: url.trim(), events, description: description.trim() || null };
    if (before === null) return create.mutate({ body });
    return update.mutate({ path: { id: before.id }, body });
  };
  const choose = (event: Event, chosen: boolean) =>
    draft.set({ events: EVENTS.filter((one) => (one === event ? chosen : events.includes(one))) });
  const fault = draft.fault('events');
  return (
    <Dialog open onClose={onClose} title={before === null ? texts.createTitle : texts.editTitle}>
      <DraftForm of={draft} onSend={send}>
        <TextField
          of={draft}
          name="url"
          label={texts.url}
          hint={texts.urlHint}
          type="url"
          required
          maxLength={2048}
          placeholder="https://hooks.example.com/tracewell"
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{texts.eventsLabel}</legend>
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              checked={events.includes(event)}
              onChange={({ target }) => choose(event, target.checked)}
              label={texts.events[event]}
              hint={<code className="font-mono text-xs">{event}</code>}
            />
          ))}
          {fault !== null && (
            <p role="alert" className="text-sm text-bad">
              {fault}
            </p>
          )}
        </fieldset>
        <TextField of={draft} name="description" label={texts.description} maxLength={200} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="main" type="submit" busy={draft.isSending}>
            {before === null ? texts.create : texts.save}
          </Button>
        </DialogActions>
      </DraftForm>
    </Dialog>
  );
}
