// The first state of the form of a new experiment: from the address, when it was opened from calls to be fixed.
import { useQuery } from '@tanstack/react-query';
import { request, useProjectId, type Schemas } from '#api';
import { fittingConnection, usualConnection } from '#lib/fitting-connection';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { promptOfCall } from '#ui';
import { emptyVariant, type DraftVariant } from './variant-fields.tsx';

type Connection = Schemas['ModelConnection'];
type Prompt = Pick<Schemas['Prompt'], 'id' | 'name' | 'number'>;

interface CallToFix {
  /** The version in the registry that the call used. */
  prompt: Prompt | null;
  /** All versions of its name. */
  versions: readonly Prompt[];
  /** The instructions of the call. */
  system: string;
  provider: string;
  model: string;
}

export interface PrefilledExperiment {
  datasetId: string | undefined;
  criterionId: number | null;
  variants: DraftVariant[];
}

/** Two variants: what the call used, and its newest other version. Without a prompt, the same instructions twice. */
export function variantsFor(call: CallToFix | null, connections: readonly Connection[]): DraftVariant[] {
  if (!call) {
    const id = usualConnection(connections)?.id ?? '';
    return [emptyVariant(0, id), emptyVariant(1, id)];
  }
  const { prompt, versions, system } = call;
  const { connection, model } = fittingConnection(connections, call);
  const variant = (key: number, promptId: number | null): DraftVariant => ({
    ...emptyVariant(key, connection?.id ?? ''),
    model,
    ...(promptId === null ? { system } : { promptId: String(promptId) }),
  });
  const newest = versions
    .filter(({ id }) => id !== prompt?.id)
    .toSorted((left, right) => right.number - left.number)[0];
  return [variant(0, prompt?.id ?? null), variant(1, newest?.id ?? prompt?.id ?? null)];
}

async function readCall(callId: string, projectId: string | null): Promise<CallToFix> {
  const [draft, prompt] = await Promise.all([
    request('get', '/v1/playground/calls/{id}', { path: { id: callId } }, { projectId }),
    promptOfCall(callId, projectId),
  ]);
  const versions = prompt
    ? (await request('get', '/v1/prompts', { query: { name: prompt.name, limit: 200 } }, { projectId: null }))
        .prompts
    : [];
  const system = draft.messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => (typeof content === 'string' ? content : ''))
    .join('\n\n');
  return { prompt, versions, system, provider: draft.provider ?? '', model: draft.model ?? '' };
}

export function usePrefilled(connections: readonly Connection[]): PrefilledExperiment | null {
  const [search] = useUrl();
  const projectId = useProjectId();
  const callId = first(search['call']);
  const criterion = Number(first(search['criterion']) ?? Number.NaN);
  const asked = useQuery({
    queryKey: [projectId, 'get', '/v1/playground/calls', callId, 'experiment'],
    queryFn: () => readCall(callId ?? '', projectId),
    enabled: callId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A call that cannot be read only leaves the form empty.
  if (callId !== undefined && asked.isPending) return null;
  return {
    datasetId: first(search['dataset']),
    criterionId: criterion > 0 ? criterion : null,
    variants: variantsFor(asked.data ?? null, connections),
  };
}
