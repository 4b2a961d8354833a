import { useGetPages, type Schemas, useRows } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import { Badge, Dialog, Duration, Time, deliveryWordings, type Tone, ListRows } from '#ui';
import { alertsTexts } from './texts.ts';
import type { AlertEventData } from './types.ts';

type Delivery = Schemas['AlertDelivery'];

const TONES: Record<Delivery['status'], Tone> = { pending: 'warm', delivered: 'good', failed: 'bad' };

/** The delivery attempts for each message of a firing. */
export function AlertDeliveries({ event, onClose }: { event: AlertEventData; onClose: () => void }) {
  const texts = useTexts(alertsTexts);
  const format = useFormat();
  const list = useRows(
    useGetPages(
      '/v1/alerts/events/{eventId}/deliveries',
      { path: { eventId: event.id }, query: { limit: 50 } },
      { refetchInterval: 5_000 },
    ),
    ({ deliveries }) => deliveries,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.deliveries}
      about={`${event.alertName} · ${format.time(event.triggeredAt)}`}
    >
      <ListRows of={list} skeleton={2} empty={<p className="text-muted">{texts.noDeliveries}</p>}>
        {(deliveries) => (
          <ul className="grid gap-4">
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </ListRows>
    </Dialog>
  );
}

function DeliveryItem({ delivery }: { delivery: Delivery }) {
  const texts = useTexts(alertsTexts);
  const worded = useWorded(deliveryWordings);
  const { channel, status, attempts, event } = delivery;
  return (
    <li className="grid gap-2 border-t pt-4 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{texts.channels[channel]}</span>
        <Badge tone={TONES[status]}>{texts.deliveryStatuses[status]}</Badge>
        <span className="text-sm text-muted">
          {texts.attempts(attempts.length)}
          {event === 'alert.resolved' ? ` · ${texts.resolvedMessage}` : ''}
        </span>
      </p>
      {attempts.length > 0 && (
        <ol className="grid gap-1 text-sm">
          {attempts.map((attempt) => {
            const said = attempt.error === null ? null : worded(attempt, attempt.error);
            return (
              <li key={attempt.at} className="flex min-w-0 flex-wrap gap-x-3">
                <span className="text-muted">
                  <Time at={attempt.at} show="full" />
                </span>
                {attempt.status !== null && <span>{texts.answered(attempt.status)}</span>}
                <Duration ms={attempt.durationMs} />
                {said !== null && (
                  <span lang={said.lang} className="min-w-0 break-words text-bad">
                    {said.words}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </li>
  );
}
