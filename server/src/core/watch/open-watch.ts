// Metrics and traces of the service itself. Neither library is loaded unless a setting asks for it.
import type { Logger } from 'pino';
import type { Config } from '#config';
import { NO_WATCH, type ServiceWatch } from '#lib/watch';
import type { Meters } from './meters.ts';

interface OpenWatch extends ServiceWatch {
  /** Null unless TRACEWELL_METRICS is on. */
  readonly meters: Meters | null;
  /** Sends the last spans. */
  close(): Promise<void>;
}

export async function openWatch(
  { metrics, selfTraces, version }: Pick<Config, 'metrics' | 'selfTraces' | 'version'>,
  log: Logger,
): Promise<OpenWatch> {
  const meters = metrics ? new (await import('./meters.ts')).Meters(version) : null;
  const traces = selfTraces
    ? new (await import('./self-traces.ts')).SelfTraces(selfTraces, version, (error, spans) => {
        log.warn({ err: error, spans }, 'traces of this service could not be exported');
      })
    : null;
  if (!meters && !traces) return { ...NO_WATCH, meters: null, close: async () => undefined };
  return {
    meters,
    count: (counted, by = 1) => meters?.count(counted, by),
    answered: (method, route, status, elapsedMs) => meters?.answered(method, route, status, elapsedMs),
    run: (step, work) => {
      const measured = meters ? () => meters.run(step, work) : work;
      return traces ? traces.run(step, measured) : measured();
    },
    arrive: (headers) => traces?.arrive(headers) ?? null,
    isMuted: () => traces?.isMuted() ?? false,
    close: async () => traces?.close(),
  };
}
