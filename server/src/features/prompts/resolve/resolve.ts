import { Type, type Static } from 'typebox';
import type { ChangeFeed } from '#core/change-feed';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { Name, PromptLabel } from '../schemas.ts';
import { notDeployed } from './not-deployed.ts';
import { ResolveCache } from './resolve-cache.ts';

export const ResolveQuery = Type.Object({ name: Name, label: PromptLabel });

// One to a process: it lives as long as the feed that tells it of changes.
const caches = new WeakMap<ChangeFeed, ResolveCache>();

export async function resolvePrompt(
  ctx: Context,
  { name, label }: Static<typeof ResolveQuery>,
): Promise<Reply> {
  const cache = caches.getOrInsertComputed(ctx.feed, (feed) => new ResolveCache(ctx.db, feed));
  const { body, headers } = await cache.resolve(ctx.account.id, name, label);
  if (body === null) throw notDeployed(name, label);
  return new Reply(200, body, headers);
}
