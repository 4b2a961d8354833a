import { useWorded } from '#i18n';
import { reasonWordings } from '#ui';

/** A reason that is not known here is said as the service says it. */
export function useReason(): (reason: string | null, said?: string | null) => string {
  const say = useWorded(reasonWordings);
  return (reason, said) => say({ code: reason }, said ?? reason ?? '–').words;
}
