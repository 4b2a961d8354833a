import { useWorded } from '#i18n';
import { reasonWordings } from '#ui';

/** An unknown reason is shown in the service's words. */
export function useReason(): (reason: string | null, said?: string | null) => string {
  const say = useWorded(reasonWordings);
  return (reason, said) => say({ code: reason }, said ?? reason ?? '–').words;
}
