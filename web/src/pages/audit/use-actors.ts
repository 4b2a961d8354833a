// Names of those who did something: the people of the account and its keys. Who is gone is known by the id only.
import { useGet, useSession } from '#api';

export interface Actor {
  id: string;
  name: string;
  kind: 'user' | 'key';
}

export function useActors(): ReadonlyMap<string, Actor> {
  const { user, account } = useSession();
  const members = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { wholeAccount: true, enabled: account.plan === 'team' },
  );
  const keys = useGet('/v1/api-keys', { query: { limit: 200 } }, { wholeAccount: true });
  const people: Actor[] = members.data?.members.map(({ userId, name, email }) => ({
    id: userId,
    name: name || email,
    kind: 'user',
  })) ?? [{ id: user.id, name: user.name || user.email, kind: 'user' }];
  const programs: Actor[] = keys.data?.apiKeys.map(({ id, name }) => ({ id, name, kind: 'key' })) ?? [];
  return new Map([...people, ...programs].map((actor) => [actor.id, actor]));
}
