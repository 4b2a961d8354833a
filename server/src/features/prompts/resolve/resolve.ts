import { Type, type Static } from 'typebox';
import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { perProcess } from '#core/process-state';
import { Name, PromptLabel } from '../schemas.ts';
import { ResolveCache, type Resolved } from './resolve-cache.ts';

export const ResolveQuery = Type.Object({ name: Name, label: PromptLabel });

const cacheOf = perProcess(({ metadata, feed }) => new ResolveCache(metadata.reader, feed));

/** Synchronous if it is in memory, because agents call this before each step. */
export function resolvePrompt(
  ctx: Context,
  { name, label }: Static<typeof ResolveQuery>,
): Reply | Promise<Reply> {
  const answer = ({ body, fault, headers }: Resolved): Reply => {
    if (fault) throw fault;
    if (body === null) throw notDeployed(name, label);
    return new Reply(200, body, headers);
  };
  const resolved = cacheOf(ctx).resolve(ctx.account.id, name, label);
  return resolved instanceof Promise ? resolved.then(answer) : answer(resolved);
}

export const notDeployed = (name: string, label: string) =>
  new AppError(
    'not_found',
    'not_deployed',
    `No version of the prompt "${name}" is deployed to the label "${label}".`,
  );
