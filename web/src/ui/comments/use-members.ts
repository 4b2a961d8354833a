import { useGet, useSession } from '#api';

interface TeamMember {
  id: string;
  name: string | null;
  email: string;
}

/** Who can be mentioned. Members are part of the Team plan; other accounts have a single user. */
export function useMembers(): readonly TeamMember[] {
  const { account } = useSession();
  const { data } = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { enabled: account.plan === 'team', staleTime: 300_000, wholeAccount: true },
  );
  return data?.members.map(({ userId: id, name, email }) => ({ id, name: name.trim() || null, email })) ?? [];
}
