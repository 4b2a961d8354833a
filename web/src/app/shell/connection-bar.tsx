// Shown while the service cannot be reached: what is on the screen stays, and this says how old it is.
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useConnectionLost } from '#api';
import { useFormat, useTexts } from '#i18n';
import { shellTexts } from '../texts.ts';

/** Queries of the shell itself, which run at other times than those of the page. */
const OF_THE_SHELL = new Set(['/v1/attention', '/v1/projects', '/v1/account/overview']);

export function ConnectionBar() {
  const texts = useTexts(shellTexts);
  const format = useFormat();
  const client = useQueryClient();
  if (!useConnectionLost()) return null;
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey }) => queryKey.length > 1 && !OF_THE_SHELL.has(String(queryKey[2])))
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return (
    <div
      role="status"
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-2 border-b border-warm/40 bg-warm-soft px-4 py-1.5 text-sm max-lg:top-14 sm:px-6"
    >
      <WifiOff size={16} aria-hidden className="shrink-0 text-warm" />
      <strong className="font-semibold">{texts.lost}</strong>
      {times.length > 0 && <span>{texts.showingOf(format.time(Math.min(...times), 'clock'))}</span>}
      <span className="text-muted">{texts.retrying}</span>
    </div>
  );
}
