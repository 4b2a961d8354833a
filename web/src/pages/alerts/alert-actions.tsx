import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useSend } from '#api';
import { useTexts } from '#i18n';
import { useNow } from '#lib/use-now';
import {
  ConfirmDialog,
  IconButton,
  Menu,
  MenuItem,
  MenuLabel,
  MenuLine,
  Switch,
  say,
  useErrorText,
} from '#ui';
import { AlertForm } from './alert-form.tsx';
import { TestAlert } from './test-channel.tsx';
import { alertsTexts } from './texts.ts';
import type { AlertData } from './types.ts';

const CHANGES = { changes: ['/v1/alerts'] };
const HOUR_MS = 3_600_000;
const HOURS = ['1', '8', '24', '168'] as const;

/** Optimistic: shows the requested state until the service answers. */
export function EnabledSwitch({ alert, hideLabel = false }: { alert: AlertData; hideLabel?: boolean }) {
  const texts = useTexts(alertsTexts);
  const errorText = useErrorText();
  const change = useSend('patch', '/v1/alerts/{id}', CHANGES);
  const enabled = (change.isPending ? change.variables.body.enabled : undefined) ?? alert.enabled;
  return (
    <Switch
      label={hideLabel ? <span className="sr-only">{texts.enabledNamed(alert.name)}</span> : texts.enabled}
      checked={enabled}
      onChange={(next) =>
        change.mutate(
          { path: { id: alert.id }, body: { enabled: next } },
          { onError: (error) => say(errorText(error), 'bad') },
        )
      }
    />
  );
}

export function AlertActions({ alert, onRemoved }: { alert: AlertData; onRemoved?: () => void }) {
  const texts = useTexts(alertsTexts);
  const errorText = useErrorText();
  const now = useNow(10_000);
  const [doing, setDoing] = useState<'edit' | 'test' | 'remove' | null>(null);
  const silence = useSend('post', '/v1/alerts/{id}/silence', {
    ...CHANGES,
    onSuccess: () => say(texts.silenced),
  });
  const unsilence = useSend('delete', '/v1/alerts/{id}/silence', {
    ...CHANGES,
    onSuccess: () => say(texts.unsilenced),
  });
  const { id, silencedUntil } = alert;
  const silent = silencedUntil !== null && Date.parse(silencedUntil) > now;
  const options = { onError: (error: Error) => say(errorText(error), 'bad') };
  const silenceUntil = (until: string | null) => silence.mutate({ path: { id }, body: { until } }, options);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={texts.more(alert.name)} icon={<Ellipsis size={18} aria-hidden />} />}
      >
        <MenuItem onSelect={() => setDoing('edit')}>{texts.edit}</MenuItem>
        <MenuItem onSelect={() => setDoing('test')}>{texts.testChannels}</MenuItem>
        <MenuLine />
        {silent && (
          <MenuItem onSelect={() => unsilence.mutate({ path: { id } }, options)}>{texts.unsilence}</MenuItem>
        )}
        <MenuLabel>{texts.silenceFor}</MenuLabel>
        {HOURS.map((hours) => (
          <MenuItem
            key={hours}
            onSelect={() => silenceUntil(new Date(Date.now() + Number(hours) * HOUR_MS).toISOString())}
          >
            {texts.silences[hours]}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => silenceUntil(null)}>{texts.silences.forever}</MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => setDoing('remove')}>
          {texts.remove}
        </MenuItem>
      </Menu>
      {doing === 'edit' && <AlertForm draft={alert} alert={alert} onClose={() => setDoing(null)} />}
      {doing === 'test' && <TestAlert alert={alert} onClose={() => setDoing(null)} />}
      {doing === 'remove' && (
        <RemoveAlert alert={alert} onClose={() => setDoing(null)} {...(onRemoved ? { onRemoved } : {})} />
      )}
    </>
  );
}

interface RemoveAlertProps {
  alert: AlertData;
  onClose: () => void;
  onRemoved?: () => void;
}

function RemoveAlert({ alert, onClose, onRemoved }: RemoveAlertProps) {
  const texts = useTexts(alertsTexts);
  const done = () => {
    say(texts.removed(alert.name));
    onClose();
    onRemoved?.();
  };
  const remove = useSend('delete', '/v1/alerts/{id}', { ...CHANGES, onSuccess: done });
  return (
    <ConfirmDialog
      open
      title={texts.removeTitle(alert.name)}
      about={texts.removeAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: alert.id } },
          {
            // Someone else has already deleted it, so the goal is reached.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}
