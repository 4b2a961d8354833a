import { Type, type Static } from 'typebox';
import type { ChangeFeed } from '#core/change/change-feed';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { Name, PromptLabel } from '../schemas.ts';
import { notDeployed } from './not-deployed.ts';
import { ResolveCache, type Resolved } from './resolve-cache.ts';

export const ResolveQuery = Type.Object({ name: Name, label: PromptLabel });

// One cache per process; it lives as long as the change feed.
const caches = new WeakMap<ChangeFeed, ResolveCache>();

/** Synchronous if it is in memory, because agents call this before each step. */
export function resolvePrompt(
  ctx: Context,
  { name, label }: Static<typeof ResolveQuery>,
): Reply | Promise<Reply> {
  const cache = caches.getOrInsertComputed(ctx.feed, (feed) => new ResolveCache(ctx.db, feed));
  const answer = ({ body, headers }: Resolved): Reply => {
    if (body === null) throw notDeployed(name, label);
    return new Reply(200, body, headers);
  };
  const resolved = cache.resolve(ctx.account.id, name, label);
  return resolved instanceof Promise ? resolved.then(answer) : answer(resolved);
}
