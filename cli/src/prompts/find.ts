// Finds the version that a person means: `3`, `@production`, or nothing for the newest one.
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { wrongInput, type Fault } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';

type Prompt = Schemas['Prompt'];

const MAX_VERSIONS = 10_000;

/** Newest first. */
export async function versionsOf(
  ask: AskService,
  name: string,
  limit: number = MAX_VERSIONS,
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
  if (version?.startsWith('@')) return await labelledVersion(ask, name, version.slice(1));
  const found =
    version === undefined
      ? await newestVersion(ask, name)
      : ((await versionsOf(ask, name)).items.find((each) => each.version === version) ?? null);
  if (found !== null) return found;
  if (version === undefined) throw noPrompt(name);
  throw wrongInput('not_found', `There is no version ${version} of ${JSON.stringify(name)}.`, 404);
}

/** As it was written: `resolve` replaces the prompts that it contains by their text. */
async function labelledVersion(ask: AskService, name: string, label: string): Promise<Prompt> {
  const { deployments } = await ask((client, signal) =>
    client.GET('/v1/prompts/deployments', { params: { query: { name, label, limit: 1 } }, signal }),
  );
  const id = deployments[0]?.promptId;
  if (id === undefined)
    throw wrongInput(
      'not_deployed',
      `The label ${JSON.stringify(label)} of ${JSON.stringify(name)} points to nothing.`,
      404,
    );
  const { prompt } = await ask((client, signal) =>
    client.GET('/v1/prompts/{id}', { params: { path: { id } }, signal }),
  );
  return prompt;
}

export const noPrompt = (name: string): Fault =>
  wrongInput('not_found', `There is no prompt ${JSON.stringify(name)}.`, 404);
