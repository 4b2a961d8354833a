// Finds the version that a person means: `3`, `@production`, or nothing for the newest one.
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { wrongInput, type Fault } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';

type Prompt = Schemas['Prompt'];

const MOST_VERSIONS = 10_000;

/** Newest first. */
export async function versionsOf(
  ask: AskService,
  name: string,
  limit: number = MOST_VERSIONS,
): Promise<{ items: Prompt[]; more: boolean }> {
  return await readPages(limit, async (page) => {
    const { prompts, nextCursor } = await ask((client, signal) =>
      client.GET('/v1/prompts', { params: { query: { name, ...page } }, signal }),
    );
    return { items: prompts, nextCursor };
  });
}

/** Null if the name has no version. */
export async function newestVersion(ask: AskService, name: string): Promise<Prompt | null> {
  const { items } = await versionsOf(ask, name, 1);
  return items[0] ?? null;
}

export async function findVersion(ask: AskService, name: string, version?: string): Promise<Prompt> {
  if (version?.startsWith('@')) {
    const label = version.slice(1);
    const { prompt } = await ask((client, signal) =>
      client.GET('/v1/prompts/resolve', { params: { query: { name, label } }, signal }),
    );
    return prompt;
  }
  const found =
    version === undefined
      ? await newestVersion(ask, name)
      : ((await versionsOf(ask, name)).items.find((each) => each.version === version) ?? null);
  if (found !== null) return found;
  if (version === undefined) throw noPrompt(name);
  throw wrongInput('not_found', `There is no version ${version} of ${JSON.stringify(name)}.`, 404);
}

export const noPrompt = (name: string): Fault =>
  wrongInput('not_found', `There is no prompt ${JSON.stringify(name)}.`, 404);
