import { useGetPages } from '#api';

export interface AssessmentFilter {
  show: 'flagged' | 'clean' | 'all';
  callId: string | null;
}

export const useAssessments = ({ show, callId }: AssessmentFilter) =>
  useGetPages(
    '/v1/safety-assessments',
    {
      query: {
        limit: 50,
        ...(show === 'all' ? {} : { flagged: show === 'flagged' }),
        ...(callId === null ? {} : { call_id: callId }),
      },
    },
    { refetchInterval: 60_000 },
  );
