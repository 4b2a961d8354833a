// Makes a dataset of calls in one go: a free name, the conversations of the calls, and the prompt that they
// used. Calls that are gone are left out.
import { isApiError, request, type Schemas } from '#api';

const LONGEST_NAME = 100;
const MAX_NAMES = 20;

export interface CallsToFix {
  /** What the calls have in common. */
  name: string;
  /** Newest first. */
  callIds: readonly string[];
  projectId: string | null;
}

/** The version in the registry that a call used; null if there is none. */
export async function promptOfCall(
  callId: string,
  projectId: string | null,
): Promise<Schemas['Prompt'] | null> {
  const { call } = await request('get', '/v1/query/calls/{id}', { path: { id: callId } }, { projectId });
  const { promptId, promptName, promptVersion } = (call.requestMeta ?? {}) as Record<string, unknown>;
  if (typeof promptName !== 'string' && typeof promptId !== 'number') return null;
  const query = { limit: 200, ...(typeof promptName === 'string' ? { name: promptName } : {}) };
  const { prompts } = await request('get', '/v1/prompts', { query }, { projectId: null });
  return prompts.find(({ id, version }) => id === promptId || version === promptVersion) ?? null;
}

export async function makeDataset({
  name,
  callIds,
  projectId,
}: CallsToFix): Promise<Schemas['EvalDatasetFromCalls']> {
  const [newest] = callIds;
  const prompt = newest === undefined ? null : await promptOfCall(newest, projectId).catch(() => null);
  const id = await createNamed(name, prompt?.id ?? null, projectId);
  try {
    return await addCalls(id, callIds, projectId);
  } catch (error) {
    await discard(id, projectId);
    throw error;
  }
}

/** For a dataset that turned out to be empty. */
export const discard = (id: number, projectId: string | null): Promise<unknown> =>
  request('delete', '/v1/eval-datasets/{id}', { path: { id } }, { projectId });

async function createNamed(name: string, promptId: number | null, projectId: string | null): Promise<number> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const body = {
      name: `${name.slice(0, LONGEST_NAME - suffix.length).trim()}${suffix}`,
      ...(promptId === null ? {} : { promptRegistryId: promptId }),
    };
    try {
      return (await request('post', '/v1/eval-datasets', { body }, { projectId })).id;
    } catch (error) {
      if (number >= MAX_NAMES || !isApiError(error) || error.status !== 409) throw error;
    }
  }
}

async function addCalls(
  id: number,
  callIds: readonly string[],
  projectId: string | null,
): Promise<Schemas['EvalDatasetFromCalls']> {
  let left = [...callIds];
  for (;;) {
    try {
      const body = { callIds: left, as: 'conversation' as const };
      return await request(
        'post',
        '/v1/eval-datasets/{id}/items/from-calls',
        { path: { id }, body },
        { projectId },
      );
    } catch (error) {
      const gone = isApiError(error) && error.reason === 'unknown_call' ? goneAt(error.details) : -1;
      if (gone < 0 || left.length === 1) throw error;
      left = left.toSpliced(gone, 1);
    }
  }
}

/** Errors name the place of a call in the request: `callIds.3`. */
function goneAt(details: readonly { path: string }[]): number {
  const found = details.map(({ path }) => /^callIds\.(\d+)$/.exec(path)?.[1]).find((at) => at !== undefined);
  return found === undefined ? -1 : Number(found);
}
