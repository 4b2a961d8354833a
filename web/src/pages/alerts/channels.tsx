import { useState } from 'react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { Checkbox, Field, Input, Select } from '#ui';
import { CHANNELS } from './alert-values.ts';
import { TestChannel, Undeliverable } from './test-channel.tsx';
import { alertFormTexts } from './form-texts.ts';
import { alertsTexts } from './texts.ts';
import type { AlertData, AlertChannelKind } from './types.ts';

type Targets = AlertData['channelTargets'];

/** A masked target is sent back unchanged, and the service keeps the stored one. */
export function enteredTargets(
  kinds: readonly AlertChannelKind[],
  values: Readonly<Record<string, string>>,
): Targets {
  const targets: Targets = {};
  const url = (channel: AlertChannelKind) => ({ url: (values[`${channel}.url`] ?? '').trim() });
  for (const kind of kinds) {
    if (kind === 'email') {
      const to = (values['email.to'] ?? '').split(/[\s,;、]+/).filter((address) => address !== '');
      targets.email = to.length > 0 ? { to } : {};
    } else if (kind === 'pagerduty') {
      targets.pagerduty = {
        routingKey: (values['pagerduty.routingKey'] ?? '').trim(),
        region: values['pagerduty.region'] === 'eu' ? 'eu' : 'us',
      };
    } else if (kind === 'webhook') {
      const secret = (values['webhook.secret'] ?? '').trim();
      targets.webhook = { ...url(kind), ...(secret ? { secret } : {}) };
    } else targets[kind] = url(kind);
  }
  return targets;
}

interface ChannelsProps {
  kinds: readonly AlertChannelKind[];
  onKinds: (kinds: AlertChannelKind[]) => void;
  targets: Targets;
  /** Set for a stored alert: its targets are masked. */
  alertId?: number;
}

/** The targets typed for a channel; null if a field is invalid, which the browser then points out. */
function typedTargets({ form }: HTMLButtonElement, channel: AlertChannelKind): Targets | null {
  if (!form) return null;
  const fields = [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name.startsWith(`${channel}.`),
  );
  if (!fields.every((field) => field.reportValidity())) return null;
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return enteredTargets([channel], values);
}

export function Channels({ kinds, onKinds, targets, alertId }: ChannelsProps) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const { plan } = useSession().account;
  return (
    <fieldset className="grid gap-3 border-t pt-4">
      <legend className="sr-only">{form.tell}</legend>
      <p aria-hidden className="font-semibold">
        {form.tell}
      </p>
      {CHANNELS.map((channel) => {
        const chosen = kinds.includes(channel);
        const allowed = channel === 'email' || plan !== 'free';
        return (
          <div key={channel} className="grid gap-3">
            <Checkbox
              label={texts.channels[channel]}
              checked={chosen}
              disabled={!allowed && !chosen}
              {...(allowed ? {} : { hint: form.needsPlanAbout })}
              onChange={({ target }) =>
                onKinds(CHANNELS.filter((one) => (one === channel ? target.checked : kinds.includes(one))))
              }
            />
            {chosen && (
              <Chosen channel={channel} targets={targets} {...(alertId === undefined ? {} : { alertId })} />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

interface ChosenProps extends Pick<ChannelsProps, 'targets' | 'alertId'> {
  channel: AlertChannelKind;
}

function Chosen({ channel, targets, alertId }: ChosenProps) {
  // A test result applies only to the targets that were tested, so each change resets it.
  const [typed, setTyped] = useState(0);
  return (
    <div className="ml-6.5 grid gap-3 sm:grid-cols-2" onInput={() => setTyped(typed + 1)}>
      <Target channel={channel} targets={targets} masked={alertId !== undefined} />
      <div className="grid gap-3 sm:col-span-2">
        <Undeliverable channel={channel} />
        <TestChannel
          key={typed}
          channel={channel}
          targets={(button) => typedTargets(button, channel)}
          {...(alertId === undefined ? {} : { alertId })}
        />
      </div>
    </div>
  );
}

function Target({
  channel,
  targets,
  masked,
}: {
  channel: AlertChannelKind;
  targets: Targets;
  masked: boolean;
}) {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const kept = masked && targets[channel] !== undefined ? { hint: form.masked } : {};
  if (channel === 'email') {
    return (
      <Field label={form.targets.email} hint={form.targets.emailHint} className="sm:col-span-2">
        <Input
          name="email.to"
          autoComplete="off"
          placeholder="ops@example.com"
          defaultValue={(targets.email?.to ?? []).join(', ')}
        />
      </Field>
    );
  }
  if (channel === 'pagerduty') {
    return (
      <>
        <Field label={form.targets.routingKey} {...kept}>
          <Input
            name="pagerduty.routingKey"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={targets.pagerduty?.routingKey}
          />
        </Field>
        <Field label={form.targets.region}>
          <Select name="pagerduty.region" defaultValue={targets.pagerduty?.region ?? 'us'}>
            <option value="us">{form.targets.regions.us}</option>
            <option value="eu">{form.targets.regions.eu}</option>
          </Select>
        </Field>
      </>
    );
  }
  if (channel === 'webhook') {
    return (
      <>
        <Field label={`${texts.channels.webhook} ${form.targets.url}`} {...kept}>
          <Input
            name="webhook.url"
            required
            maxLength={2048}
            autoComplete="off"
            placeholder="https://…"
            defaultValue={targets.webhook?.url}
          />
        </Field>
        <Field label={form.targets.secret} hint={form.targets.secretHint}>
          <Input
            name="webhook.secret"
            maxLength={200}
            autoComplete="off"
            defaultValue={targets.webhook?.secret}
          />
        </Field>
      </>
    );
  }
  return (
    <Field label={`${texts.channels[channel]} ${form.targets.url}`} className="sm:col-span-2" {...kept}>
      <Input
        name={`${channel}.url`}
        required
        maxLength={2048}
        autoComplete="off"
        placeholder="https://…"
        defaultValue={targets[channel]?.url}
      />
    </Field>
  );
}
