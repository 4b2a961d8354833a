import { withTimeout } from '#lib/with-timeout';
import type { PublicContext } from '#core/context';

type State = 'ok' | 'unavailable';
/** In `starting` and `degraded`, requests are served, but queries that wait for the engine are slow. */
type Status = State | 'starting' | 'degraded' | 'stopping';

const PATIENCE_MS = 2_000;
/** While stopping, the answer must reach the load balancer before the drain time ends. */
const STOPPING_PATIENCE_MS = 100;

/** A store that does not answer soon counts as unavailable, because the prober has its own time limit. */
async function stateOf(ping: () => Promise<unknown>, patienceMs: number): Promise<State> {
  try {
    await withTimeout(patienceMs, ping(), () => new Error('No answer.'));
    return 'ok';
  } catch {
    return 'unavailable';
  }
}

export async function checkHealth(ctx: PublicContext) {
  const patienceMs = ctx.lifecycle.stopping ? STOPPING_PATIENCE_MS : PATIENCE_MS;
  const [engine, metadata] = await Promise.all([
    stateOf(() => ctx.records.ping(), patienceMs),
    stateOf(() => ctx.metadata.ping(), patienceMs),
  ]);
  const jobs: State = ctx.jobs.healthy() ? 'ok' : 'unavailable';
  const { waitingBytes, log } = ctx.records.writerState();
  const behind = log !== undefined && (log.recovering || log.behind);
  const status = (): Status => {
    if (ctx.lifecycle.stopping) return 'stopping';
    if ([engine, metadata, jobs].includes('unavailable')) return 'unavailable';
    if (log?.recovering) return 'starting';
    return behind ? 'degraded' : 'ok';
  };
  return {
    status: status(),
    version: ctx.config.version,
    checks: { records: engine === 'ok' && behind ? ('behind' as const) : engine, metadata, jobs },
    backlog: { bytes: waitingBytes, seconds: Math.round((log?.waitingMs ?? 0) / 100) / 10 },
    clockOffsetMs: ctx.clockOffsetMs(),
  };
}
