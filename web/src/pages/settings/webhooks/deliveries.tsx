// Deliveries of a webhook in the last 30 days with their attempts; each can be sent again.
import { Send } from 'lucide-react';
import { useGetPages, useSend, type Schemas, useRows } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import { Ago, Button, Duration, StatusDot, Time, deliveryWordings, say, useErrorText, ListRows } from '#ui';
import { webhooksTexts } from './texts.ts';

type Delivery = Schemas['Delivery'];
const TONES = { pending: 'warm', delivered: 'good', failed: 'bad' } as const;
const REFRESH_MS = 5_000;

interface DeliveriesProps {
  webhookId: string;
  mayManage: boolean;
}

export function WebhookDeliveries({ webhookId, mayManage }: DeliveriesProps) {
  const texts = useTexts(webhooksTexts);
  const list = useRows(
    useGetPages(
      '/v1/webhooks/{id}/deliveries',
      { path: { id: webhookId }, query: { limit: 20 } },
      { wholeAccount: true, refetchInterval: REFRESH_MS },
    ),
    ({ deliveries }) => deliveries,
  );
  return (
    <ListRows
      of={list}
      skeleton={3}
      empty={{
        icon: <Send size={22} aria-hidden />,
        title: texts.noDeliveries,
        children: texts.noDeliveriesAbout,
      }}
    >
      {(deliveries) => (
        <ul aria-label={texts.deliveries} className="grid">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
              <Line webhookId={webhookId} delivery={delivery} mayManage={mayManage} />
            </li>
          ))}
        </ul>
      )}
    </ListRows>
  );
}

function Line({ webhookId, delivery, mayManage }: DeliveriesProps & { delivery: Delivery }) {
  const texts = useTexts(webhooksTexts);
  const format = useFormat();
  const errorText = useErrorText();
  const worded = useWorded(deliveryWordings);
  const redeliver = useSend('post', '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
    wholeAccount: true,
    changes: ['/v1/webhooks'],
  });
  const { id, event, status, attempts, createdAt } = delivery;
  const again = () =>
    redeliver.mutate(
      { path: { id: webhookId, deliveryId: id } },
      { onSuccess: () => say(texts.onItsWay), onError: (error) => say(errorText(error), 'bad') },
    );
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusDot tone={TONES[status]}>{texts.statuses[status]}</StatusDot>
        <code className="font-mono text-sm">{event}</code>
        <span className="text-sm text-muted">
          <Ago at={createdAt} />
        </span>
        <code className="max-w-40 truncate font-mono text-xs text-muted" title={id}>
          {id}
        </code>
        {mayManage && (
          <Button
            size="small"
            className="ml-auto"
            busy={redeliver.isPending}
            aria-label={texts.redeliverNamed(id)}
            onClick={again}
          >
            {texts.redeliver}
          </Button>
        )}
      </div>
      {attempts.length === 0 ? (
        <p className="text-sm text-muted">{texts.noAttempts}</p>
      ) : (
        <details className="min-w-0 text-sm" open={status === 'failed' && attempts.length === 1}>
          <summary className="w-fit rounded-sm text-muted hover:text-text">
            {texts.attempts(format.count(attempts.length), attempts.length)}
          </summary>
          <ol className="mt-1.5 grid gap-1">
            {attempts.map((attempt) => {
              const { at, status: answered, error, durationMs } = attempt;
              const said = error === null ? null : worded(attempt, error);
              return (
                <li key={at} className="flex flex-wrap gap-x-3">
                  <Time at={at} show="full" />
                  <span className={said === null ? 'text-good' : 'text-bad'}>
                    {answered === null ? texts.noAnswer : `HTTP ${answered}`}
                  </span>
                  <Duration ms={durationMs} />
                  {said !== null && (
                    <span lang={said.lang} className="min-w-0 break-words text-muted">
                      {said.words}
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
        </details>
      )}
    </div>
  );
}
