import { Type, type Static } from 'typebox';
import type { ChangeFeed } from '#core/change-feed';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { Name, PromptLabel } from '../schemas.ts';
import { notDeployed } from './not-deployed.ts';
import { ResolveCache, type Resolved } from './resolve-cache.ts';

export const ResolveQuery = Type.Object({ name: Name, label: PromptLabel });

// One to a process: it lives as long as the feed that tells it of changes.
const caches = new WeakMap<ChangeFeed, ResolveCache>();

/** At once, where it is in memory: this is asked before each step of every agent. */
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
