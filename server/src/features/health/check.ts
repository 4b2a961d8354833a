import { within } from '#lib/within';
import type { PublicContext } from '#core/context';

type State = 'ok' | 'unavailable';

const PATIENCE_MS = 2_000;

/** A store that does not answer soon counts as away: the prober behind this has a time limit of its own. */
async function stateOf(ping: () => Promise<unknown>): Promise<State> {
  try {
    await within(PATIENCE_MS, ping(), () => new Error('No answer.'));
    return 'ok';
  } catch {
    return 'unavailable';
  }
}

export async function checkHealth(ctx: PublicContext) {
  const [records, metadata] = await Promise.all([
    stateOf(() => ctx.records.ping()),
    stateOf(() => ctx.metadata.ping()),
  ]);
  const jobs: State = ctx.jobs.healthy() ? 'ok' : 'unavailable';
  const ready = [records, metadata, jobs].every((state) => state === 'ok');
  const status: State = ready ? 'ok' : 'unavailable';
  return { status, version: ctx.config.version, checks: { records, metadata, jobs } };
}
