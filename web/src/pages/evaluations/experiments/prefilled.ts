// The first state of the form of a new experiment: from the address, when it was opened from calls to be fixed or from
// versions of a prompt to be compared.
import { useQuery } from '@tanstack/react-query';
import { request, useProjectId, type Schemas } from '#api';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { promptOfCall } from '#ui';
import { variantsFor, variantsOf, type CallToFix, type DraftVariant } from './draft-variant.ts';

type Connection = Schemas['ModelConnection'];

export interface PrefilledExperiment {
  datasetId: string | undefined;
  criterionId: number | null;
  variants: DraftVariant[];
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
  const promptIds = (first(search['prompts']) ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
    .slice(0, 2);
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
    variants:
      promptIds.length > 1
        ? variantsOf(promptIds, connections)
        : variantsFor(asked.data ?? null, connections),
  };
}
