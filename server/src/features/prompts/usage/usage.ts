import { FIRST_MS, isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { selectPromptUsage, type PromptUsage as VersionFigures } from '#records';
import { scopeOf, windowOf } from '#services/record-access';
import { requirePrompt } from '../get.ts';
import { selectVersions } from '../store.ts';
import type { PromptUsageReply, VersionScores, UsageQuery, VersionUsage } from './schemas.ts';
import { scoresByVersion } from './scores.ts';

/** Number of versions shown. Calls are also matched by the ids of this many newest versions. */
const MAX_VERSIONS = 200;

const NO_SCORES: VersionScores = { human: null, judge: [] };

/**
 * Usage of the versions of a prompt name: first those in the registry, newest first, then others that calls
 * name.
 */
export async function promptUsage(ctx: Context, id: number, query: UsageQuery): Promise<PromptUsageReply> {
  const { name, version } = await requirePrompt(ctx.db, ctx.account.id, id);
  const window = windowOf(query, null, ctx.clock.now());
  const newest = await selectVersions(ctx.db, ctx.account.id, name, MAX_VERSIONS);
  const versions = newest.some((each) => each.id === id) ? newest : [...newest, { id, version }];
  const link = { name, versions };
  const [figures, scores] = await Promise.all([
    ctx.records.ask(scopeOf(ctx), selectPromptUsage(window, link, MAX_VERSIONS)),
    scoresByVersion(ctx, link, window),
  ]);
  const byVersion = new Map(figures.map((each) => [each.version, each]));
  const registered = new Map(versions.map((each) => [each.version, each.id]));
  const present = (each: string) =>
    presentVersion(each, registered.get(each) ?? null, byVersion.get(each), scores.get(each) ?? NO_SCORES);
  return {
    name,
    startTime: isoTime(Math.max(FIRST_MS, window.startMs)),
    endTime: isoTime(window.endMs),
    versions: [...new Set([...registered.keys(), ...byVersion.keys()])].map(present),
  };
}

const presentVersion = (
  version: string,
  promptId: number | null,
  figures: VersionFigures | undefined,
  scores: VersionScores,
): VersionUsage => ({
  version: version === '' ? null : version,
  promptId,
  calls: figures?.calls ?? 0,
  costUsd: tidy(figures?.costUsd ?? 0),
  totalTokens: figures?.totalTokens ?? 0,
  meanLatencyMs: figures ? tidy(figures.meanLatencyMs) : null,
  p95LatencyMs: figures?.p95LatencyMs ?? null,
  errorRate: figures ? tidy(figures.errors / figures.calls) : 0,
  lastCallAt: figures ? isoTime(figures.lastSeenMs) : null,
  scores,
});
