import { useSend } from '#api';
import { useTexts, useWorded } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, Dialog, deliveryWordings, useErrorText } from '#ui';
import { alertFormTexts } from './form-texts.ts';
import { alertsTexts } from './texts.ts';
import type { AlertData, AlertChannelKind } from './types.ts';
import { useUndeliverable } from './use-undeliverable.ts';

interface TestChannelProps {
  channel: AlertChannelKind;
  /** The target to send to, read when the button is pressed; null if it is not complete. */
  targets?: (button: HTMLButtonElement) => AlertData['channelTargets'] | null;
  /** The alert whose stored target is used if no target is given or the given one is masked. */
  alertId?: number;
}

/** Sends a sample message and shows whether it arrived. */
export function TestChannel({ channel, targets, alertId }: TestChannelProps) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const errorText = useErrorText();
  const worded = useWorded(deliveryWordings);
  const test = useSend('post', '/v1/alerts/test-channel');
  const said = test.data ? worded(test.data, test.data.message) : null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        aria-label={form.testNamed(texts.channels[channel])}
        busy={test.isPending}
        onClick={({ currentTarget }) => {
          const channelTargets = targets ? targets(currentTarget) : {};
          if (channelTargets === null) return;
          test.mutate({
            body: { channel, channelTargets, ...(alertId === undefined ? {} : { alertId }) },
          });
        }}
      >
        {form.test}
      </Button>
      <p
        role="status"
        className={classNames('min-w-0 text-sm', test.data?.delivered ? 'text-good' : 'text-bad')}
      >
        {test.isError ? errorText(test.error) : <span lang={said?.lang}>{said?.words}</span>}
      </p>
    </div>
  );
}

export function TestAlert({ alert, onClose }: { alert: AlertData; onClose: () => void }) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  return (
    <Dialog open onClose={onClose} title={form.testTitle(alert.name)} about={form.testAbout}>
      <ul className="grid gap-4">
        {alert.channelKinds.map((channel) => (
          <li key={channel} className="grid gap-1.5">
            <p className="font-medium">{texts.channels[channel]}</p>
            <Undeliverable channel={channel} />
            <TestChannel channel={channel} alertId={alert.id} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Explains why messages on this channel cannot be delivered; renders nothing if they can. */
export function Undeliverable({ channel }: { channel: AlertChannelKind }) {
  const form = useTexts(alertFormTexts);
  if (!useUndeliverable().has(channel)) return null;
  return (
    <p className="rounded-md bg-warm-soft px-3 py-2 text-sm text-warm" role="note">
      {form.emailUnconfigured}
    </p>
  );
}
