// The list is a bare array; where it goes on is said in a header. So it is asked here and not by `useGetPages`.
import { useInfiniteQuery } from '@tanstack/react-query';
import { respond, useProjectId, type Schemas } from '#api';

export type Assessment = Schemas['SafetyAssessment'];

export interface AssessmentFilter {
  show: 'flagged' | 'clean' | 'all';
  callId: string | null;
}

export function useAssessments({ show, callId }: AssessmentFilter) {
  const projectId = useProjectId();
  const path = '/v1/safety-assessments';
  const query = {
    limit: 50,
    ...(show === 'all' ? {} : { flagged: show === 'flagged' }),
    ...(callId === null ? {} : { call_id: callId }),
  };
  return useInfiniteQuery({
    queryKey: [projectId, 'get', path, query, 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const answer = await respond('get', path, { query: { ...query, ...cursor } }, { projectId, signal });
      return {
        assessments: (await answer.json()) as Assessment[],
        nextCursor: answer.headers.get('x-next-cursor'),
      };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 60_000,
  });
}
