import { AppError } from '#lib/app-error';
import type { SystemContext } from '#core/context';
import { toAppError } from '#core/failure';

/**
 * Runs a job now, whatever its schedule. A failure is reported in the answer; only an unknown name is a 404.
 */
export async function runJob(
  ctx: SystemContext,
  name: string,
): Promise<{ name: string; durationMs: number }> {
  if (!ctx.jobs.names().includes(name)) {
    throw new AppError(
      'not_found',
      'not_found',
      `There is no job "${name.slice(0, 100)}". There are: ${ctx.jobs.names().join(', ')}.`,
    );
  }
  const begun = performance.now();
  try {
    await ctx.jobs.runNow(name);
  } catch (error) {
    throw failure(name, error);
  }
  return { name, durationMs: Math.round(performance.now() - begun) };
}

function failure(name: string, error: unknown): AppError {
  const known = toAppError(error);
  if (known.code === 'unavailable') return known;
  const why = known.code === 'internal' ? 'The log says why.' : known.message;
  return new AppError('internal', 'job_failed', `The job ${name} failed. ${why}`, { cause: error });
}
