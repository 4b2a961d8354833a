import { ChevronRight, CircleOff } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useSend, type Schemas } from '#api';
import { classNames } from '#lib/class-names';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { useTexts } from '#i18n';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  StatusDot,
  Switch,
  TextLink,
  Time,
  say,
  useErrorText,
} from '#ui';
import { WebhookDeliveries } from './deliveries.tsx';
import { webhooksTexts } from './texts.ts';

interface WebhookCardProps {
  webhook: Schemas['Webhook'];
  mayManage: boolean;
  onEdit: (webhook: Schemas['Webhook']) => void;
  onSecret: (made: Schemas['WebhookWithSecret']) => void;
}

export function WebhookCard({ webhook, mayManage, onEdit, onSecret }: WebhookCardProps) {
  const texts = useTexts(webhooksTexts);
  const errorText = useErrorText();
  const [search, change] = useUrl();
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null);
  const { id, url, events, enabled, description, createdAt } = webhook;
  const open = first(search['webhook']) === id;
  const update = useSend('patch', '/v1/webhooks/{id}', { wholeAccount: true, changes: ['/v1/webhooks'] });
  const turn = (next: boolean) =>
    update.mutate(
      { path: { id }, body: { enabled: next } },
      {
        onSuccess: () => say(next ? texts.turnedOn : texts.turnedOff),
        onError: (error) => say(errorText(error), 'bad'),
      },
    );
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="min-w-0 truncate text-base/5" title={description ?? url}>
            {description ?? new URL(url).host}
          </h2>
          <p className="truncate font-mono text-sm text-muted" title={url}>
            {url}
          </p>
          <ul aria-label={texts.eventsLabel} className="mt-1 flex flex-wrap gap-1.5">
            {events.map((event) => (
              <li key={event} className="max-w-full" title={event}>
                <Badge tone="cool">{texts.events[event]}</Badge>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-muted">
            {texts.made} <Time at={createdAt} />
          </p>
        </div>
        {mayManage ? (
          <Switch
            label={enabled ? texts.enabled : texts.disabled}
            checked={(update.isPending ? update.variables.body.enabled : undefined) ?? enabled}
            onChange={(next) => !update.isPending && turn(next)}
          />
        ) : (
          <StatusDot tone={enabled ? 'good' : 'neutral'}>
            {enabled ? texts.enabled : texts.disabled}
          </StatusDot>
        )}
      </div>
      {!enabled && (
        <p className="flex items-start gap-2.5 rounded-md bg-warm-soft px-3.5 py-2.5 text-warm">
          <CircleOff size={18} className="mt-0.5 shrink-0" aria-hidden />
          <span className="min-w-0">
            {texts.disabledAbout}{' '}
            {mayManage && (
              <TextLink to="/audit" search={{ action: 'webhook.disable' }} className="text-warm underline">
                {texts.why}
              </TextLink>
            )}
          </span>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t pt-3">
        <Button
          look="quiet"
          size="small"
          className="-ml-2.5"
          aria-expanded={open}
          icon={
            <ChevronRight
              size={16}
              aria-hidden
              className={classNames('transition-transform', open && 'rotate-90')}
            />
          }
          onClick={() => change({ webhook: open ? undefined : id }, { replace: true })}
        >
          {texts.deliveries}
        </Button>
        {mayManage && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onEdit(webhook)}>
              {texts.edit}
            </Button>
            <Button size="small" onClick={() => setAsking('rotate')}>
              {texts.rotate}
            </Button>
            <Button size="small" look="danger" onClick={() => setAsking('delete')}>
              {texts.delete}
            </Button>
          </div>
        )}
      </div>
      {open && <WebhookDeliveries webhookId={id} mayManage={mayManage} />}
      {asking === 'rotate' && (
        <Rotate webhook={webhook} onClose={() => setAsking(null)} onSecret={onSecret} />
      )}
      {asking === 'delete' && <Delete webhook={webhook} onClose={() => setAsking(null)} />}
    </Card>
  );
}

interface AskProps {
  webhook: Schemas['Webhook'];
  onClose: () => void;
}

function Rotate({
  webhook,
  onClose,
  onSecret,
}: AskProps & { onSecret: (made: Schemas['WebhookWithSecret']) => void }) {
  const texts = useTexts(webhooksTexts);
  const rotate = useSend('post', '/v1/webhooks/{id}/rotate-secret', {
    wholeAccount: true,
    onSuccess: (made) => {
      onSecret(made);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.rotateTitle}
      about={texts.rotateAbout}
      action={texts.rotate}
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() => rotate.mutate({ path: { id: webhook.id } })}
    />
  );
}

function Delete({ webhook, onClose }: AskProps) {
  const texts = useTexts(webhooksTexts);
  const done = () => {
    say(texts.deleted);
    onClose();
  };
  const remove = useSend('delete', '/v1/webhooks/{id}', {
    wholeAccount: true,
    changes: ['/v1/webhooks'],
    onSuccess: done,
  });
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle}
      about={texts.deleteAbout}
      action={texts.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: webhook.id } },
          { onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    />
  );
}
