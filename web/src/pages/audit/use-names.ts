// Names for the ids of actors and targets: members, API keys and projects. Deleted ones are shown by id.
import { useGet, useSession } from '#api';

export interface AuditActor {
  id: string;
  name: string;
  kind: 'user' | 'key';
}

export interface Names {
  actors: readonly AuditActor[];
  /** The name for an id, if known. */
  nameOf: (id: string) => string | undefined;
}

export function useNames(): Names {
  const { user, account } = useSession();
  const members = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { wholeAccount: true, enabled: account.plan === 'team' },
  );
  const keys = useGet('/v1/api-keys', { query: { limit: 200 } }, { wholeAccount: true });
  const projects = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const people: AuditActor[] = members.data?.members.map(({ userId, name, email }) => ({
    id: userId,
    name: name || email,
    kind: 'user',
  })) ?? [{ id: user.id, name: user.name || user.email, kind: 'user' }];
  const programs: AuditActor[] = keys.data?.apiKeys.map(({ id, name }) => ({ id, name, kind: 'key' })) ?? [];
  const actors = [...people, ...programs];
  const names = new Map(
    [...actors, ...(projects.data?.projects ?? []), account].map(({ id, name }) => [id, name]),
  );
  return { actors, nameOf: (id) => names.get(id) };
}
