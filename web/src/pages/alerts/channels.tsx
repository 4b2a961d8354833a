import { useRef, useState } from 'react';
import { useSend, useSession } from '#api';
import { useTexts, useWorded } from '#i18n';
import { Button, Checkbox, Field, Input, Select, deliveryWordings, useErrorText } from '#ui';
import { CHANNELS } from './alert-values.ts';
import { alertsTexts } from './texts.ts';
import type { Alert, Channel } from './types.ts';

type Targets = Alert['channelTargets'];

/** A masked target is sent back unchanged, and the service keeps the stored one. */
export function readTargets(kinds: readonly Channel[], values: Readonly<Record<string, string>>): Targets {
  const targets: Targets = {};
  const url = (channel: Channel) => ({ url: (values[`${channel}.url`] ?? '').trim() });
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
  kinds: readonly Channel[];
  onKinds: (kinds: Channel[]) => void;
  targets: Targets;
  masked: boolean;
}

export function Channels({ kinds, onKinds, targets, masked }: ChannelsProps) {
  const texts = useTexts(alertsTexts);
  const { plan } = useSession().account;
  return (
    <fieldset className="grid gap-3 border-t pt-4">
      <legend className="sr-only">{texts.tell}</legend>
      <p aria-hidden className="font-semibold">
        {texts.tell}
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
              {...(allowed ? {} : { hint: texts.needsPlanAbout })}
              onChange={({ target }) =>
                onKinds(CHANNELS.filter((one) => (one === channel ? target.checked : kinds.includes(one))))
              }
            />
            {chosen && (
              <div className="ml-6.5 grid gap-3 sm:grid-cols-2">
                <Target channel={channel} targets={targets} masked={masked} />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function Target({ channel, targets, masked }: { channel: Channel; targets: Targets; masked: boolean }) {
  const texts = useTexts(alertsTexts);
  const kept = masked && targets[channel] !== undefined ? { hint: texts.masked } : {};
  if (channel === 'email') {
    return (
      <Field label={texts.targets.email} hint={texts.targets.emailHint} className="sm:col-span-2">
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
        <Field label={texts.targets.routingKey} {...kept}>
          <Input
            name="pagerduty.routingKey"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={targets.pagerduty?.routingKey}
          />
        </Field>
        <Field label={texts.targets.region}>
          <Select name="pagerduty.region" defaultValue={targets.pagerduty?.region ?? 'us'}>
            <option value="us">{texts.targets.regions.us}</option>
            <option value="eu">{texts.targets.regions.eu}</option>
          </Select>
        </Field>
      </>
    );
  }
  if (channel === 'webhook') return <WebhookTarget target={targets.webhook} kept={kept} />;
  return (
    <Field label={`${texts.channels[channel]} ${texts.targets.url}`} className="sm:col-span-2" {...kept}>
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

interface WebhookTargetProps {
  target: Targets['webhook'];
  kept: { hint?: string };
}

/** A test uses the address in the field; a masked address cannot be tested. */
function WebhookTarget({ target, kept }: WebhookTargetProps) {
  const texts = useTexts(alertsTexts);
  const errorText = useErrorText();
  const secretField = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(target?.url ?? '');
  const test = useSend('post', '/v1/alerts/test-webhook');
  const sendTest = () => {
    const secret = secretField.current?.value.trim() ?? '';
    const known = secret !== '' && secret !== target?.secret;
    test.mutate({ body: { url: url.trim(), ...(known ? { secret } : {}) } });
  };
  const worded = useWorded(deliveryWordings);
  const said = test.data ? worded(test.data, test.data.message) : null;
  return (
    <>
      <Field label={`${texts.channels.webhook} ${texts.targets.url}`} {...kept}>
        <Input
          name="webhook.url"
          required
          maxLength={2048}
          autoComplete="off"
          placeholder="https://…"
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            test.reset();
          }}
        />
      </Field>
      <Field label={texts.targets.secret} hint={texts.targets.secretHint}>
        <Input
          ref={secretField}
          name="webhook.secret"
          maxLength={200}
          autoComplete="off"
          defaultValue={target?.secret}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <Button
          size="small"
          busy={test.isPending}
          disabled={url.trim() === '' || url === target?.url}
          onClick={sendTest}
        >
          {texts.test}
        </Button>
        <p role="status" className={`min-w-0 text-sm ${test.data?.delivered ? 'text-good' : 'text-bad'}`}>
          {test.isError ? errorText(test.error) : <span lang={said?.lang}>{said?.words}</span>}
        </p>
      </div>
    </>
  );
}
